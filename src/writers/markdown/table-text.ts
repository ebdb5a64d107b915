/** Tables and charts → pipe tables, in a directive where they say more than a pipe table can. */
import type { Block, Chart, Table, TableCell, TableRow, TableRule } from '../../document/block.ts';
import { plainText } from '../../document/inline.ts';
import { joinParts, writeAttributes, writeContainer } from './attribute-text.ts';
import { escapeLine } from './escape.ts';
import { writeRemarks, writeRuns } from './inline-text.ts';

const DELIMITERS = { left: ':--', center: ':-:', right: '--:' } as const;
const PLAIN_DELIMITER = '---';

function writeRow(cells: readonly string[]): string {
  return `| ${cells.join(' | ')} |`;
}

/** The table, and under it what a workbook does with it. @param writeInner writes the blocks of a cell */
export function writeTable(table: Table, writeInner: (blocks: readonly Block[]) => string): string {
  const rules = (table.rules ?? []).map(writeRule).join('\n');
  return rules === '' ? writeBare(table, writeInner) : `${writeBare(table, writeInner)}\n\n${rules}`;
}

function writeRule(rule: TableRule): string {
  switch (rule.kind) {
    case 'highlight':
      return `::highlight${writeAttributes({ col: rule.column, when: rule.when, as: rule.style })}`;
    case 'input': {
      const { column, choices, min, max, message } = rule;
      const bar = typeof choices === 'object' && choices.some((one) => /[,|\\]/.test(one)) ? '|' : ',';
      const list = typeof choices === 'object' ? (bar === '|' ? joinParts(choices) : choices.join(',')) : choices;
      return `::input${writeAttributes({ col: column, choices: list, min, max, message })}`;
    }
    case 'style':
      return `::style${writeAttributes({ col: rule.column, as: rule.style })}`;
    case 'grow':
      return `::grow${writeAttributes({ rows: rule.rows })}`;
  }
}

function writeBare(table: Table, writeInner: (blocks: readonly Block[]) => string): string {
  const blocky = table.rows.some((row) => row.cells.some((cell) => cell.blocks !== undefined || cell.align !== undefined));
  if (blocky) return writeGrid(table, writeInner);
  const merged = table.rows.some((row) => row.cells.some((cell) => cell.colspan !== undefined || cell.rowspan !== undefined));
  const texts = layOut(table);
  const header = table.header_rows === 0 ? table.columns.map(() => '') : (texts.shift() ?? table.columns.map(() => ''));
  const emptyHeader = table.header_rows > 0 && header.every((text) => text === '');
  const delimiters = table.columns.map((column) => (column.align === undefined ? PLAIN_DELIMITER : DELIMITERS[column.align]));
  const pipe = [header, delimiters, ...texts].map(writeRow).join('\n');
  const headerCount = table.header_rows > 1 || emptyHeader ? table.header_rows : undefined;
  const attributes = tableAttributes(table, headerCount);
  if (attributes === '' && !merged) return table.anchor === undefined ? pipe : `{#${table.anchor}}\n\n${pipe}`;
  return writeContainer('table', tableAttributes(table, headerCount, table.anchor), pipe);
}

function tableAttributes(table: Table, header: number | undefined, anchor?: string): string {
  const types = table.columns.map((column) => column.type ?? '');
  const widths = table.columns.map((column) => (column.width === undefined ? '' : writeShare(column.width)));
  // A row that begins with "Total" is taken for one when read.
  const label = table.rows.at(-1)?.cells[0];
  const seemsTotal = label !== undefined && /total|suma/i.test(plainText(label.runs));
  return writeAttributes(
    {
      types: types.every((type) => type === '') ? undefined : types.join(','),
      widths: widths.every((width) => width === '') ? undefined : widths.join(','),
      header,
      totals: table.columns.every((column) => column.total === undefined)
        ? undefined
        : table.columns.map((column) => column.total ?? '').join(','),
      total: table.total_row ? 'last' : seemsTotal ? 'none' : undefined,
      caption: table.caption && writeRuns(table.caption, 'line'),
      source: table.source && writeRuns(table.source, 'line'),
    },
    anchor,
  );
}

