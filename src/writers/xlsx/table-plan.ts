/** A table of the document → a table of a workbook: columns with their types, live totals, the name of its object. */
import type { Table, TableCell, TotalKind } from '../../document/block.ts';
import { plainText } from '../../document/inline.ts';
import type { Note } from '../../base/note.ts';
import { cellRuns, clip, linkOf, textContent, type FootnoteNumbers } from './cell-text.ts';
import { decideColumn, typedCell, type ColumnType } from './column-type.ts';
import type { PlacedFormula } from '../../spreadsheet/formula-tree.ts';
import { headLook } from './looks.ts';
import { liveRowTotals } from './row-totals.ts';
import { isRich } from './plan.ts';
import type { Area, CellPlan, ColumnPlan, Content, FormulaCell, RowKind, TablePlan } from './plan.ts';
import type { Look } from '../../document/look.ts';

export interface TableSurroundings {
  index: number;
  sheet: number;
  top: number;
  left: number;
  lang: string;
  decimal: '.' | ',';
  look: Look;
  footnotes: FootnoteNumbers;
  note(note: Note): void;
  /** Tells a link in a cell, by row and column of the sheet. */
  link(row: number, column: number, target: string): void;
}

/** A position of the grid: the cell that covers it, and whether it begins there. */
interface GridCell {
  cell: TableCell;
  origin: boolean;
}

const EMPTY: TableCell = { runs: [] };
const NOTHING: PlacedFormula = { kind: 'missing' };
const SUBTOTAL_LABEL = /^sub-?total/i;
const FILTER_ROWS_MIN = 11;
/** SUBTOTAL's numbers, hidden rows left out; those that tables write in their total rows. */
const SUBTOTAL_KINDS: Readonly<Record<TotalKind, number>> = { sum: 109, average: 101, count: 103, min: 105, max: 104 };

function gridOf(table: Table): GridCell[][] {
  const grid: GridCell[][] = table.rows.map(() => []);
  for (const [row, { cells }] of table.rows.entries()) {
    let column = 0;
    for (const cell of cells) {
      while (grid[row]?.[column]) column++;
      for (let down = 0; down < Math.min(cell.rowspan ?? 1, table.rows.length - row); down++) {
        for (let right = 0; right < (cell.colspan ?? 1) && column + right < table.columns.length; right++) {
          const line = grid[row + down];
          if (line) line[column + right] = { cell, origin: down === 0 && right === 0 };
        }
      }
      column += cell.colspan ?? 1;
    }
  }
  return grid.map((line) => table.columns.map((_, column) => line[column] ?? { cell: EMPTY, origin: true }));
}

const lineOf = (cell: TableCell): string => plainText(cellRuns(cell)).replaceAll(/\s+/g, ' ').trim();
const textOf = (place: GridCell | undefined): string => (place?.origin ? plainText(cellRuns(place.cell)).trim() : '');

/** Merged cells, in rows and columns of the sheet. */
function mergesOf(table: Table, around: TableSurroundings, grid: readonly GridCell[][]): Area[] {
  return grid.flatMap((line, row) =>
    line.flatMap(({ cell, origin }, column) => {
      const [down, right] = [Math.min(cell.rowspan ?? 1, grid.length - row), Math.min(cell.colspan ?? 1, table.columns.length - column)];
      if (!origin || (down === 1 && right === 1)) return [];
      return [
        { top: around.top + row, left: around.left + column, bottom: around.top + row + down - 1, right: around.left + column + right - 1 },
      ];
    }),
  );
}

function kindsOf(body: readonly GridCell[][]): RowKind[] | undefined {
  const kinds = body.map((line, row): RowKind => {
    const first = textOf(line[0]);
    if (SUBTOTAL_LABEL.test(first)) return 'subtotal';
    const alone =
      first !== '' && line.slice(1).every((place) => !place.origin || (textOf(place) === '' && place.cell.formula === undefined));
    return alone && line.length > 2 && row < body.length - 1 ? 'group' : 'body';
  });
  return kinds.some((kind) => kind !== 'body') && kinds.includes('body') ? kinds : undefined;
}

