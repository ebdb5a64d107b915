/** Titles of tagged pages each of whose lines is a paragraph by itself. */
import type { Block } from '../../document/block.ts';
import { plainText } from '../../document/inline.ts';
import { maxOf, minOf } from '../../base/extremes.ts';
import { joinLines } from './join-lines.ts';

/** Where a heading stands on its page, in points, and the size of its letters. */
export interface PlacedTitle {
  em: number;
  top: number;
  bottom: number;
}
/** @param parts the pieces of its text */
export const placeTitle = (parts: readonly { top: number; bottom: number }[], em: number): PlacedTitle => ({
  em,
  top: minOf(parts.map(({ top }) => top)),
  bottom: maxOf(parts.map(({ bottom }) => bottom)),
});

type Heading = Extract<Block, { type: 'heading' }>;

const LINES_MAX = 4;
const TITLE_CHARS_MAX = 200;

const isBelow = (last: PlacedTitle, place: PlacedTitle): boolean =>
  Math.abs(last.em - place.em) < place.em * 0.03 && place.top > last.top && place.top - last.bottom < place.em;

/** Headings right behind and below each other that are known by their size alone, and of one size, are the lines of one. @param places of those */
export function joinTitleLines(blocks: readonly Block[], places: ReadonlyMap<Block, PlacedTitle>): Block[] {
  const joined: Block[] = [];
  let last: { heading: Heading; place: PlacedTitle; lines: number } | undefined;
  for (const block of blocks) {
    const place = places.get(block);
    if (block.type !== 'heading' || place === undefined) {
      last = undefined;
      joined.push(block);
      continue;
    }
    const fits =
      last !== undefined &&
      last.lines < LINES_MAX &&
      isBelow(last.place, place) &&
      plainText(last.heading.runs).length + plainText(block.runs).length < TITLE_CHARS_MAX;
    if (last && fits) {
      last.heading.runs = joinLines([last.heading.runs, block.runs]);
      last.lines++;
      last.place = place;
    } else {
      last = { heading: block, place, lines: 1 };
      joined.push(block);
    }
  }
  return joined;
}
