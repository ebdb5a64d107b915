/**
 * Pages of tagged files (ISO 32000-1 §14.8): what is a heading, a list, a table is said by the file. Content outside of the
 * tags is what repeats on every page. Tags that leave much out, or say nothing of what is drawn, are not believed.
 */
import { append } from '../../base/append.ts';
import type { Block, Footnotes, ListItem, Table, TableCell, TableRow } from '../../document/block.ts';
import type { RenderedPage, TagNode } from '../../document/rendered-document.ts';
import { dropCharacters, plainText } from '../../document/inline.ts';
import { checklistOf } from '../office/checklist.ts';
import { blocksOfCell, setsPage } from '../office/layout-table.ts';
import { buildLists } from '../office/list-tree.ts';
import type { FlowPiece } from '../office/list-tree.ts';
import type { CountedLines } from './counted-lines.ts';
import { countedMark, isLoneMark, itemMark, type ItemMark } from './list-marks.ts';
import { isBelievable } from './believe-tags.ts';
import type { IsLoneSign } from './lone-signs.ts';
import { codeLines, gatherMarks, joinFragments } from './marked-text.ts';
import { fragmentsOf, isCodeBlock, isInline, isWithinLine, nameSpans, runsOf, type HeadingBySize, type Reading } from './tagged-text.ts';
import type { Fragment } from './marked-text.ts';
import { nestBySetting, type ItemPlace } from './nest-items.ts';
import { settleLevels } from './settle-levels.ts';
import { fillGaps, isRuled, widthOf, type PlacedCell } from './tagged-grid.ts';
import { joinTitleLines, placeTitle } from './title-lines.ts';
import { isMonospaced } from './typography.ts';
import { divideByAir } from './divide-by-air.ts';
import { nameUnmarked } from './unmarked-lines.ts';
import { maxOf, minOf } from '../../base/extremes.ts';

/** What is known of the whole file. */
export interface FileContext {
  headingOf: HeadingBySize;
  isLoneSign: IsLoneSign;
  /** Ids of footnotes so far, which grow. */
  taken: Set<string>;
  counted: CountedLines;
}

/** Blocks of a page by its tags, its footnotes at their end; null where they are not to be believed. */
export function readTagged(given: RenderedPage, { headingOf, isLoneSign, taken, counted }: FileContext): Block[] | null {
  // What was filled into a form has no tags.
  if (!given.tags || given.recognized !== undefined || given.lines.some(({ field }) => field)) return null;
  const page = nameUnmarked(given);
  const { tags = [] } = page;
  const marks = gatherMarks(page);
  if (!isBelievable(page, tags, marks)) return null;
  const notes: Footnotes['notes'] = [];
  const places: Reading['places'] = new Map();
  const reading: Reading = {
    marks,
    headingOf,
    isLoneSign,
    notes,
    references: new Map(),
    places,
    taken,
    page: page.page,
    rules: page.rules ?? [],
    counted,
  };
  const pieces = tags.map(nameSpans).flatMap((node) => (isInline(node) ? blocksOf(node, reading) : piecesOf([node], reading)));
  const blocks = joinTitleLines(buildLists(settleLevels(pieces)), places);
  for (const { id } of notes) taken.add(id);
  return notes.length === 0 ? blocks : [...blocks, { id: '', type: 'footnotes', notes }];
}

// -------------------------------------------------------------------------------------------------------------- blocks

const HEADING = /^H([1-6])?$/;
const FOOTNOTE_SIGN = /^[\p{L}\p{N}]{1,4}$/u;

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
      const blocks = flowOf(node.children, { ...reading, headingOf: () => undefined });
      return blocks.length > 0 ? [{ id: '', type: 'quote', blocks }] : [];
    }
    default:
      return flowOf(node.children, reading);
  }
}

const flowOf = (children: readonly (TagNode | number)[], reading: Reading): Block[] =>
  buildLists(settleLevels(piecesOf(children, reading)));

/** What only groups others: items in it that no tag calls so are in one list with those before and behind it. */
const GROUPING = /^(?:P|Div|Sect|Part|Art|Document|NonStruct|TOC|TOCI)$/;

