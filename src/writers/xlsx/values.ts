/** What the formulas of a workbook came to, and how many only an office program can calculate. */
import type { PlacedFormula, Scalar } from '../../spreadsheet/formula-tree.ts';
import { bodyTop, isFormula, type Content, type WorkbookPlan } from './plan.ts';

export interface FormulaPlace {
  sheet: number;
  row: number;
  column: number;
  formula: PlacedFormula;
  value: Scalar | undefined;
  blockId: string;
  set(value: Scalar): void;
}

/** Formulas with their values, sheet by sheet. @param wanted by their value */
export function* formulaValues(
  book: WorkbookPlan,
  wanted: (value: Scalar | undefined) => boolean = () => true,
): Generator<FormulaPlace, void, undefined> {
  for (const table of book.tables) {
    for (const [at, plan] of table.columns.entries()) {
      const column = table.left + at;
      for (const [index, content] of plan.cells.entries()) {
        if (!plan.formula && !isFormula(content)) continue;
        if (!wanted(plan.formula ? scalar(content) : isFormula(content) ? content.value : undefined)) continue;
        const place = { sheet: table.sheet, row: bodyTop(table) + index, column, blockId: table.blockId };
        if (plan.formula)
          yield {
            ...place,
            formula: plan.formula,
            value: scalar(content),
            set: (value) => {
              plan.cells[index] = value;
            },
          };
        else if (isFormula(content))
          yield {
            ...place,
            formula: content.formula,
            value: content.value,
            set: (value) => {
              content.value = value;
            },
          };
      }
      const { total } = plan;
      if (isFormula(total) && wanted(total.value))
        yield {
          sheet: table.sheet,
          row: table.bottom,
          column,
          blockId: table.blockId,
          formula: total.formula,
          value: total.value,
          set: (value) => {
            total.value = value;
          },
        };
    }
  }
  for (const [sheet, { rows, blockId }] of book.sheets.entries()) {
    for (const [row, { cells }] of rows) {
      for (const { column, content } of cells)
        if (isFormula(content) && wanted(content.value))
          yield {
            sheet,
            row,
            column,
            blockId,
            formula: content.formula,
            value: content.value,
            set: (value) => {
              content.value = value;
            },
          };
    }
  }
}

const scalar = (content: Content | undefined): Scalar | undefined =>
  typeof content === 'object' && content !== null && 'kind' in content ? undefined : content;

/** How many formulas only an office program can calculate. */
export function unknownValues(book: WorkbookPlan): number {
  let count = 0;
  const see = (content: Content | undefined): void => {
    if (isFormula(content) && content.value === undefined) count++;
  };
  for (const { columns } of book.tables) {
    for (const { formula, cells, total } of columns) {
      see(total);
      // a column's formula has its values for cells: large tables are gone through without an object for each
      for (const cell of cells)
        if (formula === undefined) see(cell);
        else if (cell === undefined) count++;
    }
  }
  for (const { rows } of book.sheets) for (const { cells } of rows.values()) for (const { content } of cells) see(content);
  return count;
}

const LOGICAL = new Set([
  'AND',
  'OR',
  'NOT',
  'XOR',
  'TRUE',
  'FALSE',
  'EXACT',
  'ISBLANK',
  'ISERR',
  'ISERROR',
  'ISEVEN',
  'ISFORMULA',
  'ISLOGICAL',
  'ISNA',
  'ISNONTEXT',
  'ISNUMBER',
  'ISODD',
  'ISREF',
  'ISTEXT',
]);

/** Whether a formula says true or false; LibreOffice saves some of these as one and zero. */
export function isLogical(formula: PlacedFormula): boolean {
  if (formula.kind === 'group') return isLogical(formula.inner);
  return (formula.kind === 'binary' && /[=<>]/.test(formula.operator)) || (formula.kind === 'call' && LOGICAL.has(formula.name));
}
