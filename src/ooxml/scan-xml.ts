/**
 * XML 1.0 with namespaces as a stream of events, well-formed or refused. No document type declaration is let through,
 * so there are no entities but the five of XML, and nothing outside the text is ever asked for. For parts that are too
 * large for a tree (sheets, shared strings); all others read better through `parseXml`.
 */
import { SaxesParser } from 'saxes';
import { Refusal, type FileFault } from '../base/refusal.ts';
import { transitionalUri } from './names.ts';

export interface XmlAttribute {
  /** As written, with its prefix. */
  name: string;
  local: string;
  /** '' without a prefix; names of strict files are given as their transitional twins. */
  uri: string;
  value: string;
}

export interface XmlOpening {
  name: string;
  prefix: string;
  local: string;
  /** Strict names are given as their transitional twins. */
  uri: string;
  attributes: readonly XmlAttribute[];
  selfClosing: boolean;
}

/** `start` and `end` are positions in the text, end exclusive. A self-closing element opens and closes at one place. */
export interface XmlEvents {
  open?(element: XmlOpening, start: number, end: number): void;
  close?(start: number, end: number): void;
  /** Text with entities resolved and line ends as \n; a CDATA section comes by itself. */
  text?(value: string, start: number, end: number): void;
}

export interface XmlLimits {
  charactersMax: number;
  depthMax: number;
  /** Elements, attributes and pieces of text, counted together. */
  nodesMax: number;
}

/** Of 27,000 parts of real Office files the deepest has 30 levels, the largest 370,000 elements in 12 million characters. */
export const XML_LIMITS: XmlLimits = { charactersMax: 128_000_000, depthMax: 256, nodesMax: 10_000_000 };

function rejected(what: string, fault?: FileFault): Refusal {
  return new Refusal('file_rejected', `The file holds XML that ${what}.`, { fault });
}

/** @throws Refusal `file_rejected`: not well-formed, a document type declaration, beyond the limits */
export function scanXml(source: string, events: XmlEvents, limits: XmlLimits = XML_LIMITS): void {
  if (source.length > limits.charactersMax) throw rejected(`has more than ${limits.charactersMax} characters`);
  const parser = new SaxesParser({ xmlns: true });
  let depth = 0;
  let nodes = 0;
  let start = 0;
  let last = 0;
  const count = (more: number): void => {
    nodes += more;
    if (nodes > limits.nodesMax) throw rejected(`has more than ${limits.nodesMax} elements`);
  };
  parser.on('error', (error) => {
    throw rejected(`is not well-formed (${error.message.slice(0, 200)})`, 'malformed_xml');
  });
  parser.on('doctype', () => {
    throw rejected('declares a document type', 'document_type');
  });
  parser.on('opentagstart', () => {
    start = source.lastIndexOf('<', parser.position - 1);
  });
  parser.on('attribute', () => count(1));
  parser.on('opentag', (tag) => {
    last = parser.position;
    count(1);
    if (++depth > limits.depthMax) throw rejected(`is nested deeper than ${limits.depthMax} levels`);
    const attributes = Object.values(tag.attributes).map(({ name, local, uri, value }) => ({
      name,
      local,
      uri: transitionalUri(uri),
      value,
    }));
    events.open?.(
      { name: tag.name, prefix: tag.prefix, local: tag.local, uri: transitionalUri(tag.uri), attributes, selfClosing: tag.isSelfClosing },
      start,
      last,
    );
  });
  parser.on('closetag', (tag) => {
    last = parser.position;
    depth--;
    events.close?.(tag.isSelfClosing ? last : source.lastIndexOf('<', last - 1), last);
  });
  const text = (value: string, from: number, end: number): void => {
    if (depth === 0) return;
    count(1);
    events.text?.(value, from, end);
  };
  // Text is reported when the next `<` has been read.
  parser.on('text', (value) => text(value, last, parser.position - 1));
  parser.on('cdata', (value) => {
    const from = source.lastIndexOf('<![CDATA[', parser.position - 1);
    last = parser.position;
    text(value, from, last);
  });
  parser.on('comment', () => {
    last = source.indexOf('>', parser.position - 1) + 1;
  });
  parser.on('processinginstruction', () => {
    last = parser.position;
  });
  parser.write(source).close();
}
