/** A paragraph, a table or a control as inserted or deleted with all that it holds (ISO/IEC 29500-1 §17.13.5), as spans of its source. */
import { W } from '../../ooxml/names.ts';
import { appendContent, insertAfter, insertBefore, prependContent, removeNode, replaceNode, type XmlEdit } from '../../ooxml/edit-xml.ts';
import type { XmlPart } from '../../ooxml/office-package.ts';
import { childOf, tablePartsIn, valueOf } from '../../ooxml/word-text.ts';
import { escapeAttribute, escapeText } from '../../ooxml/xml-text.ts';
import { elementsOf, walkElements, type XmlElement } from '../../ooxml/xml-tree.ts';
import { insertProperty } from '../docx/mechanics/change-properties.ts';
import { renameElement } from '../docx/mechanics/track-runs.ts';
import { isCommentRun } from './import-content.ts';

/** Moves are of paragraphs alone: Word knows none of tables and controls. */
export type Fate = 'ins' | 'del' | 'moveFrom' | 'moveTo';

/** How the revisions of one redline are written. */
export interface Revisions {
  nextId(): number;
  author: string;
  date: string;
}

/** Attributes of a revision. @param w the prefix, `w:` */
export const revisionAttributes = ({ nextId, author, date }: Revisions, w: string): string =>
  ` ${w}id="${nextId()}" ${w}author="${escapeAttribute(author)}" ${w}date="${date}"`;

export const prefixOf = ({ root }: XmlPart): string => root.name.slice(0, root.name.indexOf(':') + 1);

interface Track {
  part: XmlPart;
  fate: Fate;
  revisions: Revisions;
  w: string;
  /** All that comes or goes. */
  whole: XmlElement;
  /** For what stands beside it: how many blocks in front of each stay. */
  staying: ReadonlyMap<XmlElement, number> | undefined;
}

const RENAMED: Readonly<Record<string, string>> = { t: 'delText', instrText: 'delInstrText' };
const isRun = ({ uri, local }: XmlElement): boolean => (uri === W ? local === 'r' : local === 'oMath' || local === 'oMathPara');

function openTag({ fate, revisions, w }: Track): string {
  return `<${w}${fate}${revisionAttributes(revisions, w)}>`;
}

function wrapRuns(track: Track, runs: readonly XmlElement[]): XmlEdit[] {
  const [first, last] = [runs[0], runs.at(-1)];
  if (first === undefined || last === undefined) return [];
  const renamed =
    track.fate !== 'del'
      ? []
      : runs.flatMap((run) =>
          elementsOf(run, undefined, W).flatMap((child) => {
            const name = RENAMED[child.local];
            return name === undefined ? [] : renameElement(track.part.source, child, name);
          }),
        );
  return [insertBefore(first, openTag(track)), ...renamed, insertAfter(last, `</${track.w}${track.fate}>`)];
}

/** A simple field as one of runs, which can be inserted and deleted. */
function trackField(track: Track, field: XmlElement): XmlEdit[] {
  const { w, fate } = track;
  const mark = (kind: string): string => `<${w}r><${w}fldChar ${w}fldCharType="${kind}"/></${w}r>`;
  const name = fate === 'del' ? 'delInstrText' : 'instrText';
  const instruction = `<${w}r><${w}${name} xml:space="preserve">${escapeText(valueOf(field, 'instr') ?? '')}</${w}${name}></${w}r>`;
  const open = `${openTag(track)}${mark('begin')}${instruction}${mark('separate')}</${w}${fate}>`;
  const close = `${openTag(track)}${mark('end')}</${w}${fate}>`;
  if (field.contentStart === field.end) return [replaceNode(field, open + close)];
  const data = elementsOf(field, 'fldData', W).map(removeNode);
  return [
    { start: field.start, end: field.contentStart, xml: open },
    ...data,
    ...trackInline(track, field),
    { start: field.contentEnd, end: field.end, xml: close },
  ];
}

/** Whether it stands in a paragraph, among runs. */
function isInline({ parent }: XmlElement): boolean {
  if (parent?.local === 'p') return true;
  return (
    parent !== undefined && !/^(?:body|tc|tr|tbl|hdr|ftr|footnote|endnote|comment|txbxContent)$/.test(parent.local) && isInline(parent)
  );
}

/** The tags of a control come or go by ranges around them (§17.13.5.4-11): one around it where it has no place for content. */
function trackControl(track: Track, control: XmlElement): XmlEdit[] {
  const content = childOf(control, 'sdtContent');
  const kind = track.fate === 'ins' || track.fate === 'moveTo' ? 'customXmlInsRange' : 'customXmlDelRange';
  const { w, revisions } = track;
  const range = (): [string, string] => {
    const attributes = revisionAttributes(revisions, w);
    return [`<${w}${kind}Start${attributes}/>`, `<${w}${kind}End ${/\S+:?id="\d+"/.exec(attributes)?.[0] ?? ''}/>`];
  };
  const opening = range();
  if (content === undefined) return [insertBefore(control, opening[0]), insertAfter(control, opening[1])];
  const closing = range();
  return [
    insertBefore(control, opening[0]),
    prependContent(track.part, content, opening[1]),
    ...(isInline(control) ? trackInline(track, content) : elementsOf(content).flatMap((child) => trackBlock(track, child))),
    appendContent(track.part, content, closing[0]),
    insertAfter(control, closing[1]),
  ];
}

