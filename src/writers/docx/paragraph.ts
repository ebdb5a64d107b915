/** Paragraphs. Their properties are in the order of the schema (ECMA-376-1 §17.3.1.26); Word refuses a file in which they do not. */
import { startsRightToLeft } from '../script.ts';
import type { Draft, Place } from './draft.ts';

export interface ParagraphInput {
  style?: string | undefined;
  /** Runs, links, bookmarks. */
  content: string;
  /** The text by which the direction is decided; left out where it is the document's. */
  text?: string;
  keepNext?: boolean | undefined;
  list?: { level: number; numId: number } | undefined;
  /** Whole `w:pBdr`. */
  bordersXml?: string;
  /** Whole `w:tabs`. */
  tabsXml?: string;
  beforeDxa?: number | undefined;
  afterDxa?: number | undefined;
  /** Exact height of a line. */
  lineDxa?: number;
  leftDxa?: number | undefined;
  rightDxa?: number | undefined;
  hangingDxa?: number | undefined;
  align?: string | undefined;
  /** Properties of the paragraph's end: `w:rPr`. */
  markXml?: string;
}

/** One paragraph; takes along the page break and the bookmarks that wait for it. */
export function paragraph(draft: Draft, input: ParagraphInput): string {
  // office programs keep the space above what begins a page by a break
  const top = draft.topOfColumn || (draft.section.empty && !draft.section.first && !draft.insideFootnote);
  const properties = paragraphProperties(draft, top ? { ...input, beforeDxa: 0 } : input);
  draft.topOfColumn = false;
  draft.section.empty = false;
  let { content } = input;
  if (draft.bookmarksPending.length > 0) {
    const names = draft.bookmarksPending;
    draft.bookmarksPending = [];
    for (const name of names) content = bookmarked(draft, name, content);
  }
  return `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}${content}</w:p>`;
}

function paragraphProperties(draft: Draft, input: ParagraphInput): string {
  let xml = '';
  if (input.style !== undefined && input.style !== 'Normal') xml += `<w:pStyle w:val="${input.style}"/>`;
  if (input.keepNext === true) xml += '<w:keepNext/>';
  if (input.keepNext === false) xml += '<w:keepNext w:val="0"/>';
  if (draft.pageBreakPending && !draft.insideFootnote) {
    draft.pageBreakPending = false;
    xml += '<w:pageBreakBefore/>';
  }
  if (input.list !== undefined) xml += `<w:numPr><w:ilvl w:val="${input.list.level}"/><w:numId w:val="${input.list.numId}"/></w:numPr>`;
  xml += (input.bordersXml ?? '') + (input.tabsXml ?? '');
  const rightToLeft = input.text === undefined ? undefined : startsRightToLeft(input.text);
  if (rightToLeft !== undefined && rightToLeft !== draft.rightToLeft) xml += rightToLeft ? '<w:bidi/>' : '<w:bidi w:val="0"/>';
  xml += spacingXml(input) + indentXml(input);
  if (input.align !== undefined) xml += `<w:jc w:val="${input.align === 'justify' ? 'both' : input.align}"/>`;
  return xml + (input.markXml ?? '');
}

function spacingXml({ beforeDxa, afterDxa, lineDxa }: ParagraphInput): string {
  if (beforeDxa === undefined && afterDxa === undefined && lineDxa === undefined) return '';
  const before = beforeDxa === undefined ? '' : ` w:before="${beforeDxa}"`;
  const after = afterDxa === undefined ? '' : ` w:after="${afterDxa}"`;
  const line = lineDxa === undefined ? '' : ` w:line="${lineDxa}" w:lineRule="exact"`;
  return `<w:spacing${before}${after}${line}/>`;
}

function indentXml({ leftDxa, rightDxa, hangingDxa }: ParagraphInput): string {
  if (leftDxa === undefined && rightDxa === undefined && hangingDxa === undefined) return '';
  const left = leftDxa === undefined ? '' : ` w:left="${leftDxa}"`;
  const right = rightDxa === undefined ? '' : ` w:right="${rightDxa}"`;
  const hanging = hangingDxa === undefined ? '' : ` w:hanging="${hangingDxa}"`;
  return `<w:ind${left}${right}${hanging}/>`;
}

/** Content between the two marks of a bookmark; ids and names are unique in the whole file (§17.13.6.2). */
export function bookmarked(draft: Draft, name: string, content: string): string {
  if (draft.bookmarkNames.has(name)) return content;
  draft.bookmarkNames.add(name);
  const id = ++draft.bookmarkCount;
  return `<w:bookmarkStart w:id="${id}" w:name="${name}"/>${content}<w:bookmarkEnd w:id="${id}"/>`;
}

/** An empty paragraph of an exact height: between two tables, after a table, at the end of a cell. */
export function spacer(draft: Draft, heightDxa: number, keepNext = false): string {
  return paragraph(draft, { style: 'Spacer', content: '', lineDxa: heightDxa, ...(keepNext ? { keepNext } : {}) });
}

/** What waits for a paragraph (page break, bookmarks), where a table comes instead. */
export function settlePending(draft: Draft): string {
  return draft.pageBreakPending || draft.bookmarksPending.length > 0 ? spacer(draft, 20, true) : '';
}

/** Left indent for a style that has one of its own, inside a place that is indented too. */
export function indented(place: Place, ownDxa = 0): number | undefined {
  return place.indentDxa === 0 ? undefined : place.indentDxa + ownDxa;
}
