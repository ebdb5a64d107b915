/** Directives: their fences, and their braces and pictures: `{#id key=value key="quoted value"}`, which pictures have too. */

import { longestRun } from './escape.ts';

export type AttributeValue = string | number | undefined;

/** With a leading brace, or '' where there is nothing to say. Undefined values are left out. */
export function writeAttributes(values: Readonly<Record<string, AttributeValue>>, anchor?: string): string {
  const parts = anchor === undefined ? [] : [`#${anchor}`];
  for (const [key, value] of Object.entries(values)) if (value !== undefined) parts.push(`${key}=${writeValue(String(value))}`);
  return parts.length === 0 ? '' : `{${parts.join(' ')}}`;
}

function writeValue(value: string): string {
  if (/^[\p{L}\p{N}%.:_+-]+$/u.test(value)) return value;
  return `"${value.replaceAll(/[\\"]/g, (match) => `\\${match}`).replaceAll('\n', '\\n')}"`;
}

/** Parts of a list in one value, divided by "|". */
export function joinParts(parts: readonly string[]): string {
  return parts.map((part) => part.replaceAll(/[\\|]/g, (match) => `\\${match}`)).join('|');
}

/**
 * `:::name{…}`, the content, `:::`. Directives in directives may have fences of one length, as long as all of them stand
 * at the beginning of a line; where some are in list items, the outer fence is longer than any of them.
 */
export function writeContainer(name: string, attributes: string, content: string): string {
  const fence = /^(?!:).*:::/m.test(content) ? ':'.repeat(longestRun(content, ':') + 1) : ':::';
  return `${fence}${name}${attributes}\n${content === '' ? '' : `${content}\n`}${fence}`;
}
