/**
 * A drawing without what bleeds over its edges. A slide cuts by itself what reaches beyond it; a drawing in the line of a text
 * does not, and would be squeezed into its frame.
 */
import { boundsOf, type Drawing, type DrawnItem, type DrawnPicture, type DrawnShape, type Rect, type RenderedLine } from './drawing.ts';
import { flattenPath, type Path, type PathCommand } from './vector-path.ts';

type Point = readonly [x: number, y: number];

/** Less beyond the edge than this is nothing that anybody sees, in px. */
const SLACK = 0.5;
/** Straight pieces for a quarter of an ellipse. */
const PIECES = 24;

const isInside = (rect: Rect, frame: Rect): boolean =>
  rect.x >= frame.x - SLACK &&
  rect.y >= frame.y - SLACK &&
  rect.x + rect.w <= frame.x + frame.w + SLACK &&
  rect.y + rect.h <= frame.y + frame.h + SLACK;

function common(a: Rect, b: Rect): Rect | undefined {
  const [x, y] = [Math.max(a.x, b.x), Math.max(a.y, b.y)];
  const [w, h] = [Math.min(a.x + a.w, b.x + b.w) - x, Math.min(a.y + a.h, b.y + b.h) - y];
  return w > 0 && h > 0 ? { x, y, w, h } : undefined;
}

interface Edge {
  inside: (point: Point) => boolean;
  meet: (a: Point, b: Point) => Point;
}

const between = (a: Point, b: Point, share: number): Point => [a[0] + (b[0] - a[0]) * share, a[1] + (b[1] - a[1]) * share];

/** What a drawing is cut to: a rectangle, perhaps with round corners. */
interface Frame extends Rect {
  radius: number;
}

/** The side of a frame from one of its corners to the next, clockwise, as a half plane. */
function slanted(from: Point, to: Point): Edge {
  const side = ([x, y]: Point): number => (to[0] - from[0]) * (y - from[1]) - (to[1] - from[1]) * (x - from[0]);
  return { inside: (point) => side(point) >= -1e-6, meet: (a, b) => between(a, b, side(a) / (side(a) - side(b))) };
}

/** The sides of a frame as half planes: four, or those of its round corners too. */
function edgesOf({ x, y, w, h, radius }: Frame): Edge[] {
  if (radius > 0) {
    const { points } = roundOutline({ x, y, w, h }, radius, radius);
    return points.flatMap((point, at) => {
      const next = points[(at + 1) % points.length] ?? point;
      return Math.hypot(next[0] - point[0], next[1] - point[1]) < 1e-6 ? [] : [slanted(point, next)];
    });
  }
  const side = (axis: 0 | 1, at: number, sign: 1 | -1): Edge => ({
    inside: (point) => (point[axis] - at) * sign >= 0,
    meet: (a, b) => between(a, b, (at - a[axis]) / (b[axis] - a[axis])),
  });
  return [side(0, x, 1), side(0, x + w, -1), side(1, y, 1), side(1, y + h, -1)];
}

/** A closed polygon within the frame (Sutherland and Hodgman, 1974). */
function clipPolygon(points: readonly Point[], frame: Frame): Point[] {
  let kept: Point[] = [...points];
  for (const { inside, meet } of edgesOf(frame)) {
    const before = kept;
    kept = before.flatMap((point, at) => {
      const previous = before.at(at - 1) ?? point;
      if (inside(point)) return inside(previous) ? [point] : [meet(previous, point), point];
      return inside(previous) ? [meet(previous, point)] : [];
    });
  }
  return kept;
}

/** The pieces of an open line within the frame. */
function clipLine(points: readonly Point[], frame: Frame): Point[][] {
  let pieces: Point[][] = [[...points]];
  for (const { inside, meet } of edgesOf(frame)) {
    pieces = pieces.flatMap((piece) => {
      const made: Point[][] = [];
      let open: Point[] = [];
      for (const [at, point] of piece.entries()) {
        const previous = piece[at - 1];
        if (previous !== undefined && inside(previous) !== inside(point)) open.push(meet(previous, point));
        if (inside(point)) open.push(point);
        else if (open.length > 0) {
          made.push(open);
          open = [];
        }
      }
      if (open.length > 0) made.push(open);
      return made.filter(({ length }) => length > 1);
    });
  }
  return pieces;
}

interface Outline {
  points: Point[];
  closed: boolean;
}

/** Curves as straight pieces, each part of a path by itself. */
function outlinesOf(commands: readonly PathCommand[], { x, y }: Rect): Outline[] {
  const parts: PathCommand[][] = [];
  for (const command of commands) {
    if (command.to === 'move') parts.push([]);
    parts.at(-1)?.push(command);
  }
  return parts.flatMap((part) =>
    flattenPath(part).map((points) => ({
      closed: part.at(-1)?.to === 'close',
      points: points.map(([px, py]): Point => [px + x, py + y]),
    })),
  );
}

/** Corners of an ellipse's quarters, of the size of the radii, at the corners of the rectangle. */
function roundOutline({ x, y, w, h }: Rect, rx: number, ry: number): Outline {
  const centres: readonly (readonly [number, number, number])[] = [
    [x + w - rx, y + ry, -90],
    [x + w - rx, y + h - ry, 0],
    [x + rx, y + h - ry, 90],
    [x + rx, y + ry, 180],
  ];
  const points = centres.flatMap(([cx, cy, from]) =>
    Array.from({ length: PIECES + 1 }, (_, step): Point => {
      const angle = ((from + (90 * step) / PIECES) * Math.PI) / 180;
      return [cx + rx * Math.cos(angle), cy + ry * Math.sin(angle)];
    }),
  );
  return { points, closed: true };
}

