/** Lines of one cell: whether each ends because its cell does, as those of a text, or on purpose, as those of a list of entries. */
import type { Box } from '../../document/rendered-document.ts';
import { sortRows } from './by-place.ts';
import { maxOf, minOf } from '../../base/extremes.ts';
import type { Piece } from './rows.ts';

export interface CellLine extends Box {
  text: string;
  /** Of its first word. */
  firstWidth: number;
  em: number;
  /** What is left of the cell beside it. */
  room: number;
}

const ENDED_SHARE_MIN = 0.75;
const SHAPED_SHARE_MIN = 0.6;
const SPACE_EM = 0.3;

/** @param box of the cell */
export function linesOfCell(pieces: readonly Piece[], box: Box): CellLine[] {
  const rows = sortRows(pieces).map((row) => {
    const own = row.pieces.toSorted((a, b) => a.left - b.left);
    return { own, left: minOf(own.map(({ left }) => left)), right: maxOf(own.map(({ right }) => right)), top: row.top, bottom: row.bottom };
  });
  // texts keep away from both sides of their cell as far as from the nearer one
  const margin = Math.max(0, minOf(rows.flatMap(({ left, right }) => [left - box.left, box.right - right])));
  return rows.flatMap(({ own, ...place }) => {
    const [first] = own;
    const room = box.right - box.left - 2 * margin - (place.right - place.left);
    return first ? [{ ...place, room, text: own.map(({ text }) => text).join(' '), firstWidth: first.firstWidth, em: first.em }] : [];
  });
}

/** Figures, dates and codes of one make: `02-097/12:40:35`. */
const shapeOf = (text: string): string => text.replaceAll(/\p{N}+/gu, '9').replaceAll(/\p{L}+/gu, 'a');
const FIGURE = /^[-+−–(]?\s?\p{Sc}?\s?\d[\d.,'’ ]*\s?(?:%|\p{Sc}|[A-Z]{1,3})?\)?$/u;
export const isFigure = (text: string): boolean => FIGURE.test(text);
const isAlike = (a: string, b: string): boolean => (isFigure(a) && isFigure(b)) || (/\p{N}/u.test(a) && shapeOf(a) === shapeOf(b));

const pairsOf = (lines: readonly CellLine[]): [CellLine, CellLine][] =>
  lines.slice(1).flatMap((line, index): [CellLine, CellLine][] => {
    const above = lines[index];
    return above ? [[above, line]] : [];
  });

/** The first word of the line below would have found room, or both are figures. */
export const isEnded = (above: CellLine, line: CellLine): boolean =>
  above.room > line.firstWidth + above.em * SPACE_EM || isAlike(above.text, line.text);

/** Most of its lines were not ended by the edge of the cell. */
export function endsOnPurpose(lines: readonly CellLine[]): boolean {
  const pairs = pairsOf(lines);
  return pairs.filter(([above, line]) => isEnded(above, line)).length >= pairs.length * ENDED_SHARE_MIN;
}

/** Most of its lines are figures, or of one make. */
export function hasShape(lines: readonly CellLine[]): boolean {
  const pairs = pairsOf(lines);
  return pairs.length > 0 && pairs.filter(([above, line]) => isAlike(above.text, line.text)).length >= pairs.length * SHAPED_SHARE_MIN;
}

/** A figure fills its column by itself: only of some words the edge can be what ended them. */
const WRAPPED_CHARS_MIN = 12;

/** The first word of the piece below would not have found room. @param room points that are left of the column beside the one above */
export const isWrapped = (above: Piece, piece: Piece, room: number): boolean =>
  above.text.length >= WRAPPED_CHARS_MIN && above.text.includes(' ') && room < piece.firstWidth + above.em * SPACE_EM;
