/**
 * The text of a paragraph as pieces that know where they are in the source: what lets a change of text stay inside the
 * characters that it names, whatever runs, links and bookmarks lie around them. Deleted text (`w:del`, `w:moveFrom`) is no
 * part of it; fields show their results, which cannot be changed, since the next update would undo it.
 */
import { W } from './names.ts';
import { attributeOf, elementsOf, textOf, type XmlElement, type XmlText } from './xml-tree.ts';

export interface Piece {
  kind: 'text' | 'mark' | 'object';
  /** Tabs are \t, breaks \n, what is no text \ufffc. */
  text: string;
  /** Offset in the paragraph's text. */
  at: number;
  run: XmlElement;
  /** `w:t`, or the element itself. */
  holder: XmlElement;
  /** Of text alone. */
  node: XmlText | undefined;
  /** Why it cannot be changed; null where it can. */
  locked: string | null;
}

export interface ParagraphText {
  text: string;
  pieces: Piece[];
}

const OBJECT = '\ufffc';
const MARKS: Readonly<Record<string, string>> = {
  tab: '\t',
  br: '\n',
  cr: '\n',
  noBreakHyphen: '\u2011',
  softHyphen: '\u00ad',
  ptab: '\t',
};
const OBJECTS = new Set([
  'drawing',
  'pict',
  'object',
  'footnoteReference',
  'endnoteReference',
  'sym',
  'pgNum',
  'ruby',
  'AlternateContent',
  'contentPart',
  'dayLong',
  'dayShort',
]);
/** Content that is looked into; `ins` and `moveTo` hold text that counts. */
const TRANSPARENT = new Set(['hyperlink', 'ins', 'moveTo', 'smartTag', 'sdt', 'sdtContent', 'customXml', 'dir', 'bdo', 'fldSimple']);

interface Field {
  instruction: string;
  inResult: boolean;
}

/** Fields whose results are text like any other: of contents the lines behind the first one are in paragraphs of their own, and change with it. */
const FREE_RESULT = /^\s*(?:HYPERLINK|TOC)\b/i;

/** Whether a switch is on: it is where it is there without a value (ISO/IEC 29500-1 §17.17.4). */
export const isOn = (element: XmlElement | undefined): boolean =>
  element !== undefined && !/^(?:0|false|off)$/.test(valueOf(element) ?? '');

/** An attribute in the namespace of WordprocessingML: `w:val` where no other is named. */
export const valueOf = (element: XmlElement | undefined, local = 'val'): string | undefined =>
  element === undefined ? undefined : attributeOf(element, local, W);
/** The first child element of this name in the namespace of WordprocessingML. */
export const childOf = (element: XmlElement, local: string): XmlElement | undefined =>
  element.children.find((child): child is XmlElement => child.kind === 'element' && child.local === local && child.uri === W);

/** Rows of a table or cells of a row, also those in controls and in elements of schemas of their own, in the order of the text. */
export const tablePartsIn = (holder: XmlElement, local: 'tr' | 'tc'): XmlElement[] =>
  elementsOf(holder, undefined, W).flatMap((child) =>
    child.local === local ? [child] : /^(?:sdt|sdtContent|customXml)$/.test(child.local) ? tablePartsIn(child, local) : [],
  );

/** Null where the content of a content control may be changed. */
export function lockOf(sdt: XmlElement): string | null {
  const properties = childOf(sdt, 'sdtPr');
  if (properties === undefined) return null;
  if (/content/i.test(valueOf(childOf(properties, 'lock')) ?? '')) return 'it lies in a content control that is locked';
  return childOf(properties, 'dataBinding') === undefined ? null : 'it lies in a content control that shows data of the file';
}

/**
 * The text of a paragraph as a reader sees it, with the run that each piece of it is in: tabs and breaks as characters, U+FFFC for
 * objects, nothing of deleted revisions.
 */
