/** Which language a text is in: by its script, or for Latin letters by the small words that every sentence needs. */

/** Enough to tell, whatever the length of the document. */
const SAMPLE_CHARS = 20_000;

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
  ['pt', /[ãõ]|ções\b|ção\b/giu],
  ['de', /[ßä]|\b[a-z]*ung(?:en)?\b/giu],
  ['fr', /[êœ]|\b[ldjcnsqm]['’](?=[a-zà-ÿ])/giu],
  ['it', /zione\b|zioni\b|\b(?:dell|nell|all|sull)['’]/giu],
  ['ca', /l·l|\b(?:l|d)['’](?=[a-zà-ÿ])|ció\b|\bny/giu],
];

const LANGUAGES = Object.entries(WORDS).map(([lang, words]) => ({ lang, words: new Set(words.split(' ')) }));

/**
 * The language that most of a text is written in, as BCP 47 (`en`, `es`, `zh`, …); `en` where nothing can be told.
 * Looks at the first 20,000 characters.
 */
export function detectLanguage(text: string): string {
  const sample = text.slice(0, SAMPLE_CHARS).toLowerCase();
  return detectScript(sample) ?? detectLatin(sample);
}

function detectScript(sample: string): string | undefined {
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
  if (best[0] === 'ru' && /[іїєґ]/u.test(sample)) return 'uk';
  if (best[0] === 'ar' && /[پچژگ]/u.test(sample)) return 'fa';
  return best[0];
}

function detectLatin(sample: string): string {
  // Parts of addresses and file names are no words ("com" is one in Portuguese).
  const plain = sample
    .split(/\s+/)
    .filter((token) => !/[@/\\_]|\.\w/.test(token))
    .join(' ');
  const words = plain.match(/\p{Script=Latin}+/gu) ?? [];
  const scores = new Map(
    LANGUAGES.map(({ lang, words: known }) => {
      let score = 0;
      for (const word of words) if (known.has(word)) score++;
      return [lang, score];
    }),
  );
  for (const [lang, marks] of MARKS) scores.set(lang, (scores.get(lang) ?? 0) + (sample.match(marks)?.length ?? 0));
  let best = { lang: 'en', score: scores.get('en') ?? 0 };
  for (const [lang, score] of scores) if (score > best.score) best = { lang, score };
  return best.lang;
}

const COMMA_LANGUAGES = /^(?:es|ca|gl|eu|de|fr|it|pt|nl|da|sv|nb|no|fi|pl|cs|sk|ro|hu|el|ru|uk|tr|bg|hr|sl)\b/;

/** The sign before decimals where a language is written; a point in much of America, Spanish or not. */
export function decimalSign(lang: string): '.' | ',' {
  return COMMA_LANGUAGES.test(lang) && !/^es-(?:MX|US|PR|DO|GT|HN|NI|PA|SV)$/i.test(lang) ? ',' : '.';
}
