/** Raw pipe tables → table blocks: types of columns, merged cells, totals, and what did not fit beside them. */
import { COLUMN_TYPE } from '../../document/block.ts';
import type { Block, Table, TableCell, TotalKind, TableColumn, TableRow } from '../../document/block.ts';
import { plainText, type Run } from '../../document/inline.ts';
import type { Attributes } from './attributes.ts';
import { formatLike, parseNumber } from '../../base/figures.ts';
import { saysGrandTotal } from '../../document/total-words.ts';
import { parseShare } from './pictures.ts';
import { addNote } from './reading.ts';
import type { RawTable, Reading } from './reading.ts';
import { readRuns, readTitle } from './runs.ts';

/** Cells that short rows may be filled up with in one table; a row beyond ends in one wide cell instead. */
const FILLED_CELLS_MAX = 20_000;

/** Cells that are merged with their neighbour, in the tables of directives. */
const MERGE_LEFT = '<<';
const MERGE_UP = '^^';

export interface TableOptions {
  line: number | undefined;
  /** Those of `:::table`; absent for a plain pipe table. */
  attributes?: Attributes | undefined;
}

/** The table, and behind it the text of cells beyond its width. */
export function readTable(raw: RawTable, reading: Reading, options: TableOptions): Block[] {
  const { line, attributes } = options;
  const columns = raw.aligns.map((align): TableColumn => (align === undefined ? {} : { align }));
  const empty = raw.header.every((cell) => cell === '');
  const header = readCount(attributes?.values.get('header'), raw.rows.length + 1) ?? (empty ? 0 : 1);
  const texts = header === 0 && empty ? raw.rows : [raw.header, ...raw.rows];
  const table: Table = {
    id: '',
    type: 'table',
    columns,
    header_rows: header,
    rows: readRows(texts, reading, options, { width: columns.length, header }),
  };
  if (attributes) applyAttributes(table, attributes, reading, line);
  if (attributes?.values.get('total') === undefined && endsInTotal(table)) table.total_row = true;
  reading.lastTable = { table, raw };
  const overflow = raw.overflow.map((text): Block => ({ id: '', type: 'paragraph', runs: readRuns(text, reading, line) }));
  return [table, ...overflow.filter((block) => block.type === 'paragraph' && block.runs.length > 0)];
}

/** A whole number from 0 to `max`. */
function readCount(text: string | undefined, max: number): number | undefined {
  return text !== undefined && /^\d{1,4}$/.test(text) && Number(text) <= max ? Number(text) : undefined;
}

/** The cell that is at a position of the grid, and the row in which it begins. */
interface Place {
  cell: TableCell;
  row: number;
}

function readRows(
  texts: readonly string[][],
  reading: Reading,
  { line, attributes }: TableOptions,
  { width, header }: { width: number; header: number },
): TableRow[] {
  let above: Place[] = [];
  let filled = 0;
  return texts.map((text, row): TableRow => {
    const cells: TableCell[] = [];
    const places: Place[] = [];
    // The delimiter line is between the first row and the second.
    const at = line === undefined ? undefined : line + row + (row > 0 ? 1 : 0);
    for (let column = 0; column < width; column++) {
      const content = text[column];
      const owner = attributes ? mergedInto(text, column, places, above, row) : undefined;
      if (owner) {
        places.push(owner);
        continue;
      }
      const formula = row >= header ? formulaOf(content) : undefined;
      const cell =
        formula === undefined
          ? { runs: content === undefined ? [] : readRuns(content, reading, at) }
          : readFormula(formula, remarksOf(content, reading, at));
      cells.push(cell);
      places.push({ cell, row });
      if (content === undefined && ++filled > FILLED_CELLS_MAX) {
        if (column + 1 < width) cell.colspan = width - column;
        break;
      }
    }
    if (attributes) markSpans(places, row);
    above = places;
    return { cells };
  });
}

