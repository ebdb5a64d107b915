/** Changes to XML as spans of its source: what no span names is written back as it was. */
import { escapeAttribute } from './xml-text.ts';
import type { XmlElement, XmlNode, XmlTree } from './xml-tree.ts';

export interface XmlEdit {
  /** Span of the source that goes, end exclusive; start = end inserts. */
  start: number;
  end: number;
  /** What comes instead, as XML. */
  xml: string;
  /** Set where the span is the `/>` of an element that gets content: its name, for the closing tag. */
  fills?: string;
  /** What may come once at its place: a second insertion there of the same name meets this one. Such ones come first, in the order of their names. */
  unique?: string;
  /**
   * The element that this is content of and that is not there yet, its name with attributes: it is made once, around all that come into it
   * at their place.
   */
  within?: string;
  /** Where it comes among others at its place, those without a number first. */
  order?: number;
  /** Comes behind all others at its place. */
  last?: true;
  /** A stretch of the source that this change is on or copies: no other operation may change it. */
  guards?: { start: number; end: number };
}

/** The whole node becomes this XML. */
export const replaceNode = (node: XmlNode, xml: string): XmlEdit => ({ start: node.start, end: node.end, xml });
/** The whole node goes; white space around it stays. */
export const removeNode = (node: XmlNode): XmlEdit => replaceNode(node, '');
/** This XML comes directly before the node. */
export const insertBefore = (node: XmlNode, xml: string): XmlEdit => ({ start: node.start, end: node.start, xml });
/** This XML comes directly behind the node. */
export const insertAfter = (node: XmlNode, xml: string): XmlEdit => ({ start: node.end, end: node.end, xml });

/** No change by itself: no other operation may change anything inside the element. */
export const guardElement = ({ start, end }: XmlElement): XmlEdit => ({ start, end: start, xml: '', guards: { start: start + 1, end } });

/** This XML comes before all content of the element; one that closes itself gets a closing tag. */
export function prependContent(tree: XmlTree, element: XmlElement, xml: string): XmlEdit {
  return isSelfClosing(tree, element) ? fill(element, xml) : { start: element.contentStart, end: element.contentStart, xml };
}

/** This XML comes behind all content of the element; one that closes itself gets a closing tag. */
export function appendContent(tree: XmlTree, element: XmlElement, xml: string): XmlEdit {
  return isSelfClosing(tree, element) ? fill(element, xml) : { start: element.contentEnd, end: element.contentEnd, xml };
}

/** All content of the element becomes this XML; its own tags stay. */
export function replaceContent(tree: XmlTree, element: XmlElement, xml: string): XmlEdit {
  return isSelfClosing(tree, element) ? fill(element, xml) : { start: element.contentStart, end: element.contentEnd, xml };
}

function isSelfClosing(tree: XmlTree, element: XmlElement): boolean {
  return element.contentStart === element.end && tree.source.startsWith('/>', element.end - 2);
}

function fill(element: XmlElement, xml: string): XmlEdit {
  return { start: element.end - 2, end: element.end, xml, fills: element.name };
}

/** Sets an attribute by its name as written; a new one goes behind the others. */
export function setAttribute(tree: XmlTree, element: XmlElement, name: string, value: string): XmlEdit {
  const found = attributeSpan(tree, element, name);
  if (found !== undefined) {
    const quote = tree.source.charAt(found.end - 1);
    const escaped = quote === "'" ? escapeAttribute(value).replaceAll("'", '&#39;') : escapeAttribute(value);
    return { start: found.valueStart, end: found.end - 1, xml: escaped };
  }
  const at = openingEnd(tree, element);
  return { start: at, end: at, xml: ` ${name}="${escapeAttribute(value)}"` };
}

/** Null where the element has no such attribute. */
export function removeAttribute(tree: XmlTree, element: XmlElement, name: string): XmlEdit | null {
  const found = attributeSpan(tree, element, name);
  return found === undefined ? null : { start: found.start, end: found.end, xml: '' };
}

/** Behind the last attribute, or the name. */
function openingEnd(tree: XmlTree, element: XmlElement): number {
  const tagEnd = element.contentStart - (isSelfClosing(tree, element) ? 2 : 1);
  const tag = tree.source.slice(element.start, tagEnd);
  return element.start + tag.trimEnd().length;
}

/** The attribute with the white space before it; the tag is known to be well-formed. */
function attributeSpan(tree: XmlTree, element: XmlElement, name: string): { start: number; end: number; valueStart: number } | undefined {
  const tag = tree.source.slice(element.start, element.contentStart);
  const attributes = /\s+([^\s=/>]+)\s*=\s*("[^"]*"|'[^']*')/gy;
  attributes.lastIndex = 1 + element.name.length;
  for (let found = attributes.exec(tag); found !== null; found = attributes.exec(tag)) {
    if (found[1] !== name) continue;
    const end = element.start + attributes.lastIndex;
    return { start: element.start + found.index, end, valueStart: end - (found[2]?.length ?? 0) + 1 };
  }
  return undefined;
}

const byUnique = (a: string | undefined, b: string | undefined): number =>
  a === b ? 0 : a === undefined ? 1 : b === undefined ? -1 : a < b ? -1 : 1;

const byOrder = (a: XmlEdit, b: XmlEdit): number =>
  a.start - b.start ||
  a.end - b.end ||
  Number(a.last ?? false) - Number(b.last ?? false) ||
  (a.order ?? -1) - (b.order ?? -1) ||
  byUnique(a.unique, b.unique);

/** What comes at one place, in its order: neighbours within the same new element are its content together. */
function joinEdits(edits: readonly XmlEdit[]): string {
  let text = '';
  edits.forEach(({ xml, within }, index) => {
    if (within !== undefined && edits[index - 1]?.within !== within) text += `<${within}>`;
    text += xml;
    if (within !== undefined && edits[index + 1]?.within !== within) text += `</${within.replace(/\s.*$/s, '')}>`;
  });
  return text;
}

/**
 * The source with the edits made. Edits at one place come in the order given, unique ones first; edits whose spans overlap are a bug of
 * the caller.
 */
export function applyXmlEdits(source: string, edits: readonly XmlEdit[]): string {
  const sorted = edits.toSorted(byOrder);
  const pieces: string[] = [];
  let at = 0;
  for (let index = 0; index < sorted.length; index++) {
    const edit = sorted[index];
    if (edit === undefined) break;
    if (edit.start < at || edit.end < edit.start || edit.end > source.length)
      throw new Error(`edits overlap at ${edit.start} (before ${at})`);
    pieces.push(source.slice(at, edit.start));
    at = edit.end;
    if (edit.fills === undefined && edit.within === undefined) {
      pieces.push(edit.xml);
      continue;
    }
    const together = [edit];
    const isNext = (next: XmlEdit | undefined): next is XmlEdit =>
      next?.start === edit.start && next.fills === edit.fills && (edit.fills !== undefined || next.within === edit.within);
    for (let next = sorted[index + 1]; isNext(next); next = sorted[index + 1]) {
      together.push(next);
      index++;
    }
    const text = joinEdits(together);
    pieces.push(edit.fills === undefined ? text : `>${text}</${edit.fills}>`);
  }
  pieces.push(source.slice(at));
  return pieces.join('');
}