export function readParagraphText(paragraph: XmlElement): ParagraphText {
  const pieces: Piece[] = [];
  const fields: Field[] = [];
  let at = 0;
  const add = (piece: Omit<Piece, 'at'>): void => {
    pieces.push({ ...piece, at });
    at += piece.text.length;
  };
  const lockedByField = (): string | null => {
    const field = fields.find(({ instruction }) => !FREE_RESULT.test(instruction));
    return field === undefined ? null : `it is the result of a field (${field.instruction.trim().split(/\s/, 1)[0]?.slice(0, 40) ?? ''})`;
  };
  const readRun = (run: XmlElement, lock: string | null): void => {
    for (const child of run.children) {
      if (child.kind !== 'element') continue;
      if (child.uri === W && child.local === 'fldChar') turnField(fields, child);
      else if (child.local === 'instrText') for (const field of fields.slice(-1)) field.instruction += textOf(child);
      else if (fields.some(({ inResult }) => !inResult)) continue;
      else if (child.uri === W && child.local === 't') {
        for (const node of child.children)
          if (node.kind === 'text') add({ kind: 'text', text: node.value, run, holder: child, node, locked: lock ?? lockedByField() });
      } else if (child.uri === W && MARKS[child.local] !== undefined)
        add({ kind: 'mark', text: MARKS[child.local] ?? '', run, holder: child, node: undefined, locked: lock ?? lockedByField() });
      else if (OBJECTS.has(child.local))
        add({ kind: 'object', text: OBJECT, run, holder: child, node: undefined, locked: 'it is no text' });
    }
  };
  const read = (parent: XmlElement, lock: string | null): void => {
    for (const child of parent.children) {
      if (child.kind !== 'element') continue;
      if (child.uri === W && child.local === 'r') readRun(child, lock);
      else if (child.uri === W && TRANSPARENT.has(child.local)) read(child, lock ?? lockInside(child));
      else if (child.local === 'oMath' || child.local === 'oMathPara')
        add({ kind: 'object', text: OBJECT, run: child, holder: child, node: undefined, locked: 'it is a formula' });
    }
  };
  read(paragraph, null);
  return { text: pieces.map(({ text }) => text).join(''), pieces };
}

function lockInside(element: XmlElement): string | null {
  if (element.local === 'sdt') return lockOf(element);
  if (element.local !== 'fldSimple') return null;
  return /^\s*HYPERLINK\b/i.test(valueOf(element, 'instr') ?? '') ? null : 'it is the result of a field';
}

function turnField(fields: Field[], mark: XmlElement): void {
  switch (valueOf(mark, 'fldCharType')) {
    case 'begin':
      fields.push({ instruction: '', inResult: false });
      break;
    case 'separate':
      for (const field of fields.slice(-1)) field.inResult = true;
      break;
    case 'end':
      fields.pop();
      break;
    default:
  }
}

const SECTION_OPENING = '<![CDATA[';

/** Where a character of a CDATA section is in the source. */
export function positionInSection(source: string, node: XmlText, offset: number): number {
  let at = node.start + SECTION_OPENING.length;
  for (let units = 0; units < offset; units++) at += source.startsWith('\r\n', at) ? 2 : 1;
  return at;
}

/** Where a character of a text node is in the source; null in a CDATA section. */
export function sourcePosition(source: string, node: XmlText, offset: number): number | null {
  if (node.end - node.start === node.value.length) return node.start + offset;
  if (source.startsWith(SECTION_OPENING, node.start)) return null;
  let at = node.start;
  for (let units = 0; units < offset;) {
    if (source.charAt(at) === '&') {
      const end = source.indexOf(';', at) + 1;
      units +=
        /^&#(?:x0*(?:10|[1-9a-f])[0-9a-f]{4}|0*(?:[1-9][0-9]{5,6}|6(?:5(?:5(?:3[6-9]|[4-9]\d)|[6-9]\d\d)|[6-9]\d{3})|[7-9]\d{4}));/i.test(
          source.slice(at, end),
        )
          ? 2
          : 1;
      at = end;
    } else {
      at += source.startsWith('\r\n', at) ? 2 : 1;
      units++;
    }
  }
  return at;
}
