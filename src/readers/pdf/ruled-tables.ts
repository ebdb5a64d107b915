/** Lines that are drawn level and upright and meet → the grid of a table, its merged cells, and which cell a place lies in. */
import type { Box } from '../../document/rendered-document.ts';
import { maxOf, minOf } from '../../base/extremes.ts';

/** Lines as near as this are one. */
const NEAR = 3;
/** Ends of lines as near as this to another line meet it. */
const MEET = 1.6;
const SIDE_PT_MIN = 12;
const GRID_MAX = 4000;
/** So much of a cell's side must be drawn. */
const DRAWN_SHARE = 0.6;

interface Stroke {
  level: boolean;
  at: number;
  from: number;
  to: number;
}

/** Rows and columns that a cell takes, ends not included. */
export interface GridCell {
  top: number;
  left: number;
  bottom: number;
  right: number;
  box: Box;
}

export interface Grid {
  box: Box;
  rows: number;
  columns: number;
  cells: GridCell[];
  /** Only level lines rule it. */
  open?: true;
  /** Grids within: its own where it is the frame of a page, and tables in cells where it is a table. */
  inner?: Grid[];
}

const toStroke = ({ left, top, right, bottom }: Box): Stroke =>
  right - left >= bottom - top
    ? { level: true, at: (top + bottom) / 2, from: left, to: right }
    : { level: false, at: (left + right) / 2, from: top, to: bottom };

/** Pieces of one line that touch or overlap are drawn as one, also where one of them closes the gap between two that are joined already. */
function joinStrokes(strokes: readonly Stroke[]): Stroke[] {
  for (let [before, joined] = [strokes, joinTouching(strokes)]; ; [before, joined] = [joined, joinTouching(joined)])
    if (joined.length === before.length) return joined;
}

function joinTouching(strokes: readonly Stroke[]): Stroke[] {
  const joined: Stroke[] = [];
  for (const stroke of strokes.toSorted((a, b) => a.at - b.at || a.from - b.from)) {
    let last: Stroke | undefined;
    for (let at = joined.length - 1; at >= 0 && stroke.at - (joined[at]?.at ?? 0) <= 1.2; at--) {
      const candidate = joined[at];
      if (candidate && stroke.from <= candidate.to + NEAR && stroke.to >= candidate.from - NEAR) {
        last = candidate;
        break;
      }
    }
    if (last) [last.from, last.to] = [Math.min(last.from, stroke.from), Math.max(last.to, stroke.to)];
    else joined.push({ ...stroke });
  }
  return joined;
}

const meet = (level: Stroke, upright: Stroke): boolean =>
  upright.at >= level.from - MEET && upright.at <= level.to + MEET && level.at >= upright.from - MEET && level.at <= upright.to + MEET;

/** Strokes that hang together by crossings. */
function components(levels: readonly Stroke[], uprights: readonly Stroke[]): Component[] {
  const parent = new Map<Stroke, Stroke>();
  const root = (stroke: Stroke): Stroke => {
    let at = stroke;
    for (let up = parent.get(at); up !== undefined && up !== at; up = parent.get(at)) at = up;
    return at;
  };
  for (const level of levels) for (const upright of uprights) if (meet(level, upright)) parent.set(root(level), root(upright));
  const found = new Map<Stroke, Component>();
  const of = (stroke: Stroke): Component => {
    const key = root(stroke);
    const known = found.get(key) ?? { levels: [], uprights: [] };
    found.set(key, known);
    return known;
  };
  for (const level of levels) of(level).levels.push(level);
  for (const upright of uprights) of(upright).uprights.push(upright);
  return [...found.values()].filter((one) => one.levels.length >= 2 && one.uprights.length > 0);
}

/** So much of the whole a line must reach over to be one of the table itself. */
const WHOLE_SHARE = 0.9;

interface Component {
  levels: Stroke[];
  uprights: Stroke[];
}

