/** Pending formulas of a laid-out workbook → trees in their places; what is none, or may not be one, becomes text with a note. */
import { FormulaFault } from '../../spreadsheet/formula-tree.ts';
import { parseFormula } from '../../spreadsheet/read-formula.ts';
import type { PlacedFormula, PlacedReference, StructuredPart } from '../../spreadsheet/formula-tree.ts';
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
    if (formula) column.formula = blankUntilFilled(formula, column.formulaSource, table);
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

/** Rows for which `::grow` leaves room show nothing in their calculated columns until one of them has been filled in. */
function blankUntilFilled(formula: PlacedFormula, source: string, table: TablePlan): PlacedFormula {
  if (!table.rules.some(({ kind }) => kind === 'grow')) return formula;
  const groups = givenGroups(table);
  if (groups.length === 0) return formula;
  // a balance goes on over a row that was left out: it is empty only where nothing follows
  const areas = groups.map(([from, to]) =>
    PREVIOUS_ANYWHERE.test(source) ? toTheEnd(table, from, to) : reference({ kind: 'table', table: table.index, part: 'this', from, to }),
  );
  const count: PlacedFormula = { kind: 'call', name: 'COUNTA', arguments: areas };
  const test: PlacedFormula = { kind: 'binary', operator: '=', left: count, right: { kind: 'literal', value: 0 } };
  return { kind: 'call', name: 'IF', arguments: [test, { kind: 'literal', value: '' }, formula] };
}

const reference = (target: PlacedReference): PlacedFormula => ({ kind: 'reference', reference: target });

/** Neighbouring columns that are typed in, first and last of each group. */
function givenGroups(table: TablePlan): [number, number][] {
  const groups: [number, number][] = [];
  for (const [at, column] of table.columns.entries()) {
    if (column.formula !== undefined || column.cells.some((cell) => isFormula(cell))) continue;
    const last = groups.at(-1);
    if (last && last[1] === at - 1) last[1] = at;
    else groups.push([at, at]);
  }
  return groups;
}

/** `OFFSET([@A],0,0,ROWS([A])+ROW(Table[[#Headers],[A]])-ROW([@A])+1,columns)`: from this row on to the last. */
function toTheEnd(table: TablePlan, from: number, to: number): PlacedFormula {
  const part = (which: StructuredPart): PlacedFormula => reference({ kind: 'table', table: table.index, part: which, from, to: from });
  const call = (name: string, ...given: PlacedFormula[]): PlacedFormula => ({ kind: 'call', name, arguments: given });
  const number = (value: number): PlacedFormula => ({ kind: 'literal', value });
  const sum = (operator: '+' | '-', left: PlacedFormula, right: PlacedFormula): PlacedFormula => ({
    kind: 'binary',
    operator,
    left,
    right,
  });
  const below = sum('-', sum('+', call('ROWS', part('data')), call('ROW', part('headers'))), call('ROW', part('this')));
  return call('OFFSET', part('this'), number(0), number(0), sum('+', below, number(1)), number(to - from + 1));
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

const PREVIOUS_ANYWHERE = new RegExp(PREVIOUS.source, 'iu');

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
