/**
 * Pages of tagged files (ISO 32000-1 §14.8): what is a heading, a list, a table is said by the file. Content outside of the
 * tags is what repeats on every page. Tags that leave much out, or say nothing of what is drawn, are not believed.
 */
import { append } from '../../base/append.ts';
import type { Block, ListItem, Table, TableCell, TableRow } from '../../document/block.ts';
import type { RenderedPage, TagNode } from '../../document/rendered-document.ts';
import type { Run } from '../../document/inline.ts';
import { dropCharacters, plainText } from '../../document/inline.ts';
import { buildLists } from '../office/list-tree.ts';
import type { FlowPiece } from '../office/list-tree.ts';
import { isLoneMark, itemMark, type ItemMark } from './list-marks.ts';
import { isBelievable } from './believe-tags.ts';
import { gatherMarks, joinFragments } from './marked-text.ts';
import type { Fragment } from './marked-text.ts';
import { isMonospaced } from './typography.ts';
import { maxOf, minOf } from '../../base/extremes.ts';

const INLINE = new Set([
  'Span',
  'Link',
  'Em',
  'Strong',
  'Reference',
  'Quote',
  'BibEntry',
  'Annot',
  'Ruby',
  'RB',
  'RT',
  'RP',
  'Warichu',
  'WT',
  'WP',
  'Sub',
  'Form',
  'Lbl',
  'Code',
  'Formula',
]);

/** Tells from the size of its letters that a text is a heading, and its level. */
export type HeadingBySize = (em: number, text: string) => number | undefined;

interface Reading {
  marks: Map<number, Fragment[]>;
  headingOf: HeadingBySize;
  /** Within an item, whose mark is read already. */ inItem?: boolean;
}

/** Blocks of a page by its tags; null where they are not to be believed. */
export function readTagged(page: RenderedPage, headingOf: HeadingBySize): Block[] | null {
  const { tags } = page;
  // What was filled into a form has no tags.
  if (!tags || page.recognized !== undefined || page.lines.some(({ field }) => field)) return null;
  const marks = gatherMarks(page);
  if (!isBelievable(page, tags, marks)) return null;
  return tags.flatMap((node) => blocksOf(node, { marks, headingOf }));
}

const isInline = (child: TagNode | number): boolean =>
  typeof child === 'number' || (INLINE.has(child.type) && child.children.every(isInline));

// -------------------------------------------------------------------------------------------------------------- inline

function fragmentsOf(child: TagNode | number, reading: Reading): Fragment[] {
  if (typeof child === 'number') return reading.marks.get(child) ?? [];
  const inner = child.children.flatMap((one) => fragmentsOf(one, reading));
  const [first] = inner;
  const said = child.type === 'Formula' ? (child.actual ?? child.alt) : child.actual;
  if (said === undefined || !first) return inner;
  const link = first.runs[0]?.link;
  return [
    {
      ...first,
      runs: [{ text: said, ...(link === undefined ? {} : { link }) }],
      to: inner.at(-1)?.to ?? first.to,
      line: inner.at(-1)?.line ?? first.line,
    },
  ];
}

const runsOf = (children: readonly (TagNode | number)[], reading: Reading): Run[] =>
  joinFragments(children.flatMap((child) => fragmentsOf(child, reading)));

// -------------------------------------------------------------------------------------------------------------- blocks

const HEADING = /^H([1-6])?$/;

function blocksOf(node: TagNode, reading: Reading): Block[] {
  const heading = HEADING.exec(node.type);
  if (heading || node.type === 'Title') {
    const isText = (child: TagNode | number): boolean =>
      typeof child === 'number' || (!/^(?:Table|L|Figure)$/.test(child.type) && child.children.every(isText));
    const runs = runsOf(node.children.filter(isText), reading);
    const rest = node.children.filter((child) => !isText(child));
    return [
      ...(runs.length > 0 ? [{ id: '', type: 'heading' as const, level: Number(heading?.[1] ?? 1), runs }] : []),
      ...flowOf(rest, reading),
    ];
  }
  switch (node.type) {
    case 'L':
      return listOf(node, reading);
    case 'Table':
      return tableOf(node, reading);
    case 'Figure':
      return figureOf(node, reading);
    case 'BlockQuote': {
      const blocks = flowOf(node.children, reading);
      return blocks.length > 0 ? [{ id: '', type: 'quote', blocks }] : [];
    }
    default:
      return flowOf(node.children, reading);
  }
}