export function writeShare(share: number): string {
  return `${Number((share * 100).toFixed(2))}%`;
}

/** A text that begins like a formula carries a backslash. */
function bodyText(cell: TableCell): string {
  if (cell.formula !== undefined) return `${cell.formula}${writeRemarks(cell.runs[0]?.comments)}`.replaceAll('|', '\\|');
  const text = writeRuns(cell.runs, 'cell');
  return text.startsWith('=') ? `\\${text}` : text;
}

/** Cells as text in their positions; those that a span covers hold its mark. */
function layOut(table: Table): string[][] {
  const grid: string[][] = table.rows.map(() => []);
  for (const [row, { cells }] of table.rows.entries()) {
    let column = 0;
    for (const cell of cells) {
      while (grid[row]?.[column] !== undefined) column++;
      for (let down = 0; down < Math.min(cell.rowspan ?? 1, table.rows.length - row); down++) {
        for (let right = 0; right < (cell.colspan ?? 1); right++) {
          const line = grid[row + down];
          if (line)
            line[column + right] =
              down > 0 ? '^^' : right > 0 ? '<<' : row < table.header_rows ? writeRuns(cell.runs, 'cell') : bodyText(cell);
        }
      }
      column += cell.colspan ?? 1;
    }
  }
  return grid.map((line) => table.columns.map((_, column) => line[column] ?? ''));
}

function writeGrid(table: Table, writeInner: (blocks: readonly Block[]) => string): string {
  const aligns = table.columns.map((column) => column.align ?? '');
  const head = tableAttributes(table, table.header_rows === 1 ? undefined : table.header_rows, table.anchor);
  const more = aligns.every((align) => align === '') ? '' : writeAttributes({ aligns: aligns.join(',') });
  const attributes = head === '' || more === '' ? head + more : `${head.slice(0, -1)} ${more.slice(1)}`;
  const cellText = (cell: TableCell): string => {
    const inner = cell.blocks ? writeInner(cell.blocks) : writeRuns(cell.runs, 'paragraph');
    return writeContainer('cell', writeAttributes({ colspan: cell.colspan, rowspan: cell.rowspan, align: cell.align }), inner);
  };
  const rowText = (row: TableRow): string => writeContainer('row', '', row.cells.map(cellText).join('\n'));
  return writeContainer('table', attributes, table.rows.map(rowText).join('\n'));
}

// ------------------------------------------------------------------------------------------------------------- charts

/** A figure that reads the same in every language: three decimals could be thousands. */
function writeNumber(value: number | null): string {
  return value === null ? '' : String(value).replace(/^(-?\d{1,3}\.\d{3})(?=$|e)/, '$10');
}

export function writeChart(chart: Chart): string {
  const cell = (text: string): string => escapeLine(text).replaceAll('|', '\\|');
  const lines = chart.series.filter((series) => series.kind === 'line').map((series) => series.name);
  const attributes = writeAttributes(
    {
      type: chart.kind,
      line: chart.kind === 'combo' && lines.length > 0 ? lines.join(',') : undefined,
      unit: chart.unit,
      title: chart.title === undefined ? undefined : escapeLine(chart.title),
      alt: chart.alt,
      source: chart.source && writeRuns(chart.source, 'line'),
      data: chart.data,
    },
    chart.anchor,
  );
  const rows = [
    writeRow([cell(chart.category_label ?? ''), ...chart.series.map((series) => cell(series.name))]),
    writeRow([PLAIN_DELIMITER, ...chart.series.map(() => DELIMITERS.right)]),
    ...chart.categories.map((category, index) =>
      writeRow([cell(category), ...chart.series.map((series) => writeNumber(series.values[index] ?? null))]),
    ),
  ];
  return writeContainer('chart', attributes, rows.join('\n'));
}
