/**
 * A table whose cells hold blocks, which no pipe table can: `:::table` with `:::row` in it, and `:::cell{colspan=
 * rowspan= align=}` in those.
 */
import type { Block, Table, TableCell, TableColumn, TableRow } from '../../document/block.ts';
import { parseDirective } from './directives.ts';
import type { Directive } from './directives.ts';
import { readNodes } from './blocks.ts';
import type { Node } from './parser.ts';
import { addNote } from './reading.ts';
import type { Reading } from './reading.ts';
import { COLUMNS_MAX } from './pipe-table.ts';
import { applyAttributes } from './tables.ts';

const ROWS_MAX = 20_000;

function isDirective(node: Node, name: string): boolean {
  return node.token.type === 'directive_open' && parseDirective(node).name === name;
}

/** Undefined where the directive holds no rows. */
export function readGridTable(directive: Directive, reading: Reading): Block[] | undefined {
  const rowNodes = directive.children.filter((node) => isDirective(node, 'row'));
  if (rowNodes.length === 0 || rowNodes.length > ROWS_MAX) return undefined;
  const rest = readNodes(
    directive.children.filter((node) => !isDirective(node, 'row')),
    reading,
  );
  const rows: TableRow[] = [];
  for (const node of rowNodes) {
    const cells = node.children.filter((child) => isDirective(child, 'cell')).map((child) => readCell(parseDirective(child), reading));
    const stray = readNodes(
      node.children.filter((child) => !isDirective(child, 'cell')),
      reading,
    );
    for (const block of stray) rest.push(block);
    rows.push({ cells });
  }
  const width = settleRows(rows);
  if (width === 0 || width > COLUMNS_MAX) {
    if (width > 0)
      addNote(
        reading,
        { code: 'table_too_wide', severity: 'warning', message: `A table has ${width} columns; its cells follow as text.` },
        directive.line,
      );
    return [...rows.flatMap((row) => row.cells.flatMap(cellBlocks)), ...rest];
  }
  const header = directive.attributes.values.get('header');
  const headerRows = header !== undefined && /^\d{1,4}$/.test(header) ? Math.min(Number(header), rows.length) : 1;
  const table: Table = { id: '', type: 'table', columns: readAligns(directive, width), header_rows: headerRows, rows };
  directive.attributes.values.delete('aligns');
  applyAttributes(table, directive.attributes, reading, directive.line);
  return [table, ...rest];
}

function cellBlocks(cell: TableCell): Block[] {
  return cell.blocks ?? (cell.runs.length > 0 ? [{ id: '', type: 'paragraph', runs: cell.runs }] : []);
}

function readAligns(directive: Directive, width: number): TableColumn[] {
  const aligns = (directive.attributes.values.get('aligns') ?? '').split(',').map((part) => part.trim());
  return Array.from({ length: width }, (_, index): TableColumn => {
    const align = aligns[index];
    return align === 'left' || align === 'center' || align === 'right' ? { align } : {};
  });
}

function readCell(directive: Directive, reading: Reading): TableCell {
  const blocks = readNodes(directive.children, reading);
  const [only] = blocks;
  const plain = blocks.length === 1 && only?.type === 'paragraph' && only.anchor === undefined ? only.runs : undefined;
  const cell: TableCell = { runs: plain ?? [] };
  if (!plain && blocks.length > 0) cell.blocks = blocks;
  const { values } = directive.attributes;
  for (const key of ['colspan', 'rowspan'] as const) {
    const span = values.get(key);
    if (span !== undefined && /^\d{1,3}$/.test(span) && Number(span) >= 2) cell[key] = Number(span);
  }
  const align = values.get('align');
  if (align === 'left' || align === 'center' || align === 'right') cell.align = align;
  return cell;
}

/**
 * Makes rows with spans whole: all of one width, no span into another or below the last row. Returns the width; beyond
 * `COLUMNS_MAX` the rows are left as they are.
 */
export function settleRows(rows: readonly TableRow[]): number {
  let width = 0;
  /** Rows that each column is still covered by a span from above. */
  let covered: number[] = [];
  for (const row of rows) {
    const placed = placeRow(row.cells, covered);
    covered = placed.covered;
    width = Math.max(width, placed.width);
    // Spans that lean on each other would make each row wider than the one before.
    if (width > COLUMNS_MAX) return width;
  }
  fillRows(rows, width);
  return width;
}

/** Where the cells of a row come to be below the spans from above; spans that would run into each other are cut. */
function placeRow(cells: readonly TableCell[], above: readonly number[]): { covered: number[]; width: number } {
  const covered = above.map((rows) => Math.max(0, rows - 1));
  let column = 0;
  const free = (at: number): boolean => (above[at] ?? 0) <= 0;
  for (const cell of cells) {
    while (!free(column)) column++;
    let span = 1;
    while (span < (cell.colspan ?? 1) && free(column + span)) span++;
    if (span === 1) delete cell.colspan;
    else cell.colspan = span;
    for (let at = column; at < column + span; at++) covered[at] = (cell.rowspan ?? 1) - 1;
    column += span;
  }
  let width = column;
  while (!free(width)) width++;
  return { covered, width };
}

/** Short rows get empty cells, and no span reaches below the last row. */
function fillRows(rows: readonly TableRow[], width: number): void {
  let covered: number[] = [];
  for (const [index, row] of rows.entries()) {
    for (const cell of row.cells) {
      const most = rows.length - index;
      if ((cell.rowspan ?? 1) > most) {
        if (most >= 2) cell.rowspan = most;
        else delete cell.rowspan;
      }
    }
    let free = 0;
    for (let at = 0; at < width; at++) if ((covered[at] ?? 0) <= 0) free++;
    const used = row.cells.reduce((sum, cell) => sum + (cell.colspan ?? 1), 0);
    for (let missing = free - used; missing > 0; missing--) row.cells.push({ runs: [] });
    covered = placeRow(row.cells, covered).covered;
  }
}
