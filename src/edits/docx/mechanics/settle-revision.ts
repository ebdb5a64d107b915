/**
 * Accepting and rejecting tracked changes (ISO/IEC 29500-1 §17.13.5): what stays loses its marks, what goes is removed,
 * formatting goes back to what was written down. A paragraph whose mark goes is joined with the one behind it.
 */
import { append } from '../../../base/append.ts';
import { W } from '../../../ooxml/names.ts';
import {
  appendContent,
  applyXmlEdits,
  prependContent,
  removeNode,
  replaceContent,
  replaceNode,
  type XmlEdit,
} from '../../../ooxml/edit-xml.ts';
import { elementsOf, textOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { reject, type Rejected } from '../../define-edit.ts';
import { insertProperty } from './change-properties.ts';
import { halfMarks, removeButMarks, withControls } from './half-marks.ts';
import { sectionsIn } from './page-room.ts';
import { inheritedReferences } from './section-ends.ts';
import type { WordRevision } from '../../../ooxml/word-file.ts';
import { renameElement } from './track-runs.ts';
import { childOf, valueOf } from '../../../ooxml/word-text.ts';

export type Verdict = 'accept' | 'reject';

const GAINS = new Set(['ins', 'moveTo', 'cellIns']);
const LOSSES = new Set(['del', 'moveFrom', 'cellDel']);
const FORMATS: Readonly<Record<string, string>> = {
  rPrChange: 'rPr',
  pPrChange: 'pPr',
  tblPrChange: 'tblPr',
  trPrChange: 'trPr',
  tcPrChange: 'tcPr',
  sectPrChange: 'sectPr',
  tblPrExChange: 'tblPrEx',
  tblGridChange: 'tblGrid',
};

export function settleRevision({ part, element, address }: WordRevision, verdict: Verdict): XmlEdit[] | Rejected {
  const { local, parent } = element;
  const format = FORMATS[local];
  if (format !== undefined) return verdict === 'accept' ? [removeNode(element)] : restoreFormat(part.source, element, format);
  if (CONTROLS.has(local)) return settleControl(element, (local === 'customXmlInsRangeStart') === (verdict === 'accept'));
  if (local === 'cellMerge') return settleMerge(part.source, element, verdict);
  // the numbering before is written down as a text alone, which no reader of today restores
  if (local === 'numberingChange')
    return verdict === 'accept'
      ? [removeNode(element)]
      : reject('unsupported', `${address} is a change of numbering in the form of Word 97, which says not enough to take it back.`, [
          address,
        ]);
  const stays = GAINS.has(local) === (verdict === 'accept');
  if (parent?.local === 'numPr') return [removeNode(stays ? element : parent)];
  if (parent?.local === 'tcPr')
    return stays || parent.parent === undefined ? [removeNode(element)] : removeCell(part.source, parent.parent);
  if (parent?.local === 'trPr') return stays || parent.parent === undefined ? [removeNode(element)] : removeRow(part.source, parent.parent);
  if (parent?.local === 'rPr' && parent.parent?.local === 'pPr')
    return stays ? [removeNode(element)] : joinParagraph(part.source, element, verdict);
  if (!stays) return [removeButMarks(part.source, parent?.local === 'hyperlink' && elementsOf(parent).length === 1 ? parent : element)];
  return unwrap(part.source, element, LOSSES.has(local));
}

/** Content controls that come or go, by the marks around their tags (ISO/IEC 29500-1 §17.13.5.4-11). */
const CONTROLS = new Set(['customXmlInsRangeStart', 'customXmlDelRangeStart']);
const RANGE_MARK = /^customXml(?:Ins|Del)Range(?:Start|End)$/;

const behindOf = new WeakMap<XmlElement, Map<XmlElement, XmlElement>>();

/** What stands directly behind it in the same parent; told for all of a parent at once, since thousands of paragraphs may ask. */
function behind(element: XmlElement): XmlElement | undefined {
  const { parent } = element;
  if (parent === undefined) return undefined;
  const known = behindOf.get(parent);
  if (known !== undefined) return known.get(element);
  const siblings = elementsOf(parent);
  const made = new Map(siblings.flatMap((one, at) => (siblings[at + 1] === undefined ? [] : [[one, siblings[at + 1] ?? one] as const])));
  behindOf.set(parent, made);
  return made.get(element);
}

const isAfter = (mark: XmlElement, control: XmlElement): boolean => behind(mark) === control;

/** The control that a mark begins in front of, or in which the other range begins, at the end of its content. */
function controlOf(mark: XmlElement): XmlElement | undefined {
  const next = behind(mark);
  if (next?.local === 'sdt') return next;
  return next === undefined && mark.parent?.local === 'sdtContent' ? mark.parent.parent : undefined;
}

/** The marks of both ranges around the tags of a control: where they begin and where they end. */
function rangesOf(control: XmlElement, { local }: XmlElement): XmlElement[] {
  const content = childOf(control, 'sdtContent');
  const outside = control.parent === undefined ? [] : elementsOf(control.parent);
  const inside = content === undefined ? [] : elementsOf(content);
  const starts = [
    outside.find((one) => one.local === local && isAfter(one, control)),
    inside.findLast((one) => one.local === local),
  ].filter((one) => one !== undefined && controlOf(one) === control);
  const ids = new Set(starts.map((one) => one && valueOf(one, 'id')));
  const isEnd = (one: XmlElement): boolean => one.local === local.replace(/Start$/, 'End') && ids.has(valueOf(one, 'id'));
  return [...starts.filter((one) => one !== undefined), ...outside.filter(isEnd), ...inside.filter(isEnd)];
}

/** The control stays, or its content alone. Word marks its tags twice, at either end: both are settled as the one change that they are. */
function settleControl(mark: XmlElement, stays: boolean): XmlEdit[] {
  const control = controlOf(mark);
  if (control === undefined) return [removeNode(mark)];
  const content = childOf(control, 'sdtContent');
  const isEmpty = content === undefined || elementsOf(content).every(({ local }) => RANGE_MARK.test(local));
  const marks = rangesOf(control, mark);
  if (!stays && isEmpty) return [control, ...marks.filter(({ parent }) => parent === control.parent)].map(removeNode);
  const unmarked = marks.map(removeNode);
  if (stays || content === undefined) return unmarked;
  return [
    ...unmarked,
    { start: control.start, end: content.contentStart, xml: '' },
    { start: content.contentEnd, end: control.end, xml: '' },
  ];
}

/** A row without cells is none. */
function removeCell(source: string, cell: XmlElement): XmlEdit[] {
  const row = cell.parent;
  const isLast = row !== undefined && elementsOf(row).filter(({ local }) => local === 'tc').length === 1;
  return isLast ? removeRow(source, row) : [removeButMarks(source, cell)];
}

/** A table without rows is none. */
function removeRow(source: string, gone: XmlElement): XmlEdit[] {
  const row = withControls([gone])[0] ?? gone;
  const table = row.parent;
  const isLast =
    table?.local === 'tbl' &&
    elementsOf(table).filter(({ local }) => local === 'tr' || local === 'sdt' || local === 'customXml').length === 1;
  return [removeButMarks(source, isLast ? table : row)];
}

/** Merged downwards, as it is or as it was (ISO/IEC 29500-1 §17.13.5.3). */
function settleMerge(source: string, element: XmlElement, verdict: Verdict): XmlEdit[] {
  const properties = element.parent;
  const merge = valueOf(element, verdict === 'accept' ? 'vMerge' : 'vMergeOrig');
  const known = properties && childOf(properties, 'vMerge');
  const w = element.name.slice(0, -element.local.length);
  const xml = merge === undefined ? '' : merge === 'rest' ? `<${w}vMerge ${w}val="restart"/>` : `<${w}vMerge/>`;
  if (properties === undefined || (known === undefined && xml === '')) return [removeNode(element)];
  if (known !== undefined) return [removeNode(element), ...(source.slice(known.start, known.end) === xml ? [] : [replaceNode(known, xml)])];
  return [removeNode(element), insertProperty({ source, root: properties }, properties, 'tcPr', 'vMerge', xml)];
}

/** The tags go; text that was deleted is text again. */
function unwrap(source: string, element: XmlElement, restored: boolean): XmlEdit[] {
  if (element.contentStart === element.end) return [removeNode(element)];
  const edits: XmlEdit[] = [
    { start: element.start, end: element.contentStart, xml: '' },
    { start: element.contentEnd, end: element.end, xml: '' },
  ];
  if (!restored) return edits;
  for (const inner of walkElements(element)) {
    if (inner.uri !== W || (inner.local !== 'delText' && inner.local !== 'delInstrText')) continue;
    append(edits, renameElement(source, inner, inner.local === 'delText' ? 't' : 'instrText'));
  }
  return edits;
}

/** The properties as they were: those of the change take the place of all beside it. */
function restoreFormat(source: string, change: XmlElement, format: string): XmlEdit[] | Rejected {
  const properties = change.parent;
  const before = childOf(change, format);
  if (properties === undefined || before === undefined) return [removeNode(change)];
  const kept = source.slice(before.contentStart, before.contentEnd);
  // marks of the paragraph and the section are not part of what a change of formatting writes down
  const others = elementsOf(properties).filter(
    (child) =>
      child !== change &&
      /^(ins|del|moveFrom|moveTo|sectPr|rPr|headerReference|footerReference)$/.test(child.local) &&
      childOf(before, child.local) === undefined,
  );
  const side = (names: RegExp): string =>
    others
      .filter(({ local }) => names.test(local))
      .map(({ start, end }) => source.slice(start, end))
      .join('');
  return [
    replaceContent(
      { source, root: properties },
      properties,
      side(/^(ins|del|moveFrom|moveTo|headerReference|footerReference)$/) + kept + side(/^(sectPr|rPr)$/),
    ),
  ];
}

/** Marks of ranges, which are between blocks as well as in them. */
const isMark = ({ local }: XmlElement): boolean =>
  /^(bookmark|commentRange|perm|moveFromRange|moveToRange|customXml(Ins|Del)Range)(Start|End)$/.test(local);

/** Whether a paragraph behind it may go: there is one in front of it that stays. */
function endsWithParagraph(before: XmlElement | undefined): boolean {
  if (before?.local !== 'sdt') return before?.local === 'p';
  const content = childOf(before, 'sdtContent');
  return content !== undefined && endsWithParagraph(elementsOf(content).findLast((one) => !isMark(one)));
}

/** Nothing is left of it when what goes has gone. */
function isGoing(element: XmlElement, going: ReadonlySet<string>): boolean {
  if (going.has(element.local) || /^(?:proofErr|sdtPr|sdtEndPr|smartTagPr|customXmlPr)$/.test(element.local) || isMark(element))
    return true;
  // of a namespace that nobody here knows, and without a word in it
  if (element.uri !== W && textOf(element) === '') return true;
  return (
    /^(hyperlink|sdt|sdtContent|smartTag|customXml)$/.test(element.local) && elementsOf(element).every((child) => isGoing(child, going))
  );
}

const isGoingWhole = (paragraph: XmlElement, going: ReadonlySet<string>): boolean =>
  elementsOf(paragraph).every((child) => child.local === 'pPr' || isGoing(child, going));

/** Marks of ranges that stay where a paragraph goes whole: those between its words, and one end of a range in what goes. */
function marksLeft(paragraph: XmlElement): XmlElement[] {
  const halves = new Set(halfMarks([paragraph]));
  return [...walkElements(paragraph)].filter((one) => halves.has(one) || (one.parent === paragraph && isMark(one)));
}

/** A paragraph whose words and whose end all go: where several of them are last, what is in front of them decides whether one has to stay. */
function isGoingParagraph(block: XmlElement, going: ReadonlySet<string>): boolean {
  const properties = block.local === 'p' ? childOf(block, 'pPr') : undefined;
  const mark = properties && childOf(properties, 'rPr');
  return mark !== undefined && elementsOf(mark).some(({ local }) => going.has(local)) && isGoingWhole(block, going);
}

/** What the section behind showed of the headers and footers of one that goes, it names itself from then on. */
function keepReferencesOf(source: string, section: XmlElement): XmlEdit[] {
  let root = section;
  while (root.parent !== undefined) root = root.parent;
  const body = childOf(root, 'body');
  if (body === undefined) return [];
  const next = sectionsIn(body).find(({ start }) => start >= section.end);
  const xml = inheritedReferences(source, section, next)
    .map((one) => one.xml)
    .join('');
  if (xml === '') return [];
  const tree = { source, root };
  const w = section.name.slice(0, -section.local.length);
  return [next === undefined ? appendContent(tree, body, `<${w}sectPr>${xml}</${w}sectPr>`) : prependContent(tree, next, xml)];
}

/** A piece of the source with changes inside it. */
const sliceWith = (source: string, { start, end }: XmlElement, edits: readonly XmlEdit[]): string =>
  applyXmlEdits(
    source.slice(start, end),
    edits.map((edit) => ({ ...edit, start: edit.start - start, end: edit.end - start })),
  );

/**
 * Its text is set in front of that of the next paragraph, which has the properties. A section that it ended ends with it: its text is of
 * the next section then, as Word has it (ISO/IEC 29500-1 §17.6.18).
 */
function joinParagraph(source: string, mark: XmlElement, verdict: Verdict): XmlEdit[] {
  const paragraph = mark.parent?.parent?.parent;
  if (paragraph === undefined) return [removeNode(mark)];
  let next = behind(paragraph);
  while (next !== undefined && isMark(next)) next = behind(next);
  const properties = childOf(paragraph, 'pPr');
  const section = properties && childOf(properties, 'sectPr');
  const kept = section === undefined ? [] : keepReferencesOf(source, section);
  const unmarked = [...[mark, ...(section === undefined ? [] : [section])].map(removeNode), ...kept];
  const going = verdict === 'accept' ? LOSSES : GAINS;
  const content = elementsOf(paragraph);
  // where the range of a move begins inside the paragraph, the words are moved and the paragraph is left, empty
  const isMoved = mark.local === 'moveFrom' || mark.local === 'moveTo';
  if (isMoved && content.some(({ local }) => local === 'moveFromRangeStart' || local === 'moveToRangeStart')) return [removeNode(mark)];
  const isLast = next === undefined || next.local === 'sectPr';
  const before = (): XmlElement | undefined => {
    const siblings = paragraph.parent === undefined ? [] : elementsOf(paragraph.parent).filter((one) => !isMark(one));
    return siblings.slice(0, siblings.indexOf(paragraph)).findLast((one) => !isGoingParagraph(one, going));
  };
  if (isGoingWhole(paragraph, going) && (!isLast || endsWithParagraph(before())))
    return [
      replaceNode(
        paragraph,
        marksLeft(paragraph)
          .map(({ start, end }) => source.slice(start, end))
          .join(''),
      ),
      ...kept,
    ];
  // nothing beside it to be joined with: the mark that must be there stays
  if (next?.local !== 'p') return unmarked;
  const between = source.slice(paragraph.end, next.start);
  const nextProperties = childOf(next, 'pPr');
  if (next.contentStart === next.end) return [...(properties === undefined ? [] : [removeNode(properties)]), removeNode(next), ...kept];
  // the section behind may end with the next paragraph, whose properties are set in front
  const isInside = ({ start, end }: XmlEdit): boolean =>
    nextProperties !== undefined && start > nextProperties.start && end < nextProperties.end;
  const inside = kept.filter(isInside);
  const others = kept.filter((edit) => !isInside(edit));
  // </w:p><w:p …><w:pPr>…</w:pPr> goes; the properties come to the front, in place of the first ones
  const edits: XmlEdit[] = [{ start: paragraph.contentEnd, end: nextProperties?.end ?? next.contentStart, xml: between }, ...others];
  const front = nextProperties === undefined ? '' : sliceWith(source, nextProperties, inside);
  edits.push(
    properties === undefined ? { start: paragraph.contentStart, end: paragraph.contentStart, xml: front } : replaceNode(properties, front),
  );
  return edits;
}
