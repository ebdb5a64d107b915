/**
 * A Word file read for editing: every paragraph, table, row, cell, picture and revision by an address that is computed on
 * reading and never written into the file.
 *
 *   p3            the third paragraph of the text        header1.p1      of the first header
 *   t2            the second table                       footnote4.p1    of the footnote with id 4
 *   box1.p1       of the first text box
 *   t2.r1.c3      a cell; its text is t2.r1.c3.p1        img2, rev5      the second picture, the fifth revision
 *   chart1        the first chart
 */
import { C, MC, OFFICE_RELATIONSHIP, R, W, WP } from './names.ts';
import { partNamed, readXmlPart, relationshipsOf, type OfficePackage, type XmlPart } from './office-package.ts';
import { attributeOf, elementsOf, firstElementOf, walkElements, type XmlElement } from './xml-tree.ts';
import { childOf, lockOf, readParagraphText, valueOf, type ParagraphText } from './word-text.ts';

export interface WordParagraph {
  kind: 'paragraph';
  address: string;
  part: XmlPart;
  element: XmlElement;
  locked: string | null;
  cell: WordCell | undefined;
  /** The same paragraph as older programs read it: the text boxes of today are kept twice (ISO/IEC 29500-3 §10.2). */
  twin?: WordParagraph;
}
export interface WordTable {
  kind: 'table';
  address: string;
  part: XmlPart;
  element: XmlElement;
  locked: string | null;
  rows: WordRow[];
  cell: WordCell | undefined;
}
export interface WordRow {
  kind: 'row';
  address: string;
  part: XmlPart;
  element: XmlElement;
  locked: string | null;
  table: WordTable;
  cells: WordCell[];
}
export interface WordCell {
  kind: 'cell';
  address: string;
  part: XmlPart;
  element: XmlElement;
  locked: string | null;
  row: WordRow;
  blocks: WordBlock[];
  /** Merged downwards: the cell that shows the text, or one that is covered by it. */
  merge: 'none' | 'start' | 'covered';
  /** First column of the grid, from 0, and how many it takes. */
  column: number;
  span: number;
}
export type WordBlock = WordParagraph | WordTable;
export type WordTarget = WordBlock | WordRow | WordCell;
export interface WordPicture {
  /** `chart1` of charts, `img2` of all else. */
  address: string;
  /** Among all drawings, charts too. */
  number: number;
  /** Charts: the relationship that leads to its part. */
  chart: string | undefined;
  part: XmlPart;
  /** `wp:docPr` */ element: XmlElement;
}
export interface WordRevision {
  address: string;
  part: XmlPart;
  element: XmlElement;
}

export interface WordFile {
  opened: OfficePackage;
  main: XmlPart;
  /** `w:` as this file writes it. */
  w: string;
  /** Main part first, then headers, footers, notes, and the text boxes of all of them. */
  stories: { part: XmlPart; prefix: string; blocks: WordBlock[] }[];
  targets: Map<string, WordTarget>;
  pictures: WordPicture[];
  revisions: WordRevision[];
  /** Gives a new `w:id` for a revision, a bookmark or a comment. */
  nextId(): number;
  /** The highest such id when the file was read. */
  idsAtFirst: number;
  /** Gives a new id for a drawing (`wp:docPr`), which share a room of their own. */
  nextDrawingId(): number;
  textOf(paragraph: WordParagraph): ParagraphText;
  /** `w:edit` of an enforced protection. */
  protection: string | null;
  /** Tracking is on in the file itself. */
  tracks: boolean;
  styles: XmlPart | undefined;
}

const REVISIONS = new Set([
  'ins',
  'del',
  'moveFrom',
  'moveTo',
  'rPrChange',
  'pPrChange',
  'tblPrChange',
  'trPrChange',
  'tcPrChange',
  'sectPrChange',
  'cellIns',
  'cellDel',
  'cellMerge',
  'tblGridChange',
  'tblPrExChange',
  'numberingChange',
  'customXmlInsRangeStart',
  'customXmlDelRangeStart',
]);