/** Text between blocks is a paragraph. */
function flowOf(children: readonly (TagNode | number)[], reading: Reading): Block[] {
  const blocks: FlowPiece[] = [];
  let inline: (TagNode | number)[] = [];
  const close = (): void => {
    append(blocks, paragraphsOf(inline, reading));
    inline = [];
  };
  for (const child of children) {
    if (typeof child === 'number' || isInline(child)) inline.push(child);
    else {
      close();
      append(blocks, labelledItem(child, reading) ?? blocksOf(child, reading));
    }
  }
  close();
  return buildLists(blocks);
}

/** A group whose first part is nothing but a mark, with the text beside it: an item that its writer has not called one. */
function labelledItem(node: TagNode, reading: Reading): FlowPiece[] | null {
  const [label, ...rest] = node.children;
  if (!/^(?:Div|Sect|NonStruct|P)$/.test(node.type) || label === undefined || rest.length === 0) return null;
  const [mark, ...more] = fragmentsOf(label, reading);
  const [text] = rest.flatMap((child) => fragmentsOf(child, reading));
  if (!mark || more.length > 0 || !text) return null;
  const own = plainText(joinFragments([mark])).trim();
  const found = isLoneMark(own) ? itemMark(`${own} x`) : null;
  const beside = text.left > mark.left && Math.min(text.bottom, mark.bottom) > Math.max(text.top, mark.top);
  if (!found || !beside || node.type === 'P') return null;
  const blocks = flowOf(rest, { ...reading, headingOf: () => undefined, inItem: true });
  const [first] = blocks;
  if (found.kept && first?.type === 'paragraph') first.runs = [{ text: `${own} ` }, ...first.runs];
  return [entryOf(mark, found, { blocks })];
}

/** Levels are distinguished by how far they are set in. */
const entryOf = ({ left, em }: Fragment, { ordered, number }: ItemMark, item: ListItem): FlowPiece => ({
  level: Math.round(left / Math.max(8, em * 1.3)),
  ordered,
  key: ordered ? 'numbers' : 'bullets',
  number,
  item,
});

function paragraphsOf(children: readonly (TagNode | number)[], reading: Reading): FlowPiece[] {
  return divideByAir(children.flatMap((child) => fragmentsOf(child, reading))).flatMap((fragments): FlowPiece[] => {
    const lines = new Set(fragments.map(({ line }) => line)).size;
    if (lines >= 2 && fragments.every(({ font }) => isMonospaced(font))) return [{ id: '', type: 'code', text: codeLines(fragments) }];
    const runs = joinFragments(fragments);
    const text = plainText(runs);
    if (text.trim() === '') return [];
    const level = reading.headingOf(minOf(fragments.map(({ em }) => em)), text);
    if (level !== undefined) return [{ id: '', type: 'heading', level, runs }];
    const mark = reading.inItem === true ? null : itemMark(text);
    const [first] = fragments;
    return [
      mark?.sure && first
        ? entryOf(first, mark, { blocks: [{ id: '', type: 'paragraph', runs: dropCharacters(runs, mark.length) }] })
        : { id: '', type: 'paragraph', runs },
    ];
  });
}

/** Much air or another size of letters between two lines: they are two paragraphs, whatever the tags say. */
function divideByAir(fragments: readonly Fragment[]): Fragment[][] {
  const groups: Fragment[][] = [];
  let before: Fragment | undefined;
  for (const fragment of fragments) {
    const apart =
      before !== undefined &&
      before.line !== fragment.line &&
      fragment.top > before.bottom &&
      (fragment.top - before.bottom > fragment.em * 1.6 || Math.max(fragment.em, before.em) > Math.min(fragment.em, before.em) * 1.25);
    if (before === undefined || apart) groups.push([fragment]);
    else groups.at(-1)?.push(fragment);
    before = fragment;
  }
  return groups;
}

