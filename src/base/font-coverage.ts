/** Which characters the fonts of scripts/setup.sh can draw. */
import { PACKED_RANGES } from './font-coverage/packed-ranges.ts';

function unpack(): { firsts: Uint32Array; lasts: Uint32Array } {
  const parts = PACKED_RANGES.split(' ');
  const [firsts, lasts] = [new Uint32Array(parts.length), new Uint32Array(parts.length)];
  let at = 0;
  for (const [i, part] of parts.entries()) {
    const [gap = '', length = '0'] = part.split('.');
    firsts[i] = at + Number.parseInt(gap, 36);
    at = lasts[i] = (firsts[i] ?? 0) + Number.parseInt(length, 36);
  }
  return { firsts, lasts };
}

let ranges: ReturnType<typeof unpack> | undefined;

/** Beyond Latin, Greek and Cyrillic, which every face has; what is never drawn (marks of direction, selectors, tags), private use and unassigned code points apart. */
const RARE = /[^\0-\u052F\u2000-\u206F\p{Variation_Selector}\uFFFD\p{Cc}\p{Cf}\p{Co}\p{Cs}\p{Cn}\p{Z}]/gu;

/** The characters of a text that no font can draw, in their order. */
export function listUndrawable(text: string): string[] {
  return (text.match(RARE) ?? []).filter((char) => !hasGlyph(char.codePointAt(0) ?? 0));
}

/** The text with something else for each character that no font can draw. */
export function replaceUndrawable(text: string, by: string): string {
  return text.replace(RARE, (char) => (hasGlyph(char.codePointAt(0) ?? 0) ? char : by));
}

/** Whether some font has a glyph for the code point. */
function hasGlyph(code: number): boolean {
  const { firsts, lasts } = (ranges ??= unpack());
  let [low, high] = [0, firsts.length - 1];
  while (low <= high) {
    const middle = (low + high) >> 1;
    if (code < (firsts[middle] ?? 0)) high = middle - 1;
    else if (code > (lasts[middle] ?? 0)) low = middle + 1;
    else return true;
  }
  return false;
}
