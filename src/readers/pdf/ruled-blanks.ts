/** Blanks to be filled in, ruled below each by itself, that are under each other in columns with their labels at the left: the end of a contract. */
import type { Box, RenderedLine } from '../../document/rendered-document.ts';
import { gridOfGroup, LEVELS_MIN } from './ruled-tables.ts';
import type { Grid, LevelGroup } from './ruled-tables.ts';
import { maxOf, minOf } from '../../base/extremes.ts';

const SAME_PT = 2;
const STRIP_PT_MAX = 40;
/** Of a band: how much of the first one the head may take, and how far from the lines labels are. */
const LABEL_PT_MAX = 260;
const BLANK_PT_MAX = 60;

const isSame = (a: LevelGroup, b: LevelGroup): boolean =>
  a.ys.length === b.ys.length && a.ys.every((y, index) => Math.abs(y - (b.ys[index] ?? 0)) <= SAME_PT);

/** Groups of lines at the same heights, beside each other with a strip between. */
function sideBySide(groups: readonly LevelGroup[]): LevelGroup[][] {
  const sets: LevelGroup[][] = [];
  for (const group of groups.toSorted((a, b) => a.box.left - b.box.left)) {
    const set = sets.find((one) => {
      const gap = group.box.left - (one.at(-1)?.box.right ?? Infinity);
      return one.every((other) => isSame(other, group)) && gap > SAME_PT && gap <= STRIP_PT_MAX;
    });
    if (set) set.push(group);
    else sets.push([group]);
  }
  return sets.filter((set) => set.length >= 2);
}

const middleOf = ({ top, bottom }: Box): number => (top + bottom) / 2;

/** @param groups of level lines that rule no table as they are */
export function findBlankGrids(groups: readonly LevelGroup[], lines: readonly RenderedLine[]): Grid[] {
  return sideBySide(groups.filter(({ ys }) => ys.length >= LEVELS_MIN)).flatMap((set): Grid[] => {
    const [left, right] = [minOf(set.map(({ box }) => box.left)), maxOf(set.map(({ box }) => box.right))];
    const [{ ys } = { ys: [] }] = set;
    const heights = ys.slice(1).map((y, index) => y - (ys[index] ?? 0));
    const labels = lines.filter((line) => line.right <= left + SAME_PT && line.left >= left - LABEL_PT_MAX);
    const labelled = heights.every((height, index) =>
      labels.some((line) => middleOf(line) > (ys[index] ?? 0) && middleOf(line) < (ys[index + 1] ?? 0) && height <= BLANK_PT_MAX),
    );
    if (!labelled) return [];
    const own = labels.filter((line) => middleOf(line) > (ys[0] ?? 0) && middleOf(line) < (ys.at(-1) ?? 0));
    // the first blank, or the head, is above the first line
    const top = (ys[0] ?? 0) - minOf(heights);
    const box = { left: minOf(own.map((line) => line.left)) - SAME_PT, right, top, bottom: ys.at(-1) ?? 0 };
    const gutters = [left, ...set.slice(1).map((group, index) => ((set[index]?.box.right ?? 0) + group.box.left) / 2)];
    const crossing = lines.filter(
      (line) =>
        middleOf(line) > top && middleOf(line) < box.bottom && gutters.some((x) => line.left < x - SAME_PT && line.right > x + SAME_PT),
    );
    return crossing.length > 0 ? [] : [{ ...gridOfGroup({ ys: [top, ...ys], box }, gutters), open: true }];
  });
}
