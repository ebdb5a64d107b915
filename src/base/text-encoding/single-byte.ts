/**
 * Encodings with one byte for a letter. Each reads any text; the right one is that in which the letters beyond ASCII are those of a
 * language, in about the share that it has of them, and stand in words as letters do.
 */
import { maxOf } from '../extremes.ts';
import { decodeBytes } from './decode-bytes.ts';

/** Letters beyond ASCII, the commonest first. */
const LETTERS = {
  german: 'üäößé',
  french: 'éèàêçùôîûâïœë',
  spanish: 'óíáéñúü',
  portuguese: 'ãçáéíõóêúâôàü',
  italian: 'èàùòìé',
  dutch: 'éëïèö',
  swedish: 'äöåé',
  danish: 'øåæé',
  icelandic: 'íáðéþóöúæý',
  catalan: 'àéèíòóçúüï',
  turkish: 'ışüğçöâ',
  polish: 'łąężóśćńź',
  czech: 'íáéěřýčžšůúťďňó',
  slovak: 'áíéýčžšťľúôňďäóĺŕ',
  hungarian: 'éáöíőóüúű',
  romanian: 'ăîâşţ',
  croatian: 'čšžćđ',
  lithuanian: 'ėųšžąįčūę',
  latvian: 'āēīšļņģžūčķ',
  estonian: 'äõüöšž',
  russian: 'оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъё',
  ukrainian: 'оаниітвресклумдпяьзбгчйхжєшщюїцфґ',
  bulgarian: 'аиоентрсвлкдпмзгябъучцжшщхюфйь',
  serbian: 'аиоенрстувдкмлпјзбгчшцжљњхћђџф',
  greek: 'αοιετσνηυρπκμλςόίάέωγήδύχθώφβξζψϊϋΐ',
  hebrew: 'יוהלאתרמבשנםחקדעפסגכןטזצךףץ',
  arabic: 'اليمنوترهةبعدسفكأحقجشصىطخزضذثغظئءإؤآ',
  thai: 'านรก่อ้เงมยลัีวดทิตสบปะคแขหจชพ์ำืุูผใไ็ถโภธฟซณศึษญ',
} as const;
type Language = keyof typeof LETTERS;

const WESTERN: readonly Language[] = [
  'german',
  'french',
  'spanish',
  'portuguese',
  'italian',
  'dutch',
  'swedish',
  'danish',
  'icelandic',
  'catalan',
];
const CENTRAL: readonly Language[] = ['german', 'polish', 'czech', 'slovak', 'hungarian', 'romanian', 'croatian'];
const CYRILLIC: readonly Language[] = ['russian', 'ukrainian', 'bulgarian', 'serbian'];

/** @param prior how much likelier the encoding is than others before a letter is seen, as a logarithm */
const CANDIDATES: readonly { label: string; languages: readonly Language[]; prior: number }[] = [
  { label: 'windows-1252', languages: WESTERN, prior: 2 },
  { label: 'windows-1250', languages: CENTRAL, prior: 0 },
  { label: 'windows-1251', languages: CYRILLIC, prior: 0 },
  { label: 'windows-1253', languages: ['greek'], prior: 0 },
  { label: 'windows-1254', languages: ['turkish'], prior: 0 },
  { label: 'windows-1255', languages: ['hebrew'], prior: 0 },
  { label: 'windows-1256', languages: ['arabic'], prior: 0 },
  { label: 'windows-1257', languages: ['lithuanian', 'latvian', 'estonian'], prior: 0 },
  { label: 'windows-874', languages: ['thai'], prior: 0 },
  { label: 'koi8-u', languages: CYRILLIC, prior: -0.5 },
  { label: 'iso-8859-2', languages: CENTRAL, prior: -0.5 },
  { label: 'iso-8859-5', languages: CYRILLIC, prior: -1 },
  { label: 'ibm866', languages: CYRILLIC, prior: -1 },
  { label: 'macintosh', languages: WESTERN, prior: -1 },
  { label: 'cp437', languages: WESTERN, prior: -1 },
  { label: 'cp850', languages: WESTERN, prior: -1.5 },
];

