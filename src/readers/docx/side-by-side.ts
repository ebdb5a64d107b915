/** Tables that only place things: columns of text, whole pages, and key figures under styles of our writer. */
import { W } from '../../ooxml/names.ts';
import type { Block, Kpis, Table } from '../../document/block.ts';
import { attributeOf, elementsOf, firstElementOf } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { blocksOfCell, isProse, setsPage } from '../office/layout-table.ts';
import { styleChain, valueOf } from './styles.ts';
import type { StyleTable } from './styles.ts';

const isLine = (border: XmlElement): boolean => !/^(?:nil|none)$/.test(attributeOf(border, 'val', W) ?? 'none');

/** Lines of this table and its cells, none of tables in them. */
function* bordersOf(element: XmlElement): Generator<XmlElement> {
  for (const child of elementsOf(element)) {
    if (/^(?:tblBorders|tcBorders)$/.test(child.local)) yield* elementsOf(child);
    else if (/^(?:tblPr|tr|tc|tcPr|sdt|sdtContent|ins|customXml)$/.test(child.local)) yield* bordersOf(child);
  }
}

/** Lines between columns of text. */
const UPRIGHT = /^(?:left|right|start|end|insideV)$/;

/** Whether nothing is drawn between the cells: no lines of its own but those that are allowed, and no style that may have some. */
function isBare(element: XmlElement, styles: StyleTable, allowed: RegExp = /^$/): boolean {
  const own = firstElementOf(element, 'tblPr', W);
  const [style] = styleChain(styles, valueOf(own, 'tblStyle') ?? '');
  if (style !== undefined && !/^(?:normal table|table normal)$/.test(style.name)) return false;
  return ![...bordersOf(element)].some((line) => !allowed.test(line.local) && isLine(line));
}

/** All its text is in one cell, and that is no head over rows to be filled in: the other cells only make room. */
function isPlacedText({ rows, header_rows }: Table): boolean {
  const filled = rows.flatMap(({ cells }, at) => cells.filter((cell) => blocksOfCell(cell).length > 0).map(() => at));
  return filled.length === 1 && (filled[0] ?? 0) >= header_rows;
}

/** Blocks of a table that sets a page or places one text, row by row; undefined where it is one. */
export function layoutIn(element: XmlElement, table: Table, styles: StyleTable): Block[] | undefined {
  if (!isPlacedText(table) && (table.header_rows > 0 || !setsPage(table.rows))) return undefined;
  // a frame around one column divides nothing
  return table.columns.length === 1 || isBare(element, styles, UPRIGHT)
    ? table.rows.flatMap(({ cells }) => cells.flatMap(blocksOfCell))
    : undefined;
}

/** Blocks of the columns one after the other; undefined where the table is one. */
export function columnsIn(element: XmlElement, table: Table, styles: StyleTable): Block[] | undefined {
  const [row, ...others] = table.rows;
  if (!row || others.length > 0 || table.header_rows > 0) return undefined;
  const cells = row.cells.map(blocksOfCell);
  const filled = cells.filter((blocks) => blocks.length > 0);
  if (filled.length < 2) return undefined;
  const flows = filled.some(
    (blocks) => blocks.length > 1 && blocks.some((block) => isProse(block) || (block.type !== 'paragraph' && block.type !== 'table')),
  );
  return flows && isBare(element, styles) ? cells.flat() : undefined;
}

/** The figures of a row whose cells begin with one; undefined for any other table. */
export function figuresIn(element: XmlElement, table: Table, styles: StyleTable): Kpis | undefined {
  const [row, ...others] = elementsOf(element, 'tr', W);
  const [read] = table.rows;
  if (!row || !read || others.length > 0) return undefined;
  const cells = elementsOf(row, 'tc', W);
  const block: Kpis = { id: '', type: 'kpis', items: [] };
  for (const [at, cell] of read.cells.entries()) {
    const blocks = blocksOfCell(cell);
    if (blocks.length === 0) continue;
    const paragraphs = blocks.flatMap((one) => (one.type === 'paragraph' ? [one.runs] : []));
    const [first] = cells[at] ? elementsOf(cells[at], 'p', W) : [];
    const [style] = styleChain(styles, valueOf(first && firstElementOf(first, 'pPr', W), 'pStyle'));
    const [value, label, change] = paragraphs;
    if (style?.name !== 'kpi value' || !value || paragraphs.length !== blocks.length || paragraphs.length > 3) return undefined;
    block.items.push({ value, ...(label ? { label } : {}), ...(change ? { change } : {}) });
  }
  return block.items.length > 0 ? block : undefined;
}
