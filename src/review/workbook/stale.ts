/** Formulas whose kept value is missing, or not what they evaluate to. */
import { isError, type Scalar } from '../../spreadsheet/formula-tree.ts';
import type { WorkbookView, Worksheet } from '../workbook-view.ts';

/** Excel and LibreOffice add in other orders, and round a last digit in other ways. */
const TOLERANCE = 1e-7;

export interface StaleCell {
  row: number;
  column: number;
  /** undefined: the file says nothing. */
  kept: Scalar | undefined;
  /** undefined: only an office program can tell. */
  fresh: Scalar | undefined;
}

function differs(kept: Scalar, fresh: Scalar): boolean {
  if (typeof kept === 'number' && typeof fresh === 'number')
    return Math.abs(kept - fresh) > Math.max(1e-9, Math.abs(kept), Math.abs(fresh)) * TOLERANCE;
  if (isError(kept) || isError(fresh)) return !(isError(kept) && isError(fresh));
  // some programs keep true and false as one and zero
  if (typeof kept === 'boolean' || typeof fresh === 'boolean') return Number(kept) !== Number(fresh);
  return kept !== fresh;
}

/** Of a workbook that counts as others do, in the order of its cells. */
export function staleCells(sheet: Worksheet, file: WorkbookView): StaleCell[] {
  if (file.calculation.asShown || file.calculation.iterates || !file.complete) return [];
  const circles = file.circular().length > 0;
  return [...sheet.formulas.values()].flatMap(({ row, column, cached: kept, many }): StaleCell[] => {
    const fresh = many ? undefined : file.calculate(sheet, row, column);
    // errors are determined by a rule of their own
    if (kept === undefined) return many || (fresh !== undefined && isError(fresh)) ? [] : [{ row, column, kept, fresh }];
    return fresh === undefined || !differs(kept, fresh) || (circles && isError(fresh)) ? [] : [{ row, column, kept, fresh }];
  });
}