const beginnings = new WeakMap<XmlElement, ReadonlyMap<string | undefined, XmlElement[]>>();

/** Where the ranges of comments begin in a part, by the ids of the comments: looked up once for all of them. */
function beginningsIn(root: XmlElement): ReadonlyMap<string | undefined, XmlElement[]> {
  const known = beginnings.get(root);
  if (known !== undefined) return known;
  const starts = [...walkElements(root)].filter(({ uri, local }) => uri === W && local === 'commentRangeStart');
  const made = Map.groupBy(starts, (one) => valueOf(one, 'id'));
  beginnings.set(root, made);
  return made;
}

/** What an element is in, or it itself, beside a block. */
function besideBlock(element: XmlElement, { parent }: XmlElement): XmlElement | undefined {
  for (let one: XmlElement | undefined = element; one !== undefined; one = one.parent) if (one.parent === parent) return one;
  return undefined;
}

/** A comment goes with what it is on; one that begins in front of what goes is on something that stays, unless all between goes, too. */
function losesComment({ part, fate, whole, staying }: Track, run: XmlElement): boolean {
  if (fate !== 'del') return false;
  const starts = elementsOf(run, 'commentReference', W).flatMap((one) => beginningsIn(part.root).get(valueOf(one, 'id')) ?? []);
  const behind = staying?.get(whole);
  return starts.every((start) => {
    if (start.start >= whole.start) return start.end <= whole.end;
    const begins = behind === undefined ? undefined : besideBlock(start, whole);
    return begins !== undefined && staying?.get(begins) === behind;
  });
}

function trackInline(track: Track, parent: XmlElement): XmlEdit[] {
  const edits: XmlEdit[] = [];
  let open: XmlElement[] = [];
  const close = (): void => {
    edits.push(...wrapRuns(track, open));
    open = [];
  };
  for (const child of elementsOf(parent)) {
    if (isRun(child) && (!isCommentRun(child) || losesComment(track, child))) {
      open.push(child);
      continue;
    }
    close();
    if (child.uri !== W) continue;
    if (child.local === 'fldSimple') edits.push(...trackField(track, child));
    else if (child.local === 'sdt') edits.push(...trackControl(track, child));
    else if (/^(?:hyperlink|smartTag|customXml|dir|bdo)$/.test(child.local)) edits.push(...trackInline(track, child));
  }
  close();
  return edits;
}

/** The mark of a paragraph as inserted or deleted. @returns a span of its properties, where it has any */
export function trackMark({ part, fate, revisions, w }: Omit<Track, 'whole' | 'staying'>, paragraph: XmlElement): XmlEdit {
  const mark = `<${w}${fate}${revisionAttributes(revisions, w)}/>`;
  const properties = childOf(paragraph, 'pPr');
  const known = properties && childOf(properties, 'rPr');
  if (properties === undefined) return prependContent(part, paragraph, `<${w}pPr><${w}rPr>${mark}</${w}rPr></${w}pPr>`);
  return known === undefined
    ? insertProperty(part, properties, 'pPr', 'rPr', `<${w}rPr>${mark}</${w}rPr>`)
    : prependContent(part, known, mark);
}

function trackRow(track: Track, row: XmlElement): XmlEdit[] {
  const { part, fate, revisions, w } = track;
  const mark = `<${w}${fate}${revisionAttributes(revisions, w)}/>`;
  const properties = childOf(row, 'trPr');
  const before = childOf(row, 'tblPrEx');
  const xml = `<${w}trPr>${mark}</${w}trPr>`;
  const own =
    properties !== undefined
      ? appendContent(part, properties, mark)
      : before !== undefined
        ? insertAfter(before, xml)
        : prependContent(part, row, xml);
  const cells = tablePartsIn(row, 'tc');
  return [own, ...cells.flatMap((cell) => elementsOf(cell).flatMap((block) => trackBlock(track, block)))];
}

function trackBlock(track: Track, block: XmlElement): XmlEdit[] {
  if (block.uri !== W) return [];
  switch (block.local) {
    case 'p':
      return [trackMark(track, block), ...trackInline(track, block)];
    case 'tbl':
      return tablePartsIn(block, 'tr').flatMap((row) => trackRow(track, row));
    case 'tr':
      return trackRow(track, block);
    case 'sdt':
      return trackControl(track, block);
    default:
      return [];
  }
}

/**
 * Spans that mark a block, a row or what stands in a paragraph.
 * @param staying for what stands beside a block that goes: how many blocks in front of each stay; absent: all may
 */
export function trackElement(
  part: XmlPart,
  element: XmlElement,
  fate: Fate,
  revisions: Revisions,
  staying?: ReadonlyMap<XmlElement, number>,
): XmlEdit[] {
  const track: Track = { part, fate, revisions, w: prefixOf(part), whole: element, staying };
  if (isRun(element)) return wrapRuns(track, [element]);
  if (element.uri === W && /^(?:p|tbl|tr)$/.test(element.local)) return trackBlock(track, element);
  return trackInline(track, { ...element, children: [element] });
}
