/** Pending formulas of a laid-out workbook → trees in their places; what is none, or may not be one, becomes text with a note. */
import { FormulaFault } from '../../spreadsheet/formula-tree.ts';
import { parseFormula } from '../../spreadsheet/read-formula.ts';
import type { PlacedFormula } from '../../spreadsheet/formula-tree.ts';
import { findColumn, placeFormula, type FormulaPlace } from './formula/resolve.ts';
import { cellName } from '../../spreadsheet/cell-names.ts';
import { clip } from './cell-text.ts';
import { warn } from './flow-context.ts';
import { bodyTop, isFormula, type ColumnPlan, type Content, type FormulaCell, type TablePlan, type WorkbookPlan } from './plan.ts';

interface Where {
  sheet: number;
  row: number;
  column: number;
  blockId: string;
}

export function placeFormulas(book: WorkbookPlan): void {
  for (const table of book.tables) {
    for (const [at, column] of table.columns.entries()) placeColumn(table, column, at, book);
    for (const [at, column] of table.columns.entries()) {
      const where = { sheet: table.sheet, row: table.bottom, column: table.left + at, blockId: table.blockId };
      column.total = settle(column.total, { sheet: table.sheet, table, inBody: false }, where, book);
    }
  }
  for (const [sheet, plan] of book.sheets.entries()) {
    for (const [row, { cells }] of plan.rows) {
      for (const cell of cells)
        cell.content = settle(
          cell.content,
          { sheet, table: plan.tables[0], inBody: false },
          { sheet, row, column: cell.column, blockId: plan.blockId },
          book,
        );
    }
  }
}

function placeColumn(table: TablePlan, column: ColumnPlan, at: number, book: WorkbookPlan): void {
  const place: FormulaPlace = { sheet: table.sheet, table, inBody: true };
  const where = (row: number): Where => ({
    sheet: table.sheet,
    row: bodyTop(table) + row,
    column: table.left + at,
    blockId: table.blockId,
  });
  if (column.formula) {
    const formula = tryPlace(column.formulaSource, place, where(0), book);
    if (formula) column.formula = formula;
    else {
      column.formula = undefined;
      column.cells = column.cells.map(() => clip(column.formulaSource));
      Object.assign(column, { numeric: false, align: 'left', format: '' });
    }
    return;
  }
  for (const [row, cell] of column.cells.entries()) {
    if (isFormula(cell)) column.cells[row] = settle(cell, place, where(row), book);
  }
}

function settle(content: Content, place: FormulaPlace, where: Where, book: WorkbookPlan): Content {
  // without a source it was made here, in its place
  if (!isFormula(content) || content.source === '') return content;
  const formula = tryPlace(content.source, place, where, book);
  return formula ? ({ ...content, formula } satisfies FormulaCell) : clip(content.source);
}

function tryPlace(source: string, place: FormulaPlace, where: Where, book: WorkbookPlan): PlacedFormula | undefined {
  try {
    const several = (taken: TablePlan, name: string): void => noteSeveral(source, { taken, name, where }, book);
    return placeFormula(parseFormula(withPrevious(source, { place, column: where.column })), { ...place, several }, book);
  } catch (error) {
    if (!(error instanceof FormulaFault)) throw error;
    const cell = cellAt(where, book);
    warn(
      { book },
      {
        code: 'formula_as_text',
        severity: 'warning',
        message: `${cell} holds "${source.slice(0, 80)}" as text, not as a formula: ${error.message}.`,
        ...(where.blockId === '' ? {} : { blockId: where.blockId }),
      },
    );
    return undefined;
  }
}

const cellAt = ({ sheet, row, column }: Where, book: WorkbookPlan): string => `${book.sheets[sheet]?.name ?? ''}!${cellName(row, column)}`;

function noteSeveral(source: string, { taken, name, where }: { taken: TablePlan; name: string; where: Where }, book: WorkbookPlan): void {
  const at = cellAt({ ...where, sheet: taken.sheet, row: taken.top, column: taken.left }, book);
  warn(
    { book },
    {
      code: 'reference_ambiguous',
      severity: 'warning',
      message: `${cellAt(where, book)} (${source.slice(0, 80)}): the sheet "${name.slice(0, 40)}" has several tables with that column; the one at ${at} is taken. A caption gives each a name of its own.`,
      ...(where.blockId === '' ? {} : { blockId: where.blockId }),
    },
  );
}

const PREVIOUS = /(?<![\p{L}\p{N}_.])(?:PREV|PREVIOUS|ANTERIOR)\(\s*\[@?([^\][]+)\]\s*\)/giu;

/**
 * `PREV([Balance])`, the cell of the row above, 0 in the first row: distinguished from a cell of this row in another column, since
 * a formula that names its own cell is circular, and one that names the cell above by its address breaks when rows are sorted.
 * @throws FormulaFault outside of a table, or where it has no other column
 */
function withPrevious(source: string, { place, column }: { place: FormulaPlace; column: number }): string {
  return source.replaceAll(PREVIOUS, (_all, name: string) => {
    const { table } = place;
    const wanted = table ? findColumn(table, name) : -1;
    if (!table || !place.inBody) throw new FormulaFault('"PREV" means the row above in a table, and it is in none');
    if (wanted < 0) throw new FormulaFault(`there is no column "${name.slice(0, 60)}"`);
    const own = column - table.left;
    const given = table.columns.map((one, at) => at !== own && one.formula === undefined && !one.cells.some((cell) => isFormula(cell)));
    // figures first: what is calculated is shown as they are
    const figures = table.columns.findIndex((one, at) => given[at] === true && one.numeric);
    const base = figures < 0 ? given.indexOf(true) : figures;
    if (base < 0) throw new FormulaFault('"PREV" needs a column that is not calculated');
    const from = (table.columns[base]?.name ?? '').replaceAll(/['[\]#@]/g, "'$&");
    return `N(OFFSET([@[${from}]],-1,${wanted - base}))`;
  });
}
