/**
 * The XML that programs write nearly without exception: names in ASCII, quoted attributes, the five entities and numbers, comments and
 * CDATA. It is read here at several times the speed of a full parser. At the first thing that is not plain (a processing instruction, a
 * name in another script, whatever might not be well-formed) it stops, and says where a full parser is to go on.
 */
import { transitionalUri } from '../names.ts';
import type { XmlAttribute, XmlEvents, XmlOpening } from '../scan-xml.ts';

/** What was read so far, counted against the limits of the caller. */
export interface XmlTally {
  /** One more level. @throws where it is too deep */
  enter(): void;
  leave(): void;
  /** @throws where there are too many */
  count(more: number): void;
}

/** Where a full parser goes on. */
export interface XmlRest {
  at: number;
  /** The opening tags of the elements that are open there, as they are in the source. */
  tags: string[];
  rootClosed: boolean;
}

interface Open {
  name: string;
  start: number;
  contentStart: number;
  /** Namespaces by prefix, as they hold inside. */
  scope: Scope;
}

type Scope = ReadonlyMap<string, string>;

interface Attribute {
  name: string;
  value: string;
}

interface Tag {
  name: string;
  attributes: Attribute[];
  declares: boolean;
  selfClosing: boolean;
  end: number;
}

const DECLARATION = /^<\?xml version=(["'])1\.0\1(?: encoding=(["'])[A-Za-z][\w.-]*\2)?(?: standalone=(["'])(?:yes|no)\3)? ?\?>/;
/** No character of XML 1.0 (§2.2), or half of one. */
const NO_CHARACTER =
  // oxlint-disable-next-line no-control-regex
  /[\0-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/;
const NO_SPACE = /[^ \t\r\n]/;
const XML_URI = 'http://www.w3.org/XML/1998/namespace';
const XMLNS_URI = 'http://www.w3.org/2000/xmlns/';
const ROOT_SCOPE: Scope = new Map([
  ['', ''],
  ['xml', XML_URI],
  ['xmlns', XMLNS_URI],
]);
/** Attributes of an element are compared with each other, and namespaces are copied where some are declared. */
const ATTRIBUTES_MAX = 100;
const NAMESPACES_MAX = 200;

const ENTITIES: Readonly<Record<string, string>> = { amp: '&', lt: '<', gt: '>', quot: '"', apos: "'" };
const REFERENCE = /&(?:([a-z]+)|#(\d{1,7})|#x([\da-fA-F]{1,6}));|&/g;

const CDATA = '<![CDATA[';

const NAME_START = 1;
const NAME_PART = 2;
const SPACE = 4;
/** What an ASCII character may be; a colon divides a name. */
const CLASS = new Uint8Array(128);
for (let code = 0; code < 128; code++) {
  const character = String.fromCharCode(code);
  if (/[A-Za-z_]/.test(character)) CLASS[code] = NAME_START | NAME_PART;
  else if (/[\w.:-]/.test(character)) CLASS[code] = NAME_PART;
  else if (/[ \t\r\n]/.test(character)) CLASS[code] = SPACE;
}
const isIn = (code: number, kind: number): boolean => code < 128 && ((CLASS[code] ?? 0) & kind) !== 0;

const isCharacter = (code: number): boolean =>
  code === 9 ||
  code === 10 ||
  code === 13 ||
  (code >= 0x20 && code <= 0xd7ff) ||
  (code >= 0xe000 && code <= 0xfffd) ||
  (code >= 0x10000 && code <= 0x10ffff);

/** XML 1.0, §2.11. */
const withLineEnds = (text: string): string => text.replaceAll(/\r\n?/g, '\n');

/** The text with its references resolved; null where one is none that XML knows. */
function resolveReferences(text: string): string | null {
  let odd = false;
  const resolved = text.replace(REFERENCE, (_, entity?: string, decimal?: string, hex?: string) => {
    if (entity !== undefined && Object.hasOwn(ENTITIES, entity)) return ENTITIES[entity] ?? '';
    const code = decimal !== undefined ? Number.parseInt(decimal, 10) : hex !== undefined ? Number.parseInt(hex, 16) : 0;
    if (isCharacter(code)) return String.fromCodePoint(code);
    odd = true;
    return '';
  });
  return odd ? null : resolved;
}

/** Where a quoted value ends, what it is; null where it is not plain. Line ends and tabs in it are to become spaces (§3.3.3): not here. */
function readValue(source: string, start: number, quote: number): { value: string; end: number } | null {
  let isResolved = true;
  let at = start;
  for (; at < source.length; at++) {
    const code = source.charCodeAt(at);
    if (code === quote) break;
    if (code === 38) isResolved = false;
    else if (code === 60 || code < 32) return null;
  }
  if (at >= source.length) return null;
  const raw = source.slice(start, at);
  const value = isResolved ? raw : resolveReferences(raw);
  return value === null ? null : { value, end: at + 1 };
}

/** A name with one colon at most, neither first nor last. */
function readName(source: string, start: number): string | null {
  if (!isIn(source.charCodeAt(start), NAME_START)) return null;
  let colon = -1;
  let at = start + 1;
  for (let code = source.charCodeAt(at); isIn(code, NAME_PART); code = source.charCodeAt(++at)) {
    if (code !== 58) continue;
    if (colon !== -1) return null;
    colon = at;
  }
  if (colon !== -1 && (colon === at - 1 || !isIn(source.charCodeAt(colon + 1), NAME_START))) return null;
  return source.slice(start, at);
}

/** The opening tag whose `<` is at `start`; null where it is not plain. */
function readTag(source: string, start: number): Tag | null {
  const name = readName(source, start + 1);
  if (name === null) return null;
  const attributes: Attribute[] = [];
  let declares = false;
  let at = start + 1 + name.length;
  for (;;) {
    const before = at;
    let code = source.charCodeAt(at);
    while (isIn(code, SPACE)) code = source.charCodeAt(++at);
    if (code === 62) return { name, attributes, declares, selfClosing: false, end: at + 1 };
    if (code === 47) return source.charCodeAt(at + 1) === 62 ? { name, attributes, declares, selfClosing: true, end: at + 2 } : null;
    const attribute = at === before ? null : readName(source, at);
    if (attribute === null || attributes.length === ATTRIBUTES_MAX) return null;
    at += attribute.length;
    const quote = source.charCodeAt(at + 1);
    if (source.charCodeAt(at) !== 61 || (quote !== 34 && quote !== 39)) return null;
    const read = readValue(source, at + 2, quote);
    if (read === null) return null;
    for (const other of attributes) if (other.name === attribute) return null;
    attributes.push({ name: attribute, value: read.value });
    declares ||= attribute.startsWith('xmlns') && (attribute.length === 5 || attribute.charCodeAt(5) === 58);
    at = read.end;
  }
}

/** Namespaces inside an element that declares some; null where one may not be declared so (Namespaces in XML 1.0, §3 and §5). */
function declareNames(outer: Scope, attributes: readonly Attribute[]): Scope | null {
  const scope = new Map(outer);
  for (const { name, value } of attributes) {
    if (name !== 'xmlns' && !name.startsWith('xmlns:')) continue;
    const prefix = name.slice(6);
    if (prefix === 'xml' || prefix === 'xmlns' || value === XML_URI || value === XMLNS_URI || value !== value.trim()) return null;
    if (value === '' && prefix !== '') return null;
    scope.set(prefix, transitionalUri(value));
  }
  return scope.size > NAMESPACES_MAX ? null : scope;
}

const prefixOf = (name: string): string => {
  const colon = name.indexOf(':');
  return colon === -1 ? '' : name.slice(0, colon);
};

/** Attributes with their namespaces; null where a prefix is not declared, or two attributes might be one. */
function nameAttributes(attributes: readonly Attribute[], scope: Scope): XmlAttribute[] | null {
  const named: XmlAttribute[] = [];
  for (const { name, value } of attributes) {
    const prefix = prefixOf(name);
    if (prefix === '') {
      named.push({ name, local: name, uri: name === 'xmlns' ? XMLNS_URI : '', value });
      continue;
    }
    const uri = scope.get(prefix);
    if (uri === undefined) return null;
    const local = name.slice(prefix.length + 1);
    for (const other of named) if (other.local === local && other.uri === uri) return null;
    named.push({ name, local, uri, value });
  }
  return named;
}

/** A tag as it is reported, and the namespaces inside; null where that is not plain. */
function nameTag(tag: Tag, outer: Scope): { element: XmlOpening; scope: Scope } | null {
  const { name, selfClosing } = tag;
  const scope = tag.declares ? declareNames(outer, tag.attributes) : outer;
  const attributes = scope && nameAttributes(tag.attributes, scope);
  const prefix = prefixOf(name);
  const uri = scope?.get(prefix);
  if (scope === null || attributes === null || uri === undefined || prefix === 'xmlns') return null;
  return { element: { name, prefix, local: prefix === '' ? name : name.slice(prefix.length + 1), uri, attributes, selfClosing }, scope };
}

/** Where a character stands next, looked for once until it is passed. */
function finder(source: string, sought: string): (from: number) => number {
  let next = -1;
  return (from) => {
    if (next < from) next = source.indexOf(sought, from);
    if (next === -1) next = source.length;
    return next;
  };
}

/**
 * A comment (its text is null) or a CDATA section; null where it is neither, or not well-formed (XML 1.0, §2.5 and §2.7).
 * @param sectionEnd where the next `]]>` is; the end of the source where there is none, or no section may be
 */
function readAsideAt(source: string, start: number, sectionEnd: number): { text: string | null; end: number } | null {
  if (source.startsWith('<!--', start)) {
    const dashes = source.indexOf('--', start + 4);
    return dashes === -1 || source.charCodeAt(dashes + 2) !== 62 ? null : { text: null, end: dashes + 3 };
  }
  if (sectionEnd === source.length || !source.startsWith(CDATA, start)) return null;
  return { text: source.slice(start + CDATA.length, sectionEnd), end: sectionEnd + 3 };
}

/**
 * @param source without a byte order mark
 * @returns null where all was read; otherwise the place behind the last event that was reported
 */
export function scanPlainXml(source: string, events: XmlEvents, tally: XmlTally): XmlRest | null {
  const declaration = source.startsWith('<?xml') ? DECLARATION.exec(source)?.[0].length : 0;
  if (declaration === undefined || NO_CHARACTER.test(source)) return { at: 0, tags: [], rootClosed: false };
  return scanFrom(declaration, source, events, tally);
}

function scanFrom(declaration: number, source: string, events: XmlEvents, tally: XmlTally): XmlRest | null {
  const [references, returns, endings] = [finder(source, '&'), finder(source, '\r'), finder(source, ']]>')];
  const open: Open[] = [];
  let last = declaration;
  let rootClosed = false;
  // a declaration counts only at the very beginning
  const rest = (): XmlRest => {
    const tags = open.map(({ start, contentStart }) => source.slice(start, contentStart));
    return { at: open.length === 0 && !rootClosed ? 0 : last, tags, rootClosed };
  };

  const report = (value: string, start: number, end: number): void => {
    tally.count(1);
    events.text?.(value, start, end);
    last = end;
  };
  /** Text up to the next tag; false where it is not plain. */
  const readText = (end: number): boolean => {
    if (end === last) return true;
    const raw = source.slice(last, end);
    if (open.length === 0) return !NO_SPACE.test(raw);
    const ended = returns(last) < end ? withLineEnds(raw) : raw;
    const value = endings(last) < end ? null : references(last) < end ? resolveReferences(ended) : ended;
    if (value !== null) report(value, last, end);
    return value !== null;
  };

  const readOpening = (start: number): boolean => {
    const tag = rootClosed ? null : readTag(source, start);
    const named = tag && nameTag(tag, open.at(-1)?.scope ?? ROOT_SCOPE);
    if (tag === null || named === null) return false;
    tally.count(tag.attributes.length + 1);
    tally.enter();
    last = tag.end;
    if (!tag.selfClosing) open.push({ name: tag.name, start, contentStart: last, scope: named.scope });
    events.open?.(named.element, start, last);
    if (tag.selfClosing) close(last, last);
    return true;
  };

  const close = (start: number, end: number): void => {
    last = end;
    rootClosed = open.length === 0;
    tally.leave();
    events.close?.(start, end);
  };

  const readClosing = (start: number): boolean => {
    const name = open.at(-1)?.name;
    if (name === undefined || !source.startsWith(name, start + 2) || source.charCodeAt(start + 2 + name.length) !== 62) return false;
    open.pop();
    close(start, start + 3 + name.length);
    return true;
  };

  const readAside = (start: number): boolean => {
    const aside = readAsideAt(source, start, open.length > 0 ? endings(start) : source.length);
    if (aside === null) return false;
    if (aside.text !== null) report(withLineEnds(aside.text), start, aside.end);
    last = aside.end;
    return true;
  };

  for (;;) {
    const at = source.indexOf('<', last);
    if (at === -1) return rootClosed && !NO_SPACE.test(source.slice(last)) ? null : rest();
    const code = source.charCodeAt(at + 1);
    if (!readText(at) || !(code === 47 ? readClosing(at) : code === 33 ? readAside(at) : readOpening(at))) return rest();
  }
}
