/**
 * An Office file as package rules look at it. A full parse of a book's text takes 150 ms, and review may take 60: the tags
 * are read by a scanner that knows elements, attributes and nesting, and nothing of entities or namespaces.
 */
import { Refusal } from '../base/refusal.ts';
import { decodeXml } from '../ooxml/decode-xml.ts';
import { partNamed, partNames, readPart, relationshipsOf, type OfficePackage } from '../ooxml/office-package.ts';

export interface Tag {
  /** Without its prefix. */
  local: string;
  /** Attributes as written. */
  raw: string;
  parent: Tag | undefined;
  children: Tag[];
  /** Text directly inside, entities as written; '' where there is none. */
  text: string;
}

export interface XmlTags {
  name: string;
  root: Tag;
  /** In the order of the part. */
  byName: ReadonlyMap<string, readonly Tag[]>;
}

export interface PackageFile {
  opened: OfficePackage;
  /** Any XML part, read once; undefined where it is missing. @throws Refusal where its tags do not nest */
  part(name: string): XmlTags | undefined;
  /** Its characters as written, read once; undefined where it is missing. */
  text(name: string): string | undefined;
}

const SLASH = 47;
const QUOTE = 34;
const COLON = 58;
const SPACE = 32;
/** What is neither element nor text, and how it ends. */
const OTHERS: readonly (readonly [start: string, end: string])[] = [
  ['<?', '?>'],
  ['<!--', '-->'],
  ['<![CDATA[', ']]>'],
];

const otherAt = (source: string, at: number): string | undefined => {
  const code = source.charCodeAt(at + 1);
  return code === 33 || code === 63 ? OTHERS.find(([start]) => source.startsWith(start, at))?.[1] : undefined;
};

/** End of the tag that begins at `at`: the first `>` outside quotes; -1 where there is none. */
function endOfTag(source: string, at: number): number {
  const end = source.indexOf('>', at);
  // nearly always the first one: it is behind a closing quote, or the tag has no attributes
  const before = source.charCodeAt(end - 1) === SLASH ? source.charCodeAt(end - 2) : source.charCodeAt(end - 1);
  const inner = source.slice(at, end);
  return end === -1 || ((before === QUOTE || !inner.includes('=')) && !inner.includes("'")) ? end : endOutsideQuotes(source, at);
}

function endOutsideQuotes(source: string, at: number): number {
  for (let i = at; i < source.length; i++) {
    const char = source.charAt(i);
    if (char === '>') return i;
    if (char !== '"' && char !== "'") continue;
    i = source.indexOf(char, i + 1);
    if (i === -1) return -1;
  }
  return -1;
}

/** @param tag what is between `<` or `</` and `>` */
function localName(tag: string): string {
  let end = 0;
  let start = 0;
  for (; end < tag.length; end++) {
    const code = tag.charCodeAt(end);
    if (code === COLON) start = end + 1;
    else if (code <= SPACE || code === SLASH) break;
  }
  return tag.slice(start, end);
}

export interface TagEvents {
  /** @param text directly behind the tag, entities as written */
  open(local: string, raw: string, text: string): void;
  /** Also of a tag that closes itself. */
  close(local: string): void;
}

/** Tags one after the other, without a tree. @throws Refusal where one does not end */
export function walkTags(source: string, name: string, events: TagEvents): void {
  for (let at = source.indexOf('<'); at !== -1; at = source.indexOf('<', at)) {
    const other = otherAt(source, at);
    const end = other === undefined ? endOfTag(source, at) : source.indexOf(other, at);
    if (end === -1) throw new Refusal('file_rejected', `${name} ends within a tag.`);
    const from = at;
    at = end;
    if (other !== undefined) continue;
    if (source.charCodeAt(from + 1) === SLASH) {
      events.close(localName(source.slice(from + 2, end)));
      continue;
    }
    const raw = source.slice(from + 1, end);
    const local = localName(raw);
    const closed = source.charCodeAt(end - 1) === SLASH;
    const next = closed ? -1 : source.indexOf('<', end);
    events.open(local, raw, next > end + 1 ? source.slice(end + 1, next) : '');
    if (closed) events.close(local);
  }
}

