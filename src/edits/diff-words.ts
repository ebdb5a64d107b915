/** What differs between two texts, in words: the smallest set of changes that a person would mark by hand. */

import { findAnchors } from './find-anchors.ts';

export interface TextChange {
  /** Span of the old text, end exclusive. */
  start: number;
  end: number;
  text: string;
}

/** Cells of the table that is filled in; beyond it words that both texts have once divide them, and each part is looked at by itself. */
const TABLE_MAX = 4_000_000;
const WORDS = /[\p{L}\p{N}\p{M}_]+(?:['’][\p{L}]+)*|\s+|[^\p{L}\p{N}\p{M}_\s]/gu;

export function diffWords(before: string, after: string): TextChange[] {
  const old = before.match(WORDS) ?? [];
  const next = after.match(WORDS) ?? [];
  let head = 0;
  while (head < old.length && head < next.length && old[head] === next[head]) head++;
  let tail = 0;
  while (tail < old.length - head && tail < next.length - head && old.at(-1 - tail) === next.at(-1 - tail)) tail++;
  const start = old.slice(0, head).join('').length;
  const changes = diffMiddle(old.slice(head, old.length - tail), next.slice(head, next.length - tail));
  return joinNear(
    changes.map((change) => ({ ...change, start: change.start + start, end: change.end + start })),
    before,
  );
}

const replaced = (old: readonly string[], next: readonly string[]): TextChange => ({
  start: 0,
  end: old.join('').length,
  text: next.join(''),
});

function diffLong(old: readonly string[], next: readonly string[]): TextChange[] {
  const anchors = findAnchors(old, next);
  if (anchors.length === 0) return [replaced(old, next)];
  const changes: TextChange[] = [];
  let [i, j, at] = [0, 0, 0];
  for (const [a, b] of [...anchors, [old.length, next.length] as const]) {
    const part = old.slice(i, a);
    const found = diffMiddle(part, next.slice(j, b));
    for (const change of found) changes.push({ ...change, start: change.start + at, end: change.end + at });
    at += part.join('').length + (old[a]?.length ?? 0);
    [i, j] = [a + 1, b + 1];
  }
  return changes;
}

function diffMiddle(old: readonly string[], next: readonly string[]): TextChange[] {
  if (old.length === 0 && next.length === 0) return [];
  if (old.length === 0 || next.length === 0) return [replaced(old, next)];
  if (old.length * next.length > TABLE_MAX) return diffLong(old, next);
  const width = next.length + 1;
  const longest = new Uint16Array((old.length + 1) * width);
  for (let i = old.length - 1; i >= 0; i--) {
    for (let j = next.length - 1; j >= 0; j--) {
      longest[i * width + j] =
        old[i] === next[j]
          ? (longest[(i + 1) * width + j + 1] ?? 0) + 1
          : Math.max(longest[(i + 1) * width + j] ?? 0, longest[i * width + j + 1] ?? 0);
    }
  }
  const changes: TextChange[] = [];
  let at = 0;
  let open: TextChange | undefined;
  for (let i = 0, j = 0; i < old.length || j < next.length;) {
    const word = old[i] ?? '';
    if (i < old.length && j < next.length && word === next[j]) {
      open = undefined;
      at += word.length;
      i++;
      j++;
      continue;
    }
    if (open === undefined) changes.push((open = { start: at, end: at, text: '' }));
    if (j >= next.length || (i < old.length && (longest[(i + 1) * width + j] ?? 0) >= (longest[i * width + j + 1] ?? 0))) {
      at += word.length;
      open.end = at;
      i++;
    } else {
      open.text += next[j] ?? '';
      j++;
    }
  }
  return changes;
}

/** Changes with nothing but a blank between them read better as one. */
const joinNear = (changes: readonly TextChange[], before: string): TextChange[] =>
  joinWhere(changes, before, (between) => /^[^\S\n\t]$/.test(between));

function joinWhere(
  changes: readonly TextChange[],
  before: string,
  isNear: (between: string, a: TextChange, b: TextChange) => boolean,
): TextChange[] {
  const joined: TextChange[] = [];
  for (const change of changes) {
    const last = joined.at(-1);
    const between = last === undefined ? '' : before.slice(last.end, change.start);
    if (last !== undefined && last.end > last.start && change.end > change.start && isNear(between, last, change)) {
      last.text += between + change.text;
      last.end = change.end;
    } else joined.push({ ...change });
  }
  return joined;
}

/** A small word between long changes was not kept by anybody: it is there in both by chance. */
const ISLAND = /^[^\S\n\t]*\p{L}{1,3}[^\S\n\t]*$/u;
const LONG_CHARS = 12;
const isLong = ({ start, end, text }: TextChange): boolean => Math.min(end - start, text.length) >= LONG_CHARS;

/** The changes as a person would mark them, who strikes a passage out rather than every word of it but the articles. */
export const groupChanges = (changes: readonly TextChange[], before: string): TextChange[] =>
  joinWhere(changes, before, (between, a, b) => ISLAND.test(between) && isLong(a) && isLong(b));