/** Without the lines of tables that are within its cells: those hang at no line of the table itself with both their ends. */
function withoutNested(component: Component): Component {
  const { levels, uprights } = component;
  const reach = (strokes: readonly Stroke[]): number =>
    (maxOf(strokes.map(({ to }) => to)) - minOf(strokes.map(({ from }) => from))) * WHOLE_SHARE;
  const [wide, high] = [reach(levels), reach(uprights)];
  const own = new Set([...levels.filter(({ from, to }) => to - from >= wide), ...uprights.filter(({ from, to }) => to - from >= high)]);
  if (levels.filter((level) => own.has(level)).length < 2 || uprights.filter((upright) => own.has(upright)).length < 2) return component;
  const ends = (stroke: Stroke, others: readonly Stroke[]): boolean =>
    [stroke.from, stroke.to].every((end) =>
      others.some(
        (other) => own.has(other) && Math.abs(other.at - end) <= NEAR && stroke.at >= other.from - NEAR && stroke.at <= other.to + NEAR,
      ),
    );
  for (let before = -1; before < own.size;) {
    before = own.size;
    for (const level of levels) if (!own.has(level) && ends(level, uprights)) own.add(level);
    for (const upright of uprights) if (!own.has(upright) && ends(upright, levels)) own.add(upright);
  }
  const others = { levels: levels.filter((level) => !own.has(level)), uprights: uprights.filter((upright) => !own.has(upright)) };
  return others.levels.length >= 2 && others.uprights.length >= 2
    ? { levels: levels.filter((level) => own.has(level)), uprights: uprights.filter((upright) => own.has(upright)) }
    : component;
}

/** Places of lines, those near each other as one. */
function places(values: readonly number[]): number[] {
  const found: number[] = [];
  for (const value of values.toSorted((a, b) => a - b)) if (found.length === 0 || value - (found.at(-1) ?? 0) > NEAR) found.push(value);
  return found;
}

function isDrawn(strokes: readonly Stroke[], at: number, from: number, to: number): boolean {
  let covered = 0;
  for (const stroke of strokes)
    if (Math.abs(stroke.at - at) <= NEAR) covered += Math.max(0, Math.min(stroke.to, to) - Math.max(stroke.from, from));
  return covered >= (to - from) * DRAWN_SHARE;
}

/** Beyond the outermost line across it only one line goes on, as an arrow from a box does: it is cut there. */
function cutStray(strokes: readonly Stroke[], others: readonly Stroke[]): Stroke[] {
  const places = others.map(({ at }) => at);
  const [first, last] = [minOf(places), maxOf(places)];
  const before = strokes.filter(({ from }) => from < first - NEAR);
  const behind = strokes.filter(({ to }) => to > last + NEAR);
  if (before.length !== 1 && behind.length !== 1) return [...strokes];
  return strokes
    .map((stroke) => ({
      ...stroke,
      from: before.length === 1 ? Math.max(stroke.from, first) : stroke.from,
      to: behind.length === 1 ? Math.min(stroke.to, last) : stroke.to,
    }))
    .filter(({ from, to }) => to > from);
}

const SIDE_SHARE_MIN = 0.85;

/** Boxes and the arrows between them are no table: of its four sides two are drawn, or it is ruled from side to side again and again. */
function isFramed({ levels, uprights }: Component, { left, top, right, bottom }: Box): boolean {
  const covers = (strokes: readonly Stroke[], at: number, from: number, to: number): boolean => {
    const own = strokes.filter((stroke) => Math.abs(stroke.at - at) <= NEAR);
    return own.reduce((sum, stroke) => sum + Math.min(stroke.to, to) - Math.max(stroke.from, from), 0) >= (to - from) * SIDE_SHARE_MIN;
  };
  const sides = [
    covers(levels, top, left, right),
    covers(levels, bottom, left, right),
    covers(uprights, left, top, bottom),
    covers(uprights, right, top, bottom),
  ];
  const through = (strokes: readonly Stroke[], from: number, to: number): number =>
    strokes.filter((stroke) => stroke.to - stroke.from >= (to - from) * SIDE_SHARE_MIN).length;
  return sides.filter(Boolean).length >= 2 || through(levels, left, right) >= LEVELS_MIN || through(uprights, top, bottom) >= LEVELS_MIN;
}

