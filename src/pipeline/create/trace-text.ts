/** What in a written text comes neither from its request nor from its sources. */
import { findForeignSpelling } from '../../agent/find-spelling.ts';
import { findUntraced } from '../../agent/find-untraced.ts';
import type { Note } from '../../base/note.ts';
import type { Block } from '../../document/block.ts';
import type { Settled } from '../make.ts';

/** [] where nobody knows where the text may come from. */
export function traceText(blocks: readonly Block[], settled: Pick<Settled, 'known' | 'lang'> | undefined): Note[] {
  if (settled?.known === undefined) return [];
  const { figures, words } = settled.known;
  return [...findUntraced(blocks, figures), ...(settled.lang === undefined ? [] : findForeignSpelling(blocks, settled.lang, words))];
}
