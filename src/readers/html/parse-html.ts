/**
 * HTML as it is found → a tree of elements and text, parsed as browsers do (HTML Standard §13.2) by `parse5`. Never
 * fails, however odd the page; bounded in nodes and depth.
 */
import { defaultTreeAdapter, parse, type DefaultTreeAdapterTypes as Parsed } from 'parse5';

export interface HtmlElement {
  tag: string;
  attributes: ReadonlyMap<string, string>;
  children: HtmlNode[];
}
export type HtmlNode = HtmlElement | string;

/** What elements deeper than this hold is taken as if it followed them. */
const DEPTH_MAX = 200;
/**
 * Elements of a page. The standard makes a parser open unclosed formatting elements again in every block, so a small
 * page can ask for millions.
 */
const ELEMENTS_MAX = 500_000;

class TooManyElements extends Error {}

/** @returns the tree below an unnamed root; `complete` is false where the page has too many elements to be read to its end */
export function parseHtml(source: string): { root: HtmlElement; complete: boolean } {
  let elements = 0;
  let page: Parsed.Document | undefined;
  const adapter: typeof defaultTreeAdapter = {
    ...defaultTreeAdapter,
    createDocument: () => (page = defaultTreeAdapter.createDocument()),
    createElement(tagName, namespaceURI, attrs) {
      if (++elements > ELEMENTS_MAX) throw new TooManyElements();
      return defaultTreeAdapter.createElement(tagName, namespaceURI, attrs);
    },
  };
  try {
    return { root: convert(parse(source, { treeAdapter: adapter, scriptingEnabled: false })), complete: true };
  } catch (error) {
    if (!(error instanceof TooManyElements) || page === undefined) throw error;
    return { root: convert(page), complete: false };
  }
}

function convert(page: Parsed.Document): HtmlElement {
  const root: HtmlElement = { tag: '', attributes: new Map(), children: [] };
  const waiting: { node: Parsed.ChildNode; parent: HtmlElement; depth: number }[] = [];
  const queue = (nodes: readonly Parsed.ChildNode[], parent: HtmlElement, depth: number): void => {
    for (let at = nodes.length - 1; at >= 0; at--) {
      const node = nodes[at];
      if (node !== undefined) waiting.push({ node, parent, depth });
    }
  };
  queue(page.childNodes, root, 0);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, parent, depth } = next;
    if (defaultTreeAdapter.isTextNode(node)) parent.children.push(node.value);
    if (!defaultTreeAdapter.isElementNode(node)) continue;
    const element = toElement(node);
    parent.children.push(element);
    queue(node.childNodes, depth < DEPTH_MAX ? element : parent, depth + 1);
  }
  return root;
}

const toElement = (node: Parsed.Element): HtmlElement => ({
  tag: node.tagName,
  attributes: new Map(node.attrs.map(({ name, value }) => [name, value])),
  children: [],
});
