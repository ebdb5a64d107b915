/** Columns of running text: what tells them from the cells of a table, and the lines that PDFium read across the strip between them. */
import { maxOf, minOf } from '../../base/extremes.ts';
import { median } from './measures.ts';
import { isLevel } from './places.ts';
import type { Piece, Word } from './rows.ts';

const LINES_MIN = 12;
/** Of its width: a line that ends there is full. */
const FULL_SHARE = 0.75;
const FULL_LINES_MIN = 0.75;
/** Of its lines, those that begin in the middle of a sentence. */
const GOES_ON_MIN = 0.5;

/** Lines of one column from top to bottom, each with the text that it begins with. */
function linesOf(column: readonly Piece[]): { left: number; right: number; text: string }[] {
  const lines: Piece[][] = [];
  for (const piece of column.toSorted((a, b) => a.top - b.top)) {
    const [last] = lines.at(-1) ?? [];
    if (last && isLevel(last, piece)) lines.at(-1)?.push(piece);
    else lines.push([piece]);
  }
  return lines.map((own) => {
    const first = own.reduce((least, piece) => (piece.left < least.left ? piece : least));
    return { left: first.left, right: maxOf(own.map(({ right }) => right)), text: first.text };
  });
}

/** Nearly all of its lines are full, and most go on with the sentence of the one above: no column of cells is so. */
export function isRunningColumn(column: readonly Piece[]): boolean {
  const lines = linesOf(column);
  if (lines.length < LINES_MIN) return false;
  const [left, right] = [minOf(lines.map((line) => line.left)), maxOf(lines.map((line) => line.right))];
  const full = lines.filter((line) => line.right >= left + (right - left) * FULL_SHARE).length;
  const goingOn = lines.filter(({ text }) => /^[\p{Ll}\p{Lo}]/u.test(text)).length;
  return full >= lines.length * FULL_LINES_MIN && goingOn >= lines.length * GOES_ON_MIN;
}

/** In sizes of the letters: how wide the strip between two columns is at least, and how far from the edge of its column a line begins. */
const STRIP_EM = 0.75;
const EDGE_EM = 0.35;
const INDENT_EM = 3;

const partOf = (piece: Piece, words: readonly Word[]): Piece => {
  const text = words.map((word) => word.text).join(' ');
  return {
    ...piece,
    text,
    runs: [{ text }],
    left: minOf(words.map(({ left }) => left)),
    right: maxOf(words.map(({ right }) => right)),
    words: [...words],
  };
};

/**
 * Pieces with those divided that are lines of two columns, read as one where little room is between: they begin where the left column does
 * and go on where the right one does. Pieces with links stay whole. @param x where the strip between the columns is
 */
export function divideAtStrip(pieces: readonly Piece[], x: number): Piece[] {
  const lefts = (side: readonly Piece[]): number => median(side.map(({ left }) => left));
  const [left, right] = [pieces.filter((piece) => piece.right <= x + 2), pieces.filter((piece) => piece.left >= x - 2)];
  if (left.length < LINES_MIN || right.length < LINES_MIN) return [...pieces];
  const [leftEdge, rightEdge] = [lefts(left), lefts(right)];
  return pieces.flatMap((piece) => {
    const { words = [], em, runs } = piece;
    if (piece.left >= x - 2 || piece.right <= x + 2 || piece.left > leftEdge + em * INDENT_EM || runs.length > 1) return [piece];
    const at = words.findIndex(
      (word, index) =>
        Math.abs(word.left - rightEdge) <= em * EDGE_EM && word.left - (words[index - 1]?.right ?? Infinity) >= em * STRIP_EM,
    );
    return at <= 0 ? [piece] : [partOf(piece, words.slice(0, at)), partOf(piece, words.slice(at))];
  });
}
