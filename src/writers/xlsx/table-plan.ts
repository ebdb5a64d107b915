/** A table of the document → a table of a workbook: columns with their types, live totals, the name of its object. */
import type { Table } from '../../document/block.ts';
import { plainText } from '../../document/inline.ts';
import { saysSubtotal } from '../../document/total-words.ts';
import { readAmount } from './amounts.ts';
import { cellRuns, clip, linkOf, textContent } from './cell-text.ts';
import { decideColumn, type ColumnType } from './column-type.ts';
import { chooseDecimal } from './doubtful-figures.ts';
import type { PlacedFormula } from '../../spreadsheet/formula-tree.ts';
import { headLook } from './looks.ts';
import { liveRowTotals } from './row-totals.ts';
import { remarksIn } from '../review.ts';
import { isFormula } from './plan.ts';
import type { Area, CellPlan, ColumnPlan, Content, RowKind, TablePlan } from './plan.ts';
import { EMPTY, gridOf, lineOf, textOf, type GridCell, type TableSurroundings } from './table-grid.ts';
import { planSubtotals, planTotal } from './table-totals.ts';
import { typedCell } from './typed-cell.ts';

const NOTHING: PlacedFormula = { kind: 'missing' };
const FILTER_ROWS_MIN = 11;
/** Rows of other columns that are looked at where figures may be read in two ways. */
const BESIDE_ROWS = 200;

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
    if (/^sub-?total/i.test(first) || saysSubtotal(first)) return 'subtotal';
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
  const body = grown(grid.slice(table.header_rows, hasTotal ? -1 : undefined), table);
  const totals = hasTotal ? grid.at(-1) : undefined;
  const kinds = kindsOf(body);
  const merges = mergesOf(table, around, grid);
  const columns = table.columns.map((_, at) => planColumn({ table, at, headers, body, totals, kinds, around }));
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
    bottom: around.top + table.header_rows + body.length + (hasTotal ? 1 : 0) - 1,
    right: around.left + table.columns.length - 1,
    description: table.caption ? plainText(table.caption) : '',
    rules: table.rules ?? [],
  };
  for (const [row, line] of grid.entries())
    for (const [at, { cell, origin }] of line.entries()) {
      const remarks = origin ? remarksIn(cell) : [];
      const below = hasTotal && row === grid.length - 1 ? plan.bottom : around.top + row;
      if (remarks.length > 0) around.remark(below, around.left + at, remarks);
    }
  plan.headers = headers.map((line, row) => planHeader(line, row === headers.length - 1, columns, around));
  if (totals)
    for (const [at, column] of columns.entries())
      planTotal({ plan, column, at, place: totals[at], kind: table.columns[at]?.total, label: textOf(totals[0]), around });
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

/** The rows, and behind them the empty ones that the author asks for: formulas that all rows share go on in them. */
function grown(body: GridCell[][], table: Table): GridCell[][] {
  const more = (table.rules ?? []).reduce((rows, rule) => rows + (rule.kind === 'grow' ? rule.rows : 0), 0);
  if (more === 0 || body.length === 0) return body;
  const next = table.columns.map((_, at): GridCell => {
    const [formula, ...others] = new Set(body.map((line) => line[at]?.cell.formula));
    return { cell: formula !== undefined && others.length === 0 ? { runs: [], formula } : EMPTY, origin: true };
  });
  return [...body, ...Array.from({ length: more }, () => next)];
}

interface ColumnPlanning {
  table: Table;
  at: number;
  headers: readonly GridCell[][];
  body: readonly GridCell[][];
  totals: readonly GridCell[] | undefined;
  kinds: readonly RowKind[] | undefined;
  around: TableSurroundings;
}

/** Labels and what they evaluate to, and perhaps a note or a unit beside them. */
const LABELLED_COLUMNS_MAX = 4;

/** What a column holds, decided by its cells; doubts that remain are reported. */
function typeOf({ table, at, body, totals, kinds, around }: ColumnPlanning, header: string, first: number): ColumnType {
  const given = table.columns[at] ?? {};
  const texts = body.map((line, row) =>
    kinds?.[row] === 'group' || (given.type !== 'id' && line[at]?.origin && line[at].cell.formula !== undefined)
      ? undefined
      : textOf(line[at]),
  );
  const { decimal, doubtful } =
    given.type === 'id' || given.type === 'text'
      ? { decimal: around.decimal, doubtful: [] }
      : chooseDecimal(texts, {
          total: textOf(totals?.[at]),
          usual: around.decimal,
          beside: () =>
            table.columns.map((_, column) => (column === at ? [] : body.slice(0, BESIDE_ROWS).map((line) => textOf(line[column])))),
        });
  const decided = texts.filter((_, row) => kinds?.[row] !== 'group');
  const type = decideColumn({
    header,
    declared: given.type,
    align: given.align,
    lang: around.lang,
    decimal,
    labelled: at > 0 && table.columns.length <= LABELLED_COLUMNS_MAX,
    texts: decided.some((text, row) => text !== undefined && !doubtful.includes(row))
      ? decided.map((text, row) => (kinds === undefined && doubtful.includes(row) ? '' : text))
      : decided,
  });
  if (type.ambiguous)
    around.note({
      code: 'date_ambiguous',
      severity: 'warning',
      message: `${around.cellAt(
        first +
          Math.max(
            0,
            texts.findIndex((text) => text !== ''),
          ),
        around.left + at,
      )} and the other dates of "${header.slice(0, 60)}" could be read day first or month first, so they stay text; write them as 2026-11-20.`,
      blockId: table.id,
    });
  if (type.kind !== 'text' || type.format === '') noteDoubts(doubtful, texts, { decimal, first, at, table, around });
  return type;
}

