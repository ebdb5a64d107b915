/** Tables of one row that only place things side by side: columns of text, and key figures under styles of our writer. */
import { W } from '../../ooxml/names.ts';
import type { Block, Kpis, Table } from '../../document/block.ts';
import { plainText } from '../../document/inline.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements } from '../../ooxml/xml-tree.ts';
import type { XmlElement } from '../../ooxml/xml-tree.ts';
import { styleChain, valueOf } from './styles.ts';
import type { StyleTable } from './styles.ts';

/** Of a paragraph that is running text, no label of a form. */
const PROSE_MIN = 60;

const isLine = (border: XmlElement): boolean => !/^(?:nil|none)$/.test(attributeOf(border, 'val', W) ?? 'none');

/** Whether nothing is drawn between the cells: no lines of its own, and no style that may have some. */
function isBare(element: XmlElement, styles: StyleTable): boolean {
  const own = firstElementOf(element, 'tblPr', W);
  const [style] = styleChain(styles, valueOf(own, 'tblStyle') ?? '');
  if (style !== undefined && !/^(?:normal table|table normal)$/.test(style.name)) return false;
  return ![...walkElements(element)].some(({ local, children }) =>
    /^(?:tblBorders|tcBorders)$/.test(local) ? children.some((one) => one.kind === 'element' && isLine(one)) : false,
  );
}

const isProse = (block: Block): boolean => block.type === 'paragraph' && plainText(block.runs).length >= PROSE_MIN;

/** Blocks of the columns one after the other; undefined where the table is one. */
export function columnsIn(element: XmlElement, table: Table, styles: StyleTable): Block[] | undefined {
  const [row, ...others] = table.rows;
  if (!row || others.length > 0 || table.header_rows > 0) return undefined;
  const cells = row.cells.map(({ runs, blocks }): Block[] => blocks ?? (runs.length > 0 ? [{ id: '', type: 'paragraph', runs }] : []));
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
    const blocks = cell.blocks ?? (cell.runs.length > 0 ? [{ id: '', type: 'paragraph' as const, runs: cell.runs }] : []);
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
