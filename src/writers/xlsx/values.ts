/** What the formulas of a workbook came to: errors are told, and what was not calculated here is counted. */
import type { Note } from '../../base/note.ts';
import { isError, type PlacedFormula, type Scalar } from '../../ooxml/formula-tree.ts';
import { cellName } from '../../ooxml/cell-names.ts';
import { bodyTop, isFormula, type Content, type WorkbookPlan } from './plan.ts';

export interface FormulaPlace { sheet: number; row: number; column: number; formula: PlacedFormula; value: Scalar | undefined; blockId: string; set(value: Scalar): void }

/** Formulas with their values, sheet by sheet. @param wanted by their value */
export function* formulaValues(book: WorkbookPlan, wanted: (value: Scalar | undefined) => boolean = () => true): Generator<FormulaPlace, void, undefined> {
  for (const table of book.tables) {
    for (const [at, plan] of table.columns.entries()) {
      const column = table.left + at;
      for (const [index, content] of plan.cells.entries()) {
        if (!plan.formula && !isFormula(content)) continue;
        if (!wanted(plan.formula ? scalar(content) : isFormula(content) ? content.value : undefined)) continue;
        const place = { sheet: table.sheet, row: bodyTop(table) + index, column, blockId: table.blockId };
        if (plan.formula) yield { ...place, formula: plan.formula, value: scalar(content), set: (value) => { plan.cells[index] = value; } };
        else if (isFormula(content)) yield { ...place, formula: content.formula, value: content.value, set: (value) => { content.value = value; } };
      }
      const { total } = plan;
      if (isFormula(total) && wanted(total.value)) yield { sheet: table.sheet, row: table.bottom, column, blockId: table.blockId, formula: total.formula, value: total.value, set: (value) => { total.value = value; } };
    }
  }
  for (const [sheet, { rows, blockId }] of book.sheets.entries()) {
    for (const [row, { cells }] of rows) {
      for (const { column, content } of cells) if (isFormula(content) && wanted(content.value)) yield { sheet, row, column, blockId, formula: content.formula, value: content.value, set: (value) => { content.value = value; } };
    }
  }
}

const scalar = (content: Content | undefined): Scalar | undefined => (typeof content === 'object' && content !== null && 'kind' in content ? undefined : content);

const ERRORS_TOLD_MAX = 20;

export function formulaNotes(book: WorkbookPlan): { notes: Note[]; unknown: number } {
  const notes: Note[] = [];
  let [unknown, errors] = [0, 0];
  for (const place of formulaValues(book, (value) => value === undefined || isError(value))) {
    if (place.value === undefined) unknown++;
    else if (++errors <= ERRORS_TOLD_MAX) notes.push(errorNote(place, book));
  }
  if (errors > ERRORS_TOLD_MAX) notes.push({ code: 'formula_error', severity: 'warning', message: `${errors - ERRORS_TOLD_MAX} more formulas come to errors.` });
  return { notes, unknown };
}

function errorNote({ sheet, row, column, value, blockId }: FormulaPlace, book: WorkbookPlan): Note {
  const said = isError(value) ? value.error : '';
  return { code: 'formula_error', severity: 'warning', message: `${book.sheets[sheet]?.name ?? ''}!${cellName(row, column)} comes to ${said}.`, ...(blockId === '' ? {} : { blockId }) };
}

const LOGICAL = new Set(['AND', 'OR', 'NOT', 'XOR', 'TRUE', 'FALSE', 'EXACT', 'ISBLANK', 'ISERR', 'ISERROR', 'ISEVEN', 'ISFORMULA', 'ISLOGICAL', 'ISNA', 'ISNONTEXT', 'ISNUMBER', 'ISODD', 'ISREF', 'ISTEXT']);

/** Whether a formula says true or false; LibreOffice saves some of these as one and zero. */
export function isLogical(formula: PlacedFormula): boolean {
  if (formula.kind === 'group') return isLogical(formula.inner);
  return (formula.kind === 'binary' && /[=<>]/.test(formula.operator)) || (formula.kind === 'call' && LOGICAL.has(formula.name));
}
