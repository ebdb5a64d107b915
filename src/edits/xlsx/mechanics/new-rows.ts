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

const cellContentSchema = z.union([
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
      const place = { row: from.row + down, column: from.column + right };
      if (typeof content === 'object' && 'date' in content) {
        const number = dayNumber(file, content);
        if (typeof number !== 'number') return number;
        cells.push({ ...place, value: number, isDay: true });
        continue;
      }
      const value = typeof content === 'object' ? { formula: follow(storeFormula(content.formula)) } : content;
      const fault = typeof value === 'object' ? faultOf(value.formula) : null;
      if (fault !== null) return reject('formula_error', `The formula for ${placeText(place)} cannot stand: ${fault}.`);
      cells.push({ ...place, value });
    }
    if (cells.length > 0) made.push({ number: from.row + down, cells });
  }
  return made;
}

/** The cells that days come into. */
export const daysOf = (rows: readonly { cells: readonly GivenCell[] }[]): CellPlace[] =>
  rows.flatMap(({ cells }) => cells.filter(({ isDay }) => isDay === true));
