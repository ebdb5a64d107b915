/**
 * Parts of a page whose text has the colour of what it is on, as far as attributes say it: `style`, `bgcolor`, `color`.
 * Where a style sheet, a picture or a place of its own may put another background behind the text, it counts as seen.
 */
import { looksAlike } from '../../base/color.ts';
import type { HtmlElement, HtmlNode } from './parse-html.ts';

const NODES_MAX = 200_000;
const NAMES: Readonly<Record<string, string>> = {
  white: 'FFFFFF',
  black: '000000',
  snow: 'FFFAFA',
  ivory: 'FFFFF0',
  ghostwhite: 'F8F8FF',
  whitesmoke: 'F5F5F5',
  red: 'FF0000',
  green: '008000',
  blue: '0000FF',
  yellow: 'FFFF00',
  gray: '808080',
  grey: '808080',
  silver: 'C0C0C0',
  navy: '000080',
};

/** Hex; undefined for what is no plain colour. */
function colorOf(text: string): string | undefined {
  const value = text
    .replace(/!important/i, '')
    .trim()
    .toLowerCase();
  const short = /^#([\da-f])([\da-f])([\da-f])$/.exec(value);
  if (short)
    return short
      .slice(1)
      .map((digit) => digit + digit)
      .join('')
      .toUpperCase();
  if (/^#[\da-f]{6}$/.test(value)) return value.slice(1).toUpperCase();
  const parts = /^rgba?\(\s*(\d{1,3})[\s,]+(\d{1,3})[\s,]+(\d{1,3})(?:[\s,/]+1(?:\.0*)?)?\s*\)$/.exec(value);
  if (parts)
    return parts
      .slice(1)
      .map((part) => Math.min(255, Number(part)).toString(16).padStart(2, '0'))
      .join('')
      .toUpperCase();
  return NAMES[value];
}

const property = (name: string): RegExp => new RegExp(`(?:^|;)\\s*${name}\\s*:\\s*([^;]{1,200})`, 'gi');
const GROUND = property('background(?:-color)?');
const PICTURE = property('background-image');
const INK = property('color');

/** The value that counts: the last one of the property. */
function last({ attributes }: HtmlElement, what: RegExp): string | undefined {
  const style = attributes.get('style');
  return style === undefined ? undefined : [...style.matchAll(what)].at(-1)?.[1];
}

/** Hex, `unclear`, or undefined where the element says nothing of it. */
function groundOf(element: HtmlElement): string | undefined {
  const { attributes } = element;
  const said = last(element, GROUND) ?? attributes.get('bgcolor');
  if (attributes.has('background') || last(element, PICTURE) !== undefined) return 'unclear';
  if (said === undefined || /^\s*(?:none|transparent|inherit|initial|unset)\b/i.test(said)) return undefined;
  return colorOf(said) ?? 'unclear';
}

function inkOf(element: HtmlElement): string | undefined {
  const { attributes, tag } = element;
  const said = last(element, INK) ?? (tag === 'font' ? attributes.get('color') : undefined);
  return said === undefined ? undefined : colorOf(said);
}

/** Set apart from the flow, it may be on anything. */
const MOVED = /position\s*:\s*(?:absolute|fixed|sticky)|margin[\w-]*\s*:[^;]*-\d|transform\s*:|text-shadow\s*:|text-stroke/i;

/** What is in a pale part may be seen for all that. */
function hasOwnLook(element: HtmlElement): boolean {
  const waiting: HtmlNode[] = [...element.children];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    if (typeof node === 'string') continue;
    if (
      /^(?:img|svg|picture|input|table)$/.test(node.tag) ||
      node.attributes.has('bgcolor') ||
      node.attributes.has('color') ||
      /color|background/i.test(node.attributes.get('style') ?? '')
    )
      return true;
    for (const child of node.children) waiting.push(child);
  }
  return false;
}

function hasSheets(root: HtmlElement): boolean {
  const waiting: HtmlNode[] = [root];
  let nodes = 0;
  for (let node = waiting.pop(); node !== undefined && nodes < NODES_MAX; node = waiting.pop(), nodes++) {
    if (typeof node === 'string') continue;
    if (node.tag === 'link' && /stylesheet/i.test(node.attributes.get('rel') ?? '')) return true;
    if (node.tag === 'style' && node.children.some((child) => typeof child === 'string' && child.includes('background'))) return true;
    for (const child of node.children) waiting.push(child);
  }
  return false;
}

export function findPaleText(root: HtmlElement): ReadonlySet<HtmlElement> {
  const pale = new Set<HtmlElement>();
  const sheets = hasSheets(root);
  const waiting: { node: HtmlElement; ground: string }[] = [{ node: root, ground: sheets ? 'unclear' : 'FFFFFF' }];
  let nodes = 0;
  for (let next = waiting.pop(); next !== undefined && nodes < NODES_MAX; next = waiting.pop(), nodes++) {
    const { node } = next;
    const named = sheets && (node.attributes.has('class') || node.attributes.has('id'));
    const ground = groundOf(node) ?? (named || MOVED.test(node.attributes.get('style') ?? '') ? 'unclear' : next.ground);
    const ink = ground === 'unclear' ? undefined : inkOf(node);
    if (ink !== undefined && looksAlike(ink, ground) && !hasOwnLook(node)) pale.add(node);
    else for (const child of node.children) if (typeof child !== 'string') waiting.push({ node: child, ground });
  }
  return pale;
}
