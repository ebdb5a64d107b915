/** Rows of values and formulas as operations bring them. */
import { COLUMNS_MAX } from '../../../spreadsheet/cell-names.ts';
import { type CellPlace, placeText } from '../../../spreadsheet/places.ts';
import { z } from 'zod';
import { reject, type Rejected } from '../../define-edit.ts';
import { textFits } from '../../text-fits.ts';
import type { WorkbookFile } from '../../../ooxml/workbook-file.ts';
import { dayField, dayNumber } from './day-values.ts';
import { faultOf, storeFormula } from './formula-fault.ts';
import type { CellContent, NewCell } from './write-cells.ts';

/** What a request puts into a cell; a text stays a text, also behind an equals sign. */
export const cellContentSchema = z.union([
  textFits(0, 32_767),
  z.number(),
  z.boolean(),
  z.null(),
  z.strictObject({ formula: textFits(1, 8_192) }),
  dayField,
]);
export type GivenContent = z.infer<typeof cellContentSchema>;
/** Cells of one operation. */
const CELLS_MAX = 200_000;
export const newRowsSchema = z
  .array(z.array(cellContentSchema).max(COLUMNS_MAX))
  .max(20_000)
  .refine((rows) => rows.reduce((sum, row) => sum + row.length, 0) <= CELLS_MAX, `At most ${CELLS_MAX} cells in one operation.`);

/** `isDay`: the number of a day. */
type GivenCell = NewCell & { value: CellContent; isDay?: boolean };

/** One cell, its formula without `=`, a day as its number. @param follow where what a formula names has gone since the file was sent */
export function readNewCell(
  file: WorkbookFile,
  content: GivenContent,
  place: CellPlace,
  follow: (formula: string) => string,
): GivenCell | Rejected {
  if (content === null || typeof content !== 'object') return { ...place, value: content };
  if ('date' in content) {
    const number = dayNumber(file, content);
    return typeof number === 'number' ? { ...place, value: number, isDay: true } : number;
  }
  const formula = follow(storeFormula(content.formula));
  const fault = formula === '' ? 'it is empty' : faultOf(formula);
  return fault === null
    ? { ...place, value: { formula } }
    : reject('formula_error', `The formula for ${placeText(place)} cannot stand: ${fault}.`);
}

/**
 * Formulas without their `=`, days as their numbers; empty cells are left out.
 * @param follow where what a formula names has gone since the file was sent
 */
export function readNewRows(
  file: WorkbookFile,
  rows: readonly (readonly GivenContent[])[],
  from: CellPlace,
  follow: (formula: string) => string = (formula) => formula,
): { number: number; cells: GivenCell[] }[] | Rejected {
  const made: { number: number; cells: GivenCell[] }[] = [];
  for (const [down, row] of rows.entries()) {
    const cells: GivenCell[] = [];
    for (const [right, content] of row.entries()) {
      if (content === null) continue;
      const cell = readNewCell(file, content, { row: from.row + down, column: from.column + right }, follow);
      if ('rejected' in cell) return cell;
      cells.push(cell);
    }
    if (cells.length > 0) made.push({ number: from.row + down, cells });
  }
  return made;
}

/** The cells that days come into. */
export const daysOf = (rows: readonly { cells: readonly GivenCell[] }[]): CellPlace[] =>
  rows.flatMap(({ cells }) => cells.filter(({ isDay }) => isDay === true));
