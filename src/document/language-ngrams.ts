/** The n-grams of sixty languages (the package eld), loaded when a text first leaves a doubt: they take 30 MB, and most texts need none. */
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import type { eld } from 'eld/extrasmall';

let detector: typeof eld | undefined;

function loaded(): typeof eld {
  // at once, not awaited: readers are functions of their text
  detector ??= (createRequire(import.meta.url)(fileURLToPath(import.meta.resolve('eld/extrasmall'))) as { eld: typeof eld }).eld;
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
