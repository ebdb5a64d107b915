/**
 * The tags of a part as they are written: elements, attributes and nesting, and nothing of entities or namespaces. For whoever looks
 * at whole files in the time of a breath: a book's text takes 16 ms here and 460 ms as a tree of `parseXml`, a sheet of 50,000 rows
 * 0.2 s and 4 s as events of `scanXml` (docs/decisions/0024-two-scanners-of-xml.md). What is written back, and what must be
 * well-formed, is read by those.
 */
import { Refusal, SAVE_AGAIN } from '../base/refusal.ts';

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

/** Position of the `>` of the tag that begins at `at`: the first one outside quotes; -1 where there is none. */
export function endOfTag(source: string, at: number): number {
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
    if (end === -1) throw new Refusal('file_rejected', `${name} ends within a tag. ${SAVE_AGAIN}`);
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

/** @returns the tree of the tags. @throws Refusal where they do not nest */
export function scanTags(source: string, name: string): XmlTags {
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
      if (open.local !== local || open.parent === undefined)
        throw new Refusal('file_rejected', `The tags of ${name} do not nest. ${SAVE_AGAIN}`);
      open = open.parent;
    },
  });
  const [root] = document.children;
  if (open !== document || root === undefined) throw new Refusal('file_rejected', `The tags of ${name} do not nest. ${SAVE_AGAIN}`);
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

/** The first child of this name, of it the first child of the next name, and so on; undefined where one is missing. */
export function childOf(tag: Tag | undefined, ...path: string[]): Tag | undefined {
  let found = tag;
  for (const local of path) found = found?.children.find((child) => child.local === local);
  return found;
}

/** All tags of this name in a part, at any depth, in its order. */
export const tagsNamed = (part: XmlTags | undefined, local: string): readonly Tag[] => part?.byName.get(local) ?? [];
