/**
 * HTML as it is found → a tree of elements and text. Forgiving as browsers are (HTML standard §13.2), in outline: void
 * elements, end tags that may be left out, elements whose content is no markup. Never fails; linear; bounded in depth.
 */
import MarkdownIt from 'markdown-it';

export interface HtmlElement {
  tag: string;
  attributes: ReadonlyMap<string, string>;
  children: HtmlNode[];
}
export type HtmlNode = HtmlElement | string;

const VOID = new Set(['area', 'base', 'br', 'col', 'embed', 'hr', 'img', 'input', 'link', 'meta', 'param', 'source', 'track', 'wbr']);
/** Their content is text up to their own end tag. */
const RAW = new Set(['script', 'style', 'textarea', 'title', 'xmp', 'noembed', 'noframes', 'iframe']);
const CLOSES_PARAGRAPH = new Set([
  'address',
  'article',
  'aside',
  'blockquote',
  'center',
  'details',
  'dialog',
  'dir',
  'div',
  'dl',
  'dt',
  'dd',
  'fieldset',
  'figcaption',
  'figure',
  'footer',
  'form',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'header',
  'hgroup',
  'hr',
  'li',
  'main',
  'menu',
  'nav',
  'ol',
  'p',
  'pre',
  'search',
  'section',
  'summary',
  'table',
  'ul',
  'td',
  'th',
  'tr',
  'tbody',
  'thead',
  'tfoot',
  'caption',
]);
/** An element that begins ends these, up to the nearest one that fences them in. */
const ENDS: Readonly<Record<string, { ends: readonly string[]; fence: readonly string[] }>> = {
  li: { ends: ['li'], fence: ['ul', 'ol', 'menu', 'dir', 'table'] },
  dt: { ends: ['dt', 'dd'], fence: ['dl', 'table'] },
  dd: { ends: ['dt', 'dd'], fence: ['dl', 'table'] },
  td: { ends: ['td', 'th', 'caption'], fence: ['tr', 'table'] },
  th: { ends: ['td', 'th', 'caption'], fence: ['tr', 'table'] },
  tr: { ends: ['tr', 'td', 'th', 'caption', 'colgroup'], fence: ['table'] },
  tbody: { ends: ['thead', 'tbody', 'tfoot', 'tr', 'caption', 'colgroup'], fence: ['table'] },
  thead: { ends: ['thead', 'tbody', 'tfoot', 'tr', 'caption', 'colgroup'], fence: ['table'] },
  tfoot: { ends: ['thead', 'tbody', 'tfoot', 'tr', 'caption', 'colgroup'], fence: ['table'] },
  option: { ends: ['option'], fence: ['select'] },
};
const FENCES = new Set(['table', 'td', 'th', 'caption', 'button', 'object']);
/** Elements deeper than this are taken as if their parent held what they hold. */
const DEPTH_MAX = 200;
const NODES_MAX = 2_000_000;
const ATTRIBUTES_MAX = 100;

const markdown = new MarkdownIt();

