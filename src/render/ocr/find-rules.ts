/** Long thin lines in a picture, level and upright: what tables are ruled with. */
import type { GrayPicture } from '../../ports/page-renderer.ts';
import type { PlacedBox } from '../../ports/text-recognizer.ts';
import type { Shear } from './straighten.ts';

const DARK = 140;
/** One pixel in so many is looked at first; where enough of them in a row are dark, there may be a line. */
const STEP = 12;
const LEVEL_INCHES_MIN = 0.35;
const UPRIGHT_INCHES_MIN = 0.16;
const THICK_INCHES_MAX = 0.035;
const RUNS_MAX = 40_000;
const RULES_MAX = 3000;

interface Run {
  at: number;
  from: number;
  to: number;
}

/** @param dpi of the picture; places are those of the straight sheet */
export function findRules(picture: GrayPicture, dpi: number, shear: Shear): PlacedBox[] {
  const { width, height, pixels } = picture;
  const { slope, middleX, middleY } = shear;
  const isDark = (x: number, y: number): boolean => x >= 0 && y >= 0 && x < width && y < height && (pixels[y * width + x] ?? 255) < DARK;
  const level = (along: number, across: number): boolean => isDark(along, Math.round(across + slope * (along - middleX)));
  const upright = (along: number, across: number): boolean => isDark(Math.round(across - slope * (along - middleY)), along);
  const thick = Math.max(3, THICK_INCHES_MAX * dpi);
  return [
    ...joinRuns(findRuns(level, height, width, LEVEL_INCHES_MIN * dpi), thick).map(({ first, last, from, to }) => ({
      left: from,
      right: to,
      top: first,
      bottom: last + 1,
    })),
    ...joinRuns(findRuns(upright, width, height, UPRIGHT_INCHES_MIN * dpi), thick).map(({ first, last, from, to }) => ({
      left: first,
      right: last + 1,
      top: from,
      bottom: to,
    })),
  ].slice(0, RULES_MAX);
}

/** Runs of dark pixels along each of the lines across, as long as `least` or longer. */
function findRuns(isDark: (along: number, across: number) => boolean, lines: number, length: number, least: number): Run[] {
  const runs: Run[] = [];
  for (let across = 0; across < lines; across++) {
    for (let along = 0; along < length; along += STEP) {
      if (!isDark(along, across)) continue;
      let [from, to] = [along, along];
      while (from > 0 && isDark(from - 1, across)) from--;
      // a speck of light in a line is no end of it
      while (to < length && (isDark(to + 1, across) || isDark(to + 2, across))) to++;
      if (to - from >= least) runs.push({ at: across, from, to });
      if (runs.length >= RUNS_MAX) return runs;
      along = Math.max(along, to - (to % STEP));
    }
  }
  return runs;
}

interface Stroke {
  first: number;
  last: number;
  from: number;
  to: number;
}

/** Runs on lines next to each other that overlap are one stroke; what is thicker than a line is none. */
function joinRuns(runs: readonly Run[], thick: number): Stroke[] {
  const strokes: Stroke[] = [];
  let open: Stroke[] = [];
  for (const { at, from, to } of runs) {
    open = open.filter(({ last }) => at - last <= 2);
    const stroke = open.find((one) => from <= one.to && to >= one.from);
    if (stroke) [stroke.last, stroke.from, stroke.to] = [at, Math.min(stroke.from, from), Math.max(stroke.to, to)];
    else {
      const begun = { first: at, last: at, from, to };
      open.push(begun);
      strokes.push(begun);
    }
  }
  return strokes.filter(({ first, last }) => last - first + 1 <= thick);
}