/** `=` and what a formula can begin with; a backslash before the sign makes it text. */
const FORMULA = /^=(?![=>])\s*[\p{L}\d_("'[.$@{+\-−]/u;
/** A formula that is in bold or italics as a whole, as people write the totals of a table. */
const EMPHASISED = /^(\*{1,3}|_{1,3})(=.*[^*_\\])\1$/u;

/** Comments behind a formula. */
const REMARKS = /(?:\s*\{>>(?:(?!<<\})[^])*<<\}(?:\{author=(?:[^{}"]|"[^"]*")*\})?)+\s*$/;

/** Formulas are short; text without end is not searched. */
const hasRemarks = (content: string | undefined): content is string =>
  content !== undefined && content.length < 4_000 && /^[*_]*=/.test(content) && content.endsWith('}') && content.includes('{>>');

/** The formula of a cell; undefined where it holds none. */
function formulaOf(content: string | undefined): string | undefined {
  const bare = hasRemarks(content) ? content.replace(REMARKS, '') : content;
  const formula = bare === undefined ? undefined : (EMPHASISED.exec(bare)?.[2] ?? bare);
  return formula !== undefined && FORMULA.test(formula) ? formula : undefined;
}

/** Its stars and brackets are no Markdown. */
const remarksOf = (content: string | undefined, reading: Reading, line: number | undefined): Run['comments'] => {
  const remarks = hasRemarks(content) ? REMARKS.exec(content)?.[0] : undefined;
  return remarks === undefined ? undefined : readRuns(`=${remarks}`, reading, line)[0]?.comments;
};

function readFormula(formula: string, comments: Run['comments']): TableCell {
  return { runs: [{ text: formula, code: true, ...(comments === undefined ? {} : { comments }) }], formula };
}

/** What a cell with a merging mark becomes part of. Upwards only along the whole width of the cell above: spans are oblong. */
function mergedInto(
  text: readonly string[],
  column: number,
  places: readonly Place[],
  above: readonly Place[],
  row: number,
): Place | undefined {
  const left = places[column - 1];
  if (text[column] === MERGE_LEFT) return left?.row === row ? left : undefined;
  const upper = above[column];
  if (text[column] !== MERGE_UP || !upper) return undefined;
  if (left?.cell === upper.cell) return upper;
  const begins = above[column - 1]?.cell !== upper.cell;
  return begins && above.every((place, index) => place.cell !== upper.cell || text[index] === MERGE_UP) ? upper : undefined;
}

function markSpans(places: readonly Place[], row: number): void {
  const seen = new Set<TableCell>();
  for (const { cell, row: first } of places) {
    if (first < row) cell.rowspan = row - first + 1;
    else if (seen.has(cell)) cell.colspan = (cell.colspan ?? 1) + 1;
    seen.add(cell);
  }
}

// -------------------------------------------------------------------------------------------------------- attributes

const KNOWN = new Set(['types', 'total', 'caption', 'source', 'header', 'widths', 'totals']);

/** Sets what `{types= total= caption= source= header= widths=}` says; what it cannot mean becomes a note. */
export function applyAttributes(table: Table, attributes: Attributes, reading: Reading, line: number | undefined): void {
  const faults = [...attributes.faults, ...[...attributes.values.keys()].filter((key) => !KNOWN.has(key))];
  const { values } = attributes;
  if (attributes.id !== undefined) table.anchor = attributes.id;
  const caption = readTitle(values.get('caption'), reading, line);
  if (caption) table.caption = caption;
  const source = readTitle(values.get('source'), reading, line);
  if (source) table.source = source;
  faults.push(
    ...applyTypes(table, values.get('types')),
    ...applyWidths(table, values.get('widths')),
    ...applyTotals(table, values.get('totals')),
  );
  const total = values.get('total')?.toLowerCase();
  if (total === 'sum') addSums(table, reading);
  else if (total === 'last' || total === 'true') table.total_row = table.rows.length > table.header_rows;
  else if (total !== undefined && total !== 'none' && total !== 'false') faults.push(`total=${total}`);
  if (faults.length > 0) {
    addNote(
      reading,
      {
        code: 'attribute_invalid',
        severity: 'info',
        message: `A table's attribute was not understood: ${faults.join(', ').slice(0, 120)}.`,
      },
      line,
    );
  }
}

function applyTypes(table: Table, text: string | undefined): string[] {
  const faults: string[] = [];
  for (const [index, part] of (text ?? '').split(/[,|;]/).entries()) {
    const type = part.trim().toLowerCase();
    const column = table.columns[index];
    if (type === '') continue;
    if (column && COLUMN_TYPE.test(type)) column.type = type;
    else faults.push(`types=${type}`);
  }
  return faults;
}

const TOTAL_NAMES: Readonly<Record<string, TotalKind>> = {
  sum: 'sum',
  suma: 'sum',
  avg: 'average',
  average: 'average',
  mean: 'average',
  promedio: 'average',
  media: 'average',
  count: 'count',
  contar: 'count',
  cuenta: 'count',
  min: 'min',
  max: 'max',
  mín: 'min',
  máx: 'max',
};

export function totalKind(name: string): TotalKind | undefined {
  const key = name.trim().toLowerCase();
  return Object.hasOwn(TOTAL_NAMES, key) ? TOTAL_NAMES[key] : undefined;
}

/** `totals=",sum,avg"`: what the last row says of each column. */
function applyTotals(table: Table, text: string | undefined): string[] {
  const faults: string[] = [];
  for (const [index, part] of (text ?? '').split(/[,|;]/).entries()) {
    if (part.trim() === '') continue;
    const kind = totalKind(part);
    const column = table.columns[index];
    if (column && kind !== undefined) column.total = kind;
    else faults.push(`totals=${part}`);
  }
  return faults;
}

function applyWidths(table: Table, text: string | undefined): string[] {
  const faults: string[] = [];
  for (const [index, part] of (text ?? '').split(',').entries()) {
    if (part.trim() === '') continue;
    const width = parseShare(part);
    const column = table.columns[index];
    if (column && width !== undefined) column.width = width;
    else faults.push(`widths=${part}`);
  }
  return faults;
}

// ------------------------------------------------------------------------------------------------------------ totals

/** A last row of figures that calls itself the total. */
function endsInTotal(table: Table): boolean {
  const last = table.rows.at(-1)?.cells[0];
  return (
    last !== undefined &&
    table.rows.length > table.header_rows + 1 &&
    table.columns.length > 1 &&
    last.blocks === undefined &&
    saysGrandTotal(plainText(last.runs))
  );
}

const SUMMED = /^(?:int|num\d|[a-z]{3}\d)$/;

/** `total=sum`: the row is added below, unless the last one is a total already. Columns of one type are summed. */
function addSums(table: Table, reading: Reading): void {
  const isShare = (index: number): boolean =>
    table.rows.slice(table.header_rows).some((row) =>
      plainText(row.cells[index]?.runs ?? [])
        .trim()
        .endsWith('%'),
    );
  const summed = table.columns.map(
    (column, index) =>
      index > 0 && !isShare(index) && (column.type === undefined || (SUMMED.test(column.type) && !column.type.startsWith('pct'))),
  );
  addTotals(table, reading, (index) => (summed[index] === true ? 'sum' : undefined));
}

/** A last row with what `kindOf` says of each column; one that is there already is told what it is. Columns without figures stay empty. */
export function addTotals(table: Table, reading: Reading, kindOf: (index: number) => TotalKind | undefined): void {
  const own = table.total_row === true || endsInTotal(table);
  const body = table.rows.slice(table.header_rows, own ? -1 : undefined);
  if (body.length === 0) return;
  const cells = table.columns.map((column, index): TableCell => {
    const kind = kindOf(index);
    if (kind === undefined) return { runs: index === 0 ? [{ text: 'Total' }] : [] };
    const formulas = body.some((row) => row.cells[index]?.formula !== undefined);
    const text = formulas ? undefined : totalOf(body, { index, width: table.columns.length, kind }, reading);
    if (text !== undefined || formulas) column.total = kind;
    return { runs: text === undefined ? [] : [{ text }] };
  });
  if (own) fillEmpty(table.rows.at(-1), cells);
  else table.rows.push({ cells });
  table.total_row = true;
}

function fillEmpty(row: TableRow | undefined, cells: readonly TableCell[]): void {
  if (row?.cells.length !== cells.length) return;
  for (const [index, cell] of row.cells.entries())
    if (cell.runs.length === 0 && cell.formula === undefined) cell.runs = cells[index]?.runs ?? [];
}

/** The total written as the column writes its figures; undefined where a cell is no figure or rows have merged cells. */
function totalOf(
  rows: readonly TableRow[],
  { index, width, kind }: { index: number; width: number; kind: TotalKind },
  reading: Reading,
): string | undefined {
  const values: number[] = [];
  const texts: string[] = [];
  for (const row of rows) {
    const text = row.cells.length === width ? plainText(row.cells[index]?.runs ?? []).trim() : 'merged';
    if (/^[-–—]?$/.test(text)) continue;
    const value = parseNumber(text, reading.decimal());
    if (value === undefined) return undefined;
    values.push(value);
    texts.push(text);
  }
  if (texts.length === 0) return undefined;
  const sum = values.reduce((a, b) => a + b, 0);
  switch (kind) {
    case 'sum':
      return formatLike(sum, texts, reading.decimal());
    case 'average':
      return formatLike(sum / values.length, texts, reading.decimal());
    case 'count':
      return String(values.length);
    case 'min':
      return formatLike(
        values.reduce((a, b) => Math.min(a, b)),
        texts,
        reading.decimal(),
      );
    case 'max':
      return formatLike(
        values.reduce((a, b) => Math.max(a, b)),
        texts,
        reading.decimal(),
      );
  }
}