/** Character references as the standard names them. */
function decode(text: string): string {
  return text.includes('&')
    ? text.replaceAll(/&(?:#[xX][0-9a-fA-F]{1,6}|#\d{1,7}|[A-Za-z][A-Za-z0-9]{1,31});/g, (reference) =>
        markdown.utils.unescapeAll(reference),
      )
    : text;
}

export function parseHtml(source: string): HtmlElement {
  const root: HtmlElement = { tag: '', attributes: new Map(), children: [] };
  const stack: HtmlElement[] = [root];
  let nodes = 0;
  const top = (): HtmlElement => stack.at(-1) ?? root;
  const addText = (text: string): void => {
    if (text !== '') top().children.push(decode(text));
  };
  const open = (tag: string, attributes: Map<string, string>): void => {
    closeImplied(stack, tag);
    const element: HtmlElement = { tag, attributes, children: [] };
    top().children.push(element);
    if (!VOID.has(tag) && stack.length < DEPTH_MAX) stack.push(element);
  };
  for (let at = 0; at < source.length && nodes < NODES_MAX; nodes++) {
    const next = source.indexOf('<', at);
    if (next < 0) {
      addText(source.slice(at));
      break;
    }
    addText(source.slice(at, next));
    const read = readTag(source, next);
    at = read.end;
    if (read.kind === 'text') addText(source.slice(next, read.end));
    else if (read.kind === 'close') close(stack, read.tag);
    else if (read.kind === 'open') {
      open(read.tag, read.attributes);
      if (RAW.has(read.tag) && !read.selfClosing) {
        const end = endOfRaw(source, at, read.tag);
        if (read.tag === 'title' || read.tag === 'textarea' || read.tag === 'style') addText(source.slice(at, end));
        at = end;
      }
    }
  }
  return root;
}

function endOfRaw(source: string, from: number, tag: string): number {
  const pattern = new RegExp(`</${tag}(?=[\\s/>])`, 'gi');
  pattern.lastIndex = from;
  return pattern.exec(source)?.index ?? source.length;
}

type Tag =
  | { kind: 'text' | 'nothing'; end: number }
  | { kind: 'close'; tag: string; end: number }
  | { kind: 'open'; tag: string; attributes: Map<string, string>; selfClosing: boolean; end: number };

function readTag(source: string, at: number): Tag {
  if (source.startsWith('<!--', at)) {
    const end = source.indexOf('-->', at + 4);
    return { kind: 'nothing', end: end < 0 ? source.length : end + 3 };
  }
  if (source.startsWith('<![CDATA[', at)) {
    const end = source.indexOf(']]>', at);
    return { kind: 'nothing', end: end < 0 ? source.length : end + 3 };
  }
  const sign = source.charAt(at + 1);
  if (sign === '!' || sign === '?') return { kind: 'nothing', end: endAt(source, source.indexOf('>', at)) };
  const name = /^<\/?([A-Za-z][^\s/>]{0,60})/.exec(source.slice(at, at + 64))?.[1]?.toLowerCase();
  if (name === undefined) return { kind: 'text', end: at + 1 };
  if (sign === '/') return { kind: 'close', tag: name, end: endAt(source, source.indexOf('>', at)) };
  return readAttributes(source, at + 1 + name.length, name);
}

const endAt = (source: string, index: number): number => (index < 0 ? source.length : index + 1);

const ATTRIBUTE = /[\s/]*([^\s/>=][^\s/>=]*)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s>]*)))?/y;

function readAttributes(source: string, from: number, tag: string): Tag {
  const attributes = new Map<string, string>();
  let at = from;
  for (let count = 0; count < ATTRIBUTES_MAX; count++) {
    ATTRIBUTE.lastIndex = at;
    const match = ATTRIBUTE.exec(source);
    if (!match || match[0] === '') break;
    at = ATTRIBUTE.lastIndex;
    const name = (match[1] ?? '').toLowerCase();
    if (!attributes.has(name)) attributes.set(name, decode(match[2] ?? match[3] ?? match[4] ?? ''));
  }
  const end = endAt(source, source.indexOf('>', at));
  return { kind: 'open', tag, attributes, selfClosing: source.charAt(end - 2) === '/', end };
}

function closeImplied(stack: HtmlElement[], tag: string): void {
  if (CLOSES_PARAGRAPH.has(tag)) {
    const paragraph = stack.findLastIndex((element) => element.tag === 'p');
    const fence = stack.findLastIndex((element) => FENCES.has(element.tag));
    if (paragraph > fence) stack.length = paragraph;
  }
  const rule = ENDS[tag];
  if (!rule) return;
  const fence = stack.findLastIndex((element) => rule.fence.includes(element.tag));
  const first = stack.findIndex((element, index) => index > fence && rule.ends.includes(element.tag));
  if (first > 0) stack.length = first;
}

function close(stack: HtmlElement[], tag: string): void {
  const at = stack.findLastIndex((element) => element.tag === tag);
  // The end of an inline element does not end a cell around it.
  const fence = /^(?:table|tr|td|th|tbody|thead|tfoot|html|body)$/.test(tag)
    ? -1
    : stack.findLastIndex((element) => /^(?:td|th|caption)$/.test(element.tag));
  if (at > 0 && at > fence) stack.length = at;
}
