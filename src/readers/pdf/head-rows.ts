/** Heads of columns that stand nearer to each other than the figures below them do, so that they look like the words of one line. */
import { isFigure } from './cell-lines.ts';
import { dividePiece } from './column-gaps.ts';
import { joinLines } from './join-lines.ts';
import type { Piece, Row, Word } from './rows.ts';
import { maxOf, minOf } from '../../base/extremes.ts';

const COLUMNS_MIN = 3;
/** No space between words is that wide, but in lines spread to fill the width; where heads are near to each other, it is a little wider than one. */
const GAPS_EM_MIN = [0.45, 0.3];
const BELOW_EM_MAX = 2.2;

interface Span {
  left: number;
  right: number;
}

const linesOf = (piece: Piece): readonly Piece[] => piece.lines ?? [piece];
const partsOf = (piece: Piece): Word[] => piece.words ?? [{ ...piece, text: piece.text }];

/** What is between wide gaps, of all lines of the row together. */
function spansOf(row: Row, gapEm: number): Span[] {
  const words = row.pieces.flatMap(linesOf).flatMap(partsOf);
  const spans: Span[] = [];
  for (const { left, right } of words.toSorted((a, b) => a.left - b.left)) {
    const last = spans.at(-1);
    if (last && left - last.right < row.em * gapEm) last.right = Math.max(last.right, right);
    else spans.push({ left, right });
  }
  return spans;
}

const overlaps = (a: Span, b: Span): boolean => Math.min(a.right, b.right) > Math.max(a.left, b.left);

/** Each is over one column, and no two are over the same one. */
function areHeads(spans: readonly Span[], columns: readonly Span[]): boolean {
  const over = spans.map((span) => columns.flatMap((column, index) => (overlaps(span, column) ? [index] : [])));
  return (
    spans.length >= COLUMNS_MIN &&
    spans.length >= columns.length - 1 &&
    over.every(([index], at) => over[at]?.length === 1 && index !== undefined && index > (over[at - 1]?.[0] ?? -1))
  );
}

/** The parts of a piece, those of its lines that are under each other together. */
function divide(piece: Piece, spans: readonly Span[]): Piece[] {
  const boundaries = spans.slice(1).map(({ left }, index) => ((spans[index]?.right ?? 0) + left) / 2);
  const lines = linesOf(piece).flatMap((line) => (line.words && line.words.length > 1 ? dividePiece(line, boundaries) : [line]));
  return spans.flatMap((span): Piece[] => {
    const own = lines.filter((line) => overlaps(line, span));
    const [first] = own;
    if (!first || own.length === 1) return own;
    return [
      {
        ...first,
        lines: own,
        runs: joinLines(own.map(({ runs }) => runs)),
        text: own.map(({ text }) => text).join(' '),
        left: minOf(own.map(({ left }) => left)),
        right: maxOf(own.map(({ right }) => right)),
        bottom: maxOf(own.map(({ bottom }) => bottom)),
        bold: own.every(({ bold }) => bold),
      },
    ];
  });
}

/** The row with a piece for each head; undefined where it is none of a table of figures. @param below the next row */
export function divideHead(row: Row, below: Row | undefined): Row | undefined {
  if (row.table || !below || below.table || below.pieces.length < COLUMNS_MIN) return undefined;
  if (below.top < row.bottom - 1 || below.top - row.bottom > row.em * BELOW_EM_MAX) return undefined;
  if (below.pieces.filter(({ text }) => isFigure(text)).length * 2 < below.pieces.length) return undefined;
  if (row.pieces.flatMap(linesOf).filter(({ text }) => isFigure(text)).length > 1) return undefined;
  const spans = GAPS_EM_MIN.map((gapEm) => spansOf(row, gapEm)).find((found) => areHeads(found, below.pieces));
  if (!spans) return undefined;
  const pieces = row.pieces.flatMap((piece) => divide(piece, spans)).toSorted((a, b) => a.left - b.left);
  return pieces.length === spans.length ? { ...row, pieces, bold: pieces.every(({ bold }) => bold) } : undefined;
}
