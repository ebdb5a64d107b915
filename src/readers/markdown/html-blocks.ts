/**
 * HTML in Markdown → blocks, by the rules for web pages (html/flow.ts): headings, lists, definitions, tables, quotes, code. What is
 * inline between its tags is Markdown, of blocks where blank lines divide it. Elements that say nothing here (`<div>`,
 * `<section>`) keep what is in them and are named in a note.
 */
import { append } from '../../base/append.ts';
import { defaultTreeAdapter, parseFragment, type DefaultTreeAdapterTypes as Parsed } from 'parse5';
import type { Block } from '../../document/block.ts';
import { DROPPED } from '../html/dropped.ts';
import { readFlow, TEXT_TAG } from '../html/flow.ts';
import type { HtmlElement, HtmlNode } from '../html/parse-html.ts';
import { BLOCK_TAGS, CELL_TAGS, PARTS_OF } from './html-tags.ts';
import { addNote } from './reading.ts';
import type { Reading } from './reading.ts';

/** Elements that are a block of their own here, and their parts. */
const UNDERSTOOD = new Set('h1 h2 h3 h4 h5 h6 hr p ul ol li dl dt dd pre blockquote summary figure figcaption br'.split(' '));
/** What is left of these is no text in any document. */
const SILENT = new Set(['script', 'style', 'template', 'head']);
const DEPTH_MAX = 100;