function codeLines(fragments: readonly Fragment[]): string {
  const left = minOf(fragments.map((fragment) => fragment.left));
  const lines = new Map<number, Fragment[]>();
  for (const fragment of fragments) lines.set(fragment.line, [...(lines.get(fragment.line) ?? []), fragment]);
  return [...lines.values()]
    .map(
      (own) =>
        ' '.repeat(Math.min(80, Math.max(0, Math.round(((own[0]?.left ?? left) - left) / ((own[0]?.em ?? 10) * 0.6))))) +
        plainText(joinFragments(own)),
    )
    .join('\n');
}

function figureOf(node: TagNode, reading: Reading): Block[] {
  const inner = flowOf(node.children, reading);
  if (node.alt !== undefined) return [{ id: '', type: 'image', asset: null, alt: node.alt }];
  return inner;
}

// --------------------------------------------------------------------------------------------------------------- lists

/** Items whose labels count are ordered; other labels than bullets are before the text. */
function listOf(node: TagNode, reading: Reading): Block[] {
  const blocks: Block[] = [];
  let open: { items: ListItem[]; ordered: boolean } | undefined;
  for (const child of node.children) {
    if (typeof child === 'number' || child.type !== 'LI') {
      const others =
        typeof child === 'number' ? flowOf([child], reading) : child.type === 'L' ? listOf(child, reading) : blocksOf(child, reading);
      const last = open?.items.at(-1);
      if (typeof child !== 'number' && child.type === 'L' && last) append(last.blocks, others);
      else if (others.length > 0) {
        append(blocks, others);
        open = undefined;
      }
      continue;
    }
    const { item, ordered, number } = itemOf(child, reading);
    if (item.blocks.length === 0) continue;
    if (!open || open.ordered !== ordered) {
      open = { items: [], ordered };
      blocks.push({ id: '', type: 'list', ordered, items: open.items, ...(ordered && number !== 1 ? { start: number } : {}) });
    }
    open.items.push(item);
  }
  return blocks;
}

function itemOf(node: TagNode, reading: Reading): { item: ListItem; ordered: boolean; number: number } {
  const label = node.children.filter((child) => typeof child !== 'number' && child.type === 'Lbl');
  const labelRuns = runsOf(label, reading);
  const blocks = flowOf(
    node.children.filter((child) => !label.includes(child)),
    { ...reading, headingOf: () => undefined, inItem: true },
  );
  const [first] = blocks;
  const own = plainText(labelRuns).trim();
  const text = first?.type === 'paragraph' ? plainText(first.runs) : '';
  const mark = itemMark(own === '' ? text : `${own} x`);
  if (first?.type === 'paragraph') {
    if (own === '' && mark) first.runs = dropCharacters(first.runs, mark.length);
    else if (own !== '' && (!mark || mark.kept)) first.runs = [{ text: `${own} ` }, ...first.runs];
  } else if (own !== '' && !mark) blocks.unshift({ id: '', type: 'paragraph', runs: labelRuns });
  return { item: { blocks }, ordered: mark?.ordered ?? false, number: mark?.number ?? 0 };
}

// -------------------------------------------------------------------------------------------------------------- tables

const rowsOf = (node: TagNode): TagNode[] =>
  node.children.flatMap((child) =>
    typeof child === 'number'
      ? []
      : child.type === 'TR'
        ? [child]
        : /^T(?:Head|Body|Foot)$|^(?:Sect|Div|NonStruct)$/i.test(child.type)
          ? rowsOf(child)
          : [],
  );
const CELLS_MAX = 60_000;
const SPAN_MAX = 200;

function tableOf(node: TagNode, reading: Reading): Block[] {
  const captions = node.children
    .filter((child) => typeof child !== 'number' && child.type === 'Caption')
    .flatMap((child) => flowOf([child], reading));
  const placed = rowsOf(node)
    .map((row) => row.children.flatMap((child) => (typeof child === 'number' ? [] : [placedCell(child, reading)])))
    .filter((cells) => cells.length > 0);
  const rows = fillGaps(placed).map((cells): TableRow => ({ cells }));
  const [only] = rows;
  if (rows.length === 0 || rows.reduce((sum, { cells }) => sum + cells.length, 0) > CELLS_MAX)
    return [
      ...captions,
      ...flowOf(
        node.children.filter((child) => typeof child === 'number' || child.type !== 'Caption'),
        reading,
      ),
    ];
  if (rows.length === 1 && only?.cells.length === 1) {
    const [cell] = only.cells;
    return [
      ...captions,
      ...(cell?.blocks ?? (cell && cell.runs.length > 0 ? [{ id: '', type: 'paragraph' as const, runs: cell.runs }] : [])),
    ];
  }
  const table: Table = { id: '', type: 'table', columns: Array.from({ length: widthOf(rows) }, () => ({})), header_rows: 1, rows };
  return [...captions, table];
}