interface Walk {
  part: XmlPart;
  targets: Map<string, WordTarget>;
}

/** @throws Refusal `file_rejected` where the main part cannot be read */
export function readWordFile(opened: OfficePackage): WordFile {
  const main = readXmlPart(opened, opened.mainPart);
  const targets = new Map<string, WordTarget>();
  const stories: WordFile['stories'] = [];
  const addStory = (part: XmlPart, holder: XmlElement | undefined, prefix: string): void => {
    if (holder !== undefined) stories.push({ part, prefix, blocks: readBlocks({ part, targets }, holder, prefix) });
  };
  addStory(main, firstElementOf(main.root, 'body', W), '');
  readSideStories(opened, addStory);
  readBoxes(stories, targets);
  const settings = sidePartOf(opened, 'settings');
  const texts = new Map<WordParagraph, ParagraphText>();
  const styles = sidePartOf(opened, 'styles');
  const marks = readMarks(stories, [styles, sidePartOf(opened, 'comments'), sidePartOf(opened, 'numbering')]);
  const idsAtFirst = [...new Set([...stories.map((story) => story.part), sidePartOf(opened, 'comments')])].reduce(
    (most, part) => Math.max(most, highestId(part?.source ?? '')),
    0,
  );
  return {
    opened,
    main,
    w: main.root.name.slice(0, main.root.name.indexOf(':') + 1),
    stories,
    targets,
    ...marks,
    idsAtFirst,
    nextId: counter(() => idsAtFirst),
    nextDrawingId: counter(() =>
      marks.pictures.reduce((most, { element }) => Math.max(most, Number(attributeOf(element, 'id') ?? 0) || 0), 0),
    ),
    textOf: (paragraph) => {
      const known = texts.get(paragraph) ?? readParagraphText(paragraph.element);
      texts.set(paragraph, known);
      return known;
    },
    protection: settings === undefined ? null : protectionOf(settings.root),
    tracks: settings !== undefined && isOn(childOf(settings.root, 'trackRevisions')),
    styles,
  };
}

const isOn = (element: XmlElement | undefined): boolean => element !== undefined && !/^(0|false|off)$/.test(valueOf(element) ?? '1');

function protectionOf(settings: XmlElement): string | null {
  const protection = childOf(settings, 'documentProtection');
  if (protection === undefined || !/^(1|true|on)$/.test(valueOf(protection, 'enforcement') ?? '0')) return null;
  const edit = valueOf(protection, 'edit') ?? 'none';
  return edit === 'none' ? null : edit;
}

/** The name of the part of this kind that the main part refers to. */
export function sideNameOf(opened: OfficePackage, kind: string): string | undefined {
  const found = relationshipsOf(opened, opened.mainPart).find(({ type, external }) => type === OFFICE_RELATIONSHIP + kind && !external);
  return found && partNamed(opened, found.target);
}

/** The same part, read. */
export function sidePartOf(opened: OfficePackage, kind: string): XmlPart | undefined {
  const name = sideNameOf(opened, kind);
  return name === undefined ? undefined : readXmlPart(opened, name);
}

function readSideStories(opened: OfficePackage, addStory: (part: XmlPart, holder: XmlElement | undefined, prefix: string) => void): void {
  const seen = new Set<string>();
  const counts = { header: 0, footer: 0 };
  for (const { type, target, external } of relationshipsOf(opened, opened.mainPart)) {
    const kind = type.slice(type.lastIndexOf('/') + 1);
    const name = external ? undefined : partNamed(opened, target);
    if (name === undefined || seen.has(name) || !['header', 'footer', 'footnotes', 'endnotes'].includes(kind)) continue;
    seen.add(name);
    const part = readXmlPart(opened, name);
    if (kind === 'header' || kind === 'footer') {
      addStory(part, part.root, `${kind}${++counts[kind]}.`);
      continue;
    }
    for (const note of elementsOf(part.root, kind.slice(0, -1), W)) {
      const id = valueOf(note, 'id');
      if (id !== undefined && valueOf(note, 'type') === undefined) addStory(part, note, `${kind.slice(0, -1)}${id}.`);
    }
  }
}

