/**
 * Passages in another language than their document's are marked as such, so that hyphenation, spelling, quotation marks
 * and screen readers follow them.
 */
import type { Block } from './block.ts';
import type { Run } from './inline.ts';
import { plainText } from './inline.ts';
import { recogniseLanguage } from './language.ts';
import { blockRuns, walkBlocks } from './walk.ts';

/** A passage is long enough to be reported by itself. */
const WORDS_MIN = 12;
/** Passages that are reported in one document. */
const PASSAGES_MAX = 2_000;

const base = (lang: string): string => lang.toLowerCase().split('-')[0] ?? lang;

/** Sets `lang` on the runs of each paragraph that is in another language; runs that say theirs keep it. Changes the blocks. */
export function markLanguages(blocks: readonly Block[], lang: string): void {
  let told = 0;
  for (const block of walkBlocks(blocks)) {
    if (block.type !== 'paragraph' && block.type !== 'heading') continue;
    for (const runs of blockRuns(block)) {
      if (told >= PASSAGES_MAX) return;
      if (markRuns(runs, lang)) told++;
    }
  }
}

/** @returns whether the passage was long enough to be reported */
function markRuns(runs: Run[], lang: string): boolean {
  const text = plainText(runs.filter((run) => !run.code && !run.math));
  if (text.split(/\s+/, WORDS_MIN).length < WORDS_MIN && !/[^\p{Script=Latin}\p{P}\p{N}\s]{6}/u.test(text)) return false;
  const found = recogniseLanguage(text);
  if (!found.certain || base(found.lang) === base(lang)) return true;
  for (const run of runs) if (run.lang === undefined && !run.code && !run.math) run.lang = found.lang;
  return true;
}