/** Squares of the grid that no line divides are one cell; it is as wide and high as it is drawn from its upper left corner. */
function gridOf(whole: Component): Grid | null {
  const uprightsCut = cutStray(whole.uprights, whole.levels);
  const component = { levels: cutStray(whole.levels, uprightsCut), uprights: uprightsCut };
  if (component.levels.length < 2 || component.uprights.length === 0) return null;
  const xs = places([
    ...component.uprights.map(({ at }) => at),
    minOf(component.levels.map(({ from }) => from)),
    maxOf(component.levels.map(({ to }) => to)),
  ]);
  const ys = places([
    ...component.levels.map(({ at }) => at),
    minOf(component.uprights.map(({ from }) => from)),
    maxOf(component.uprights.map(({ to }) => to)),
  ]);
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  if (columns * rows < 2 || columns * rows > GRID_MAX) return null;
  const x = (index: number): number => xs[index] ?? 0;
  const y = (index: number): number => ys[index] ?? 0;
  const taken = new Set<number>();
  const cells: GridCell[] = [];
  for (let top = 0; top < rows; top++) {
    for (let left = 0; left < columns; left++) {
      if (taken.has(top * columns + left)) continue;
      let right = left + 1;
      while (right < columns && !taken.has(top * columns + right) && !isDrawn(component.uprights, x(right), y(top), y(top + 1))) right++;
      let bottom = top + 1;
      const open = (row: number): boolean => {
        for (let column = left; column < right; column++) if (isDrawn(component.levels, y(row), x(column), x(column + 1))) return false;
        for (let column = left + 1; column < right; column++) if (isDrawn(component.uprights, x(column), y(row), y(row + 1))) return false;
        return true;
      };
      while (bottom < rows && open(bottom)) bottom++;
      for (let row = top; row < bottom; row++) for (let column = left; column < right; column++) taken.add(row * columns + column);
      cells.push({ top, left, bottom, right, box: { left: x(left), top: y(top), right: x(right), bottom: y(bottom) } });
    }
  }
  const box = { left: x(0), top: y(0), right: x(columns), bottom: y(rows) };
  return cells.length < 2 || !isFramed(component, box) ? null : { box, rows, columns, cells };
}

const contains = (outer: Box, inner: Box): boolean =>
  inner.left >= outer.left - NEAR &&
  inner.right <= outer.right + NEAR &&
  inner.top >= outer.top - NEAR &&
  inner.bottom <= outer.bottom + NEAR;

/**
 * Some programs, Word among them, draw the border of each cell by itself, and the upright ones from below the padding of a row on.
 * A line that ends so near to a level one that begins or ends right above or below it was meant to reach it.
 */
const REACH = 5;
const PAIRS_MAX = 4_000_000;

function reachLevels(upright: Stroke, pieces: readonly Stroke[]): Stroke {
  const corners = pieces.filter(({ from, to }) => Math.min(Math.abs(from - upright.at), Math.abs(to - upright.at)) <= MEET);
  const reached = (end: number): number => {
    const near = corners.map(({ at }) => at).filter((at) => Math.abs(at - end) <= REACH);
    const meets = pieces.some(({ at, from, to }) => Math.abs(at - end) <= MEET && upright.at >= from - MEET && upright.at <= to + MEET);
    const [first] = near;
    return meets || first === undefined ? end : first;
  };
  return { ...upright, from: Math.min(upright.from, reached(upright.from)), to: Math.max(upright.to, reached(upright.to)) };
}