const BLOCK_LINE = new RegExp(`^[ \\t]*</?(?:${[...BLOCK_TAGS, ...CELL_TAGS].join('|')})(?=[\\s/>])[^<>]*>`, 'im');
/** Tags of HTML as CommonMark has them (6.6), comments, and what a parser of HTML must not take for tags: code, addresses. */
const PIECE =
  /(<pre\b[^>]*>[^]*?<\/pre>|<!--[^]*?-->|<\/?[A-Za-z][A-Za-z0-9-]*(?:\s+[A-Za-z_:][\w.:-]*(?:\s*=\s*(?:[^\s"'=<>`]+|'[^']*'|"[^"]*"))?)*\s*\/?>)|(?<!`)(`+)(?!`)[^]*?(?<!`)\2(?!`)|\\<|</gi;

/** Whether a line of the text begins with a tag of a block. */
export const holdsHtmlBlocks = (text: string): boolean => text.includes('<') && BLOCK_LINE.test(text);

/**
 * @param source lines that hold HTML, whole elements or not
 * @param readText what a piece of Markdown between the tags is
 */
export function readHtmlBlocks(source: string, reading: Reading, line: number | undefined, readText: (text: string) => Block[]): Block[] {
  // the same places, with nothing in them that only looks like a tag
  const masked = source.replaceAll(PIECE, (piece, tag?: string) => (tag === undefined ? 'x'.repeat(piece.length) : piece));
  const fragment = parseFragment(masked, { sourceCodeLocationInfo: true, scriptingEnabled: false });
  const texts = new TextSource(source, masked);
  const root: HtmlElement = { tag: '', attributes: new Map(), children: texts.convert(fragment.childNodes, 0) };
  noteTags(masked, reading, line);
  const { blocks, hidden } = readFlow(root, (text) => (text.trim() === '' ? [] : readText(text)));
  if (hidden > 0)
    addNote(reading, { code: 'hidden_text', severity: 'info', message: 'Text in HTML that is hidden from readers was left out.' }, line);
  return blocks;
}

/** Once for each kind of element: a list of a hundred items in `<center>` is one loss. */
function noteTags(masked: string, reading: Reading, line: number | undefined): void {
  if (/<t[dh]\b/i.test(masked))
    addNote(
      reading,
      { code: 'html_table', severity: 'info', message: 'A table in HTML was read as a table; its styles were left out.' },
      line,
    );
  for (const [, name = ''] of masked.matchAll(/<([a-z][a-z0-9]*)\b/gi)) {
    const tag = name.toLowerCase();
    if (!BLOCK_TAGS.has(tag) || UNDERSTOOD.has(tag) || PARTS_OF[tag] === 'table' || tag === 'table') continue;
    if (reading.htmlNoted.has(tag)) continue;
    reading.htmlNoted.add(tag);
    addNote(reading, { code: 'html_dropped', severity: 'info', message: `The HTML tag <${tag}> was left out; its text was kept.` }, line);
  }
}

/** The tree of a fragment, in which neighbours that are inline are one piece of source. */
class TextSource {
  readonly #source: string;
  readonly #masked: string;

  constructor(source: string, masked: string) {
    this.#source = source;
    this.#masked = masked;
  }

  convert(nodes: readonly Parsed.ChildNode[], depth: number): HtmlNode[] {
    const converted: HtmlNode[] = [];
    let text = '';
    const flush = (): void => {
      append(converted, textChild(text));
      text = '';
    };
    for (const node of nodes) {
      if (!isElement(node) || isInline(node, depth)) {
        text += this.#inline(node, depth);
        continue;
      }
      flush();
      if (!SILENT.has(node.tagName)) converted.push(this.#block(node, depth));
    }
    flush();
    return converted;
  }

  #block(node: Parsed.Element, depth: number): HtmlElement {
    const attributes = new Map(node.attrs.map(({ name, value }) => [name, value]));
    if (node.tagName === 'pre') return { tag: 'pre', attributes, children: [rawText(node)] };
    // what a page shows in another way is text here
    if (depth > DEPTH_MAX) return { tag: 'div', attributes: new Map(), children: textChild(asSource(rawText(node))) };
    const tag = DROPPED.has(node.tagName) || BLOCK_TAGS.has(node.tagName) || CELL_TAGS.has(node.tagName) ? node.tagName : 'div';
    return { tag: DROPPED.has(tag) ? 'div' : tag, attributes, children: this.convert(node.childNodes, depth + 1) };
  }

  /** Source of a node, put together from its parts: places of elements that the parser has moved are no help. */
  #inline(node: Parsed.ChildNode, depth: number): string {
    const place = node.sourceCodeLocation;
    if (defaultTreeAdapter.isTextNode(node)) {
      const masked = place ? this.#masked.slice(place.startOffset, place.endOffset) : '';
      // text from several places has been joined: what it says, without what would be markup
      if (!place || /<[a-z/!]/i.test(masked)) return asSource(node.value);
      return this.#source.slice(place.startOffset, place.endOffset);
    }
    if (defaultTreeAdapter.isCommentNode(node)) return `<!--${node.data}-->`;
    if (!isElement(node) || SILENT.has(node.tagName)) return '';
    const start = node.sourceCodeLocation?.startTag;
    const open = start ? this.#source.slice(start.startOffset, start.endOffset) : `<${node.tagName}>`;
    const inner = depth > DEPTH_MAX ? asSource(rawText(node)) : node.childNodes.map((child) => this.#inline(child, depth + 1)).join('');
    return VOID.has(node.tagName) ? open : `${open}${inner}</${node.tagName}>`;
  }
}

const textChild = (source: string): HtmlElement[] =>
  source === '' ? [] : [{ tag: TEXT_TAG, attributes: new Map([['source', source]]), children: [] }];

const asSource = (text: string): string => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;');

const VOID = new Set(['br', 'img', 'input', 'wbr', 'source', 'hr', 'area', 'embed', 'col', 'track', 'param', 'link', 'meta', 'base']);

const isElement = (node: Parsed.ChildNode): node is Parsed.Element => defaultTreeAdapter.isElementNode(node);

/** No block, and without one in it. */
function isInline(node: Parsed.Element, depth: number): boolean {
  if (BLOCK_TAGS.has(node.tagName) || CELL_TAGS.has(node.tagName)) return false;
  return depth > DEPTH_MAX || node.childNodes.every((child) => !isElement(child) || isInline(child, depth + 1));
}

/** All text of an element, at any depth. */
function rawText(node: Parsed.Element): string {
  const waiting: Parsed.ChildNode[] = node.childNodes.toReversed();
  let text = '';
  for (let child = waiting.pop(); child !== undefined; child = waiting.pop()) {
    if (defaultTreeAdapter.isTextNode(child)) text += child.value;
    else if (isElement(child) && !SILENT.has(child.tagName)) {
      if (child.tagName === 'br') text += '\n';
      for (const inner of child.childNodes.toReversed()) waiting.push(inner);
    }
  }
  return text;
}
