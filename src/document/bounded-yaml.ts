/**
 * YAML (and with it JSON) that somebody has written, read within bounds: its length, how deep it is nested, no aliases, and keys
 * that are plain words. Without them a thousand characters (`? ? ? …`) take the YAML library half a minute.
 */
import { isAlias, isCollection, isMap, isPair, isScalar, parseDocument } from 'yaml';
import type { Document } from 'yaml';

const CHARS_MAX = 30_000;
const DEPTH_MAX = 24;
const KEY_CHARS_MAX = 60;
const TOO_DEEP = `it is nested more than ${DEPTH_MAX} deep`;

export type YamlReading =
  | { value: unknown; /** A key that an object has twice; the last one holds. */ doubled?: string }
  | { fault: string };

/** What in a document is beyond the bounds, as half a sentence; else a key that stands twice in one object. */
function lookThrough(document: Document.Parsed): { fault?: string; doubled?: string } {
  const left: { node: unknown; depth: number }[] = [{ node: document.contents, depth: 1 }];
  let doubled: string | undefined;
  for (let next = left.pop(); next; next = left.pop()) {
    const { node, depth } = next;
    if (isAlias(node)) return { fault: 'it refers to another place of itself (`*name`)' };
    if (isPair(node)) {
      if (node.key !== null && !isScalar(node.key)) return { fault: 'one of its keys is not a word' };
      left.push({ node: node.value, depth });
    }
    if (!isCollection(node)) continue;
    if (depth > DEPTH_MAX) return { fault: TOO_DEEP };
    if (isMap(node)) {
      const keys = node.items.map(({ key }) => String(isScalar(key) ? key.value : ''));
      const seen = new Set<string>();
      for (const key of keys) if (seen.size === seen.add(key).size) doubled ??= key.slice(0, KEY_CHARS_MAX);
    }
    for (const item of node.items) left.push({ node: item, depth: depth + 1 });
  }
  return doubled === undefined ? {} : { doubled };
}

const faultOf = (message: string, line: number): string =>
  /call stack/.test(message) ? TOO_DEEP : `${message.split('\n', 1).join('').slice(0, 160).replace(/[.:]$/, '')} (line ${line} of it)`;

/** @returns the value, or half a sentence that says why there is none */
export function readYaml(text: string): YamlReading {
  if (text.length > CHARS_MAX) return { fault: `it is longer than ${CHARS_MAX} characters` };
  try {
    // Keys are compared by `lookThrough`: the library compares each with each.
    const document = parseDocument(text, { uniqueKeys: false, prettyErrors: false, logLevel: 'silent' });
    const [error] = document.errors;
    if (error) return { fault: faultOf(error.message, text.slice(0, error.pos[0]).split('\n').length) };
    const { fault, doubled } = lookThrough(document);
    if (fault !== undefined) return { fault };
    return { value: document.toJS({ maxAliasCount: 0 }), ...(doubled === undefined ? {} : { doubled }) };
  } catch (error) {
    return { fault: faultOf((error as Error).message, 1) };
  }
}