const DOUBTS_MAX = 5;

function noteDoubts(
  rows: readonly number[],
  texts: readonly (string | undefined)[],
  { decimal, first, at, table, around }: { decimal: '.' | ','; first: number; at: number; table: Table; around: TableSurroundings },
): void {
  for (const row of rows.slice(0, DOUBTS_MAX)) {
    const text = texts[row] ?? '';
    const [read, other] = [readAmount(text, decimal)?.value, readAmount(text, decimal === '.' ? ',' : '.')?.value];
    if (read === undefined || other === undefined) continue;
    const more =
      row === rows[DOUBTS_MAX - 1] && rows.length > DOUBTS_MAX ? ` So are ${rows.length - DOUBTS_MAX} more cells of the column.` : '';
    around.note({
      code: 'number_ambiguous',
      severity: 'warning',
      message: `${around.cellAt(first + row, around.left + at)}: "${text}" is read as ${read}, and could also mean ${other}. Write the one that is meant without separators.${more}`,
      blockId: table.id,
    });
  }
}

function planColumn(planning: ColumnPlanning): ColumnPlan {
  const { table, at, headers, body, around } = planning;
  const given = table.columns[at] ?? {};
  const header = headers.length === 0 ? '' : lineOf(headers.at(-1)?.[at]?.cell ?? EMPTY);
  const first = around.top + table.header_rows;
  const type = typeOf(planning, header, first);
  // identifiers are text, whatever they begin with
  const literal = type.format === '@';
  const formulaAt = (place: GridCell | undefined): string | undefined => (literal || !place?.origin ? undefined : place.cell.formula);
  const formats = new Map<number, string>();
  const cells = body.map((line, row) =>
    planCell(line[at], formulaAt(line[at]), type, around, {
      row: first + row,
      column: around.left + at,
      label: at === 0 ? '' : textOf(line[0]),
      own: (format) => formats.set(row, format),
    }),
  );
  if (literal && given.type !== 'id') noteLiteral(planning, first);
  const { numeric, entry, choices, bars, format } = type;
  // dates that lead a row are its label
  const align = at === 0 && given.align === undefined && (type.kind === 'date' || type.kind === 'datetime') ? 'left' : type.align;
  const source = commonSource(cells);
  return {
    name: header === '' ? `Column ${at + 1}` : clip(header),
    format,
    numeric: numeric || isFormula(cells[0]),
    align: isFormula(cells[0]) && given.align === undefined && given.type === undefined && type.kind !== 'mixed' ? 'right' : align,
    entry,
    choices,
    bars,
    share: given.width,
    cells: source === '' ? cells : cells.map(() => undefined),
    formula: source === '' ? undefined : NOTHING,
    formulaSource: source,
    total: null,
    totalKind: undefined,
    ...ruledBy(table, header),
    ...(type.kind === 'mixed' ? { mixed: true } : {}),
    ...(formats.size === 0 ? {} : { formats }),
  };
}

/** What the author says of a column: what may be typed into it, and its style. */
function ruledBy({ rules = [] }: Table, header: string): Pick<ColumnPlan, 'input' | 'style'> {
  const input = rules.find((rule) => rule.kind === 'input' && rule.column === header);
  const style = rules.find((rule) => rule.kind === 'style' && rule.column === header);
  return { ...(input?.kind === 'input' ? { input } : {}), ...(style?.kind === 'style' ? { style: style.style } : {}) };
}

/** The formula that is the same in every row and names no cells of its own; '' where there is none. */
function commonSource(cells: readonly Content[]): string {
  const [source = '', ...others] = new Set(cells.map((cell) => (isFormula(cell) ? cell.source : '')));
  const plain = source.replaceAll(/"[^"]*"|\[[^\]]*\]/g, '');
  return others.length > 0 || /(?<![\p{L}\p{N}_[])\$?[A-Z]{1,3}\$?\d+(?![\p{L}\p{N}_(\]])/iu.test(plain) ? '' : source;
}

/** A column that is one of identifiers by its look holds its formulas as text, and nobody has asked for that. */
function noteLiteral({ table, at, body, around }: ColumnPlanning, first: number): void {
  for (const [row, line] of body.entries()) {
    const source = line[at]?.origin ? line[at].cell.formula : undefined;
    if (source !== undefined)
      around.note({
        code: 'formula_as_text',
        severity: 'warning',
        message: `${around.cellAt(first + row, around.left + at)} holds "${source.slice(0, 80)}" as text, not as a formula: its column holds identifiers.`,
        blockId: table.id,
      });
  }
}

function planCell(
  place: GridCell | undefined,
  source: string | undefined,
  type: ColumnType,
  around: TableSurroundings,
  at: { row: number; column: number; label: string; own(format: string): void },
): Content {
  if (!place?.origin) return null;
  if (source !== undefined) return { kind: 'formula', source, formula: NOTHING, value: undefined };
  const runs = cellRuns(place.cell);
  const link = linkOf(runs);
  if (link !== undefined) around.link(at.row, at.column, link);
  const text = plainText(runs).trim();
  const { content, format } = typedCell(text, type, around.lang, at.label);
  if (format !== undefined && format !== type.format) at.own(format);
  if (typeof content !== 'string') return content;
  // the marks of a formula that is text here are none of the author's
  return place.cell.formula === undefined ? textContent(runs, around.footnotes) : clip(text);
}
