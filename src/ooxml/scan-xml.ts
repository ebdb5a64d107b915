/**
 * XML 1.0 with namespaces as a stream of events, well-formed or refused. No document type declaration is let through,
 * so there are no entities but the five of XML, and nothing outside the text is ever asked for. For parts that are too
 * large for a tree (sheets, shared strings); all others read better through `parseXml`.
 */
import { SaxesParser } from 'saxes';
import { Refusal, SAVE_AGAIN, type FileFault } from '../base/refusal.ts';
import { transitionalUri } from './names.ts';
import { scanPlainXml, type XmlRest, type XmlTally } from './xml/plain-xml.ts';

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
  /** Of one element: programs that draw a file compare them with each other. */
  attributesMax: number;
}

/** Of 27,000 parts of real Office files the deepest has 30 levels, the largest 370,000 elements in 12 million characters; no element has more than 60 attributes. */
export const XML_LIMITS: XmlLimits = { charactersMax: 128_000_000, depthMax: 256, nodesMax: 10_000_000, attributesMax: 1_000 };

function rejected(what: string, fault?: FileFault): Refusal {
  return new Refusal('file_rejected', `The file holds XML that ${what}. ${SAVE_AGAIN}`, { fault });
}

/**
 * What is plain is read at once; from the first thing that is not, a full parser reads on, so that its verdict holds for every file.
 *
 * @throws Refusal `file_rejected`: not well-formed, a document type declaration, beyond the limits
 */
export function scanXml(source: string, events: XmlEvents, limits: XmlLimits = XML_LIMITS): void {
  if (source.length > limits.charactersMax) throw rejected(`has more than ${limits.charactersMax} characters`);
  const tally = tallyOf(limits);
  const rest = scanPlainXml(source, events, tally);
  if (rest !== null) scanRest(source, rest, events, tally);
}

/** The attributes of one element as well: what is read as plain has few. */
interface TagTally extends XmlTally {
  beginTag(): void;
  /** @throws where there are too many */
  addAttribute(): void;
}

function tallyOf({ depthMax, nodesMax, attributesMax }: XmlLimits): TagTally {
  let depth = 0;
  let nodes = 0;
  let attributes = 0;
  return {
    beginTag() {
      attributes = 0;
    },
    addAttribute() {
      if (++attributes > attributesMax) throw rejected(`has an element with more than ${attributesMax} attributes`);
    },
    enter() {
      if (++depth > depthMax) throw rejected(`is nested deeper than ${depthMax} levels`);
    },
    leave() {
      depth--;
    },
    count(more) {
      nodes += more;
      if (nodes > nodesMax) throw rejected(`has more than ${nodesMax} elements`);
    },
  };
}

/** The first fault as the parser names it, with its line and column in the whole. */
function faultOf(source: string): Refusal {
  let message = 'in a way that is not known';
  const parser = new SaxesParser({ xmlns: true });
  parser.on('error', (error) => {
    message = error.message;
    throw error;
  });
  try {
    parser.write(source).close();
  } catch {
    // the message is all that is wanted
  }
  return rejected(`is not well-formed (${message.slice(0, 200)})`, 'malformed_xml');
}

/** From a place at which elements are open: the parser is shown their tags first, and what it says of them is passed over. */
function scanRest(source: string, { at, tags, rootClosed }: XmlRest, events: XmlEvents, tally: TagTally): void {
  const parser = new SaxesParser({ xmlns: true });
  const shown = rootClosed ? '<closed/>' : tags.join('');
  const position = (): number => parser.position - shown.length + at;
  let isShown = false;
  let depth = tags.length;
  let start = at;
  let last = at;
  parser.on('error', () => {
    throw faultOf(source);
  });
  parser.on('doctype', () => {
    throw rejected('declares a document type', 'document_type');
  });
  parser.on('opentagstart', () => {
    start = source.lastIndexOf('<', position() - 1);
    tally.beginTag();
  });
  parser.on('attribute', () => {
    tally.addAttribute();
    if (isShown) tally.count(1);
  });
  parser.on('opentag', (tag) => {
    if (!isShown) return;
    last = position();
    tally.count(1);
    tally.enter();
    depth++;
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
    if (!isShown) return;
    last = position();
    depth--;
    tally.leave();
    events.close?.(tag.isSelfClosing ? last : source.lastIndexOf('<', last - 1), last);
  });
  const text = (value: string, from: number, end: number): void => {
    if (depth === 0) return;
    tally.count(1);
    events.text?.(value, from, end);
  };
  // Text is reported when the next `<` has been read.
  parser.on('text', (value) => text(value, last, position() - 1));
  parser.on('cdata', (value) => {
    const from = source.lastIndexOf('<![CDATA[', position() - 1);
    last = position();
    text(value, from, last);
  });
  parser.on('comment', () => {
    last = source.indexOf('>', position() - 1) + 1;
  });
  parser.on('processinginstruction', () => {
    last = position();
  });
  parser.write(shown);
  isShown = true;
  parser.write(source.slice(at)).close();
}
