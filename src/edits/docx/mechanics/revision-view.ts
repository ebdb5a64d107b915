/**
 * The structure of a Word file as a user sees it who has accepted or rejected some of its changes: what the proof of tracked
 * edits compares. Blocks with their properties, runs with theirs, fields, notes, comments, bookmarks, objects, tables with
 * their widths. Computed from the bytes alone.
 */
import { W } from '../../../ooxml/names.ts';
import type { XmlAttribute } from '../../../ooxml/scan-xml.ts';
import { namesShape } from '../../../ooxml/shape-names.ts';
import { elementsOf, textOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { childOf, tablePartsIn, valueOf } from '../../../ooxml/word-text.ts';
import { halfMarks, markedBy } from './half-marks.ts';
import { isNewControl } from './word-controls.ts';

export interface RevisionView {
  /** Revisions with a higher `w:id` are settled; others are seen as they stand: insertions yes, deletions no. */
  settledAbove: number;
  settle: 'accept' | 'reject';
  /** Who makes the revisions that are settled. */
  author: string;
  /**
   * Marks of notes, comments and bookmarks and controls that are copies, `footnote 7`, with the id of what they are copies of, and names that
   * bookmarks have in the meantime, `name _moved_Fees`, with their own: shown as those.
   */
  copies?: ReadonlyMap<string, string>;
}

/** Ids of bookmarks where somebody left off, also where one end goes with what it stands in. */
const leftOff = (root: XmlElement): Set<string> =>
  new Set(
    [...walkElements(root)].flatMap((one) =>
      one.local === 'bookmarkStart' && one.uri === W && valueOf(one, 'name') === '_GoBack' ? (valueOf(one, 'id') ?? []) : [],
    ),
  );

/** The blocks of a part, a line each; what is empty at a join counts as nothing. */
export function viewStructure(root: XmlElement, view: RevisionView): string[] {
  const out: Out = { lines: [], open: [], referred: new Set(), needed: new Set(), unmeant: leftOff(root) };
  viewBlocks(root, view, out);
  return out.lines.map((line) => (typeof line === 'string' ? line : showParagraph(line, out.referred, view)));
}

/** A stretch of text with its look, or something else at one place. */
type Piece = { look: string; text: string } | { mark: string; id?: string };
interface Line {
  properties: string;
  pieces: Piece[];
}
interface Out {
  lines: (string | Line)[];
  open: Piece[];
  /** Comments whose reference is seen: without it the marks of a comment are nothing. */
  referred: Set<string>;
  /** Ids of new bookmarks that say nothing by themselves. */
  needed: Set<string>;
  /** Ids of bookmarks where somebody left off: no bookmarks of anybody's. */
  unmeant: Set<string>;
}

const idOf = (element: XmlElement): number => Number(valueOf(element, 'id') ?? 0);

/** New ids have nine digits at most; files hold longer ones of their own. */
const ID_MAX = 999_999_999;
const isSettled = (element: XmlElement, { settledAbove }: RevisionView): boolean => idOf(element) > settledAbove && idOf(element) <= ID_MAX;

/** Whether what a revision holds is seen. */
function isSeen(element: XmlElement, view: RevisionView): boolean {
  const gains = element.local === 'ins' || element.local === 'moveTo' || element.local === 'cellIns';
  return isSettled(element, view) && view.settle === 'reject' ? !gains : gains;
}

const MARKS = /^(?:ins|del|moveFrom|moveTo|cellIns|cellDel)$/;

function marksIn(properties: XmlElement | undefined): XmlElement[] {
  return properties === undefined ? [] : elementsOf(properties).filter(({ uri, local }) => uri === W && MARKS.test(local));
}

const propertiesOf = (element: XmlElement, local: string): XmlElement | undefined => childOf(element, local);
const markOf = (paragraph: XmlElement): XmlElement[] => {
  const properties = propertiesOf(paragraph, 'pPr');
  return marksIn(properties && childOf(properties, 'rPr'));
};

/** Whether the end of a paragraph comes or goes. */
export const isRevisedMark = (paragraph: XmlElement): boolean => markOf(paragraph).length > 0;

/** What programs write anew at every save, or what says nothing. */
const NOISE = new Set(['proofErr', 'lastRenderedPageBreak', 'noProof', 'webHidden']);
export const NOISE_ATTRIBUTE = /^(?:rsid\w*|paraId|textId|space|anchorId|editId)$/;

/** What an operation numbers when it is written: in one mode it gets another number than in the other. */
const NEW_RELATION = /^rIdNew\d+$/;

/** The id that a mark names: of a copy that of what it is a copy of. */
const idMarked = (element: XmlElement, id: string, { copies }: RevisionView): string => copies?.get(markedBy(element, id) ?? '') ?? id;

function showAttribute(element: XmlElement, { local, uri, value: written }: XmlAttribute, view: RevisionView): string {
  const { local: owner, uri: ownerUri } = element;
  const { settledAbove } = view;
  const isOfControl = ownerUri === W && owner === 'id' && element.parent?.local === 'sdtPr';
  const marked = local === 'id' && uri === W ? idMarked(element, written, view) : written;
  const own = isOfControl ? view.copies?.get(`control ${written}`) : undefined;
  const value = own ?? marked;
  // a new control gets another number tracked than directly; one that is copied may have as high a number of its own
  if (isOfControl && isNewControl(value, settledAbove)) return '';
  if (owner === 'docPr' && (local === 'id' || local === 'name')) return '';
  if (namesShape(ownerUri, { name: local, value })) return '';
  // where a run is divided, the change of another author that is on it gets a number for each piece
  if (ownerUri === W && owner.endsWith('Change') && local === 'id') return '';
  const isNew = NEW_RELATION.test(value) || (ownerUri === W && local === 'id' && Number(value) > settledAbove && Number(value) <= ID_MAX);
  return ` ${local}=${isNew ? 'new' : value}`;
}

function showElement(element: XmlElement, view: RevisionView): string {
  if (element.uri === W && element.local === 'txbxContent') return `box ${viewStructure(element, view).join(' / ')}`;
  const attributes = element.attributes
    .filter(({ local }) => !NOISE_ATTRIBUTE.test(local))
    .map((attribute) => showAttribute(element, attribute, view))
    .toSorted();
  const inner = /Pr$|PrEx$/.test(element.local)
    ? showChildren(element, view)
    : element.children.map((child) => (child.kind === 'text' ? child.value.trim() : showElement(child, view))).join('');
  return `<${element.local}${attributes.join('')}>${inner}</>`;
}

/** Properties as they are, or as they were; their order says nothing. */
function showChildren(properties: XmlElement, view: RevisionView): string {
  const all = elementsOf(properties);
  const change = all.find(({ uri, local }) => uri === W && local === `${properties.local}Change`);
  // a change of one's own that was there before goes on, so that rejecting takes both back
  const isOwn = change !== undefined && valueOf(change, 'author') === view.author;
  const isGrid = change?.local === 'tblGridChange';
  const isDone = change !== undefined && isSettled(change, view) && (isOwn || isGrid);
  const isBack = view.settle === 'reject' && (isDone || isOwn);
  const before = isBack && change !== undefined ? elementsOf(change)[0] : undefined;
  // text that is typed into changed formatting is not changed in its own
  const isOfRun = properties.local === 'rPr' && view.settle === 'accept';
  const isHeader = ({ local }: XmlElement): boolean => /^(?:header|footer)Reference$/.test(local);
  const stays = (child: XmlElement): boolean => (properties.local === 'pPr' && /^(?:rPr|sectPr)$/.test(child.local)) || isHeader(child);
  const shown = isBack ? [...(before === undefined ? [] : elementsOf(before)), ...all.filter(stays)] : all;
  // headers where there were none are set at once in either mode
  const isLeft = (child: XmlElement): boolean =>
    view.settle === 'reject' && isHeader(child) && child.attributes.some(({ value }) => NEW_RELATION.test(value));
  return shown
    .filter(
      (child) =>
        !NOISE.has(child.local) &&
        !isLeft(child) &&
        !(child === change && (isBack || isDone || isOfRun)) &&
        !(MARKS.test(child.local) && isSettled(child, view)),
    )
    .map((child) => showElement(child, view))
    .filter((text) => !/^<(?:rPr|pPr|trPr|tcPr|tblPr|tblPrEx|sectPr)><\/>$/.test(text))
    .toSorted()
    .join('');
}

const showProperties = (element: XmlElement, local: string, view: RevisionView): string => {
  const properties = propertiesOf(element, local);
  return properties === undefined ? '' : showChildren(properties, view);
};

function viewBlocks(element: XmlElement, view: RevisionView, out: Out): void {
  for (const child of elementsOf(element)) {
    if (child.uri !== W) viewBlocks(child, view, out);
    else if (child.local === 'p') viewParagraph(child, view, out);
    else if (child.local === 'tbl') viewTable(child, view, out);
    else if (child.local === 'tr') viewHolder(child, 'trPr', view, out);
    else if (child.local === 'tc') viewHolder(child, 'tcPr', view, out);
    else if (child.local === 'sectPr') {
      const shown = showChildren(child, view);
      if (shown !== '') out.lines.push(`sectPr ${shown}`);
    } else if (RANGES.test(child.local)) out.open.push(...rangeOf(child, view, out));
    else if (child.local !== 'tblGrid' && !/Pr$|PrEx$/.test(child.local)) viewBlocks(child, view, out);
  }
}

const REVISED_END = /<(?:ins|del|moveFrom|moveTo) [^<>]*><\/>/g;

function viewParagraph(paragraph: XmlElement, view: RevisionView, out: Out): void {
  viewRuns(paragraph, view, out);
  // a mark that is not seen joins the paragraph with the next one
  const seen = markOf(paragraph).every((mark) => isSeen(mark, view));
  // with nothing behind it to be joined with, a paragraph stays where it has text and goes where it has none
  if (!seen && (out.open.every(isOfRange) || isFollowed(paragraph, view))) return;
  const properties = showProperties(paragraph, 'pPr', view);
  // what stands although its end goes ends as the text does, whoever takes the end away
  out.lines.push({ properties: seen ? properties : properties.replaceAll(REVISED_END, '').replace('<rPr></>', ''), pieces: out.open });
  out.open = [];
}

/** An end of a range of a comment or of a bookmark: no text. */
const isOfRange = (piece: Piece): boolean => 'mark' in piece && (piece.id !== undefined || /^bookmark(?:Start|End) /.test(piece.mark));

/** A row or a cell, where it is seen. */
function viewHolder(holder: XmlElement, list: 'trPr' | 'tcPr', view: RevisionView, out: Out): void {
  const properties = propertiesOf(holder, list);
  if (!marksIn(properties).every((mark) => isSeen(mark, view))) {
    // ranges that go on outside it begin or end where it was
    for (const mark of halfMarks([holder])) if (RANGES.test(mark.local)) out.open.push(...rangeOf(mark, view, out));
    return;
  }
  out.lines.push(`${holder.local} ${showProperties(holder, list, view)}`);
  viewBlocks(holder, view, out);
  out.lines.push(`/${holder.local}`);
}

const isRowSeen = (row: XmlElement, view: RevisionView): boolean => marksIn(propertiesOf(row, 'trPr')).every((mark) => isSeen(mark, view));
const isGone = (table: XmlElement, view: RevisionView): boolean =>
  table.local === 'tbl' && tablePartsIn(table, 'tr').every((row) => !isRowSeen(row, view));

function viewTable(table: XmlElement, view: RevisionView, out: Out): void {
  if (isGone(table, view) && tablePartsIn(table, 'tr').length > 0) return;
  out.lines.push(`tbl ${showProperties(table, 'tblPr', view)} grid ${gridOf(table, view).join(' ')}`);
  viewBlocks(table, view, out);
  out.lines.push('/tbl');
}

/** Widths of the columns that a cell is in which is seen. */
function gridOf(table: XmlElement, view: RevisionView): string[] {
  const grid = childOf(table, 'tblGrid');
  if (grid === undefined) return [];
  const change = childOf(grid, 'tblGridChange');
  const before = change !== undefined && isSettled(change, view) && view.settle === 'reject' ? childOf(change, 'tblGrid') : undefined;
  const marks = (cell: XmlElement): XmlElement[] => marksIn(propertiesOf(cell, 'tcPr'));
  // cells that came with the change of the grid were in none of its columns before
  const isNew = (cell: XmlElement): boolean =>
    before !== undefined && marks(cell).some((mark) => mark.local === 'cellIns' && isSettled(mark, view));
  const gone = goneColumns(table, (cell) => !marks(cell).every((mark) => isSeen(mark, view)), isNew);
  return elementsOf(before ?? grid, 'gridCol', W)
    .filter((_, index) => !gone.has(index))
    .map((column) => valueOf(column, 'w') ?? '');
}

/** Word takes 63 columns; a file may say anything. */
const SPAN_MAX = 1_000;

/** Columns that a row leaves out in front of its first cell. While cells in them come or go they are as many as before or afterwards, whichever are more. */
function skippedBefore(row: XmlElement): number {
  const properties = childOf(row, 'trPr');
  const before = childOf(childOf(properties ?? row, 'trPrChange') ?? row, 'trPr');
  const [now = 0, then = 0] = [properties, before].map((one) => Number(valueOf(one && childOf(one, 'gridBefore')) ?? 0) || 0);
  return Math.min(Math.max(now, then), SPAN_MAX);
}

/** Columns of the grid, from 0, in which there are only cells that go. @param isNew whether a cell does not count, as the columns are those of before it came */
export function goneColumns(
  table: XmlElement,
  goes: (cell: XmlElement) => boolean,
  isNew: (cell: XmlElement) => boolean = () => false,
): Set<number> {
  const gone = new Set<number>();
  const used = new Set<number>();
  for (const row of tablePartsIn(table, 'tr')) {
    let column = skippedBefore(row);
    for (const cell of tablePartsIn(row, 'tc')) {
      if (isNew(cell)) continue;
      const span = Math.max(1, Number(valueOf(childOf(childOf(cell, 'tcPr') ?? cell, 'gridSpan')) ?? 1) || 1);
      const into = goes(cell) ? gone : used;
      for (let at = column; at < column + Math.min(span, SPAN_MAX); at++) into.add(at);
      column += span;
    }
  }
  return new Set([...gone].filter((column) => !used.has(column)));
}

/** By a paragraph that it can be joined with; a table that is not seen is between nothing. */
function isFollowed(paragraph: XmlElement, view: RevisionView): boolean {
  const siblings = paragraph.parent === undefined ? [] : elementsOf(paragraph.parent);
  return (
    siblings.slice(siblings.indexOf(paragraph) + 1).find((next) => /^(p|tbl|sectPr|sdt)$/.test(next.local) && !isGone(next, view))
      ?.local === 'p'
  );
}

const RANGES = /^(?:(?:bookmark|commentRange|perm)(?:Start|End))$/;

/** Bookmarks that a link or a note of the request needs: set at once in either mode, and nothing by themselves. */
const NEEDED_NAME = /^_Ref\d+$/;

function rangeOf(element: XmlElement, view: RevisionView, out: Out): Piece[] {
  const { settledAbove, settle } = view;
  const id = valueOf(element, 'id') ?? '';
  if (element.local.startsWith('commentRange')) return [{ mark: element.local, id }];
  const isNew = Number(id) > settledAbove && Number(id) <= ID_MAX;
  const number = view.copies?.get(`bookmark ${id}`) ?? (isNew ? 'new' : id);
  // an end names its beginning by its id alone; where the file was left off is no bookmark
  const written = valueOf(element, 'name');
  const name = view.copies?.get(`name ${written}`) ?? written;
  if (isNew && NEEDED_NAME.test(name ?? '')) out.needed.add(id);
  if (settle === 'reject' && out.needed.has(id)) return [];
  if (element.local === 'bookmarkEnd') {
    // around nothing but ends of other ranges
    const begins = (piece: Piece): boolean => 'mark' in piece && piece.mark.startsWith(`bookmarkStart ${number} `);
    const at = out.open.findLastIndex((piece) => begins(piece) || !isOfRange(piece));
    const last = out.open[at];
    if (last !== undefined && begins(last)) {
      out.open.splice(at, 1);
      return [];
    }
  }
  return out.unmeant.has(id) || element.local.startsWith('perm')
    ? []
    : [{ mark: element.local === 'bookmarkStart' ? `bookmarkStart ${number} ${name ?? ''}` : `bookmarkEnd ${number}` }];
}

/** A control whose tags go: the range around them begins directly before it. */
function isUnwrapped(siblings: readonly XmlElement[], at: number, view: RevisionView): boolean {
  const before = siblings[at - 1];
  const name = view.settle === 'accept' ? 'customXmlDelRangeStart' : 'customXmlInsRangeStart';
  return before?.local === name && isSettled(before, view);
}

function viewRuns(element: XmlElement, view: RevisionView, out: Out): void {
  const all = elementsOf(element);
  for (const [index, child] of all.entries()) {
    if (child.uri !== W) out.open.push({ mark: showElement(child, view) });
    else if (/^(ins|del|moveFrom|moveTo)$/.test(child.local)) {
      if (isSeen(child, view)) viewRuns(child, view, out);
    } else if (child.local === 'r') viewRun(child, view, out);
    else if (RANGES.test(child.local)) out.open.push(...rangeOf(child, view, out));
    else if (child.local === 'sdt') {
      const at = out.open.length;
      viewRuns(childOf(child, 'sdtContent') ?? child, view, out);
      // one without content says nothing
      if (out.open.length > at && !isUnwrapped(all, index, view))
        out.open.splice(at, 0, { mark: `sdt ${showProperties(child, 'sdtPr', view)}` });
    } else if (child.local === 'hyperlink' || child.local === 'fldSimple') {
      const at = out.open.length;
      viewRuns(child, view, out);
      // a link without words is none
      if (out.open.length > at) out.open.splice(at, 0, { mark: showElement({ ...child, children: [] }, view) });
    } else if (/^(?:smartTag|customXml|dir|bdo)$/.test(child.local)) viewRuns(child, view, out);
  }
}

const CHARACTERS: Readonly<Record<string, string>> = { tab: '\t', br: '\n', cr: '\n' };

function viewRun(run: XmlElement, view: RevisionView, out: Out): void {
  const look = showProperties(run, 'rPr', view);
  for (const child of elementsOf(run)) {
    if (child.local === 'rPr' || NOISE.has(child.local)) continue;
    const isText = child.uri === W && (child.local === 't' || child.local === 'delText');
    const character = child.uri === W && child.attributes.length === 0 ? CHARACTERS[child.local] : undefined;
    if (isText || character !== undefined) addText(out.open, look, character ?? textOf(child));
    else if (child.local === 'instrText' || child.local === 'delInstrText') addText(out.open, 'instruction', textOf(child));
    else {
      if (child.local === 'commentReference') out.referred.add(valueOf(child, 'id') ?? '');
      out.open.push({ mark: showElement(child, view).replaceAll('<delText', '<t') });
    }
  }
}

function addText(pieces: Piece[], look: string, text: string): void {
  if (text === '') return;
  const last = pieces.at(-1);
  if (last !== undefined && 'text' in last && last.look === look) pieces[pieces.length - 1] = { look, text: last.text + text };
  else pieces.push({ look, text });
}

function showParagraph({ properties, pieces }: Line, referred: ReadonlySet<string>, { settledAbove, copies }: RevisionView): string {
  const kept: Piece[] = [];
  for (const piece of pieces) {
    if ('mark' in piece) {
      if (piece.id === undefined || referred.has(piece.id)) kept.push(piece);
    } else addText(kept, piece.look, piece.text);
  }
  const show = (piece: Piece): string => {
    if ('text' in piece) return `[${piece.look}]${piece.text}`;
    const id = copies?.get(`comment ${piece.id}`) ?? piece.id ?? '';
    return `{${piece.mark}${Number(id) > settledAbove ? 'new' : id}}`;
  };
  return `p ${properties} ${kept.map(show).join('')}`;
}
