/**
 * Texts from right to left as PDFium tells them: signs that are turned round on the page come as they are drawn, the stop of a
 * number before it, its sign of percent or money on its other side, and an accent that shares its place with its letter comes twice with it.
 */
import type { Block } from '../../document/block.ts';
import type { Run } from '../../document/inline.ts';
import { walkBlocks } from '../../document/walk.ts';
import { isRightToLeft } from './direction.ts';

const PAIRS: Readonly<Record<string, string>> = { '(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{', '«': '»', '»': '«' };
/** A bracket that closes before any has opened: all of them are turned. */
const CLOSES_FIRST = /^[^([{]*[)\]}]/;

/** A sign of percent or money on the wrong side of its number, which goes from left to right with it (UAX #9, W5). */
const TURNED_UNIT = /(?<![\p{L}\p{N}])(?:([٪%‰\p{Sc}])(\p{Nd}[\p{Nd}.,٫٬]*)|(\p{Nd}[\p{Nd}.,٫٬]*)([٪%‰\p{Sc}]))(?![\p{L}\p{N}])/gu;

function mend(text: string): string {
  const turned = CLOSES_FIRST.test(text) && /[([{]/.test(text) ? text.replaceAll(/[()[\]{}]/g, (sign) => PAIRS[sign] ?? sign) : text;
  return turned
    .replaceAll(TURNED_UNIT, (_, sign = '', number = '', figure = '', unit = '') => number + sign + unit + figure)
    .replaceAll(/(^|\s)([.,:;!?])([\d.,]*\d|\p{Sc})(?=\s|$)/gu, '$1$3$2')
    .replaceAll(/(?<=\p{Script=Arabic}) ?(\p{Script=Arabic})(\p{M})\2\1/gu, '$1$2')
    .replaceAll(/(\p{Script=Arabic})(\p{M})(?:\2\1|\1\2)/gu, '$1$2');
}

/** Mends the texts of the blocks that are from right to left, in place. */
export function mendRightToLeft(blocks: readonly Block[]): void {
  const mendRuns = (runs: readonly Run[]): void => {
    for (const run of runs) if (isRightToLeft(run.text)) run.text = mend(run.text);
  };
  for (const block of walkBlocks(blocks)) {
    if (block.type === 'paragraph' || block.type === 'heading') mendRuns(block.runs);
    else if (block.type === 'table') for (const row of block.rows) for (const cell of row.cells) mendRuns(cell.runs);
  }
}