/** Text between blocks is a paragraph. */
function piecesOf(children: readonly (TagNode | number)[], reading: Reading): FlowPiece[] {
  const blocks: FlowPiece[] = [];
  let inline: (TagNode | number)[] = [];
  let within: Block[] = [];
  const close = (): void => {
    append(blocks, paragraphsOf(inline, reading));
    append(blocks, within);
    inline = [];
    within = [];
  };
  for (const [at, child] of children.entries()) {
    if (isCodeBlock(children, at)) {
      close();
      blocks.push({ id: '', type: 'code', text: codeLines(fragmentsOf(child, reading)) });
    } else if (typeof child === 'number' || isInline(child)) inline.push(child);
    else if (isWithinLine(children, at, inline, reading)) append(within, blocksOf(child, reading));
    else if (isFootnote(child, inline.at(-1), reading)) continue;
    else {
      close();
      append(
        blocks,
        labelledItem(child, reading) ?? (GROUPING.test(child.type) ? piecesOf(child.children, reading) : blocksOf(child, reading)),
      );
    }
  }
  close();
  return blocks;
}

/** A note right behind the sign that refers to it is no part of the paragraph: it is kept for the end of the page. */
function isFootnote(node: TagNode, before: TagNode | number | undefined, reading: Reading): boolean {
  const [label, ...rest] = node.children;
  if (node.type !== 'Note' || typeof before !== 'object' || typeof label !== 'object' || label.type !== 'Lbl') return false;
  const sign = plainText(runsOf([label], reading)).trim();
  if (!FOOTNOTE_SIGN.test(sign) || plainText(runsOf([before], reading)).trim() !== sign) return false;
  // some count anew on every page
  const id = reading.taken.has(sign) ? `${sign}-p${reading.page}` : sign;
  if (reading.notes.some((note) => note.id === id)) return false;
  reading.references.set(before, id);
  reading.notes.push({ id, blocks: flowOf(rest, { ...reading, headingOf: () => undefined }) });
  return true;
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

/** Its level is how far it is set in, in steps of about a letter and a half. */
const entryOf = ({ left, em }: Fragment, { ordered, number, checked }: ItemMark, item: ListItem): FlowPiece => ({
  level: left / Math.max(8, em * 1.3),
  ordered,
  key: ordered ? 'numbers' : 'bullets',
  number,
  item: checked === undefined ? item : { ...item, checked },
});

function paragraphsOf(children: readonly (TagNode | number)[], reading: Reading): FlowPiece[] {
  return divideByAir(children.flatMap((child) => fragmentsOf(child, reading))).flatMap((fragments): FlowPiece[] => {
    const lines = new Set(fragments.map(({ line }) => line)).size;
    if (lines >= 2 && fragments.every(({ font }) => isMonospaced(font))) return [{ id: '', type: 'code', text: codeLines(fragments) }];
    const runs = joinFragments(fragments);
    const text = plainText(runs);
    if (text.trim() === '') return [];
    const em = minOf(fragments.map((fragment) => fragment.em));
    const level = reading.headingOf(em, text, reading.page);
    if (level !== undefined) {
      const heading: Block = { id: '', type: 'heading', level, runs };
      reading.places.set(heading, placeTitle(fragments, em));
      return [heading];
    }
    const counts = reading.counted(text, reading.page);
    const mark = reading.inItem === true || reading.isLoneSign(text) ? null : (itemMark(text) ?? (counts ? countedMark(text) : null));
    const [first] = fragments;
    return [
      mark && (mark.sure || counts) && first
        ? entryOf(first, mark, { blocks: [{ id: '', type: 'paragraph', runs: mark.kept ? runs : dropCharacters(runs, mark.length) }] })
        : { id: '', type: 'paragraph', runs },
    ];
  });
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
  const places = new Map<ListItem, ItemPlace>();
  let open: { items: ListItem[]; ordered: boolean; next: number } | undefined;
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
    if (item.blocks.length === 0) {
      if (!ordered) continue;
      // its number is to be seen, and counts
      item.blocks.push({ id: '', type: 'paragraph', runs: [] });
    }
    if (!open || open.ordered !== ordered || (ordered && number !== open.next)) {
      open = { items: [], ordered, next: number };
      blocks.push({ id: '', type: 'list', ordered, items: open.items, ...(ordered && number !== 1 ? { start: number } : {}) });
    }
    const own = fragmentsOf(child, reading);
    const place = own.find(({ runs }) => !isLoneMark(plainText(runs).trim())) ?? own[0];
    if (place) places.set(item, place);
    open.items.push(item);
    open.next = number + 1;
  }
  return blocks.map((block) => (block.type === 'list' ? nestBySetting(block, places) : block));
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
    if (own === '' && mark) first.runs = mark.kept ? first.runs : dropCharacters(first.runs, mark.length);
    else if (own !== '' && !mark && isAbove(label, node, reading)) blocks.unshift({ id: '', type: 'paragraph', runs: labelRuns });
    else if (own !== '' && (!mark || mark.kept)) first.runs = [{ text: `${own} ` }, ...first.runs];
  } else if (own !== '' && !mark) blocks.unshift({ id: '', type: 'paragraph', runs: labelRuns });
  return {
    item: { blocks, ...(mark?.checked === undefined ? {} : { checked: mark.checked }) },
    ordered: mark?.ordered ?? false,
    number: mark?.number ?? 0,
  };
}

