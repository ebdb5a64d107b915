/**
 * Which language a text is in: by its script, or for Latin letters by the small words that every sentence needs, and
 * where those leave a doubt by the n-grams of sixty languages. What it was measured by: docs/decisions/0021-language-by-evidence.md.
 */
import { byLetters, indonesianOrMalay, isGalician, norwegianOrDanish } from './close-languages.ts';
import { byNgrams } from './language-ngrams.ts';

const SCRIPTS: readonly [lang: string, letters: RegExp][] = [
  ['ja', /[\p{Script=Hiragana}\p{Script=Katakana}]/gu],
  ['ko', /\p{Script=Hangul}/gu],
  ['zh', /\p{Script=Han}/gu],
  ['ar', /\p{Script=Arabic}/gu],
  ['he', /\p{Script=Hebrew}/gu],
  ['ru', /\p{Script=Cyrillic}/gu],
  ['el', /\p{Script=Greek}/gu],
  ['th', /\p{Script=Thai}/gu],
  ['hi', /\p{Script=Devanagari}/gu],
];

/**
 * Frequent words of two letters or more (single ones stand in code and formulas too), without those that several of the
 * languages share where that can be helped.
 */
const WORDS: Readonly<Record<string, string>> = {
  en: 'the of and to in is that for it with as was on are by be this have from or at which not but were has an will their we you all been more can who would there its our into these your no if when how what does do use used see only other than then them they so such also any each more most between through first new not it he she his her',
  es: 'el la los las de del que en un una es por con para se no su al lo como más pero sus este esta entre cuando muy sin sobre también hasta hay donde desde todo nos durante todos uno les contra otros fue han son ha será año años según así',
  fr: 'le la les de des du et que en un une est pour dans qui sur pas au avec ce se il sont par plus nous vous aux cette ces être été mais ont ou leur sa ses elle comme tout son entre',
  de: 'der die das und den von zu mit sich des auf für ist im dem nicht ein eine als auch es werden aus er hat dass sie nach wird bei einer um sind noch wie einem über einen zum haben nur oder aber vor zur bis mehr durch',
  it: 'il lo la gli le di del della che in un una per con non si da al dei delle nel sono come più anche ma alla ha dal questo questa sul nella tra essere stato degli ai loro',
  pt: 'os as de do da dos das que em um uma para com não por se no na mais como mas ao ou foi são seu sua pelo pela até isso ela entre era depois sem mesmo aos também nos já está pelos às num ser',
  ca: 'el la els les de del que en un una és per amb no es al dels com més però aquest aquesta entre molt sense sobre també fins hi ha són als pel pels perquè seva seu ens amb ser han tot',
  nl: 'de het een van en dat op te zijn met voor niet aan er ook als dan maar bij door naar uit wordt deze worden nog kan tot hun zich',
};

