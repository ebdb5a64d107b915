/**
 * A lossless tree: every element and text knows where it is in the source, and the source itself is what is written
 * back. Changes are spans (edit-xml.ts), so all that no change names stays byte for byte: prefixes, order and quotes of
 * attributes, white space, comments, processing instructions.
 */
import { scanXml, XML_LIMITS } from './scan-xml.ts';
import type { XmlAttribute, XmlLimits } from './scan-xml.ts';

export interface XmlText {
  kind: 'text';
  /** Entities resolved, line ends as \n. */
  value: string;
  start: number;
  end: number;
}

export interface XmlElement {
  kind: 'element';
  /** As written, with its prefix. */
  name: string;
  local: string;
  /** Strict names are given as their transitional twins. */
  uri: string;
  attributes: readonly XmlAttribute[];
  /** Elements and text; comments and processing instructions are in the source alone. */
  children: XmlNode[];
  parent: XmlElement | undefined;
  /** The whole element in the source, end exclusive. */
  start: number;
  end: number;
  /** Its content, between the tags; both are `end` where the element is self-closing. */
  contentStart: number;
  contentEnd: number;
}

export type XmlNode = XmlElement | XmlText;

export interface XmlTree {
  source: string;
  root: XmlElement;
}

/** A tree keeps about 200 bytes for a node, and a second is spent on 15 million characters; larger parts are for `scanXml`. */
const TREE_LIMITS: XmlLimits = { ...XML_LIMITS, charactersMax: 48_000_000, nodesMax: 2_500_000 };

/** @throws Refusal `file_rejected`: not well-formed, a document type declaration, beyond the limits */
export function parseXml(source: string, limits: XmlLimits = TREE_LIMITS): XmlTree {
  let root: XmlElement | undefined;
  let open: XmlElement | undefined;
  scanXml(
    source,
    {
      open({ name, local, uri, attributes }, start, end) {
        const element: XmlElement = {
          kind: 'element',
          name,
          local,
          uri,
          attributes,
          children: [],
          parent: open,
          start,
          end,
          contentStart: end,
          contentEnd: end,
        };
        open?.children.push(element);
        root ??= element;
        open = element;
      },
      close(start, end) {
        if (open === undefined) return;
        open.contentEnd = start;
        open.end = end;
        open = open.parent;
      },
      text(value, start, end) {
        open?.children.push({ kind: 'text', value, start, end });
      },
    },
    limits,
  );
  if (root === undefined) throw new Error('well-formed XML has a root');
  return { source, root };
}

/** Value of an attribute without namespace, or of one in `uri`. */
export function attributeOf(element: XmlElement, local: string, uri = ''): string | undefined {
  return element.attributes.find((attribute) => attribute.local === local && attribute.uri === uri)?.value;
}

/** Child elements, all or those of one name. */
export function elementsOf(element: XmlElement, local?: string, uri?: string): XmlElement[] {
  return element.children.filter((child): child is XmlElement => child.kind === 'element' && isNamed(child, local, uri));
}

/** The first child element of this name, in this namespace where one is given. */
export function firstElementOf(element: XmlElement, local: string, uri?: string): XmlElement | undefined {
  return element.children.find((child): child is XmlElement => child.kind === 'element' && isNamed(child, local, uri));
}

function isNamed(element: XmlElement, local: string | undefined, uri: string | undefined): boolean {
  return (local === undefined || element.local === local) && (uri === undefined || element.uri === uri);
}

/** The element and all that lies in it, in the order of the source. */
export function* walkElements(element: XmlElement): Generator<XmlElement> {
  const waiting = [element];
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    yield next;
    const { children } = next;
    for (let at = children.length - 1; at >= 0; at--) {
      const child = children[at];
      if (child?.kind === 'element') waiting.push(child);
    }
  }
}

/** All text inside, as one. */
export function textOf(element: XmlElement): string {
  let text = '';
  for (const child of element.children) text += child.kind === 'text' ? child.value : textOf(child);
  return text;
}