export function planTable(table: Table, around: TableSurroundings): TablePlan {
  const grid = gridOf(table);
  const hasTotal = table.total_row === true && grid.length > table.header_rows + 1;
  const headers = grid.slice(0, table.header_rows);
  const body = grid.slice(table.header_rows, hasTotal ? -1 : undefined);
  const totals = hasTotal ? grid.at(-1) : undefined;
  const kinds = kindsOf(body);
  const merges = mergesOf(table, around, grid);
  const columns = table.columns.map((_, at) => planColumn({ table, at, headers, body, kinds, around }));
  if (kinds === undefined && merges.length === 0) liveRowTotals(columns);
  const plan: TablePlan = {
    index: around.index,
    sheet: around.sheet,
    blockId: table.id,
    name: '',
    aliases: [],
    headers: [],
    columns,
    rowCount: body.length,
    kinds,
    hasTotal,
    filter: false,
    merges,
    heights: new Map(),
    top: around.top,
    left: around.left,
    bottom: around.top + grid.length - 1,
    right: around.left + table.columns.length - 1,
    description: table.caption ? plainText(table.caption) : '',
  };
  plan.headers = headers.map((line, row) => planHeader(line, row === headers.length - 1, columns, around));
  if (totals)
    for (const [at, column] of columns.entries())
      planTotal({ plan, column, at, place: totals[at], kind: table.columns[at]?.total, around });
  planSubtotals(plan);
  if (canBeObject(plan, headers, body, totals)) {
    plan.name = ' ';
    plan.filter = body.length >= FILTER_ROWS_MIN;
  }
  return plan;
}

function planHeader(line: readonly GridCell[], last: boolean, columns: readonly ColumnPlan[], around: TableSurroundings): CellPlan[] {
  return line.map(({ cell, origin }, at): CellPlan => {
    const spans = (cell.colspan ?? 1) > 1;
    const column = columns[at];
    const text = origin ? lineOf(cell) : '';
    return {
      column: around.left + at,
      content: text === '' ? null : clip(text),
      look: headLook(around.look, {
        align: spans ? 'center' : (column?.align ?? 'left'),
        last,
        first: at === 0,
        numeric: column?.numeric ?? false,
      }),
    };
  });
}

/** Excel wants one row of names, all different and none empty, and no merged cells. */
function canBeObject(
  plan: TablePlan,
  headers: readonly GridCell[][],
  body: readonly GridCell[][],
  totals: readonly GridCell[] | undefined,
): boolean {
  const names =
    headers.at(-1)?.map(({ cell, origin }) => (origin && cell.colspan === undefined && cell.rowspan === undefined ? lineOf(cell) : '')) ??
    [];
  const whole = [...body, ...(totals ? [totals] : [])].every((line) =>
    line.every(({ cell, origin }) => origin && cell.colspan === undefined && cell.rowspan === undefined),
  );
  const distinct = new Set(names.map((name) => name.toLowerCase())).size === names.length;
  return (
    names.length > 0 &&
    body.length > 0 &&
    plan.kinds === undefined &&
    whole &&
    distinct &&
    names.every((name) => name !== '' && name.length <= 255)
  );
}

interface ColumnPlanning {
  table: Table;
  at: number;
  headers: readonly GridCell[][];
  body: readonly GridCell[][];
  kinds: readonly RowKind[] | undefined;
  around: TableSurroundings;
}

