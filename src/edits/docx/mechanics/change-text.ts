/**
 * Changes to the text of a paragraph, as spans that begin and end at single characters: what is before and behind in
 * the same run stays as it was. Tracked, the run is divided: `w:del` around what goes, `w:ins` behind it, both in the
 * formatting of the text that they touch (ISO/IEC 29500-1 §17.13.5).
 */
import { append } from '../../../base/append.ts';
import { W, XML } from '../../../ooxml/names.ts';
import { appendContent, insertAfter, prependContent, setAttribute, type XmlEdit } from '../../../ooxml/edit-xml.ts';
import { escapeAttribute, escapeText } from '../../../ooxml/xml-text.ts';
import { attributeOf, elementsOf, walkElements, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { isRejected, reject, type EditContext, type Rejected } from '../../define-edit.ts';
import type { TextChange } from '../../diff-words.ts';
import type { WordFile, WordParagraph } from '../../../ooxml/word-file.ts';
import { runTag } from '../../../ooxml/run-tag.ts';
import { childOf, readParagraphText, sourcePosition, valueOf, type Piece } from '../../../ooxml/word-text.ts';

/** Part of a piece: offsets within its text. */
interface Slice {
  piece: Piece;
  from: number;
  to: number;
}
interface Change {
  file: WordFile;
  paragraph: WordParagraph;
  context: EditContext;
  /** What comes instead of inserted text, as XML with its own marks. */
  markup: string | undefined;
}

/** A change of text; tracked, `markup` comes in the place of an inserted text. */
export type MarkedChange = TextChange & { markup?: string };

/** `w:ins` or `w:del` with a new id, to be closed by `</w:ins>`. */
export function openRevision(file: WordFile, kind: string, { author, date }: EditContext): string {
  const { w } = file;
  return `<${w}${kind} ${w}id="${file.nextId()}" ${w}author="${escapeAttribute(author)}" ${w}date="${date}"`;
}

/** Characters that a run has as elements (ISO/IEC 29500-1 §17.3.3). */
const ELEMENTS: Readonly<Record<string, string>> = { '\n': 'br', '\t': 'tab', '\u2011': 'noBreakHyphen', '\u00AD': 'softHyphen' };

/** A text element of a run, as the text is. */
export const textXml = (w: string, text: string, element = 't'): string =>
  `<${w}${element}${/^\s|\s$/.test(text) ? ' xml:space="preserve"' : ''}>${escapeText(text)}</${w}${element}>`;

/** Text as the content of a run: lines, tabs and hyphens of a kind as elements. */
export function runContent(w: string, text: string, element = 't'): string {
  return text
    .split(/([\n\t\u2011\u00AD])/)
    .map((piece) => {
      if (piece === '') return '';
      const own = ELEMENTS[piece];
      if (own !== undefined) return `<${w}${own}/>`;
      return textXml(w, piece, element);
    })
    .join('');
}

/** @param changes spans of the paragraph's text, in order, without overlap */
export function changeText(
  file: WordFile,
  paragraph: WordParagraph,
  changes: readonly MarkedChange[],
  context: EditContext,
): XmlEdit[] | Rejected {
  const edits: XmlEdit[] = [];
  for (const change of changes) {
    const made = changeOnce({ file, paragraph, context, markup: change.markup }, change);
    if (!Array.isArray(made)) return made;
    append(edits, made);
  }
  const twin = twinLike(paragraph);
  if (twin === undefined) return edits;
  const copied = changeText(file, twin, changes, context);
  return Array.isArray(copied) ? [...edits, ...copied] : copied;
}

/** The copy of a paragraph of a text box for older programs, where it says the same. */
export function twinLike({ element, twin }: WordParagraph): WordParagraph | undefined {
  return twin !== undefined && readParagraphText(twin.element).text === readParagraphText(element).text ? twin : undefined;
}

const readOnly = (paragraph: WordParagraph, why: string): Rejected =>
  reject('read_only_content', `The text in ${paragraph.address} cannot be changed: ${why}.`, [paragraph.address]);

function changeOnce(change: Change, { start, end, text }: TextChange): XmlEdit[] | Rejected {
  const { file, paragraph, context } = change;
  const beside = end === start && text !== '' ? insertBeside(change, start, text) : null;
  if (beside !== null) return beside;
  const slices = slicesOf(change, start, end);
  if (isRejected(slices)) return slices;
  if (slices.length === 0) return text === '' ? [] : insertIntoEmpty(change, text);
  for (const { piece } of slices) {
    const lock = paragraph.locked ?? piece.locked;
    if (lock !== null) return readOnly(paragraph, lock);
    if (piece.node !== undefined && sourcePosition(paragraph.part.source, piece.node, 0) === null)
      return readOnly(paragraph, 'it is written as a CDATA section');
  }
  if (context.mode === 'direct') return slices.flatMap((slice, index) => changeSlice(file, paragraph, slice, index === 0 ? text : ''));
  return trackSlices(change, slices, text);
}

/** The pieces that [start, end) touches; for an insertion the place where it belongs: behind the text before it. */
function slicesOf({ file, paragraph }: Change, start: number, end: number): Slice[] | Rejected {
  const { pieces } = file.textOf(paragraph);
  if (end > start) {
    return pieces
      .filter(({ at, text }) => at < end && at + text.length > start)
      .map((piece) => ({ piece, from: Math.max(0, start - piece.at), to: Math.min(piece.text.length, end - piece.at) }));
  }
  if (pieces.length === 0) return [];
  const free = pieces.filter(({ kind, locked }) => kind === 'text' && locked === null);
  const before = free.find(({ at, text }) => at < start && at + text.length >= start);
  if (before !== undefined) return [{ piece: before, from: start - before.at, to: start - before.at }];
  const behind = free.find(({ at }) => at === start);
  if (behind !== undefined) return [{ piece: behind, from: 0, to: 0 }];
  const mark = pieces.find((piece) => piece.kind === 'mark' && piece.locked === null && (piece.at + 1 === start || piece.at === start));
  if (mark !== undefined) return [{ piece: mark, from: mark.at + 1 === start ? 1 : 0, to: mark.at + 1 === start ? 1 : 0 }];
  return readOnly(paragraph, 'there is no text beside the place');
}

/** A run in the look of the paragraph's end. */
function newRun({ file, paragraph, context }: Change, text: string): string {
  const { part, element } = paragraph;
  const { w } = file;
  const properties = childOf(element, 'pPr');
  const run = `<${w}r>${cleanRunProperties(part.source, properties && childOf(properties, 'rPr'))}${runContent(w, text)}</${w}r>`;
  return context.mode === 'direct' ? run : `${openRevision(file, 'ins', context)}>${run}</${w}ins>`;
}

function insertIntoEmpty(change: Change, text: string): XmlEdit[] | Rejected {
  const { paragraph } = change;
  if (paragraph.locked !== null) return readOnly(paragraph, paragraph.locked);
  return [appendContent(paragraph.part, paragraph.element, newRun(change, text))];
}

/** Whether all fields that begin in a paragraph end in it. */
function hasWholeFields({ element }: WordParagraph): boolean {
  let depth = 0;
  for (const mark of walkElements(element)) {
    if (mark.uri !== W || mark.local !== 'fldChar') continue;
    const kind = valueOf(mark, 'fldCharType');
    if (kind === 'begin') depth++;
    else if (kind === 'end' && --depth < 0) return false;
  }
  return depth === 0;
}

/** At the ends of a paragraph that begins and ends with fields, pictures or boxes: beside them; null where there are words to go on with. */
function insertBeside(change: Change, at: number, text: string): XmlEdit[] | null {
  const { file, paragraph, markup } = change;
  const { text: whole, pieces } = file.textOf(paragraph);
  const isFree = ({ kind, locked }: Piece): boolean => (kind === 'text' || kind === 'mark') && locked === null;
  if (pieces.length === 0 || paragraph.locked !== null || pieces.some(isFree) || !hasWholeFields(paragraph)) return null;
  const { part, element } = paragraph;
  const run = markup ?? newRun(change, text);
  if (at === whole.length) return [appendContent(part, element, run)];
  if (at > 0) return null;
  const properties = childOf(element, 'pPr');
  return [properties === undefined ? prependContent(part, element, run) : insertAfter(properties, run)];
}

/** Formatting of the paragraph mark as that of a run: without what says that the mark itself was revised. */
export function cleanRunProperties(source: string, properties: XmlElement | undefined): string {
  if (properties === undefined) return '';
  let xml = source.slice(properties.start, properties.end);
  for (const child of properties.children.toReversed()) {
    if (child.kind === 'element' && /^(ins|del|moveFrom|moveTo|rPrChange)$/.test(child.local))
      xml = xml.slice(0, child.start - properties.start) + xml.slice(child.end - properties.start);
  }
  return xml;
}

function position(paragraph: WordParagraph, { node, holder }: Piece, offset: number): number {
  if (node === undefined) return offset === 0 ? holder.start : holder.end;
  return sourcePosition(paragraph.part.source, node, offset) ?? node.start;
}

/** Direct: the characters themselves. */
function changeSlice({ w }: WordFile, paragraph: WordParagraph, { piece, from, to }: Slice, text: string): XmlEdit[] {
  const span = { start: position(paragraph, piece, from), end: position(paragraph, piece, to) };
  if (piece.kind === 'mark') return [{ ...span, xml: runContent(w, text) }];
  const wholeRun = from === 0 && to === piece.text.length && text === '' && isAlone(piece);
  if (wholeRun) return [{ start: piece.run.start, end: piece.run.end, xml: '' }];
  // another look of this run, which another operation may set, is not asked for these words
  const own = text === '' ? span : { ...span, guards: looksOf(piece.run) };
  const broken = text.search(/[\n\t\u2011\u00AD]/);
  if (broken >= 0) {
    // it may begin with a break
    const first = text.slice(0, broken);
    const rest = text.slice(broken).split(/(?=[\n\t\u2011\u00AD])/);
    // the text element is closed before a break and opened again behind it
    const inner = rest
      .map(
        (line) =>
          `</${piece.holder.name}><${w}${ELEMENTS[line.charAt(0)] ?? 'tab'}/><${piece.holder.name} xml:space="preserve">${escapeText(line.slice(1))}`,
      )
      .join('');
    return [{ ...own, xml: escapeText(first) + inner }, ...keepSpaces(paragraph, piece)];
  }
  const left = piece.text.slice(0, from) + text;
  const needsSpaces = /^\s|\s$/.test(left + piece.text.slice(to));
  return [{ ...own, xml: escapeText(text) }, ...(needsSpaces ? keepSpaces(paragraph, piece) : [])];
}

const isAlone = ({ run, holder }: Piece): boolean =>
  run.children.every(
    (child) =>
      child === holder ||
      (child.kind === 'element' ? child.local === 'rPr' || child.local === 'lastRenderedPageBreak' : child.value.trim() === ''),
  );

/** Without `xml:space` a blank at the end of a text is lost. */
export function keepSpaces({ part }: WordParagraph, { holder }: Piece): XmlEdit[] {
  return attributeOf(holder, 'space', XML) === 'preserve' ? [] : [setAttribute(part, holder, 'xml:space', 'preserve')];
}

/** Slices of one run, which lie beside each other. */
function groupByRun(slices: readonly Slice[]): Slice[][] {
  const groups: Slice[][] = [];
  for (const slice of slices) {
    const last = groups.at(-1);
    if (last?.[0]?.piece.run === slice.piece.run) last.push(slice);
    else groups.push([slice]);
  }
  return groups;
}

/** Whether two runs are in the same holder with nothing but runs between them. */
function areTogether(first: XmlElement | undefined, last: XmlElement | undefined): boolean {
  if (first?.parent === undefined || last === undefined || first.parent !== last.parent) return false;
  const all = elementsOf(first.parent);
  return all.slice(all.indexOf(first), all.indexOf(last)).every(({ local, uri }) => uri === W && /^(?:r|proofErr)$/.test(local));
}

function trackSlices(change: Change, slices: readonly Slice[], text: string): XmlEdit[] {
  const groups = groupByRun(slices);
  const [first] = groups;
  const last = groups.at(-1);
  // behind a deletion that leaves a link, or goes over marks of comments, it would be elsewhere than where it is done at once
  const insertAt = areTogether(first?.[0]?.piece.run, last?.[0]?.piece.run) ? last : first;
  const formatting = first?.[0]?.piece.run;
  return groups.flatMap((group) =>
    trackGroup(group === insertAt ? change : { ...change, markup: '' }, group, group === insertAt ? text : '', formatting),
  );
}

function trackGroup(
  { file, paragraph, context, markup }: Change,
  group: readonly Slice[],
  text: string,
  formatting: XmlElement | undefined,
): XmlEdit[] {
  const first = group[0];
  const last = group.at(-1);
  if (first === undefined || last === undefined) return [];
  const { source } = paragraph.part;
  const { run } = first.piece;
  const { w } = file;
  const open = source.slice(run.start, run.contentStart) + copyRunProperties(file, source, run);
  const gone = group
    .map(({ piece, from, to }) =>
      to === from
        ? ''
        : piece.node === undefined
          ? source.slice(piece.holder.start, piece.holder.end)
          : deletedText(w, piece.text.slice(from, to)),
    )
    .join('');
  const deleted =
    gone === ''
      ? ''
      : `${openRevision(file, 'del', context)}>${runTag(source, run, `${w}r`)}${copyRunProperties(file, source, run)}${gone}</${w}r></${w}del>`;
  const inserted =
    markup ??
    (text === ''
      ? ''
      : `${openRevision(file, 'ins', context)}>${formatting === undefined ? `<${w}r>` : runTag(source, formatting, `${w}r`)}${cleanRunProperties(source, formatting && childOf(formatting, 'rPr'))}${runContent(w, text)}</${w}r></${w}ins>`);
  const head = headOf(paragraph, first, run);
  const tail = tailOf(paragraph, last, run, open);
  return [{ start: head.at, end: tail.at, xml: head.close + deleted + inserted + tail.open, guards: looksOf(run) }, ...head.more];
}

const deletedText = (w: string, text: string): string => `<${w}delText xml:space="preserve">${escapeText(text)}</${w}delText>`;

/** Where the formatting of a run stands, or would: what is copied from there is not to be changed by another user. */
export function looksOf(run: XmlElement): { start: number; end: number } {
  const properties = childOf(run, 'rPr');
  return properties === undefined
    ? { start: run.contentStart, end: run.contentStart + 1 }
    : { start: properties.start, end: properties.end };
}

/** Formatting for another run beside: a change of it that is tracked gets an id of its own. */
export function copyRunProperties(file: WordFile, source: string, run: XmlElement): string {
  const properties = childOf(run, 'rPr');
  if (properties === undefined) return '';
  const change = childOf(properties, 'rPrChange');
  const xml = source.slice(properties.start, properties.end);
  return change === undefined
    ? xml
    : xml.slice(0, change.start - properties.start) +
        xml.slice(change.start - properties.start).replace(/:id\s*=\s*(["'])[^"']*\1/, `:id="${file.nextId()}"`);
}

/** Where the run ends before the change: nothing is left of it where the change begins with it. */
function headOf(paragraph: WordParagraph, { piece, from }: Slice, run: XmlElement): { at: number; close: string; more: XmlEdit[] } {
  if (from === 0) {
    const isFirst =
      run.children.find((child) => child.kind === 'element' && child.local !== 'rPr' && child.local !== 'lastRenderedPageBreak') ===
        piece.holder && isFirstNode(piece);
    if (isFirst) return { at: run.start, close: '', more: [] };
    if (isFirstNode(piece)) return { at: piece.holder.start, close: `</${run.name}>`, more: [] };
  }
  if (piece.node === undefined) return { at: piece.holder.end, close: `</${run.name}>`, more: [] };
  const spaces = /^\s|\s$/.test(piece.text.slice(0, from)) ? keepSpaces(paragraph, piece) : [];
  return { at: position(paragraph, piece, from), close: `</${piece.holder.name}></${run.name}>`, more: spaces };
}

function tailOf(paragraph: WordParagraph, { piece, to }: Slice, run: XmlElement, open: string): { at: number; open: string } {
  if (to === piece.text.length && isLastNode(piece)) {
    const last = run.children.findLast((child) => child.kind === 'element');
    return last === piece.holder ? { at: run.end, open: '' } : { at: piece.holder.end, open };
  }
  if (piece.node === undefined) return { at: piece.holder.start, open };
  return { at: position(paragraph, piece, to), open: `${open}<${piece.holder.name} xml:space="preserve">` };
}

const isFirstNode = ({ node, holder }: Piece): boolean => node === undefined || holder.children[0] === node;
const isLastNode = ({ node, holder }: Piece): boolean => node === undefined || holder.children.at(-1) === node;