const isChoice = ({ uri, local }: XmlElement): boolean => uri === MC && local === 'Choice';
const isFallback = ({ uri, local }: XmlElement): boolean => uri === MC && local === 'Fallback';

function ancestorOf(element: XmlElement, is: (ancestor: XmlElement) => boolean): XmlElement | undefined {
  for (let up = element.parent; up !== undefined; up = up.parent) if (is(up)) return up;
  return undefined;
}

const boxesIn = (root: XmlElement): XmlElement[] =>
  [...walkElements(root)].filter(({ uri, local }) => uri === W && local === 'txbxContent');

/** The same box in the fallback, where it is kept twice. */
function twinOf(box: XmlElement): XmlElement | undefined {
  const choice = ancestorOf(box, isChoice);
  const fallback = choice?.parent === undefined ? undefined : elementsOf(choice.parent).find(isFallback);
  return choice === undefined || fallback === undefined ? undefined : boxesIn(fallback)[boxesIn(choice).indexOf(box)];
}

/** Text boxes, those of shapes and those of VML, in the order of their parts. */
function readBoxes(stories: WordFile['stories'], targets: Map<string, WordTarget>): void {
  let count = 0;
  for (const part of new Set(stories.map((story) => story.part))) {
    if (!part.source.includes('txbxContent')) continue;
    for (const box of boxesIn(part.root)) {
      const fallback = ancestorOf(box, isFallback);
      const isCopy = fallback?.parent !== undefined && elementsOf(fallback.parent).some((one) => isChoice(one) && boxesIn(one).length > 0);
      if (isCopy) continue;
      const prefix = `box${++count}.`;
      const blocks = readBlocks({ part, targets }, box, prefix);
      const twin = twinOf(box);
      const copies = twin === undefined ? [] : [...paragraphsOf(readBlocks({ part, targets: new Map() }, twin, prefix))];
      for (const [index, paragraph] of [...paragraphsOf(blocks)].entries()) {
        const copy = copies[index];
        if (copy !== undefined) paragraph.twin = copy;
      }
      stories.push({ part, prefix, blocks });
    }
  }
}

function* blockElements(container: XmlElement, locked: string | null): Generator<{ element: XmlElement; locked: string | null }> {
  for (const element of elementsOf(container)) {
    if (element.uri !== W) continue;
    if (element.local === 'sdt') {
      const content = childOf(element, 'sdtContent');
      if (content !== undefined) yield* blockElements(content, locked ?? lockOf(element));
    } else if (element.local === 'customXml' || element.local === 'ins' || element.local === 'moveTo')
      yield* blockElements(element, locked);
    else yield { element, locked };
  }
}

function readBlocks(walk: Walk, container: XmlElement, prefix: string, cell?: WordCell, lock: string | null = null): WordBlock[] {
  const blocks: WordBlock[] = [];
  let paragraphs = 0;
  let tables = 0;
  for (const { element, locked } of blockElements(container, lock)) {
    if (element.local === 'p') {
      const paragraph: WordParagraph = { kind: 'paragraph', address: `${prefix}p${++paragraphs}`, part: walk.part, element, locked, cell };
      walk.targets.set(paragraph.address, paragraph);
      blocks.push(paragraph);
    } else if (element.local === 'tbl') blocks.push(readTable(walk, element, { address: `${prefix}t${++tables}`, cell, locked }));
  }
  return blocks;
}