/** What is drawn of a shape, as paths in the coordinates of the drawing; undefined for forms that are left whole. */
function pathsOf({ form, rect }: DrawnShape): { outline: Outline; filled: boolean; stroked: boolean }[] | undefined {
  const whole = (outline: Outline): ReturnType<typeof pathsOf> => [{ outline, filled: true, stroked: true }];
  switch (form.kind) {
    case 'rect':
      return whole(roundOutline(rect, 0, 0));
    case 'round': {
      const radius = Math.min(form.radius, rect.w / 2, rect.h / 2);
      return whole(roundOutline(rect, radius, radius));
    }
    case 'ellipse':
      return whole(roundOutline(rect, rect.w / 2, rect.h / 2));
    case 'path':
      return form.paths.flatMap(({ commands, filled, stroked }) =>
        outlinesOf(commands, rect).map((outline) => ({ outline, filled, stroked })),
      );
    default:
      return undefined;
  }
}

const commandsOf = (points: readonly Point[], { x, y }: Rect, closed: boolean): PathCommand[] => [
  ...points.map(([px, py], at): PathCommand => ({ to: at === 0 ? 'move' : 'line', x: px - x, y: py - y })),
  ...(closed ? [{ to: 'close' as const }] : []),
];

function clipShape(shape: DrawnShape, frame: Frame): DrawnItem[] {
  if (shape.text !== undefined) {
    if (shape.paint === undefined && shape.stroke === undefined) return [shape];
    // the ground is cut, the words stay whole on it
    const { paint: _paint, stroke: _stroke, shadow: _shadow, ...words } = shape;
    const { text: _text, heading: _heading, link: _link, ...ground } = shape;
    return [...clipShape({ ...ground, id: `${shape.id}-ground` }, frame), { ...words, form: { kind: 'rect' } }];
  }
  const rect = common(shape.rect, frame);
  if (rect === undefined) return [];
  if (shape.form.kind === 'rect' && shape.stroke === undefined && frame.radius === 0) return [{ ...shape, rect }];
  const drawn = pathsOf(shape);
  if (drawn === undefined) return [shape];
  const paths = drawn.flatMap(({ outline: { points, closed }, filled, stroked }): Path[] => {
    const area = filled ? clipPolygon(points, frame) : [];
    const ring: readonly Point[] = closed ? [...points, ...points.slice(0, 1)] : points;
    const lines = stroked && shape.stroke !== undefined ? clipLine(ring, frame) : [];
    return [
      ...(area.length > 2 ? [{ commands: commandsOf(area, rect, true), filled: true, stroked: false }] : []),
      ...lines.map((line) => ({ commands: commandsOf(line, rect, false), filled: false, stroked: true })),
    ];
  });
  return paths.length === 0 ? [] : [{ ...shape, rect, form: { kind: 'path', paths, width: rect.w, height: rect.h } }];
}

function clipPicture(picture: DrawnPicture, frame: Frame): DrawnItem[] {
  const { rect, crop } = picture;
  const kept = common(rect, frame);
  if (kept === undefined) return [];
  const [across, down] = [(1 - crop.left - crop.right) / rect.w, (1 - crop.top - crop.bottom) / rect.h];
  return [
    {
      ...picture,
      rect: kept,
      ...(frame.radius > 0 && isInside(frame, kept) ? { form: { kind: 'round' as const, radius: frame.radius } } : {}),
      crop: {
        left: crop.left + (kept.x - rect.x) * across,
        right: crop.right + (rect.x + rect.w - kept.x - kept.w) * across,
        top: crop.top + (kept.y - rect.y) * down,
        bottom: crop.bottom + (rect.y + rect.h - kept.y - kept.h) * down,
      },
    },
  ];
}

function clipRendered(line: RenderedLine, frame: Frame): DrawnItem[] {
  const pieces = clipLine(
    line.points.map(({ x, y }): Point => [x, y]),
    frame,
  );
  return pieces.map((piece) => {
    const points = piece.map(([x, y]) => ({ x, y }));
    return { ...line, points, rect: boundsOf(points.map((point) => ({ rect: { ...point, w: 0, h: 0 } }))) };
  });
}

/** What lies in it touches no round corner. */
const within = ({ x, y, w, h, radius }: Frame): Rect => {
  const inset = radius * (1 - Math.SQRT1_2);
  return { x: x + inset, y: y + inset, w: w - 2 * inset, h: h - 2 * inset };
};

function clipItem(item: DrawnItem, frame: Frame): DrawnItem[] {
  if (item.kind === 'group') {
    const items = item.items.flatMap((inner) => clipItem(inner, frame));
    return items.length === 0 ? [] : [{ ...item, items, rect: boundsOf(items) }];
  }
  if (isInside(item.rect, within(frame))) return [item];
  if (item.kind === 'shape') return clipShape(item, frame);
  if (item.kind === 'picture') return clipPicture(item, frame);
  return item.kind === 'line' ? clipRendered(item, frame) : [item];
}

/** The drawing cut at its edges. Words, tables and charts stay whole; curves that are cut become straight pieces, finer than is seen. */
export function clipDrawing(drawing: Drawing): Drawing {
  const frame = { x: 0, y: 0, w: drawing.width, h: drawing.height, radius: 0 };
  return { ...drawing, items: drawing.items.flatMap((item) => clipItem(item, frame)) };
}

/** Items cut at the edges of a box (`overflow: hidden`), its round corners too; words, tables and charts stay whole. */
export const clipItems = (items: readonly DrawnItem[], rect: Rect, radius: number): DrawnItem[] =>
  items.flatMap((item) => clipItem(item, { ...rect, radius: Math.min(radius, rect.w / 2, rect.h / 2) }));
