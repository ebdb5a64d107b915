/**
 * Texts from right to left as PDFium tells them: signs that are turned round on the page come as they are drawn, the stop of a
 * number before it, its sign of percent or money on its other side, numbers around a hyphen in the order of the page, and an accent that shares its place with its letter comes twice with it.
 */
import type { Block } from '../../document/block.ts';
import type { Run } from '../../document/inline.ts';
import { walkBlocks } from '../../document/walk.ts';
import { isRightToLeft } from './direction.ts';

const PAIRS: Readonly<Record<string, string>> = { '(': ')', ')': '(', '[': ']', ']': '[', '{': '}', '}': '{', '«': '»', '»': '«' };
/** A bracket that closes before any has opened: all of them are turned. */
const CLOSES_FIRST = /^[^([{]*[)\]}]/;

/** A sign of money on the wrong side of its number, which goes from left to right with it (UAX #9, W5). */
const TURNED_MONEY = /(?<![\p{L}\p{N}])(?:(\p{Sc})(\p{Nd}[\p{Nd}.,٫٬]*)|(\p{Nd}[\p{Nd}.,٫٬]*)(\p{Sc}))(?![\p{L}\p{N}])/gu;
/** A sign of percent is written behind its number in these scripts as in others: before it, it was turned. */
const TURNED_PERCENT = /(?<![\p{L}\p{N}])([٪%‰])(\p{Nd}[\p{Nd}.,٫٬]*)(?![\p{L}\p{N}٪%‰])/gu;
/**
 * Behind Arabic letters a hyphen does not join numbers (W2 and W4 leave it neutral), so that they are drawn from right to left: `3-4`
 * with its 3 at the right. Behind Hebrew letters they are drawn from left to right.
 */
const AFTER_ARABIC =
  /(?<=\p{Script=Arabic}[^\p{L}]*)(?<![\p{L}\p{Nd}.,/:-])\p{Nd}+(?:[.,/:]\p{Nd}+)*(?:-\p{Nd}+(?:[.,/:]\p{Nd}+)*)+(?![\p{L}\p{Nd}-])/gu;

/** No Arabic ending stands right behind a Latin word: the space between them is lost where the direction changes. */
const LATIN_BEFORE_ARABIC = /\p{Script=Latin}{2}(?=\p{Script=Arabic}{2})/gu;

function mend(text: string): string {
  const turned = CLOSES_FIRST.test(text) && /[([{]/.test(text) ? text.replaceAll(/[()[\]{}]/g, (sign) => PAIRS[sign] ?? sign) : text;
  return turned
    .replaceAll(TURNED_MONEY, (_, sign = '', number = '', figure = '', unit = '') => number + sign + unit + figure)
    .replaceAll(TURNED_PERCENT, '$2$1')
    .replaceAll(/(^|\s)([.,:;!?])(\p{Nd}(?:[\p{Nd}.,٫٬/-]*\p{Nd})?|\p{Sc})(?=\s|$)/gu, '$1$3$2')
    .replaceAll(AFTER_ARABIC, (numbers) => numbers.split('-').toReversed().join('-'))
    .replaceAll(LATIN_BEFORE_ARABIC, '$& ')
    .replaceAll(/(?<=\p{Script=Arabic}) (?=[\u064B-\u0652]\p{Script=Arabic})/gu, '')
    .replaceAll(/(?<=\p{Script=Arabic}) ?(\p{Script=Arabic})(\p{M})\2\1/gu, '$1$2')
    .replaceAll(/(\p{Script=Arabic})(\p{M})(?:\2\1|\1\2)/gu, '$1$2');
}

/** Mends the texts of the blocks that are from right to left, in place. Text from recognition is told as it is read: it needs none of it. */
export function mendRightToLeft(blocks: readonly Block[]): void {
  const mendRuns = (runs: readonly Run[]): void => {
    for (const run of runs) if (isRightToLeft(run.text)) run.text = mend(run.text);
  };
  for (const block of walkBlocks(blocks)) {
    if (block.type === 'paragraph' || block.type === 'heading') mendRuns(block.runs);
    else if (block.type === 'table') for (const row of block.rows) for (const cell of row.cells) mendRuns(cell.runs);
  }
}