function readTable(
  walk: Walk,
  element: XmlElement,
  { address, cell, locked }: { address: string; cell: WordCell | undefined; locked: string | null },
): WordTable {
  const { part, targets } = walk;
  const table: WordTable = { kind: 'table', address, part, element, locked, rows: [], cell };
  targets.set(address, table);
  for (const { element: tr, locked: rowLock } of blockElements(element, locked)) {
    if (tr.local !== 'tr') continue;
    const row: WordRow = {
      kind: 'row',
      address: `${address}.r${table.rows.length + 1}`,
      part,
      element: tr,
      locked: rowLock,
      table,
      cells: [],
    };
    table.rows.push(row);
    targets.set(row.address, row);
    let column = Number(valueOf(childOf(childOf(tr, 'trPr') ?? tr, 'gridBefore')) ?? 0);
    for (const { element: tc, locked: cellLock } of blockElements(tr, rowLock)) {
      if (tc.local !== 'tc') continue;
      const properties = childOf(tc, 'tcPr');
      const merge = properties === undefined ? undefined : childOf(properties, 'vMerge');
      const span = Math.max(1, Number(valueOf(properties === undefined ? undefined : childOf(properties, 'gridSpan')) ?? 1) || 1);
      const one: WordCell = {
        kind: 'cell',
        address: `${row.address}.c${row.cells.length + 1}`,
        part,
        element: tc,
        locked: cellLock,
        row,
        blocks: [],
        column,
        span,
        merge: merge === undefined ? 'none' : valueOf(merge) === 'restart' ? 'start' : 'covered',
      };
      column += span;
      row.cells.push(one);
      targets.set(one.address, one);
      one.blocks = readBlocks(walk, tc, `${one.address}.`, one, cellLock);
    }
  }
  return table;
}

/** A tracked change of any kind; range marks and those without an author are none, but for the one kind that names none. */
export const isRevision = (element: XmlElement): boolean =>
  element.uri === W && REVISIONS.has(element.local) && (valueOf(element, 'author') !== undefined || element.local === 'tblGridChange');

/** @param before the drawings before this one */
function readDrawing(part: XmlPart, element: XmlElement, before: readonly WordPicture[]): WordPicture {
  const inside = element.parent?.local === 'inline' || element.parent?.local === 'anchor' ? [...walkElements(element.parent)] : [];
  const found = inside.find(({ local, uri }) => local === 'chart' && uri === C);
  const chart = found && attributeOf(found, 'id', R);
  const number = before.length + 1;
  const address = chart === undefined ? `img${number}` : `chart${before.filter((one) => one.chart !== undefined).length + 1}`;
  return { address, number, chart, part, element };
}

/** @param others parts without a text of the document, in which there may be revisions all the same */
function readMarks(
  stories: WordFile['stories'],
  others: readonly (XmlPart | undefined)[],
): { pictures: WordPicture[]; revisions: WordRevision[] } {
  const pictures: WordPicture[] = [];
  const revisions: WordRevision[] = [];
  for (const part of new Set(stories.map((story) => story.part))) {
    for (const element of walkElements(part.root)) {
      if (element.local === 'docPr' && element.uri === WP) pictures.push(readDrawing(part, element, pictures));
      else if (isRevision(element)) revisions.push({ address: `rev${revisions.length + 1}`, part, element });
    }
  }
  for (const part of others) {
    if (part === undefined || !/(?:author|tblGridChange)/.test(part.source)) continue;
    for (const element of walkElements(part.root))
      if (isRevision(element)) revisions.push({ address: `rev${revisions.length + 1}`, part, element });
  }
  return { pictures, revisions };
}

function counter(highest: () => number): () => number {
  let last: number | undefined;
  return () => {
    last ??= highest();
    return ++last;
  };
}

/** Bookmarks, comments and revisions share one room of ids; new ones lie behind all that the file has. */
function highestId(source: string): number {
  let most = 0;
  for (const [, digits] of source.matchAll(/[\s:]id\s*=\s*["'](\d{1,9})["']/g)) most = Math.max(most, Number(digits));
  return most;
}

/** All paragraphs, those in cells too, in the order of the file. */
export function* paragraphsOf(blocks: readonly WordBlock[]): Generator<WordParagraph> {
  for (const block of blocks) {
    if (block.kind === 'paragraph') yield block;
    else for (const row of block.rows) for (const cell of row.cells) yield* paragraphsOf(cell.blocks);
  }
}
