/**
 * What a stretch of a Word file has, kind by kind: its words, looks, numbers, widths and fills, objects, and the marks that tie it to
 * comments, bookmarks, notes, fields and controls. Two states are compared kind by kind, by what an operation may do to each.
 */
import { W } from '../../../ooxml/names.ts';
import { elementsOf, textOf, type XmlElement } from '../../../ooxml/xml-tree.ts';
import { valueOf } from '../../../ooxml/word-text.ts';
import { NOISE_ATTRIBUTE } from './revision-view.ts';

export const ASPECTS = [
  'text',
  'looks',
  'paragraphs',
  'numbering',
  'tables',
  'sections',
  'objects',
  'comments',
  'bookmarks',
  'notes',
  'fields',
  'links',
  'controls',
  'revisions',
] as const;
export type Aspect = (typeof ASPECTS)[number];
export type Aspects = Readonly<Record<Aspect, readonly string[]>>;

/** What may become of an aspect: nothing, only come, only go, change its order, or all of it. */
export type May = 'same' | 'more' | 'less' | 'moved' | 'any';

/** Descriptions are words of an object. */
const DESCRIPTION = /^(?:descr|title|alt)$/;

function tagOf({ local, attributes }: XmlElement): string {
  const shown = attributes.flatMap(({ local: name, value }) =>
    NOISE_ATTRIBUTE.test(name) || name.startsWith('xmlns') || DESCRIPTION.test(name) ? [] : [` ${name}=${value}`],
  );
  return `<${local}${shown.toSorted().join('')}>`;
}

const show = (element: XmlElement): string =>
  `${tagOf(element)}${element.children.map((child) => (child.kind === 'text' ? child.value.trim() : show(child))).join('')}</>`;
const showAll = (elements: readonly XmlElement[]): string => elements.map(show).toSorted().join('');

type Found = Record<Aspect, string[]>;
/** The words of the paragraph that is being read. */
interface Words {
  text: string;
}

const CHARACTERS: Readonly<Record<string, string>> = { tab: '\t', br: '\n', cr: '\n', noBreakHyphen: '\u2011', softHyphen: '\u00AD' };
const MARKS: Readonly<Record<string, Aspect>> = {
  bookmarkStart: 'bookmarks',
  bookmarkEnd: 'bookmarks',
  permStart: 'bookmarks',
  permEnd: 'bookmarks',
  commentRangeStart: 'comments',
  commentRangeEnd: 'comments',
  commentReference: 'comments',
  footnoteReference: 'notes',
  endnoteReference: 'notes',
  fldChar: 'fields',
  fldSimple: 'fields',
  hyperlink: 'links',
  tblPr: 'tables',
  tblPrEx: 'tables',
  tblGrid: 'tables',
  trPr: 'tables',
  tcPr: 'tables',
  sectPr: 'sections',
  sdtPr: 'controls',
  ins: 'revisions',
  del: 'revisions',
  moveFrom: 'revisions',
  moveTo: 'revisions',
};
/** Marks of which the tag says all; of the others all that they hold. */
const HOLDS_TEXT = /^(?:hyperlink|fldSimple|ins|del|moveFrom|moveTo)$/;
const NOISE = /^(?:proofErr|lastRenderedPageBreak)$/;

function readParagraphProperties(properties: XmlElement, found: Found): void {
  const all = elementsOf(properties);
  const named = (names: RegExp): XmlElement[] => all.filter(({ local }) => names.test(local));
  const numbers = showAll(named(/^(?:pStyle|numPr)$/));
  if (numbers !== '') found.numbering.push(numbers);
  for (const section of named(/^sectPr$/)) found.sections.push(show(section));
  const rest = showAll(all.filter(({ local }) => !/^(?:pStyle|numPr|sectPr|rPr)$/.test(local)));
  if (rest !== '') found.paragraphs.push(rest);
}

function readElement(element: XmlElement, found: Found, words: Words): void {
  const { uri, local } = element;
  if (uri !== W) {
    found.objects.push(tagOf(element));
    for (const child of element.children)
      if (child.kind === 'element') readElement(child, found, words);
      else if (child.value.trim() !== '' && !/^(?:t|docPr)$/.test(local)) found.objects.push(child.value.trim());
      else if (local === 't') words.text += child.value;
    return;
  }
  const aspect = MARKS[local];
  if (local === 't' || local === 'delText') words.text += textOf(element);
  else if (local === 'instrText' || local === 'delInstrText') found.fields.push(textOf(element));
  else if (local === 'pPr') readParagraphProperties(element, found);
  else if (local === 'rPr') found.looks.push(showAll(elementsOf(element)));
  else if (local in CHARACTERS) words.text += CHARACTERS[local] ?? '';
  else if (local === 'p') readParagraph(element, found);
  else if (aspect !== undefined && HOLDS_TEXT.test(local)) {
    found[aspect].push(aspect === 'revisions' ? `${local} ${valueOf(element, 'author') ?? ''}` : tagOf(element));
    readAll(element, found, words);
  } else if (aspect !== undefined) found[aspect].push(show(element));
  else if (/^(?:drawing|pict|object)$/.test(local)) {
    found.objects.push(tagOf(element));
    readAll(element, found, words);
  } else if (!NOISE.test(local)) readAll(element, found, words);
}

function readAll(element: XmlElement, found: Found, words: Words): void {
  for (const child of elementsOf(element)) readElement(child, found, words);
}

function readParagraph(paragraph: XmlElement, found: Found): void {
  const words: Words = { text: '' };
  readAll(paragraph, found, words);
  if (words.text !== '') found.text.push(words.text);
}

const none = (): Found => ({
  text: [],
  looks: [],
  paragraphs: [],
  numbering: [],
  tables: [],
  sections: [],
  objects: [],
  comments: [],
  bookmarks: [],
  notes: [],
  fields: [],
  links: [],
  controls: [],
  revisions: [],
});

/** All that elements have, in the order of the text; looks of words once each. */
export function readAspects(elements: readonly XmlElement[]): Aspects {
  const found = none();
  for (const element of elements) readElement(element, found, { text: '' });
  return { ...found, looks: [...new Set(found.looks)].toSorted() };
}

/** Whether all of the first list is in the second one, in its order. */
function isWithin(few: readonly string[], many: readonly string[]): boolean {
  let at = 0;
  for (const one of many) if (one === few[at]) at++;
  return at === few.length;
}

const isSame = (a: readonly string[], b: readonly string[]): boolean => a.length === b.length && a.every((one, at) => one === b[at]);

function keepsTo(may: May, before: readonly string[], after: readonly string[]): boolean {
  switch (may) {
    case 'any':
      return true;
    case 'same':
      return isSame(before, after);
    case 'more':
      return isWithin(before, after);
    case 'less':
      return isWithin(after, before);
    case 'moved':
      return isSame(before.toSorted(), after.toSorted());
  }
}

/** Aspects that came out other than they may. */
export const brokenAspects = (before: Aspects, after: Aspects, may: (aspect: Aspect) => May): Aspect[] =>
  ASPECTS.filter((aspect) => !keepsTo(may(aspect), before[aspect], after[aspect]));

/** What two operations together may do to an aspect. */
export const joinMay = (a: May, b: May): May => (a === b || b === 'same' ? a : a === 'same' ? b : 'any');
