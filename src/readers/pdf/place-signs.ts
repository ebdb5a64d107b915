/**
 * Words of lines by their places: programs draw signs of another font, the quotes and dots of Chinese texts, before or behind all
 * else of their line, within its text or as lines of their own.
 */
import type { RenderedLine } from '../../document/rendered-document.ts';
import type { Word } from './rows.ts';

const RIGHT_TO_LEFT = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;
const SIGNS = /^\p{P}{1,3}$/u;
const SAME_PLACE_PT = 1;
/** Of a sign's own line and the one that it belongs to in the file. */
const LINES_BETWEEN_MAX = 12;
/** A gap that a sign belongs into is no column: the sign fills it but for so much, in sizes of the letters. */
const LEFT_EM_MAX = 1.2;

const isOrdered = (words: readonly Word[]): boolean =>
  words.every((word, index) => index === 0 || word.left >= (words[index - 1]?.right ?? 0) - SAME_PLACE_PT);

/** Words that are beside each other, from left to right; as they are where some share a place. */
function byPlace(words: Word[]): Word[] {
  if (isOrdered(words)) return words;
  const sorted = words.toSorted((a, b) => a.left - b.left);
  return isOrdered(sorted) ? sorted : words;
}

const isLevelWith = (line: RenderedLine, sign: RenderedLine): boolean => {
  const middle = (sign.top + sign.bottom) / 2;
  const reach = (line.emPt ?? line.bottom - line.top) / 2;
  const center = (line.top + line.bottom) / 2;
  return Math.abs(middle - center) <= reach;
};

/** Where in the line there is a gap that the sign fills; -1 for none. */
function gapFor(line: RenderedLine, words: readonly Word[], sign: Word): number {
  const em = line.emPt ?? line.bottom - line.top;
  return words.findIndex((word, index) => {
    const before = words[index - 1];
    if (!before || sign.left < before.right - SAME_PLACE_PT || sign.right > word.left + SAME_PLACE_PT) return false;
    return word.left - before.right - (sign.right - sign.left) <= em * LEFT_EM_MAX;
  });
}

/** The words of each line; those of lines that are signs in a gap of another line are with the words of that, and their own line has none left. */
export function placeSigns(words: ReadonlyMap<RenderedLine, Word[]>): Map<RenderedLine, Word[]> {
  const placed = new Map<RenderedLine, Word[]>();
  const signs: [number, RenderedLine][] = [];
  for (const [line, own] of words) {
    if (own.length === 1 && SIGNS.test(own[0]?.text ?? '')) signs.push([placed.size, line]);
    placed.set(line, own.length < 2 || RIGHT_TO_LEFT.test(line.text) ? own : byPlace(own));
  }
  if (signs.length === 0) return placed;
  const lines = [...placed.keys()];
  for (const [at, sign] of signs) {
    const [word] = words.get(sign) ?? [];
    if (!word) continue;
    for (const line of lines.slice(Math.max(0, at - LINES_BETWEEN_MAX), at + LINES_BETWEEN_MAX)) {
      const own = placed.get(line) ?? [];
      if (line === sign || RIGHT_TO_LEFT.test(line.text) || !isLevelWith(line, sign) || !isOrdered(own)) continue;
      const index = gapFor(line, own, word);
      if (index < 0) continue;
      placed.set(line, own.toSpliced(index, 0, word));
      placed.set(sign, []);
      break;
    }
  }
  return placed;
}