/** Logarithms of how often such a thing is among what is beyond ASCII. */
const FOREIGN_LETTER = -7;
const SIGN = -2.5;
const RARE_SIGN = -6;
const SIGN_IN_WORD = -7;
const NOTHING = -12;
/** A capital behind a small letter, or a small one before a capital. */
const ODD_CASE = -3;
/** Of two scripts in one word. */
const ODD_SCRIPT = -5;

const SIGNS = new Set('“”„‚‘’«»‹›–—…•€£§°©®™·¿¡ªº´±²³µ½¼¾×№\u00a0');

/** For each language, the logarithm of each letter's share: about halved with every fifth of the alphabet. */
const SHARES = new Map(
  Object.entries(LETTERS).map(([language, letters]) => {
    const weights = [...letters].map((letter, rank) => [letter, 2 ** ((-5 * rank) / letters.length)] as const);
    const sum = weights.reduce((all, [, weight]) => all + weight, 0);
    return [language, new Map(weights.map(([letter, weight]) => [letter, Math.log(weight / sum)]))];
  }),
);

const isLetter = (text: string): boolean => /^[\p{L}\p{M}]/u.test(text);
const isSmall = (text: string): boolean => text !== text.toUpperCase();
const isCapital = (text: string): boolean => text !== text.toLowerCase();
const isPlainLetter = (text: string): boolean => /^[A-Za-z]/.test(text);
const isLatin = (text: string): boolean => /^\p{Script=Latin}/u.test(text);

/** How ill a letter beyond ASCII stands between two others; 0 where it stands well. */
function oddityOf(before: string, letter: string, after: string): number {
  const cased = (isCapital(letter) && isSmall(before)) || (isSmall(letter) && isCapital(after)) ? ODD_CASE : 0;
  const mixed = !isLatin(letter) && (isPlainLetter(before) || isPlainLetter(after)) ? ODD_SCRIPT : 0;
  return cased + mixed;
}

function signShare(before: string, sign: string, after: string): number {
  if (sign === '\ufffd' || /[\u0080-\u009f]/.test(sign)) return NOTHING;
  if (sign !== '’' && isLetter(before) && isLetter(after)) return SIGN_IN_WORD;
  return SIGNS.has(sign) ? SIGN : RARE_SIGN;
}

/** The likelihood of a text, as a logarithm, in the language that it is likeliest in. */
function likelihoodOf(text: string, languages: readonly Language[]): number {
  const letters = new Map<string, number>();
  let likelihood = 0;
  for (let at = 0; at < text.length; at++) {
    if (text.charCodeAt(at) < 0x80) continue;
    const [before, letter, after] = [text.charAt(at - 1), text.charAt(at), text.charAt(at + 1)];
    if (!isLetter(letter)) {
      likelihood += signShare(before, letter, after);
      continue;
    }
    likelihood += oddityOf(before, letter, after);
    const small = letter === 'İ' ? 'i' : letter.toLowerCase();
    letters.set(small, (letters.get(small) ?? 0) + 1);
  }
  const inLanguage = languages.map((language) => {
    const shares = SHARES.get(language);
    let sum = 0;
    for (const [letter, count] of letters) sum += count * (shares?.get(letter) ?? FOREIGN_LETTER);
    return sum;
  });
  return likelihood + maxOf(inLanguage);
}

/** @returns the label of the likeliest one, Windows-1252 where nothing speaks for another */
export function guessSingleByte(bytes: Uint8Array): string {
  let best = { label: 'windows-1252', likelihood: Number.NEGATIVE_INFINITY };
  for (const { label, languages, prior } of CANDIDATES) {
    const likelihood = prior + likelihoodOf(decodeBytes(bytes, label), languages);
    if (likelihood > best.likelihood) best = { label, likelihood };
  }
  return best.label;
}
