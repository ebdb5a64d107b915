/** Column widths by content: numbers take what they need, words share the rest in proportion to what they say. */
import type { TableColumn } from '../../document/block.ts';
import { dxaOfCm } from './measures.ts';
import { maxOf } from '../../base/extremes.ts';

export interface ColumnContent {
  /** Widest cell, in characters (wide East Asian ones count twice). */
  longest: number;
  /** Longest word. */
  word: number;
  /** Mean length of the cells. */
  mean: number;
  numeric: boolean;
  column: TableColumn | undefined;
}

const NUMBER_MIN_CM = 2.2;
const NUMBER_MAX_CM = 3.2;
/** Mean advance of a digit or letter, in em; bold and capitals are wider. */
export const ADVANCE_EM = 0.54;
/** Room for the rounding of programs. */
const WORD_AIR = 1.02;
/** Where not all columns have room for their longest words, words of more characters are broken. */
const LONG_WORD_CHARS = 24;

/** @param sidesDxa room at both sides of a cell together */
export function columnWidths(columns: readonly ColumnContent[], totalDxa: number, sizePt: number, sidesDxa: number): number[] {
  const perCharacter = sizePt * ADVANCE_EM * 20;
  const floor = Math.min(Math.floor(totalDxa / Math.max(1, columns.length)), dxaOfCm(0.9));
  const neededFor = (most: number): number[] =>
    columns.map(({ word }) => Math.max(floor, Math.min(word * WORD_AIR, most) * perCharacter + sidesDxa));
  const whole = neededFor(Number.POSITIVE_INFINITY);
  const needed = whole.reduce((sum, width) => sum + width, 0) <= totalDxa ? whole : neededFor(LONG_WORD_CHARS);
  const wanted = columns.map(({ column, numeric, longest, word, mean }, at) => {
    if (column?.width !== undefined) return column.width * totalDxa;
    if (numeric) return Math.max(needed[at] ?? 0, Math.min(longest * perCharacter + sidesDxa, dxaOfCm(NUMBER_MAX_CM)));
    // between the mean and the longest: one long cell does not starve its neighbours
    return Math.max(word * WORD_AIR * perCharacter, Math.min(longest, 12 + mean * 1.6, 90) * perCharacter) + sidesDxa;
  });
  return fit(columns, wanted, needed, totalDxa);
}

/** Words take up the slack; where there is too little room, all shrink towards what their longest word needs. */
function fit(columns: readonly ColumnContent[], asked: readonly number[], needed: readonly number[], totalDxa: number): number[] {
  let wanted = [...asked];
  let sum = wanted.reduce((all, width) => all + width, 0);
  let widths: number[];
  if (sum <= totalDxa) {
    wanted = spreadNumbers(columns, wanted, totalDxa - sum);
    sum = wanted.reduce((all, width) => all + width, 0);
    const fixed = columns.map(({ numeric, column }) => numeric || column?.width !== undefined);
    const grows = fixed.every(Boolean) ? fixed.map(() => true) : fixed.map((is) => !is);
    const growing = wanted.reduce((all, width, at) => all + (grows[at] === true ? width : 0), 0);
    widths = wanted.map((width, at) => (grows[at] === true ? width + ((totalDxa - sum) * width) / growing : width));
  } else {
    const least = wanted.map((width, at) => Math.min(width, needed[at] ?? 0));
    const leastSum = least.reduce((all, width) => all + width, 0);
    const share = leastSum >= totalDxa ? 0 : (totalDxa - leastSum) / (sum - leastSum);
    const squeeze = leastSum > totalDxa ? totalDxa / leastSum : 1;
    widths = wanted.map((width, at) => ((least[at] ?? 0) + (width - (least[at] ?? 0)) * share) * squeeze);
  }
  const rounded = widths.map((width) => Math.max(1, Math.floor(width)));
  const rest = totalDxa - rounded.reduce((all, width) => all + width, 0);
  const widest = rounded.indexOf(maxOf(rounded));
  return rounded.map((width, at) => (at === widest ? Math.max(1, width + rest) : width));
}

/** Numbers do not huddle at the right edge: where there is room they get their least width, and more up to their most. */
function spreadNumbers(columns: readonly ColumnContent[], widths: readonly number[], slackDxa: number): number[] {
  const grows = columns.map(({ numeric, column }) => numeric && column?.width === undefined);
  const least = widths.map((width, at) => (grows[at] === true ? Math.max(width, dxaOfCm(NUMBER_MIN_CM)) : width));
  const rest = slackDxa - least.reduce((all, width, at) => all + width - (widths[at] ?? 0), 0);
  if (rest < 0) return [...widths];
  const give = (rest * 0.5) / Math.max(1, grows.filter(Boolean).length);
  return least.map((width, at) => (grows[at] === true ? Math.max(width, Math.min(width + give, dxaOfCm(NUMBER_MAX_CM))) : width));
}

/** Characters as wide as they are set: East Asian ones and emoji take two. */
export function textWidth(text: string): number {
  let width = text.length;
  for (let at = 0; at < text.length; at += 1) {
    const code = text.charCodeAt(at);
    if (code >= 0x1100 && ((code >= 0x2e80 && code <= 0xd7ff) || (code >= 0xf900 && code <= 0xfaff) || (code >= 0xff00 && code <= 0xff60)))
      width += 1;
  }
  return width;
}
