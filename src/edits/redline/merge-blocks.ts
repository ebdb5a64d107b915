/**
 * Two versions of what holds blocks (a text, a cell, a header) as one with tracked changes, as spans of the older file's part: blocks
 * that go, come and change, tables row by row and cell by cell. What cannot be divided goes and comes as a whole.
 */
import { W } from '../../ooxml/names.ts';
import { insertAfter, insertBefore, prependContent, replaceNode, type XmlEdit } from '../../ooxml/edit-xml.ts';
import { childOf, valueOf } from '../../ooxml/word-text.ts';
import { elementsOf, textOf, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import { alignBlocks, type ComparedBlock } from '../compare-content.ts';
import { findMoves } from '../find-moves.ts';
import { describeElement, describeProperties } from './describe-content.ts';
import { declareOn } from './import-content.ts';
import { endsSection, mergeBreak, mergeParagraph } from './merge-paragraph.ts';
import { changedProperties, imported, type Merge } from './merge-properties.ts';
import { nameMoves, type Moved } from './name-moves.ts';
import { prefixOf, revisionAttributes, trackElement } from './track-element.ts';
import { isChanged, keepFieldsWhole } from './whole-fields.ts';

const isBlock = ({ uri, local }: XmlElement): boolean => uri === W && /^(?:p|tbl|sdt)$/.test(local);
interface Compared extends ComparedBlock {
  element: XmlElement;
}

/** Paragraphs are alike to paragraphs, tables to tables, and ends of sections to ends of sections. */
const compared = (elements: readonly XmlElement[], base: string): Compared[] =>
  elements.map((element, index) => ({
    address: `${base}${index}`,
    type: element.local === 'p' && !endsSection(element) ? 'paragraph' : element.local === 'sdt' ? 'image' : 'row',
    text: `${endsSection(element) ? 'end of a section ' : ''}${element.local === 'sdt' ? 'control ' : ''}${plainText(element)}`,
    element,
  }));

const plainText = (element: XmlElement): string =>
  element.local === 'p'
    ? textOf(element)
    : [...walkElements(element)]
        .filter(({ local, uri }) => local === 'p' && uri === W)
        .map(textOf)
        .join('\n');

type Pair = [XmlElement | null, XmlElement | null];
const pairOf = ([one, other]: readonly [Compared | null, Compared | null]): Pair => [one?.element ?? null, other?.element ?? null];

const rowPairs = (old: readonly XmlElement[], next: readonly XmlElement[]): Pair[] =>
  alignBlocks(compared(old, 'a'), compared(next, 'b')).map(pairOf);

/** Only whole paragraphs move: Word tracks no moves of tables, and a control would be there twice under one name. */
const canMove = ({ element }: Compared): boolean =>
  element.local === 'p' && !endsSection(element) && ![...walkElements(element)].some(({ uri, local }) => uri === W && local === 'sdt');

/** The same words, which end a section in one of the versions alone. */
const isBreak = (one: XmlElement, other: XmlElement): boolean =>
  one.local === 'p' &&
  other.local === 'p' &&
  endsSection(one) !== endsSection(other) &&
  textOf(one) === textOf(other) &&
  textOf(one).trim() !== '';

/** Of what lies between blocks that both versions have, the paragraphs that only came to end a section, or no longer do. */
function joinBreaks(pairs: readonly Pair[], moved: ReadonlySet<XmlElement>): Pair[] {
  const joined: Pair[] = [];
  let gap: Pair[] = [];
  const close = (): void => {
    const gone = gap.flatMap(([one]) => one ?? []);
    let come = gap.flatMap(([, other]) => other ?? []);
    const breaks = [...gone, ...come].some(endsSection) && gone.some((one) => come.some((other) => isBreak(one, other)));
    if (!breaks) joined.push(...gap);
    for (const one of breaks ? gone : []) {
      const at = moved.has(one) ? -1 : come.findIndex((other) => !moved.has(other) && isBreak(one, other));
      joined.push(...come.slice(0, Math.max(0, at)).map((other): Pair => [null, other]), [one, come[at] ?? null]);
      come = come.slice(at + 1);
    }
    if (breaks) joined.push(...come.map((other): Pair => [null, other]));
    gap = [];
  };
  for (const pair of pairs)
    if (pair.includes(null)) gap.push(pair);
    else {
      close();
      joined.push(pair);
    }
  close();
  return joined;
}

const fieldMarksOf = (block: XmlElement): string[] =>
  [...walkElements(block)].flatMap((one) => (one.uri === W && one.local === 'fldChar' ? [valueOf(one, 'fldCharType') ?? ''] : []));

const looksSame =
  ({ from, to }: Merge) =>
  (one: XmlElement, other: XmlElement): boolean =>
    describeElement(one, from.content, from.part.name) === describeElement(other, to.content, to.part.name);

function blockPairs(merge: Merge, old: readonly XmlElement[], next: readonly XmlElement[]): { pairs: Pair[]; moves: Moved } {
  const found = findMoves(alignBlocks(compared(old, 'a'), compared(next, 'b')), (block) => merge.moves && canMove(block));
  const settled = new Set([...found.moved].flatMap(([one, other]) => [one.element, other.element]));
  const aligned = merge.coarse ? found.pairs.map(pairOf) : joinBreaks(found.pairs.map(pairOf), settled);
  const pairs = merge.wholeFields ? keepFieldsWhole(aligned, fieldMarksOf, isChanged(looksSame(merge))) : aligned;
  return { pairs, moves: nameMoves(merge, pairs, new Map([...found.moved].map(([one, other]) => [one.element, other.element]))) };
}

/** A paragraph that is there in neither version: it keeps a table that goes from one that comes. */
function gapXml({ from, revisions }: Merge): string {
  const w = prefixOf(from.part);
  return `<${w}p><${w}pPr><${w}rPr><${w}ins${revisionAttributes(revisions, w)}/><${w}del${revisionAttributes(revisions, w)}/></${w}rPr></${w}pPr></${w}p>`;
}

const isFrame = ({ uri, local }: XmlElement): boolean => uri === W && /Pr$|PrEx$|^tblGrid$/.test(local);

/** Blocks that nothing can mark as come or gone, in words. */
const UNMARKED: Readonly<Record<string, string>> = {
  altChunk: 'a file that Word takes in as it opens the document (altChunk)',
  customXml: 'blocks within an element of a schema of its own (customXml)',
  subDoc: 'a document within the document (subDoc)',
};

/** Names what is beside paragraphs, tables and controls and is not the same in both. */
function nameUnmarked({ imported: { left }, from, to }: Merge, old: XmlElement, next: XmlElement): void {
  const unmarked = (holder: XmlElement, { content, part }: Merge['from']): [shown: string, local: string][] =>
    elementsOf(holder)
      .filter((one) => !isBlock(one) && !isFrame(one))
      .map((one): [string, string] => [describeElement(one, content, part.name), one.local])
      .filter(([shown]) => shown !== '');
  const [mine, theirs] = [unmarked(old, from), unmarked(next, to)];
  if (mine.map(([shown]) => shown).join('\n') === theirs.map(([shown]) => shown).join('\n')) return;
  for (const [, local] of [...mine, ...theirs]) left.add(UNMARKED[local] ?? `blocks of the kind ${local}`);
}

/** For all that a container holds: how many of the blocks in front of it stay, of which only those that go are named. */
function countStaying(container: XmlElement, going: ReadonlySet<XmlElement>): Map<XmlElement, number> {
  const staying = new Map<XmlElement, number>();
  let count = 0;
  for (const one of elementsOf(container)) {
    staying.set(one, count);
    if (isBlock(one) && !going.has(one)) count++;
  }
  return staying;
}

/** Spans of the older part that make one container of both. */
export function mergeBlocks(merge: Merge, old: XmlElement, next: XmlElement): XmlEdit[] {
  const { from, to } = merge;
  nameUnmarked(merge, old, next);
  const [before, after] = [elementsOf(old).filter(isBlock), elementsOf(next).filter(isBlock)];
  const edits: XmlEdit[] = [];
  let behind: XmlElement | null = null;
  let last: { local: string; fate: string } | null = null;
  const [first] = before;
  const put = (xml: string): void => {
    edits.push(
      behind !== null ? insertAfter(behind, xml) : first !== undefined ? insertBefore(first, xml) : prependContent(from.part, old, xml),
    );
  };
  const { pairs, moves } = blockPairs(merge, before, after);
  const going = pairs.flatMap(([one, other]) => (one !== null && other === null && !moves.leaves(one) ? [one] : []));
  const staying = countStaying(old, new Set(going));
  for (const [one, other] of pairs) {
    if (one !== null && other !== null) {
      edits.push(...mergeBlock(merge, one, other));
      behind = one;
      last = null;
    } else if (one !== null) {
      behind = one;
      if (last?.fate === 'ins' && last.local === 'tbl' && one.local === 'tbl') edits.push(insertBefore(one, gapXml(merge)));
      edits.push(...(moves.leave(one) ?? trackElement(from.part, one, 'del', merge.revisions, staying)));
      last = { local: one.local, fate: 'del' };
    } else if (other !== null) {
      if (last?.fate === 'del' && last.local === 'tbl' && other.local === 'tbl') put(gapXml(merge));
      put(moves.arrive(other) ?? declareOn(imported(merge, other, 'ins'), to.part, from.part));
      last = { local: other.local, fate: 'ins' };
    }
  }
  return edits;
}

function mergeBlock(merge: Merge, one: XmlElement, other: XmlElement): XmlEdit[] {
  const { from, to } = merge;
  if (looksSame(merge)(one, other)) return [];
  if (!merge.coarse && isBreak(one, other)) return [replaceNode(one, mergeBreak(merge, one, other))];
  if (one.local === 'p' && other.local === 'p' && endsSection(one) === endsSection(other) && (!merge.coarse || endsSection(one)))
    return [replaceNode(one, mergeParagraph(merge, one, other))];
  if (!merge.coarse && one.local === 'tbl' && other.local === 'tbl') {
    const made = mergeTable(merge, one, other);
    if (made !== null) return made;
  }
  if (!merge.coarse && one.local === 'sdt' && other.local === 'sdt') {
    const [mine, theirs] = [childOf(one, 'sdtContent'), childOf(other, 'sdtContent')];
    const isAlike =
      describeProperties(one, 'sdtPr', { content: from.content, part: from.part.name }) ===
      describeProperties(other, 'sdtPr', { content: to.content, part: to.part.name });
    if (isAlike && mine !== undefined && theirs !== undefined && elementsOf(mine).every(isBlock) && elementsOf(mine).length > 0)
      return mergeBlocks(merge, mine, theirs);
  }
  // the new one comes in front, so that the place behind is that of the next block
  const gap = one.local === 'tbl' && other.local === 'tbl' ? gapXml(merge) : '';
  const xml = declareOn(imported(merge, other, 'ins'), to.part, from.part);
  return [insertBefore(one, xml + gap), ...trackElement(from.part, one, 'del', merge.revisions)];
}

const rowsOf = (table: XmlElement): XmlElement[] => elementsOf(table, 'tr', W);
const cellsOf = (row: XmlElement): XmlElement[] => elementsOf(row, 'tc', W);
const isPlainTable = (table: XmlElement): boolean =>
  elementsOf(table).every(({ local }) => /^(?:tblPr|tblGrid|tr|bookmarkStart|bookmarkEnd)$/.test(local)) &&
  rowsOf(table).every((row) => elementsOf(row).every(({ local }) => /^(?:trPr|tblPrEx|tc|bookmarkStart|bookmarkEnd)$/.test(local)));

/** Replaces the properties of an element, or sets them where there were none. */
function setProperties(merge: Merge, owners: { old: XmlElement; next: XmlElement }, list: string, without: RegExp): XmlEdit[] {
  const { from, to } = merge;
  const isSame =
    describeProperties(owners.old, list, { content: from.content, part: from.part.name }, without) ===
    describeProperties(owners.next, list, { content: to.content, part: to.part.name }, without);
  if (isSame) return [];
  const known = childOf(owners.old, list);
  const xml = declareOn(changedProperties(merge, owners, list, { without, behind: '' }), to.part, from.part);
  const before = childOf(owners.old, 'tblPrEx');
  if (known !== undefined) return [replaceNode(known, xml)];
  return [list === 'trPr' && before !== undefined ? insertAfter(before, xml) : prependContent(from.part, owners.old, xml)];
}

function mergeGrid({ from, to, revisions }: Merge, old: XmlElement, next: XmlElement): XmlEdit[] {
  const [mine, theirs] = [childOf(old, 'tblGrid'), childOf(next, 'tblGrid')];
  if (mine === undefined || theirs === undefined) return [];
  const describe = (grid: XmlElement, side: Merge['from']): string =>
    elementsOf(grid)
      .map((one) => describeElement(one, side.content, side.part.name))
      .join('');
  if (describe(mine, from) === describe(theirs, to)) return [];
  const w = prefixOf(from.part);
  const before = elementsOf(mine, 'gridCol', W)
    .map(({ start, end }) => from.part.source.slice(start, end))
    .join('');
  const now = elementsOf(theirs, 'gridCol', W)
    .map((one) => `<${w}gridCol ${w}w="${one.attributes.find(({ local }) => local === 'w')?.value ?? '0'}"/>`)
    .join('');
  return [
    replaceNode(
      mine,
      `<${w}tblGrid>${now}<${w}tblGridChange ${w}id="${revisions.nextId()}"><${w}tblGrid>${before}</${w}tblGrid></${w}tblGridChange></${w}tblGrid>`,
    ),
  ];
}

/** Null where the tables have not the same columns, so that the one goes and the other comes. */
function mergeTable(merge: Merge, old: XmlElement, next: XmlElement): XmlEdit[] | null {
  const { from, to } = merge;
  const columns = (table: XmlElement): number =>
    elementsOf(childOf(table, 'tblGrid') ?? { ...table, children: [] }).filter(({ local }) => local === 'gridCol').length;
  if (
    !isPlainTable(old) ||
    !isPlainTable(next) ||
    columns(old) !== columns(next) ||
    (childOf(old, 'tblGrid') === undefined) !== (childOf(next, 'tblGrid') === undefined)
  )
    return null;
  const [rows, after] = [rowsOf(old), rowsOf(next)];
  const [first] = rows;
  if (first === undefined || after.length === 0) return null;
  const edits = [...setProperties(merge, { old, next }, 'tblPr', /^$/), ...mergeGrid(merge, old, next)];
  let behind: XmlElement | null = null;
  for (const [one, other] of rowPairs(rows, after)) {
    const made = one !== null && other !== null ? mergeRow(merge, one, other) : null;
    if (made !== null) edits.push(...made);
    else {
      const xml = other === null ? '' : declareOn(imported(merge, other, 'ins'), to.part, from.part);
      if (one !== null)
        edits.push(...(xml === '' ? [] : [insertBefore(one, xml)]), ...trackElement(from.part, one, 'del', merge.revisions));
      else edits.push(behind === null ? insertBefore(first, xml) : insertAfter(behind, xml));
    }
    if (one !== null) behind = one;
  }
  return edits;
}

/** Null where the rows have not the same cells. */
function mergeRow(merge: Merge, old: XmlElement, next: XmlElement): XmlEdit[] | null {
  const { from, to } = merge;
  if (describeElement(old, from.content, from.part.name) === describeElement(next, to.content, to.part.name)) return [];
  const [cells, after] = [cellsOf(old), cellsOf(next)];
  const exception = (row: XmlElement, { content, part }: Merge['from']): string =>
    describeProperties(row, 'tblPrEx', { content, part: part.name });
  if (cells.length !== after.length || exception(old, from) !== exception(next, to)) return null;
  const edits = setProperties(merge, { old, next }, 'trPr', /^$/);
  for (const [index, cell] of cells.entries()) {
    const other = after[index];
    if (other === undefined) return null;
    edits.push(...setProperties(merge, { old: cell, next: other }, 'tcPr', /^$/), ...mergeBlocks(merge, cell, other));
  }
  return edits;
}
