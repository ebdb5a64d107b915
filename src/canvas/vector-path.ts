/** Paths of SVG (§9) as absolute moves, lines and cubic curves, which every format has. */
import svgpath from 'svgpath';

export type PathCommand =
  | { to: 'move'; x: number; y: number }
  | { to: 'line'; x: number; y: number }
  | { to: 'curve'; points: [number, number, number, number, number, number] }
  | { to: 'close' };

export interface Path {
  commands: PathCommand[];
  filled: boolean;
  stroked: boolean;
}

const SEGMENTS_MAX = 4_000;

/** A path in its own coordinates; undefined where it is not one. @param transform of the SVG element, e.g. `rotate(45 10 10)` */
export function readPath(d: string, transform = ''): PathCommand[] | undefined {
  const commands: PathCommand[] = [];
  let path = svgpath(d);
  if (transform !== '') path = path.transform(transform);
  path = path.abs().unarc().unshort();
  path.iterate((segment, index, x, y) => {
    if (index >= SEGMENTS_MAX) return;
    const [name, ...numbers] = segment;
    const [a = 0, b = 0, c = 0, e = 0, f = 0, g = 0] = numbers.map(Number);
    if (name === 'M') commands.push({ to: 'move', x: a, y: b });
    else if (name === 'L') commands.push({ to: 'line', x: a, y: b });
    else if (name === 'H') commands.push({ to: 'line', x: a, y });
    else if (name === 'V') commands.push({ to: 'line', x, y: a });
    else if (name === 'C') commands.push({ to: 'curve', points: [a, b, c, e, f, g] });
    else if (name === 'Q')
      // a quadratic curve raised to a cubic one
      commands.push({
        to: 'curve',
        points: [x + (2 / 3) * (a - x), y + (2 / 3) * (b - y), c + (2 / 3) * (a - c), e + (2 / 3) * (b - e), c, e],
      });
    else if (name === 'Z' || name === 'z') commands.push({ to: 'close' });
  });
  return commands.length < 2 || !commands.every(isFinite) ? undefined : commands;
}

const isFinite = (command: PathCommand): boolean =>
  command.to === 'close' ||
  (command.to === 'curve' ? command.points.every(Number.isFinite) : Number.isFinite(command.x) && Number.isFinite(command.y));

/** The commands moved and scaled. */
export function placePath(commands: readonly PathCommand[], scale: { x: number; y: number }, by: { x: number; y: number }): PathCommand[] {
  return commands.map((command): PathCommand => {
    if (command.to === 'close') return command;
    if (command.to !== 'curve') return { ...command, x: command.x * scale.x + by.x, y: command.y * scale.y + by.y };
    const [a, b, c, d, e, f] = command.points;
    return {
      to: 'curve',
      points: [a * scale.x + by.x, b * scale.y + by.y, c * scale.x + by.x, d * scale.y + by.y, e * scale.x + by.x, f * scale.y + by.y],
    };
  });
}

/** Bounds of all control points: never smaller than the path. */
export function pathBounds(commands: readonly PathCommand[]): { x: number; y: number; w: number; h: number } {
  const xs: number[] = [];
  const ys: number[] = [];
  for (const command of commands) {
    if (command.to === 'close') continue;
    const points = command.to === 'curve' ? command.points : [command.x, command.y];
    points.forEach((value, at) => (at % 2 === 0 ? xs : ys).push(value));
  }
  const x = xs.reduce((low, value) => Math.min(low, value), Infinity);
  const y = ys.reduce((low, value) => Math.min(low, value), Infinity);
  const right = xs.reduce((high, value) => Math.max(high, value), -Infinity);
  const bottom = ys.reduce((high, value) => Math.max(high, value), -Infinity);
  return { x, y, w: right - x, h: bottom - y };
}

type Geometry = Readonly<Record<string, string | undefined>>;
const figure = (geometry: Geometry, name: string): number => {
  const value = Number.parseFloat(geometry[name] ?? '0');
  return Number.isFinite(value) ? value : 0;
};

/** The path data of a basic shape (SVG §10); undefined for what is none. */
export function shapePath(tag: string, geometry: Geometry): string | undefined {
  const of = (name: string): number => figure(geometry, name);
  switch (tag) {
    case 'path':
      return geometry['d'] ?? '';
    case 'line':
      return `M${of('x1')} ${of('y1')}L${of('x2')} ${of('y2')}`;
    case 'rect': {
      const [x, y, w, h] = [of('x'), of('y'), of('width'), of('height')];
      const r = Math.min(of('rx') || of('ry'), w / 2, h / 2);
      if (r <= 0) return `M${x} ${y}h${w}v${h}h${-w}z`;
      return `M${x + r} ${y}h${w - 2 * r}a${r} ${r} 0 0 1 ${r} ${r}v${h - 2 * r}a${r} ${r} 0 0 1 ${-r} ${r}h${2 * r - w}a${r} ${r} 0 0 1 ${-r} ${-r}v${2 * r - h}a${r} ${r} 0 0 1 ${r} ${-r}z`;
    }
    case 'circle':
    case 'ellipse': {
      const [cx, cy] = [of('cx'), of('cy')];
      const [rx, ry] = tag === 'circle' ? [of('r'), of('r')] : [of('rx'), of('ry')];
      return `M${cx - rx} ${cy}a${rx} ${ry} 0 1 1 ${2 * rx} 0a${rx} ${ry} 0 1 1 ${-2 * rx} 0z`;
    }
    case 'polyline':
    case 'polygon': {
      const points = (geometry['points'] ?? '').match(/[+-]?(?:\d+\.?\d*|\.\d+)(?:e[+-]?\d+)?/gi) ?? [];
      const pairs = points.flatMap((x, at) => (at % 2 === 0 && points[at + 1] !== undefined ? [`${x} ${points[at + 1]}`] : []));
      return pairs.length < 2 ? '' : `M${pairs.join('L')}${tag === 'polygon' ? 'z' : ''}`;
    }
    default:
      return undefined;
  }
}

type Point = readonly [x: number, y: number];

/** Straight pieces for a curve. */
const PIECES = 24;

const curvePoint = ([x0, y0]: Point, [a, b, c, d, x3, y3]: readonly number[], t: number): Point => {
  const u = 1 - t;
  const at = (p0: number, p1 = 0, p2 = 0, p3 = 0): number => u * u * u * p0 + 3 * u * u * t * p1 + 3 * u * t * t * p2 + t * t * t * p3;
  return [at(x0, a, c, x3), at(y0, b, d, y3)];
};

/** Each part of a path as points between which it is straight; whether it is closed is left open. */
export function flattenPath(commands: readonly PathCommand[]): (readonly Point[])[] {
  const parts: Point[][] = [];
  for (const command of commands) {
    const open = parts.at(-1);
    if (command.to === 'move') parts.push([[command.x, command.y]]);
    else if (open === undefined || command.to === 'close') continue;
    else if (command.to === 'line') open.push([command.x, command.y]);
    else {
      const last = open.at(-1) ?? [0, 0];
      for (let step = 1; step <= PIECES; step += 1) open.push(curvePoint(last, command.points, step / PIECES));
    }
  }
  return parts.filter((points) => points.length > 1);
}

/** Whether a point is in a polygon (crossings of a ray to the right). */
export function isWithin(points: readonly Point[], x: number, y: number): boolean {
  let inside = false;
  for (const [at, [ax, ay]] of points.entries()) {
    const [bx, by] = points.at(at - 1) ?? [ax, ay];
    if (ay > y !== by > y && x < ((bx - ax) * (y - ay)) / (by - ay) + ax) inside = !inside;
  }
  return inside;
}