/** Letters and signs that only some languages write. */
const MARKS: readonly [lang: string, marks: RegExp][] = [
  ['es', /[ñ¿¡]|\b(?:[a-z]+ción(?:es)?)\b/giu],
  ['pt', /ã|õe|ção\b/giu],
  ['de', /ß|\b[a-z]*ung(?:en)?\b/giu],
  ['fr', /[êœ]|\b[ldjcnsqm]['’](?=[a-zà-ÿ])/giu],
  ['it', /zione\b|zioni\b|\b(?:dell|nell|all|sull)['’]/giu],
  ['ca', /l·l|\b(?:l|d)['’](?=[a-zà-ÿ])|ció\b|\bny/giu],
];

const LANGUAGES = Object.entries(WORDS).map(([lang, words]) => ({ lang, words: new Set(words.split(' ')) }));

export interface RecognisedLanguage {
  /** BCP 47: `en`, `es`, `zh`, … */
  lang: string;
  /** Words, or their like in scripts without spaces, that it was recognised by. */
  words: number;
  /** Whether there is enough text, and enough of one language, to go by. */
  certain: boolean;
}

/** Below this a text is a title or a name, which small words can tell, and n-grams cannot. */
const WORDS_MIN = 5;

/**
 * The language that most of a text is written in, as BCP 47 (`en`, `es`, `zh`, …).
 * @param usual where the text is too short, or too mixed, to tell
 */
export function detectLanguage(text: string, usual = 'en'): string {
  const { lang, certain } = recogniseLanguage(text);
  return certain ? lang : usual;
}

/** Votes of passages from all over the text, each with the weight of its words; at most 40,000 characters are looked at. */
export function recogniseLanguage(text: string): RecognisedLanguage {
  const votes = new Map<string, number>();
  let all = 0;
  for (const passage of passagesOf(text)) {
    const vote = detectScript(passage) ?? detectLatin(passage);
    all += vote.words;
    if (vote.certain) votes.set(vote.lang, (votes.get(vote.lang) ?? 0) + vote.words);
  }
  const [best] = [...votes].sort(([, a], [, b]) => b - a);
  if (!best) return { lang: 'en', words: all, certain: false };
  return { lang: best[0], words: all, certain: best[1] * 3 >= all };
}

/** Passages of a text that are recognised one by one, and how long each is. */
const PASSAGES_MAX = 40;
const PASSAGE_CHARS = 1_000;
/** What is read to find them. */
const TEXT_CHARS_MAX = 2_000_000;

/** The words of a text, without code, addresses and markup, in passages of some length, spread over the whole. */
function passagesOf(text: string): string[] {
  const lines = text
    .slice(0, TEXT_CHARS_MAX)
    .replaceAll(/^([ \t]*)(`{3,}|~{3,})[^\n]*\n[^]*?(?:^[ \t]*\2|(?![^]))/gm, ' ')
    .split('\n')
    .filter((line) => !/^\s*(?::{2,}|\||<!--)/.test(line) || /^\s*\|.*\p{L}{2}/u.test(line));
  const passages: string[] = [''];
  for (const line of lines) {
    if ((passages.at(-1) ?? '').length + line.length > PASSAGE_CHARS && passages.at(-1) !== '') passages.push('');
    passages[passages.length - 1] += `${line.slice(0, PASSAGE_CHARS)}\n`;
  }
  const step = Math.max(1, passages.length / PASSAGES_MAX);
  return Array.from({ length: Math.min(PASSAGES_MAX, passages.length) }, (_, at) => plainWords(passages[Math.floor(at * step)] ?? ''));
}

/** Without what is in no language: parts of addresses, file names, code, numbers. */
function plainWords(text: string): string {
  return text
    .normalize('NFC')
    .replaceAll(/`[^`\n]*`|\$[^$\n]+\$|\]\([^)\n]*\)|\{[^}\n]*\}|<[^>\n]*>/g, ' ')
    .split(/\s+/)
    .filter((token) => !/[@/\\_=]|\.\w|\d/.test(token))
    .join(' ')
    .toLowerCase();
}

function detectScript(sample: string): RecognisedLanguage | undefined {
  const latin = sample.match(/\p{Script=Latin}/gu)?.length ?? 0;
  const counts = new Map(SCRIPTS.map(([lang, letters]) => [lang, sample.match(letters)?.length ?? 0]));
  const count = (lang: string): number => counts.get(lang) ?? 0;
  // Japanese is written with Chinese characters too; its syllables tell. Ideographs say more per character than letters.
  const eastern = count('zh') + count('ja');
  const candidates: [string, number][] = [...counts].map(([lang, letters]) => [lang, letters]);
  candidates.push(count('ja') * 10 > eastern ? ['ja', eastern * 4] : ['zh', eastern * 4]);
  let best: [string, number] = ['', 0];
  for (const candidate of candidates) if (candidate[1] > best[1]) best = candidate;
  if (best[1] <= latin || best[1] === 0) return undefined;
  const words = Math.ceil(best[1] / 6);
  if (best[0] === 'ru') return { lang: detectCyrillic(sample), words, certain: true };
  return { lang: best[0] === 'ar' && /[پچژگ]/u.test(sample) ? 'fa' : best[0], words, certain: true };
}

/** Letters that only Ukrainian has; between the others their n-grams tell. */
function detectCyrillic(sample: string): string {
  if (/[іїєґ]/u.test(sample) && !/[ыэъ]/u.test(sample)) return 'uk';
  if (/[ыэ]/u.test(sample)) return 'ru';
  return byNgrams(sample)?.lang ?? 'ru';
}

/** So many of the words are a language's own small words where the text is plainly in it, and so much more than of any other. */
const PLAIN_SHARE = 0.24;
const PLAIN_LEAD = 1.7;

function detectLatin(sample: string): RecognisedLanguage {
  const words = sample.match(/\p{Script=Latin}{2,}/gu) ?? [];
  const best = scored(sample, words);
  if (words.length < WORDS_MIN) return { lang: best.lang, words: words.length, certain: best.score > 0 };
  const letters = byLetters(words);
  if (letters !== undefined) return { lang: letters, words: words.length, certain: true };
  if (isGalician(sample.match(/\p{Script=Latin}+/gu) ?? [], /^(?:es|pt|ca)$/.test(best.lang)))
    return { lang: 'gl', words: words.length, certain: true };
  const plain = best.score >= words.length * PLAIN_SHARE && best.score >= best.second * PLAIN_LEAD && words.length >= WORDS_MIN * 2;
  if (plain) return { lang: best.lang, words: words.length, certain: true };
  const found = byNgrams(sample);
  if (!found) return { lang: best.lang, words: words.length, certain: false };
  return { lang: amongClose(found.lang, words), words: words.length, certain: found.certain };
}

/** What n-grams say, or its neighbour where the words are that one's. */
function amongClose(lang: string, words: readonly string[]): string {
  if (lang === 'ms' || lang === 'id') return indonesianOrMalay(words);
  if (lang === 'no' || lang === 'da') return norwegianOrDanish(words) ?? lang;
  return lang;
}

/** The language whose small words and letters are the most frequent, and how frequent those of the next one are. */
function scored(sample: string, words: readonly string[]): { lang: string; score: number; second: number } {
  const scores = new Map(LANGUAGES.map(({ lang, words: known }) => [lang, words.filter((word) => known.has(word)).length]));
  for (const [lang, marks] of MARKS) scores.set(lang, (scores.get(lang) ?? 0) + (sample.match(marks)?.length ?? 0));
  const [first = ['en', 0], second = ['en', 0]] = [...scores].sort(([, a], [, b]) => b - a);
  return { lang: first[0], score: first[1], second: second[1] };
}

const COMMA_LANGUAGES = /^(?:es|ca|gl|eu|de|fr|it|pt|nl|da|sv|nb|no|fi|pl|cs|sk|ro|hu|el|ru|uk|tr|bg|hr|sl)\b/;

/** The sign before decimals where a language is written; a point in much of America, Spanish or not. */
export function decimalSign(lang: string): '.' | ',' {
  return COMMA_LANGUAGES.test(lang) && !/^es-(?:MX|US|PR|DO|GT|HN|NI|PA|SV)$/i.test(lang) ? ',' : '.';
}
