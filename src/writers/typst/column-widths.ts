/** Widths of a table's columns, in proportion to what is in them. */
import { measureWidth, type TextFace } from '../../base/text-metrics.ts';
import type { Table } from '../../document/block.ts';
import { blockText } from '../../document/walk.ts';
import { plainText } from '../../document/inline.ts';

/** Programs round, and faces of one width differ by a hair. */
const AIR = 1.03;
/** Dates and codes stay whole; longer compounds may break behind their marks. */
const WHOLE_CHARS_MAX = 20;
const PADDING_PT = 10;
/** A cell's text wraps before it makes its column wider than this. */
const WISH_PT_MAX = 260;
const WORD_PT_MAX = 140;
/** A column of numbers keeps some air, 2.8 cm, where there is room. */
const NUMBER_PT = 80;

interface Setting {
  sizePt: number;
  /** As an office file names it: the one that it is set in has its widths. */
  face: string;
  /** Words that are not divided. */
  whole?: readonly string[] | undefined;
}

interface Wish {
  leastPt: number;
  wishPt: number;
}

/** What each column needs for its longest word, and what it would like to have. */
function wishesOf(table: Table, numeric: readonly boolean[], { sizePt, face, whole = [] }: Setting): Wish[] {
  const wishes = numeric.map((): Wish => ({ leastPt: 24, wishPt: 30 }));
  for (const [y, row] of table.rows.entries()) {
    let at = 0;
    for (const cell of row.cells) {
      const wish = wishes[at];
      const wraps = y < table.header_rows && numeric[at] === true;
      at += cell.colspan ?? 1;
      if (wish === undefined || (cell.colspan ?? 1) > 1) continue;
      const text = cell.blocks === undefined ? plainText(cell.runs) : cell.blocks.map(blockText).join('\n');
      const cut: TextFace = { name: face, bold: y < table.header_rows || cell.runs.some(({ bold }) => bold === true) };
      const wide = (words: string): number => measureWidth(words, cut, sizePt) * AIR;
      let word = 0;
      for (const part of text.slice(0, 2000).split(/\s+/)) {
        const kept = part.length <= WHOLE_CHARS_MAX || whole.some((one) => part.includes(one));
        for (const piece of kept ? [part] : part.split(/(?<=[/-])/)) word = Math.max(word, wide(piece));
      }
      // the head of a column of numbers may be in two lines; the numbers themselves never do
      let line = wraps ? word : 0;
      if (!wraps) for (const part of text.slice(0, 4000).split('\n')) line = Math.max(line, wide(part));
      wish.leastPt = Math.max(wish.leastPt, Math.min(word, WORD_PT_MAX) + PADDING_PT);
      wish.wishPt = Math.max(wish.wishPt, Math.min(line, WISH_PT_MAX) + PADDING_PT);
    }
  }
  return wishes;
}

/** Shares of the width, one per column, that add up to 1. Widths that the author gave come first. */
export function columnShares(table: Table, numeric: readonly boolean[], { widthPt, ...setting }: Setting & { widthPt: number }): number[] {
  const wishes = wishesOf(table, numeric, setting);
  const airy = wishes.map((wish, at) => (numeric[at] === true ? Math.max(wish.wishPt, NUMBER_PT) : wish.wishPt));
  const spare = widthPt - wishes.reduce((sum, wish) => sum + wish.wishPt, 0);
  const wanted = airy.reduce((sum, wish) => sum + wish, 0) - (widthPt - spare);
  // the air comes out of room that nobody needs
  for (const [at, wish] of wishes.entries())
    if (spare > 0 && wanted > 0) wish.wishPt += ((airy[at] ?? 0) - wish.wishPt) * Math.min(1, spare / wanted);
  const given = numeric.map((_, at) => table.columns[at]?.width);
  const taken = given.reduce<number>((sum, share) => sum + (share ?? 0), 0);
  const free = given.filter((share) => share === undefined).length;
  const restPt = widthPt * Math.max(taken > 0 ? 1 - taken : 1, free * 0.05);
  const points = sharePoints(
    wishes.map((wish, at) => (given[at] === undefined ? wish : { leastPt: 0, wishPt: 0 })),
    numeric,
    restPt,
  );
  const all = points.map((width, at) => (given[at] ?? 0) * widthPt || width);
  const sum = all.reduce((total, width) => total + width, 0) || 1;
  return all.map((width) => width / sum);
}

/** Spare room goes to text first; where it is short, each column keeps its longest word and gives of the rest. */
function sharePoints(wishes: readonly Wish[], numeric: readonly boolean[], widthPt: number): number[] {
  const wished = wishes.reduce((sum, wish) => sum + wish.wishPt, 0);
  if (wished <= widthPt) {
    const spare = widthPt - wished;
    const words = numeric.some((isNumber, at) => !isNumber && (wishes[at]?.wishPt ?? 0) > 0);
    const weights = wishes.map((wish, at) => (wish.wishPt === 0 || (words && numeric[at] === true) ? 0 : Math.sqrt(wish.wishPt)));
    const weight = weights.reduce((sum, each) => sum + each, 0) || 1;
    return wishes.map((wish, at) => wish.wishPt + (spare * (weights[at] ?? 0)) / weight);
  }
  const least = wishes.reduce((sum, wish) => sum + wish.leastPt, 0);
  if (least >= widthPt) return wishes.map((wish) => (wish.leastPt * widthPt) / least);
  const factor = (widthPt - least) / (wished - least || 1);
  return wishes.map((wish) => wish.leastPt + (wish.wishPt - wish.leastPt) * factor);
}