/** A term of a list of definitions is in a line of its own above its meaning. */
function isAbove(label: readonly (TagNode | number)[], item: TagNode, reading: Reading): boolean {
  const marked = label.flatMap((child) => fragmentsOf(child, reading));
  const text = item.children.filter((child) => !label.includes(child)).flatMap((child) => fragmentsOf(child, reading));
  const [last, first] = [marked.at(-1), text[0]];
  return last !== undefined && first !== undefined && first.top > (last.top + last.bottom) / 2;
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
  const [named, rest] = [true, false].map((wanted) =>
    node.children.filter((child) => (typeof child !== 'number' && child.type === 'Caption') === wanted),
  );
  const captions = (named ?? []).flatMap((child) => flowOf([child], reading));
  const placed = rowsOf(node)
    .map((row) => row.children.flatMap((child) => (typeof child === 'number' ? [] : [placedCell(child, reading)])))
    .filter((cells) => cells.length > 0);
  const rows = fillGaps(placed).map((cells): TableRow => ({ cells }));
  const [only] = rows;
  if (rows.length === 0 || rows.reduce((sum, { cells }) => sum + cells.length, 0) > CELLS_MAX)
    return [...captions, ...flowOf(rest ?? [], reading)];
  if (rows.length === 1 && only?.cells.length === 1) return [...captions, ...only.cells.flatMap(blocksOfCell)];
  if (setsPage(rows) && !isRuled(placed.flat(), reading.rules))
    return [
      ...captions,
      ...rowsOf(node).flatMap((row) => row.children.flatMap((cell) => (typeof cell === 'number' ? [] : flowOf(cell.children, reading)))),
    ];
  const table: Table = { id: '', type: 'table', columns: Array.from({ length: widthOf(rows) }, () => ({})), header_rows: 1, rows };
  return [...captions, ...(checklistOf(table) ?? [table])];
}

function placedCell(node: TagNode, reading: Reading): PlacedCell {
  const fragments = fragmentsOf(node, reading);
  return {
    cell: cellOf(node, reading),
    left: minOf(fragments.map(({ left }) => left)),
    right: maxOf(fragments.map(({ right }) => right)),
    top: minOf(fragments.map(({ top }) => top)),
    bottom: maxOf(fragments.map(({ bottom }) => bottom)),
  };
}

function cellOf(node: TagNode, reading: Reading): TableCell {
  const blocks = flowOf(node.children, { ...reading, headingOf: () => undefined, counted: () => false });
  const [first] = blocks;
  const spans = {
    ...(node.rowSpan === undefined ? {} : { rowspan: Math.min(SPAN_MAX, node.rowSpan) }),
    ...(node.colSpan === undefined ? {} : { colspan: Math.min(SPAN_MAX, node.colSpan) }),
  };
  if (blocks.length === 0) return { runs: [], ...spans };
  if (blocks.length === 1 && (first?.type === 'paragraph' || first?.type === 'heading')) return { runs: first.runs, ...spans };
  return { runs: [], blocks, ...spans };
}
