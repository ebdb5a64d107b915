/** The line around all that is on a sheet: it is of the whole, not of the cells along it, whose formats other cells take on. */
import { maxOf, minOf } from '../../../base/extremes.ts';
import { SIDES, type BorderSide } from './formats.ts';

export interface FramedCell {
  row: number;
  column: number;
  text: string;
  style: string | undefined;
}

/** Share of the cells along an edge that have a line there: one may be missing. */
const DRAWN_MIN = 0.8;
const OPPOSITE = { left: 'right', right: 'left', top: 'bottom', bottom: 'top' } as const;
/** Where the inner neighbour of a cell along an edge is. */
const INWARD = { left: [0, 1], right: [0, -1], top: [1, 0], bottom: [-1, 0] } as const;

const keyOf = (row: number, column: number): string => `${row} ${column}`;

/**
 * For the cells along the line around all cells: what lines they have on those sides without it, which are those between the cells. Nothing
 * for the others, and where no line is drawn on both sides and above or below.
 * @param cells of the sheet that say something or are formatted; lineOf: the line on a side of a format, '' where none is drawn
 */
export function framedCells(
  cells: readonly FramedCell[],
  lineOf: (style: string, side: BorderSide) => string,
): Map<FramedCell, Map<BorderSide, string>> {
  const framed = new Map<FramedCell, Map<BorderSide, string>>();
  const lineAt = ({ style }: FramedCell, side: BorderSide): string => (style === undefined ? '' : lineOf(style, side));
  const seen = cells.filter((cell) => cell.text !== '' || SIDES.some((side) => lineAt(cell, side) !== ''));
  const [rows, columns] = [new Set(seen.map(({ row }) => row)), new Set(seen.map(({ column }) => column))];
  if (seen.length === 0) return framed;
  const edges = { left: minOf([...columns]), right: maxOf([...columns]), top: minOf([...rows]), bottom: maxOf([...rows]) };
  const isUpright = (side: BorderSide): boolean => side === 'left' || side === 'right';
  const isAlong = ({ row, column }: FramedCell, side: BorderSide): boolean => (isUpright(side) ? column : row) === edges[side];
  const drawn = SIDES.filter((side) => {
    const count = seen.filter((cell) => isAlong(cell, side) && lineAt(cell, side) !== '').length;
    return count >= (isUpright(side) ? rows : columns).size * DRAWN_MIN;
  });
  if (!drawn.includes('left') || !drawn.includes('right') || drawn.length < 3) return framed;
  const byPlace = new Map(seen.map((cell) => [keyOf(cell.row, cell.column), cell]));
  for (const cell of seen) {
    const lines = new Map<BorderSide, string>();
    for (const side of drawn.filter((one) => isAlong(cell, one))) {
      const [down, right] = INWARD[side];
      const beside = byPlace.get(keyOf(cell.row + down, cell.column + right));
      const inner = lineAt(cell, OPPOSITE[side]) || (beside === undefined ? '' : lineAt(beside, side));
      if (inner !== lineAt(cell, side)) lines.set(side, inner);
    }
    if (lines.size > 0) framed.set(cell, lines);
  }
  return framed;
}
