/** Lines under each other that follow each other in the file, and such stacks beside each other: cells of many lines. */
import { widthInLetters } from './measures.ts';
import { append } from '../../base/append.ts';
import { joinLines } from './join-lines.ts';
import { isLoneMark } from './list-marks.ts';
import { pairLabels } from './label-columns.ts';
import type { Piece, Row } from './rows.ts';

type Item = Piece | Row;
interface Stack {
  lines: Piece[];
  left: number;
  right: number;
  top: number;
  bottom: number;
}

/** A stack of more lines, or of longer ones, is a column of text. */
const CELL_LINES_MAX = 14;
const CELL_LINE_CHARS_MAX = 45;
const PROSE_LINES_MIN = 4;

const isRow = (item: Item): item is Row => 'pieces' in item;

function isBelow(stack: Stack, piece: Piece): boolean {
  const last = stack.lines.at(-1);
  if (
    !last ||
    isLoneMark(piece.text) ||
    isLoneMark(last.text) ||
    piece.top < last.bottom - last.em * 0.3 ||
    piece.top - last.bottom > last.em * 0.75 ||
    Math.abs(piece.em - last.em) > last.em * 0.15
  )
    return false;
  return (
    Math.min(stack.right, piece.right) - Math.max(stack.left, piece.left) >
    Math.min(stack.right - stack.left, piece.right - piece.left) * 0.5
  );
}

const isBeside = (left: Stack, right: Stack): boolean =>
  right.left >= left.right - 2 &&
  Math.min(left.bottom, right.bottom) - Math.max(left.top, right.top) > Math.min(left.bottom - left.top, right.bottom - right.top) * 0.4;

/** A line that begins below the mark before the stack is no part of what the mark is of: the text below a numbered heading. */
const isBelowMark = (before: Stack | Row | undefined, piece: Piece): boolean =>
  before !== undefined && 'lines' in before && isLoneMark(before.lines.at(-1)?.text ?? '') && piece.left < before.right;

function stacksOf(items: readonly Item[]): (Stack | Row)[] {
  const stacks: (Stack | Row)[] = [];
  for (const item of items) {
    const last = stacks.at(-1);
    if (isRow(item)) stacks.push(item);
    else if (last && 'lines' in last && isBelow(last, item) && !isBelowMark(stacks.at(-2), item)) {
      last.lines.push(item);
      [last.left, last.right, last.bottom] = [
        Math.min(last.left, item.left),
        Math.max(last.right, item.right),
        Math.max(last.bottom, item.bottom),
      ];
    } else stacks.push({ lines: [item], left: item.left, right: item.right, top: item.top, bottom: item.bottom });
  }
  return stacks;
}

const isCell = ({ lines }: Stack): boolean =>
  lines.length <= CELL_LINES_MAX &&
  !(lines.length >= PROSE_LINES_MIN && lines.reduce((sum, { text }) => sum + widthInLetters(text), 0) / lines.length > CELL_LINE_CHARS_MAX);

function toPiece({ lines: pieces, left, right, top, bottom }: Stack): Piece | undefined {
  const [first] = pieces;
  if (!first || pieces.length === 1) return first;
  return {
    ...first,
    lines: pieces,
    runs: joinLines(pieces.map(({ runs }) => runs)),
    text: pieces.map(({ text }) => text).join(' '),
    left,
    right,
    top,
    bottom,
    bold: pieces.every(({ bold }) => bold),
  };
}

const FIGURE = /^[-+−(]?\s?\p{Sc}?\s?\d[\d.,'’ ]*\s?(?:%|\p{Sc}|[A-Z]{3})?\)?$/u;
const FIGURES_MIN = 2;

/**
 * A column of figures beside a column of words is no cell beside a cell: each figure is at the height of what it is of, as on a
 * receipt. The lines by their heights, from left to right; undefined for other stacks.
 */
function pairedLines(group: readonly Stack[]): Piece[] | undefined {
  const [first, ...others] = group;
  if (!first || !others.some(({ lines }) => lines.length >= FIGURES_MIN && lines.every(({ text }) => FIGURE.test(text)))) return undefined;
  const beside = first.lines.map((line) => [line]);
  for (const line of others.flatMap(({ lines }) => lines)) {
    const middle = (line.top + line.bottom) / 2;
    const row = beside.find(([head]) => head && head.top <= middle && head.bottom >= middle);
    if (!row) return undefined;
    row.push(line);
  }
  // a line for each figure, and hardly any without one: else the words go on over several lines
  return beside.filter((row) => row.length > 1).length >= first.lines.length * 0.75 ? beside.flat() : undefined;
}

const TAIL_GAP_EM = 1.5;

/** The second is a single line that goes on with the last line of the first: words beside words, and no cell. */
function isTail(first: Stack | undefined, group: readonly Stack[]): boolean {
  const [line] = group[1]?.lines ?? [];
  const [top, last] = [first?.lines[0], first?.lines.at(-1)];
  if (group.length !== 2 || group[1]?.lines.length !== 1 || !line || !top || !last || top === last) return false;
  const middle = (line.top + line.bottom) / 2;
  return middle > last.top && middle < last.bottom && middle > top.bottom && line.left - last.right < last.em * TAIL_GAP_EM;
}

/** The same items, those of one cell joined to one. */
export function joinCells(written: readonly Item[]): Item[] {
  const items = pairLabels(written);
  const joined: Item[] = [];
  let group: Stack[] = [];
  const close = (): void => {
    const [first] = group;
    const paired = group.length >= 2 ? pairedLines(group) : undefined;
    if (paired) {
      joined.push(...paired);
      group = [];
      return;
    }
    const cells =
      group.length >= 2 &&
      !isTail(first, group) &&
      !isLoneMark(first?.lines[0]?.text ?? '') &&
      group.some(({ lines }) => lines.length >= 2) &&
      group.every(isCell);
    for (const stack of group) append(joined, cells ? [toPiece(stack)].filter((piece) => piece !== undefined) : stack.lines);
    group = [];
  };
  for (const stack of stacksOf(items)) {
    if (!('lines' in stack)) {
      close();
      joined.push(stack);
      continue;
    }
    const last = group.at(-1);
    if (last && !isBeside(last, stack)) close();
    group.push(stack);
  }
  close();
  return joined;
}
