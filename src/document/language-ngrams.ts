/**
 * The n-grams of sixty languages (the package eld), looked up in the text of its table when a text first leaves a doubt. As the objects
 * that the table is written as, they would hold up a process for a quarter of a second and take 30 MB; here both are a tenth.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { eld } from 'eld/extrasmall';

type Detector = Pick<typeof eld, 'detect'>;
type Scores = Readonly<Record<string, number>>;

const SLOTS = 2 ** 17;
const [QUOTE, BACKSLASH] = ["'".charCodeAt(0), '\\'.charCodeAt(0)];

/** FNV-1a of a piece of the text, as a slot. */
function slotOf(text: string, from: number, until: number): number {
  let hash = 0x811c9dc5;
  for (let at = from; at < until; at++) hash = Math.imul(hash ^ text.charCodeAt(at), 0x01000193);
  return (hash ^ (hash >>> 15)) & (SLOTS - 1);
}

/** Where the n-gram that begins at `from` ends: quoted, or a word of the language that the table is written in. */
function endOf(text: string, from: number, quoted: boolean): number {
  let at = from;
  if (!quoted) return text.indexOf(':', at);
  while (text.charCodeAt(at) !== QUOTE) at += text.charCodeAt(at) === BACKSLASH ? 2 : 1;
  return at;
}

/** `text` holds `ngrams:{'abcd':{3:64,17:80},…}`: languages by number, with how much an n-gram speaks for them. */
function indexTable(text: string): (ngram: string) => Scores | undefined {
  const places = new Int32Array(SLOTS);
  const end = text.lastIndexOf('}}');
  for (let at = text.indexOf('ngrams:{') + 'ngrams:{'.length; at < end;) {
    const quoted = text.charCodeAt(at) === QUOTE;
    const from = quoted ? at + 1 : at;
    const until = endOf(text, from, quoted);
    let slot = slotOf(text, from, until);
    while (places[slot] !== 0) slot = (slot + 1) & (SLOTS - 1);
    places[slot] = from;
    // past the scores and the comma behind them
    at = text.indexOf('}', until) + 2;
  }
  return (ngram) => {
    const key = ngram.replaceAll(/['\\]/g, String.raw`\$&`);
    for (let slot = slotOf(key, 0, key.length); places[slot] !== 0; slot = (slot + 1) & (SLOTS - 1)) {
      const from = places[slot] ?? 0;
      const after = from + key.length;
      const scores = text.startsWith("':{", after) ? after + 3 : text.startsWith(':{', after) ? after + 2 : 0;
      if (scores > 0 && text.startsWith(key, from)) return scoresIn(text.slice(scores, text.indexOf('}', scores)));
    }
    return undefined;
  };
}

const scoresIn = (pairs: string): Scores =>
  Object.fromEntries(pairs.split(',').map((pair) => [pair.slice(0, pair.indexOf(':')), Number(pair.slice(pair.indexOf(':') + 1))]));

let detector: Detector | undefined;

function loaded(): Detector {
  if (detector !== undefined) return detector;
  const entry = fileURLToPath(import.meta.resolve('eld/extrasmall'));
  const table = readFileSync(entry.replace(/entries\/static\.extrasmall\.js$/, 'ngrams/extrasmall.js'), 'utf8');
  const scoresOf = indexTable(table);
  const languages = Array.from(/languages:\{([^}]*)\}/.exec(table)?.[1]?.matchAll(/(\d+):'(\w+)'/g) ?? [], ([, number = '', code]) => [
    number,
    code,
  ]);
  // at once, not awaited: readers are functions of their text
  const { createEld } = createRequire(entry)('../languageDetector.js') as {
    createEld(): { instance: Detector; loadData(data: { type: string; languages: object; ngrams: object }): void };
  };
  const { instance, loadData } = createEld();
  const ngrams = new Proxy({}, { get: (_, ngram) => (typeof ngram === 'string' ? scoresOf(ngram) : undefined) });
  loadData({ type: 'XS60', languages: Object.fromEntries(languages), ngrams });
  detector = instance;
  return detector;
}

/** Languages that written texts of business come in; others of the sixty are taken for slips of short texts. */
const WRITTEN = new Set('en es fr de it pt ca nl eu sv da no fi et lv lt pl cs sk sl hr hu ro sq tr bg sr ru uk is az vi ms'.split(' '));

/**
 * @param text in lower case; its first 1,000 characters count
 * @returns BCP 47 code; undefined where no language is like the text
 */
export function byNgrams(text: string): { lang: string; certain: boolean } | undefined {
  const result = loaded().detect(text);
  if (result.language === '') return undefined;
  return { lang: result.language, certain: result.isReliable() && WRITTEN.has(result.language) };
}