/** Each grid that lies in no other, with those that lie in it. */
function nest(grids: readonly Grid[]): Grid[] {
  const isWithin = (grid: Grid, at: number, other: Grid, index: number): boolean =>
    contains(other.box, grid.box) && (index < at || !contains(grid.box, other.box));
  const outer = grids.filter((grid, at) => !grids.some((other, index) => index !== at && isWithin(grid, at, other, index)));
  if (outer.length === grids.length) return outer;
  return outer.map((grid) => {
    const within = grids.filter((other) => other !== grid && contains(grid.box, other.box));
    return within.length === 0 ? grid : { ...grid, inner: nest(within) };
  });
}

/** Grids of two cells or more; one that lies in another is told with that. */
export function findGrids(rules: readonly Box[]): Grid[] {
  const strokes = rules.map(toStroke);
  const pieces = strokes.filter(({ level }) => level);
  const levels = joinStrokes(pieces).filter(({ from, to }) => to - from >= SIDE_PT_MIN);
  const sides = joinStrokes(strokes.filter(({ level }) => !level)).filter(({ from, to }) => to - from >= SIDE_PT_MIN / 2);
  if (levels.length * sides.length > 1_000_000) return [];
  const uprights = pieces.length * sides.length > PAIRS_MAX ? sides : joinStrokes(sides.map((side) => reachLevels(side, pieces)));
  return nest(components(levels, uprights).flatMap((component) => gridOf(withoutNested(component)) ?? []));
}

/** Level lines one below the other, as wide as each other, that nothing upright divides: what tables in books are ruled with. */
export interface LevelGroup {
  box: Box;
  ys: number[];
}

export const LEVELS_MIN = 3;
const APART_PT_MAX = 640;
const SAME_WIDTH = 6;

/** Level lines of a page, each whole, in whatever pieces it is drawn. */
export const findLevels = (rules: readonly Box[]): Stroke[] => joinStrokes(rules.map(toStroke).filter(({ level }) => level));

/** @param grids that are found already: what rules those is left out */
export function findLevelGroups(rules: readonly Box[], grids: readonly Grid[]): LevelGroup[] {
  const levels = findLevels(rules).filter(
    ({ from, to, at }) =>
      to - from >= SIDE_PT_MIN * 4 && !grids.some(({ box }) => contains(box, { left: from, right: to, top: at, bottom: at })),
  );
  const groups: Stroke[][] = [];
  for (const stroke of levels) {
    const group = groups.find((one) => {
      const last = one.at(-1);
      return (
        last !== undefined &&
        Math.abs(last.from - stroke.from) <= SAME_WIDTH &&
        Math.abs(last.to - stroke.to) <= SAME_WIDTH &&
        stroke.at - last.at <= APART_PT_MAX
      );
    });
    if (group) group.push(stroke);
    else groups.push([stroke]);
  }
  return groups.flatMap((group) => {
    const ys = places(group.map(({ at }) => at));
    return ys.length < LEVELS_MIN
      ? []
      : [
          {
            ys,
            box: {
              left: minOf(group.map(({ from }) => from)),
              right: maxOf(group.map(({ to }) => to)),
              top: ys[0] ?? 0,
              bottom: ys.at(-1) ?? 0,
            },
          },
        ];
  });
}

/** The grid of such a group, divided at these places. */
export function gridOfGroup({ ys, box }: LevelGroup, gutters: readonly number[]): Grid {
  const xs = [box.left, ...gutters, box.right];
  const cells: GridCell[] = [];
  for (let top = 0; top + 1 < ys.length; top++) {
    for (let left = 0; left + 1 < xs.length; left++)
      cells.push({
        top,
        left,
        bottom: top + 1,
        right: left + 1,
        box: { left: xs[left] ?? 0, right: xs[left + 1] ?? 0, top: ys[top] ?? 0, bottom: ys[top + 1] ?? 0 },
      });
  }
  return { box, rows: ys.length - 1, columns: xs.length - 1, cells };
}
