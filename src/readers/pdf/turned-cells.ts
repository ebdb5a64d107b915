/** Heads of narrow columns that run up or down: they are in the cells in which they stand, and not behind the page. */
import type { Box, RenderedLine, RenderedLink } from '../../document/rendered-document.ts';
import { maxOf, minOf } from '../../base/extremes.ts';
import type { Filled } from './divide-rows.ts';
import { joinLines } from './join-lines.ts';
import { toPieces, wordsOf } from './rows.ts';
import type { Piece } from './rows.ts';

/** Of a page; more are a drawing. */
const LINES_MAX = 1000;
const BEYOND_PT = 4;

const isWithin = ({ left, top, right, bottom }: RenderedLine, { box }: { box: Box }): boolean =>
  left >= box.left - BEYOND_PT && right <= box.right + BEYOND_PT && top >= box.top - BEYOND_PT && bottom <= box.bottom + BEYOND_PT;

/** Lines that run up follow each other from left to right, those that run down from right to left: as one piece. */
function asPiece(lines: readonly RenderedLine[], links: readonly RenderedLink[]): Piece | undefined {
  const down = lines.every(({ turned }) => turned === 1);
  const pieces = lines
    .toSorted((a, b) => (down ? b.left - a.left : a.left - b.left))
    .flatMap((line) => toPieces(line, wordsOf(line), links));
  const [first] = pieces;
  if (!first) return undefined;
  const { words: _words, ...rest } = first;
  return {
    ...rest,
    runs: joinLines(pieces.map(({ runs }) => runs)),
    text: pieces.map(({ text }) => text).join(' '),
    left: minOf(pieces.map(({ left }) => left)),
    right: maxOf(pieces.map(({ right }) => right)),
    top: minOf(pieces.map(({ top }) => top)),
    bottom: maxOf(pieces.map(({ bottom }) => bottom)),
    bold: pieces.every(({ bold }) => bold),
  };
}

/** The same cells with the lines that run up or down in them. @param turned such lines of the page; those that are taken are removed */
export function fillTurned(filled: Filled, turned: Set<RenderedLine>, links: readonly RenderedLink[]): Filled {
  const { grid, pieces } = filled;
  if (turned.size === 0 || turned.size > LINES_MAX) return filled;
  const inCells = new Map<number, RenderedLine[]>();
  for (const line of turned) {
    if ((line.turned !== 1 && line.turned !== 3) || !isWithin(line, grid)) continue;
    const at = grid.cells.findIndex((cell) => isWithin(line, cell));
    // beside upright text it names the axis of a chart
    if (at >= 0 && !(pieces[at] ?? []).some(({ top, bottom }) => bottom > line.top && top < line.bottom))
      inCells.set(at, [...(inCells.get(at) ?? []), line]);
  }
  if (inCells.size === 0) return filled;
  for (const lines of inCells.values()) for (const line of lines) turned.delete(line);
  return {
    ...filled,
    pieces: pieces.map((own, at) => [...own, ...[asPiece(inCells.get(at) ?? [], links)].filter((piece) => piece !== undefined)]),
  };
}
