/**
 * Paragraphs of Word and DrawingML as runs of text. Editors divide what somebody typed over many runs (spelling, language,
 * revision ids); before a template is filled each tag is brought into one run of its own, in the formatting of its first letter.
 */
import { append } from '../../base/append.ts';
import { A, W, XML } from '../../ooxml/names.ts';
import { setAttribute, type XmlEdit } from '../../ooxml/edit-xml.ts';
import type { XmlPart } from '../../ooxml/office-package.ts';
import { escapeText } from '../../ooxml/xml-text.ts';
import { attributeOf, walkElements, type XmlElement, type XmlText } from '../../ooxml/xml-tree.ts';
import { findTags, type FoundTag } from './read-tag.ts';

interface TextPiece {
  text: string;
  /** Offset in the paragraph's text. */
  at: number;
  run: XmlElement;
  /** `w:t` or `a:t`; undefined of what is no text. */
  holder: XmlElement | undefined;
  node: XmlText | undefined;
}
export interface TextParagraph {
  element: XmlElement;
  text: string;
  pieces: TextPiece[];
  /** Among all paragraphs of the part, from 0. */
  ordinal: number;
}

const OBJECT = '\ufffc';
const AROUND_RUNS = new Set(['hyperlink', 'ins', 'moveTo', 'smartTag', 'sdt', 'sdtContent', 'customXml', 'dir', 'bdo', 'fldSimple']);
/** In runs, and no text. */
const SILENT = new Set(['rPr', 'lastRenderedPageBreak', 'delText', 'instrText', 'delInstrText', 'fldChar', 'annotationRef']);
const SIGNS: Readonly<Record<string, string>> = { tab: '\t', br: '\n', cr: '\n' };

const isParagraph = ({ local, uri }: XmlElement): boolean => local === 'p' && (uri === W || uri === A);

function addRun(run: XmlElement, pieces: TextPiece[], length: number): number {
  let at = length;
  const add = (text: string, holder?: XmlElement, node?: XmlText): void => {
    pieces.push({ text, at, run, holder, node });
    at += text.length;
  };
  for (const child of run.children) {
    if (child.kind !== 'element' || SILENT.has(child.local)) continue;
    if (child.local === 't' && (child.uri === W || child.uri === A)) {
      for (const node of child.children) if (node.kind === 'text') add(node.value, child, node);
    } else add(SIGNS[child.local] ?? OBJECT);
  }
  return at;
}

function readPieces(container: XmlElement, pieces: TextPiece[], length: number): number {
  let at = length;
  for (const child of container.children) {
    if (child.kind !== 'element') continue;
    if (child.local === 'r' && (child.uri === W || child.uri === A)) at = addRun(child, pieces, at);
    else if (child.uri === W && AROUND_RUNS.has(child.local)) at = readPieces(child, pieces, at);
    else if (child.uri === A && (child.local === 'br' || child.local === 'fld')) {
      pieces.push({ text: child.local === 'br' ? '\n' : OBJECT, at, run: child, holder: undefined, node: undefined });
      at++;
    }
  }
  return at;
}

/** All paragraphs of a part in the order of its source, those of text boxes and cells too. */
export function textParagraphs(root: XmlElement): TextParagraph[] {
  const found: TextParagraph[] = [];
  for (const element of walkElements(root)) {
    if (!isParagraph(element)) continue;
    const pieces: TextPiece[] = [];
    readPieces(element, pieces, 0);
    found.push({ element, text: pieces.map(({ text }) => text).join(''), pieces, ordinal: found.length });
  }
  return found;
}

interface Segment {
  text: string;
  tag: boolean;
}

/** The text of a piece once each tag is whole where it begins and gone where it goes on. */
function segmentsOf({ text, at }: TextPiece, tags: readonly FoundTag[]): Segment[] {
  const segments: Segment[] = [];
  let done = 0;
  const end = at + text.length;
  for (const tag of tags) {
    if (tag.end <= at || tag.start >= end) continue;
    const from = Math.max(0, tag.start - at);
    if (from > done) segments.push({ text: text.slice(done, from), tag: false });
    if (tag.start >= at) segments.push({ text: tag.text, tag: true });
    done = Math.min(text.length, tag.end - at);
  }
  if (done < text.length) segments.push({ text: text.slice(done), tag: false });
  return segments;
}

/** Whether anything of the run is before or behind this text. */
function neighbours(run: XmlElement, holder: XmlElement, node: XmlText): { before: boolean; behind: boolean } {
  const shown = run.children.filter((child): child is XmlElement => child.kind === 'element' && child.local !== 'rPr');
  const at = shown.indexOf(holder);
  const texts = holder.children.indexOf(node);
  return { before: at > 0 || texts > 0, behind: at < shown.length - 1 || texts < holder.children.length - 1 };
}

function divideAt({ source }: XmlPart, run: XmlElement, holder: XmlElement): string {
  const properties = run.children.find((child): child is XmlElement => child.kind === 'element' && child.local === 'rPr');
  const look = properties === undefined ? '' : source.slice(properties.start, properties.end);
  const text = holder.uri === W ? `<${holder.name} xml:space="preserve">` : `<${holder.name}>`;
  return `</${holder.name}></${run.name}>${source.slice(run.start, run.contentStart)}${look}${text}`;
}

function divideParagraph(part: XmlPart, { pieces }: TextParagraph, tags: readonly FoundTag[]): XmlEdit[] {
  const edits: XmlEdit[] = [];
  const emptied = new Map<XmlElement, boolean>();
  const perRun = new Map<XmlElement, XmlEdit[]>();
  for (const piece of pieces) {
    const { run, holder, node, text, at } = piece;
    const meets = tags.some((tag) => tag.start < at + text.length && tag.end > at);
    if (holder === undefined || node === undefined || !meets) {
      emptied.set(run, false);
      continue;
    }
    const segments = segmentsOf(piece, tags);
    if (segments.length > 0) emptied.set(run, false);
    else if (!emptied.has(run)) emptied.set(run, true);
    const { before, behind } = neighbours(run, holder, node);
    const [first] = segments;
    if (segments.length === 1 && first?.tag === true && first.text === text && !before && !behind) continue;
    const divide = divideAt(part, run, holder);
    const written = segments.map((segment) => escapeText(segment.text)).join(divide);
    const xml = `${first?.tag === true && before ? divide : ''}${written}${segments.at(-1)?.tag === true && behind ? divide : ''}`;
    const own = perRun.get(run) ?? [];
    perRun.set(run, own);
    own.push({ start: node.start, end: node.end, xml });
    if (holder.uri === W && attributeOf(holder, 'space', XML) !== 'preserve') own.push(setAttribute(part, holder, 'xml:space', 'preserve'));
  }
  for (const [run, own] of perRun) {
    if (emptied.get(run) === true) edits.push({ start: run.start, end: run.end, xml: '' });
    else append(edits, unique(own));
  }
  return edits;
}

/** Two texts of one holder would say twice that blanks count. */
const unique = (edits: readonly XmlEdit[]): XmlEdit[] => [...new Map(edits.map((edit) => [`${edit.start}-${edit.end}`, edit])).values()];

/** What brings each tag of the part into a run of its own; none where each has one. */
export function divideRuns(part: XmlPart): XmlEdit[] {
  return textParagraphs(part.root).flatMap((paragraph) => {
    const tags = findTags(paragraph.text).filter(({ end }) => end !== -1);
    return tags.length === 0 ? [] : divideParagraph(part, paragraph, tags);
  });
}
