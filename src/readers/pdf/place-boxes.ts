/** Drawn boxes to be ticked as words of the lines that they stand in, also between words and in cells: `☒ Yes ☐ No`. */
import type { Box, RenderedLine, RenderedPage } from '../../document/rendered-document.ts';
import { findDrawnBoxes } from './drawn-boxes.ts';
import type { DrawnBox } from './drawn-boxes.ts';
import { lineEm, placesOf } from './rows.ts';

/** In sizes of the letters: how far the text of a box is at most. */
const GAP_MAX = 2.5;
/** In points: boxes of one form are as large. */
const ALIKE_PT = 1.5;

const isLevelWith = (box: Box, { top, bottom }: Box): boolean => top < box.bottom - 1 && bottom > box.top + 1;
const isAlike = (a: Box, b: Box): boolean => Math.abs(a.right - a.left - b.right + b.left) <= ALIKE_PT;

/** Before which word of which line, counted from 0: the one right of the box, or the one behind that left of it if that is nearer. */
function placeOf(box: Box, lines: readonly RenderedLine[]): { line: number; word: number } | undefined {
  let best: { line: number; word: number; gap: number } | undefined;
  for (const [index, line] of lines.entries()) {
    if (line.turned !== undefined || !line.words || !isLevelWith(box, line)) continue;
    const most = lineEm(line) * GAP_MAX;
    for (const [word, { left, right }] of placesOf(line).entries()) {
      const [before, behind] = [left - box.right, box.left - right];
      if (before >= -1 && before <= most && before < (best?.gap ?? Infinity)) best = { line: index, word, gap: before };
      if (behind >= -1 && behind <= most && behind < (best?.gap ?? Infinity)) best = { line: index, word: word + 1, gap: behind };
    }
  }
  return best;
}

/** The line with a sign before one of its words, or behind the last. */
function withSign(line: RenderedLine, sign: string, word: number, { left, right }: Box): RenderedLine {
  const { words = [], marks } = line;
  const begin = words[word * 3];
  const end = line.text.trimEnd();
  const at = begin ?? end.length + 1;
  const moved = words.slice(word * 3).map((value, index) => (index % 3 === 0 ? value + 2 : value));
  return {
    ...line,
    left: Math.min(line.left, left),
    right: Math.max(line.right, right),
    text: begin === undefined ? `${end} ${sign}` : `${line.text.slice(0, begin)}${sign} ${line.text.slice(begin)}`,
    words: [...words.slice(0, word * 3), at, left, right, ...moved],
    ...(marks ? { marks: marks.map((mark) => (mark.at > at ? { ...mark, at: mark.at + 2 } : mark)) } : {}),
  };
}

const signOf = ({ ticked }: DrawnBox): string => (ticked ? '☒' : '☐');

/** The page with `☐` or `☒` in the text of its lines for each drawn box that has words beside it and is not the only one of its size. */
export function placeBoxes(page: RenderedPage): RenderedPage {
  const { boxes, lines: typed } = findDrawnBoxes(page, page.lines);
  const lines = [...typed];
  for (const box of boxes.filter((one) => boxes.some((other) => other !== one && isAlike(other, one)))) {
    const place = placeOf(box, lines);
    const line = place && lines[place.line];
    if (place && line) lines[place.line] = withSign(line, signOf(box), place.word, box);
  }
  return { ...page, lines };
}