/** Tree of the tags. @throws Refusal where they do not nest */
function scanTags(source: string, name: string): XmlTags {
  const byName = new Map<string, Tag[]>();
  const document: Tag = { local: '', raw: '', parent: undefined, children: [], text: '' };
  let open = document;
  walkTags(source, name, {
    open(local, raw, text) {
      const tag: Tag = { local, raw, parent: open, children: [], text };
      open.children.push(tag);
      const same = byName.get(local);
      if (same) same.push(tag);
      else byName.set(local, [tag]);
      open = tag;
    },
    close(local) {
      if (open.local !== local || open.parent === undefined) throw new Refusal('file_rejected', `The tags of ${name} do not nest.`);
      open = open.parent;
    },
  });
  const [root] = document.children;
  if (open !== document || root === undefined) throw new Refusal('file_rejected', `The tags of ${name} do not nest.`);
  return { name, root, byName };
}

/** Value of an attribute by its name without prefix, entities as written; undefined where it is not given. */
export function valueOf(tag: Pick<Tag, 'raw'> | undefined, local: string): string | undefined {
  if (tag === undefined) return undefined;
  const { raw } = tag;
  for (let at = raw.indexOf(`${local}=`); at !== -1; at = raw.indexOf(`${local}=`, at + 1)) {
    const before = raw.charAt(at - 1);
    const quote = raw.charAt(at + local.length + 1);
    if (before !== ':' && !/\s/.test(before)) continue;
    const end = raw.indexOf(quote, at + local.length + 2);
    return end === -1 ? undefined : raw.slice(at + local.length + 2, end);
  }
  return undefined;
}

/** `w:val` of a child element. */
export function childValue(tag: Tag, local: string): string | undefined {
  return valueOf(childOf(tag, local), 'val');
}

export function childOf(tag: Tag | undefined, ...path: string[]): Tag | undefined {
  let found = tag;
  for (const local of path) found = found?.children.find((child) => child.local === local);
  return found;
}

export const tagsNamed = (part: XmlTags | undefined, local: string): readonly Tag[] => part?.byName.get(local) ?? [];

export function openPackageFile(opened: OfficePackage): PackageFile {
  const texts = new Map<string, string>();
  const parts = new Map<string, XmlTags>();
  const text = (name: string): string | undefined => {
    const written = partNamed(opened, name);
    if (written === undefined) return undefined;
    const found = texts.get(written) ?? decodeXml(readPart(opened, written)).text;
    texts.set(written, found);
    return found;
  };
  const part = (name: string): XmlTags | undefined => {
    const written = partNamed(opened, name);
    const source = text(name);
    if (written === undefined || source === undefined) return undefined;
    const found = parts.get(written) ?? scanTags(source, written);
    parts.set(written, found);
    return found;
  };
  return { opened, part, text };
}

/** The part that the main part refers to as this kind (`styles`, `numbering`, …). */
export function relatedPart(file: PackageFile, kind: string): XmlTags | undefined {
  const found = relationshipsOf(file.opened, file.opened.mainPart).find(({ type }) => type.endsWith(`/${kind}`));
  return found && file.part(found.target);
}

/** Parts that may have relationships of their own: all but the relationships. */
export const contentParts = (file: PackageFile): string[] =>
  partNames(file.opened).filter((name) => !name.endsWith('.rels') && name !== '[Content_Types].xml');

const ENTITIES: Readonly<Record<string, string>> = { lt: '<', gt: '>', amp: '&', quot: '"', apos: "'" };

/** Text as a reader sees it, from text as written. */
export function decodeText(written: string): string {
  if (!written.includes('&')) return written;
  return written.replaceAll(
    /&(?:#(\d{1,7})|#x([\da-f]{1,6})|(\w{2,4}));/gi,
    (whole, decimal: string | undefined, hex: string | undefined, name: string | undefined) => {
      if (name !== undefined) return ENTITIES[name] ?? whole;
      const code = decimal === undefined ? Number.parseInt(hex ?? '', 16) : Number(decimal);
      return code <= 0x10ffff ? String.fromCodePoint(code) : whole;
    },
  );
}
