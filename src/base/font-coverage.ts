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

/** Whether some font has a glyph for the code point. */
export function hasGlyph(code: number): boolean {
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