function planColumn({ table, at, headers, body, kinds, around }: ColumnPlanning): ColumnPlan {
  const given = table.columns[at] ?? {};
  const header = headers.length === 0 ? '' : lineOf(headers.at(-1)?.[at]?.cell ?? EMPTY);
  const literal = given.type === 'text' || given.type === 'id';
  const formulaAt = (place: GridCell | undefined): string | undefined => (literal || !place?.origin ? undefined : place.cell.formula);
  const counted = body.filter((_, row) => kinds?.[row] !== 'group');
  const type = decideColumn({
    header,
    declared: given.type,
    align: given.align,
    lang: around.lang,
    decimal: around.decimal,
    texts: counted.map((line) => (formulaAt(line[at]) === undefined ? textOf(line[at]) : undefined)),
  });
  if (type.ambiguous)
    around.note({
      code: 'date_ambiguous',
      severity: 'info',
      message: `The dates of the column "${header.slice(0, 60)}" could be read day first or month first, so they stay text; write them as 2026-11-20.`,
      blockId: table.id,
    });
  const formats = new Map<number, string>();
  const cells = body.map((line, row) =>
    planCell(line[at], formulaAt(line[at]), type, around, {
      row: around.top + table.header_rows + row,
      column: around.left + at,
      own: (format) => formats.set(row, format),
    }),
  );
  const { numeric, entry, choices, bars, format } = type;
  // dates that lead a row are its label
  const align = at === 0 && given.align === undefined && (type.kind === 'date' || type.kind === 'datetime') ? 'left' : type.align;
  const sources = new Set(cells.map((cell) => (isPending(cell) ? cell.source : '')));
  const [source = ''] = sources;
  const uniform =
    sources.size === 1 &&
    source !== '' &&
    cells.length > 0 &&
    !/(?<![\p{L}\p{N}_[])\$?[A-Z]{1,3}\$?\d+(?![\p{L}\p{N}_(\]])/iu.test(source.replaceAll(/"[^"]*"|\[[^\]]*\]/g, ''));
  return {
    name: header === '' ? `Column ${at + 1}` : clip(header),
    format,
    numeric: numeric || isPending(cells[0]),
    align: isPending(cells[0]) && given.align === undefined && given.type === undefined ? 'right' : align,
    entry,
    choices,
    bars,
    share: given.width,
    cells: uniform ? cells.map(() => undefined) : cells,
    formula: uniform ? NOTHING : undefined,
    formulaSource: uniform ? source : '',
    total: null,
    totalKind: undefined,
    ...(formats.size === 0 ? {} : { formats }),
  };
}

const isPending = (content: Content | undefined): content is FormulaCell =>
  typeof content === 'object' && content !== null && 'kind' in content && content.kind === 'formula';

function planCell(
  place: GridCell | undefined,
  source: string | undefined,
  type: ColumnType,
  around: TableSurroundings,
  at: { row: number; column: number; own(format: string): void },
): Content {
  if (!place?.origin) return null;
  if (source !== undefined) return { kind: 'formula', source, formula: NOTHING, value: undefined };
  const runs = cellRuns(place.cell);
  const link = linkOf(runs);
  if (link !== undefined) around.link(at.row, at.column, link);
  const text = plainText(runs).trim();
  const { content, format } = typedCell(text, type, around.lang);
  if (format !== undefined && format !== type.format) at.own(format);
  return typeof content === 'string' ? textContent(runs, around.footnotes) : content;
}

// -------------------------------------------------------------------------------------------------------------- totals

interface TotalPlanning {
  plan: TablePlan;
  column: ColumnPlan;
  at: number;
  place: GridCell | undefined;
  kind: TotalKind | undefined;
  around: TableSurroundings;
}

function subtotalOf(plan: TablePlan, at: number, kind: TotalKind): FormulaCell {
  const formula: PlacedFormula = {
    kind: 'call',
    name: 'SUBTOTAL',
    arguments: [
      { kind: 'literal', value: SUBTOTAL_KINDS[kind] },
      { kind: 'reference', reference: { kind: 'table', table: plan.index, part: 'data', from: at, to: at } },
    ],
  };
  return { kind: 'formula', source: '', formula, value: undefined };
}

/** Typed totals that are what their column comes to are made live; others stay as the author has them. */
function planTotal({ plan, column, at, place, kind, around }: TotalPlanning): void {
  const source = place?.origin ? place.cell.formula : undefined;
  if (kind !== undefined || (source !== undefined && isSumOf(source, column.name))) {
    column.totalKind = kind ?? 'sum';
    column.total = subtotalOf(plan, at, column.totalKind);
    return;
  }
  if (source !== undefined) {
    column.total = { kind: 'formula', source, formula: NOTHING, value: undefined };
    return;
  }
  if (!place?.origin) return;
  const type = decideColumn({
    header: column.name,
    declared: undefined,
    align: undefined,
    lang: around.lang,
    decimal: around.decimal,
    texts: [textOf(place)],
  });
  const { content } = typedCell(
    textOf(place),
    { ...type, ...(column.format.includes('%') ? { kind: 'percent' as const } : {}) },
    around.lang,
  );
  if (typeof content !== 'number' || !column.numeric) {
    const said = textContent(cellRuns(place.cell), around.footnotes);
    // the table object names its label, which has no marks
    column.total = isRich(said) ? said.text : said;
  } else if (column.formula !== undefined || column.cells.some(isPending) || isSum(content, column, plan.kinds)) {
    column.totalKind = 'sum';
    column.total = subtotalOf(plan, at, 'sum');
  } else {
    column.total = content;
    if (!column.format.includes('%'))
      around.note({
        code: 'total_typed',
        severity: 'info',
        message: `The total of "${column.name.slice(0, 60)}" is not the sum of its column, so it stays the typed figure.`,
        blockId: plan.blockId,
      });
  }
}

const isSumOf = (source: string, name: string): boolean =>
  new RegExp(
    `^=\\s*(?:SUM|SUMA|SUBTOTAL)\\s*\\(\\s*(?:\\d+\\s*[,;]\\s*)?\\[${name.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&')}\\]\\s*\\)$`,
    'i',
  ).test(source);

function isSum(total: number, { cells }: ColumnPlan, kinds: readonly RowKind[] | undefined): boolean {
  let sum = 0;
  let count = 0;
  for (const [row, cell] of cells.entries()) {
    if (typeof cell !== 'number' || (kinds !== undefined && kinds[row] !== 'body')) continue;
    sum += cell;
    count++;
  }
  return count > 0 && Math.abs(sum - total) <= Math.max(1e-9, Math.abs(total) * 1e-9);
}

/** Subtotal rows whose figures are the sums since the last heading or subtotal become live. */
function planSubtotals(plan: TablePlan): void {
  if (!plan.kinds?.includes('subtotal')) return;
  const first = plan.top + plan.headers.length;
  let from = 0;
  for (const [row, kind] of plan.kinds.entries()) {
    if (kind === 'body') continue;
    if (kind === 'subtotal') for (const [at, column] of plan.columns.entries()) setSubtotal(plan, column, { at, from, row, first });
    from = row + 1;
  }
}

function setSubtotal(
  plan: TablePlan,
  column: ColumnPlan,
  { at, from, row, first }: { at: number; from: number; row: number; first: number },
): void {
  const typed = column.cells[row];
  const part = column.cells.slice(from, row);
  if (typeof typed !== 'number' || part.length === 0 || !isSum(typed, { ...column, cells: part }, undefined)) return;
  const [top, bottom, where] = [first + from, first + row - 1, plan.left + at];
  const corner = (at2: number): { row: number; column: number; rowFixed: boolean; columnFixed: boolean } => ({
    row: at2,
    column: where,
    rowFixed: false,
    columnFixed: false,
  });
  const formula: PlacedFormula = {
    kind: 'call',
    name: 'SUBTOTAL',
    arguments: [
      { kind: 'literal', value: 109 },
      {
        kind: 'reference',
        reference: { kind: 'area', sheet: plan.sheet, top, bottom, left: where, right: where, from: corner(top), to: corner(bottom) },
      },
    ],
  };
  column.cells[row] = { kind: 'formula', source: '', formula, value: undefined };
}