interface PlacedCell {
  cell: TableCell;
  left: number;
  right: number;
}

function placedCell(node: TagNode, reading: Reading): PlacedCell {
  const fragments = fragmentsOf(node, reading);
  return {
    cell: cellOf(node, reading),
    left: minOf(fragments.map(({ left }) => left)),
    right: maxOf(fragments.map(({ right }) => right)),
  };
}

const spanOf = ({ cell }: PlacedCell): number => cell.colspan ?? 1;

/** Cells without content are not among the tags of a page: rows that lack some are laid over the columns of the others. */
function fillGaps(rows: readonly PlacedCell[][]): TableCell[][] {
  const width = Math.max(0, maxOf(rows.map((row) => row.reduce((sum, cell) => sum + spanOf(cell), 0))));
  const columns = Array.from({ length: width }, () => ({ left: Infinity, right: -Infinity }));
  for (const row of rows) {
    if (row.reduce((sum, cell) => sum + spanOf(cell), 0) !== width) continue;
    let at = 0;
    for (const cell of row) {
      const column = columns[at];
      if (column && spanOf(cell) === 1)
        [column.left, column.right] = [Math.min(column.left, cell.left), Math.max(column.right, cell.right)];
      at += spanOf(cell);
    }
  }
  const deep = rows.some((row) => row.some(({ cell }) => cell.rowspan !== undefined));
  return rows.map((row) =>
    deep || row.reduce((sum, cell) => sum + spanOf(cell), 0) === width ? row.map(({ cell }) => cell) : spread(row, columns),
  );
}

function spread(row: readonly PlacedCell[], columns: readonly { left: number; right: number }[]): TableCell[] {
  const cells: TableCell[] = [];
  let wide = 0;
  let left = row.reduce((sum, cell) => sum + spanOf(cell), 0);
  for (const placed of row) {
    const last = columns.length - left;
    let best = wide;
    let most = -Infinity;
    for (let at = wide; at <= last; at++) {
      const column = columns[at];
      const overlap = column ? Math.min(placed.right, column.right) - Math.max(placed.left, column.left) : -Infinity;
      if (overlap > most) [best, most] = [at, overlap];
    }
    for (; wide < best; wide++) cells.push({ runs: [] });
    cells.push(placed.cell);
    wide += spanOf(placed);
    left -= spanOf(placed);
  }
  for (; wide < columns.length; wide++) cells.push({ runs: [] });
  return cells;
}

function cellOf(node: TagNode, reading: Reading): TableCell {
  const blocks = flowOf(node.children, { ...reading, headingOf: () => undefined });
  const [first] = blocks;
  const spans = {
    ...(node.rowSpan === undefined ? {} : { rowspan: Math.min(SPAN_MAX, node.rowSpan) }),
    ...(node.colSpan === undefined ? {} : { colspan: Math.min(SPAN_MAX, node.colSpan) }),
  };
  if (blocks.length === 0) return { runs: [], ...spans };
  if (blocks.length === 1 && (first?.type === 'paragraph' || first?.type === 'heading')) return { runs: first.runs, ...spans };
  return { runs: [], blocks, ...spans };
}

/** Columns that the rows need with cells that reach down into them. */
function widthOf(rows: readonly TableRow[]): number {
  const below: number[] = [];
  let width = 1;
  for (const { cells } of rows) {
    let column = 0;
    for (const { colspan = 1, rowspan = 1 } of cells) {
      while ((below[column] ?? 0) > 0) column++;
      for (let at = column; at < column + colspan; at++) below[at] = rowspan;
      column += colspan;
    }
    width = Math.max(width, column, below.findLastIndex((count) => count > 0) + 1);
    for (const [at, count] of below.entries()) below[at] = Math.max(0, (count ?? 0) - 1);
  }
  return width;
}
