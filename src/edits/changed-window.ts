/** The blocks of a Word file's part that are others in one of several states of it: what is around them is the same in all. */
import { minOf } from '../base/extremes.ts';
import { W } from '../ooxml/names.ts';
import type { XmlPart } from '../ooxml/office-package.ts';
import { elementsOf, firstElementOf, parseXml, walkElements, type XmlElement } from '../ooxml/xml-tree.ts';
import { isRevisedMark } from './docx/mechanics/revision-view.ts';

/** Characters compared at once. */
const STRETCH = 65_536;

/** Length of what two texts begin with. */
function commonStart(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at + STRETCH <= most && a.slice(at, at + STRETCH) === b.slice(at, at + STRETCH)) at += STRETCH;
  while (at < most && a.charCodeAt(at) === b.charCodeAt(at)) at++;
  return at;
}

/** Length of what two texts end with. */
function commonEnd(a: string, b: string): number {
  const most = Math.min(a.length, b.length);
  let at = 0;
  while (at + STRETCH <= most && a.slice(a.length - at - STRETCH, a.length - at) === b.slice(b.length - at - STRETCH, b.length - at))
    at += STRETCH;
  while (at < most && a.charCodeAt(a.length - 1 - at) === b.charCodeAt(b.length - 1 - at)) at++;
  return at;
}

/** Where the blocks begin, counted from the start, and where they end, counted from the end; what is around all blocks. */
export interface Window {
  start: number;
  fromEnd: number;
  head: string;
  tail: string;
}

/** Whether a paragraph's end may be joined with what follows, so that it cannot be at the edge of what is compared. */
const isOpen = (block: XmlElement): boolean =>
  block.local !== 'p' || isRevisedMark(block) || [...walkElements(block)].some(({ uri, local }) => uri === W && local === 'sectPr');

/** The blocks of the text that differ in one of the states, with an unchanged one on either side; null where all is to be read. */
export function windowOf({ source, root }: XmlPart, texts: readonly string[]): Window | null {
  const body = firstElementOf(root, 'body', W);
  if (body === undefined) return null;
  const same = minOf(texts.map((text) => commonStart(source, text)));
  const end = source.length - minOf(texts.map((text) => Math.min(commonEnd(source, text), Math.min(source.length, text.length) - same)));
  // a change of the root or behind the body is none of its blocks
  if (same < body.contentStart || end > body.contentEnd) return null;
  const blocks = elementsOf(body);
  const from = blocks.findLast((block) => block.end <= same && !isOpen(block))?.start ?? body.contentStart;
  const to = blocks.find((block) => block.start >= end && !isOpen(block))?.end ?? body.contentEnd;
  return { start: from, fromEnd: source.length - to, head: source.slice(0, body.contentStart), tail: source.slice(body.contentEnd) };
}

/** The tree of a state of the part: of the blocks in the window alone, or of all of it where there is none. */
export const rootOf = (text: string, window: Window | null): XmlElement =>
  parseXml(window === null ? text : window.head + text.slice(window.start, text.length - window.fromEnd) + window.tail).root;
