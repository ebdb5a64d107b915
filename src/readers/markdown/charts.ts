/** `:::chart{type= x= y= line= unit= title= source= alt= data=}` and a pipe table in it → a chart. */
import type { Block, Chart } from '../../document/block.ts';
import { plainText } from '../../document/inline.ts';
import { CATEGORIES_MAX, chartKind, readValue, SERIES_MAX } from './chart-values.ts';
import { anchored, noteFaults, valueOf } from './directives.ts';
import type { Directive } from './directives.ts';
import { readNodes } from './blocks.ts';
import { addNote } from './reading.ts';
import type { RawTable, Reading } from './reading.ts';
import { readRuns, readTitle } from './runs.ts';
import { readTable } from './tables.ts';

const ATTRIBUTES = ['type', 'x', 'y', 'line', 'unit', 'title', 'source', 'alt', 'data'];

/** A chart, or the content with a note where it holds no figures. Other content of the directive follows. */
export function readChart(directive: Directive, reading: Reading): Block[] {
  const node = directive.children.find((child) => reading.tables.has(child.token));
  const raw = node ? reading.tables.get(node.token) : figuresAbove(reading);
  const rest = readNodes(
    directive.children.filter((child) => child !== node),
    reading,
  );
  if (!raw) {
    addNote(
      reading,
      { code: 'chart_invalid', severity: 'warning', message: 'A chart needs a pipe table with its figures; its content was kept.' },
      directive.line,
    );
    const title = readTitle(valueOf(directive, 'title') ?? directive.label, reading, directive.line);
    return title ? [{ id: '', type: 'paragraph', runs: title }, ...rest] : rest;
  }
  const line = node?.token.map?.[0] ?? directive.line;
  const made = makeChart(directive, raw, reading);
  if (typeof made !== 'string') return [made, ...(node ? overflowOf(raw, reading, line) : []), ...rest];
  addNote(reading, { code: 'chart_invalid', severity: 'warning', message: `A chart stays a table: ${made}.` }, directive.line);
  const blocks = node ? readTable(raw, reading, { line }) : [];
  const [table] = blocks;
  const title = valueOf(directive, 'title') ?? directive.label;
  const caption = readTitle(title, reading, directive.line);
  if (table?.type === 'table' && caption) table.caption = caption;
  return [...blocks, ...rest];
}

/** A chart without figures of its own draws those of the table above it, but for its total; what is calculated is empty until then. */
function figuresAbove(reading: Reading): RawTable | undefined {
  const last = reading.lastTable;
  if (!last) return undefined;
  const { table, raw } = last;
  const count = table.rows.length - table.header_rows - (table.total_row ? 1 : 0);
  const rows = raw.rows
    .slice(0, count)
    .map((row, at) => row.map((text, column) => (table.rows[at + table.header_rows]?.cells[column]?.formula === undefined ? text : '')));
  return { ...raw, rows };
}

function overflowOf(raw: RawTable, reading: Reading, line: number | undefined): Block[] {
  return raw.overflow
    .map((text): Block => ({ id: '', type: 'paragraph', runs: readRuns(text, reading, line) }))
    .filter((block) => block.type === 'paragraph' && block.runs.length > 0);
}

function makeChart(directive: Directive, raw: RawTable, reading: Reading): Chart | string {
  const read = (text: string): string => plainText(readRuns(text, reading, directive.line));
  const header = raw.header.map(read);
  const find = (name: string): number => header.findIndex((cell) => cell.trim().toLowerCase() === name.trim().toLowerCase());
  const x = valueOf(directive, 'x');
  const category = x === undefined ? 0 : find(x);
  if (category < 0) return `it has no column "${(x ?? '').slice(0, 60)}"`;
  const y = valueOf(directive, 'y')
    ?.split(',')
    .map((name) => name.trim())
    .filter((name) => name !== '');
  const columns = y ? y.map(find) : header.map((_, index) => index).filter((index) => index !== category);
  const missing = y?.find((_, index) => (columns[index] ?? -1) < 0);
  if (missing !== undefined) return `it has no column "${missing.slice(0, 60)}"`;
  if (columns.length === 0 || columns.length > SERIES_MAX) return `it needs 1 to ${SERIES_MAX} columns of figures`;
  if (raw.rows.length === 0 || raw.rows.length > CATEGORIES_MAX) return `it needs 1 to ${CATEGORIES_MAX} rows of figures`;

  const lines = new Set((valueOf(directive, 'line') ?? '').split(',').map((name) => find(name)));
  const asked = (valueOf(directive, 'type') ?? 'column').toLowerCase();
  const kind = chartKind(asked);
  const chart: Chart = anchored(
    { id: '', type: 'chart', kind: kind ?? 'column', categories: raw.rows.map((row) => read(row[category] ?? '')), series: [] },
    directive,
  );
  for (const column of columns) {
    const values = raw.rows.map((row) => readValue(read(row[column] ?? ''), reading, directive.line));
    if (values.every((value) => value === null) && raw.rows.some((row) => (row[column] ?? '') !== ''))
      return `the column "${(header[column] ?? '').slice(0, 60)}" holds no figures`;
    const series: Chart['series'][number] = { name: header[column] ?? '', values };
    if (chart.kind === 'combo')
      series.kind = lines.has(column) || (lines.size === 1 && lines.has(-1) && column === columns.at(-1)) ? 'line' : 'column';
    chart.series.push(series);
  }
  setLabels(chart, directive, reading, header[category] ?? '');
  if (directive.children.length > 0) noteUnused(header, [category, ...columns], reading, directive.line);
  const data = valueOf(directive, 'data')?.toLowerCase();
  if (data === 'table' || data === 'tabla') chart.data = 'table';
  noteFaults(directive, reading, ATTRIBUTES, [
    ...(kind === undefined ? [`type=${asked}`] : []),
    ...(data !== undefined && chart.data === undefined ? [`data=${data}`] : []),
  ]);
  return chart;
}

function setLabels(chart: Chart, directive: Directive, reading: Reading, categoryLabel: string): void {
  const text = (key: string): string | undefined => {
    const value = plainText(readRuns(valueOf(directive, key) ?? '', reading, directive.line)).trim();
    return value === '' ? undefined : value;
  };
  const title = text('title') ?? (directive.label === '' ? undefined : directive.label);
  if (title !== undefined) chart.title = title;
  const unit = valueOf(directive, 'unit');
  if (unit !== undefined) chart.unit = unit;
  if (categoryLabel !== '') chart.category_label = categoryLabel;
  const alt = valueOf(directive, 'alt');
  if (alt !== undefined) chart.alt = alt;
  const source = readTitle(valueOf(directive, 'source'), reading, directive.line);
  if (source) chart.source = source;
}

function noteUnused(header: readonly string[], used: readonly number[], reading: Reading, line: number | undefined): void {
  const unused = header.filter((_, index) => !used.includes(index));
  if (unused.length === 0) return;
  addNote(
    reading,
    { code: 'chart_column_unused', severity: 'info', message: `A chart does not draw the columns ${unused.join(', ').slice(0, 120)}.` },
    line,
  );
}
