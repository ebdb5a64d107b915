/** The way of a connector between two things: the points that it leaves and meets, and its frame as DrawingML turns and mirrors it. */
import { maxOf, minOf } from '../../../base/extremes.ts';
import type { Site } from './connection-sites.ts';
import type { Frame } from './frames.ts';

export const CONNECTOR_KINDS = ['straight', 'elbow', 'curved'] as const;
export type ConnectorKind = (typeof CONNECTOR_KINDS)[number];

export interface End {
  frame: Frame;
  /** Clockwise. */
  degrees: number;
  flipH: boolean;
  flipV: boolean;
  /** Its points for lines; undefined where its form has none. */
  sites: readonly Site[] | undefined;
}

type Side = 'top' | 'left' | 'bottom' | 'right';

interface Point {
  x: number;
  y: number;
}
const middle = ({ x, y, cx, cy }: Frame): Point => ({ x: x + cx / 2, y: y + cy / 2 });

const DIRECTIONS: Readonly<Record<Side, { x: number; y: number; angle: number }>> = {
  right: { x: 1, y: 0, angle: 0 },
  bottom: { x: 0, y: 1, angle: 90 },
  left: { x: -1, y: 0, angle: 180 },
  top: { x: 0, y: -1, angle: 270 },
};

interface Tied {
  at: Point;
  /** Number of the point; undefined where the form has none, and the line ends at its frame. */
  site: number | undefined;
}

/** A place within a thing's frame on the slide: mirrored, then turned about its middle (ISO/IEC 29500-1 §20.1.7.6). */
function onSlide({ frame, degrees, flipH, flipV }: End, x: number, y: number): Point {
  const centre = middle(frame);
  const [dx, dy] = [(x - frame.cx / 2) * (flipH ? -1 : 1), (y - frame.cy / 2) * (flipV ? -1 : 1)];
  const turn = (degrees * Math.PI) / 180;
  return { x: centre.x + dx * Math.cos(turn) - dy * Math.sin(turn), y: centre.y + dx * Math.sin(turn) + dy * Math.cos(turn) };
}

/** Between two angles, 0 to 180. */
const between = (one: number, other: number): number => Math.abs(((((one - other) % 360) + 540) % 360) - 180);

/** An angle of a thing as it is on the slide. */
const angleOnSlide = ({ degrees, flipH, flipV }: End, angle: number): number => {
  const across = flipH ? 180 - angle : angle;
  return (flipV ? -across : across) + degrees;
};

/** How much the angle counts beside the distance, which is measured in sizes of the thing. */
const ANGLE_WEIGHT = 0.15;

/** The point for lines that is nearest to the middle of a side, as the thing stands on the slide. */
function tieAt(end: End, side: Side): Tied {
  const { frame, sites } = end;
  const corners = [
    [0, 0],
    [frame.cx, 0],
    [0, frame.cy],
    [frame.cx, frame.cy],
  ].map(([x = 0, y = 0]) => onSlide(end, x, y));
  const [wide, high] = [
    maxOf(corners.map(({ x }) => x)) - minOf(corners.map(({ x }) => x)),
    maxOf(corners.map(({ y }) => y)) - minOf(corners.map(({ y }) => y)),
  ];
  const { x, y, angle } = DIRECTIONS[side];
  const centre = middle(frame);
  const wanted = { x: centre.x + (x * wide) / 2, y: centre.y + (y * high) / 2 };
  let best: { cost: number; tied: Tied } | undefined;
  for (const site of sites ?? []) {
    const at = onSlide(end, site.x, site.y);
    const far = Math.hypot((at.x - wanted.x) / Math.max(1, wide), (at.y - wanted.y) / Math.max(1, high));
    const cost = far + (ANGLE_WEIGHT * between(angleOnSlide(end, site.angle), angle)) / 180;
    if (best === undefined || cost < best.cost) best = { cost, tied: { at, site: site.index } };
  }
  return best?.tied ?? { at: wanted, site: undefined };
}

/** The sides that face each other: across where the things stand further apart across than one above the other. */
function sidesOf(from: Frame, to: Frame): [Side, Side] {
  const across = Math.max(to.x - (from.x + from.cx), from.x - (to.x + to.cx));
  const down = Math.max(to.y - (from.y + from.cy), from.y - (to.y + to.cy));
  const [a, b] = [middle(from), middle(to)];
  if (across >= down) return b.x >= a.x ? ['right', 'left'] : ['left', 'right'];
  return b.y >= a.y ? ['bottom', 'top'] : ['top', 'bottom'];
}

export interface ConnectorPath {
  frame: Frame;
  degrees: number;
  flipH: boolean;
  flipV: boolean;
  /** Numbers of the points that it is tied to. */
  from: number | undefined;
  to: number | undefined;
}

/** Straight lines are mirrored; bent ones run across unturned, and are turned by a quarter to run down or up. */
export function connect(one: End, other: End, kind: ConnectorKind): ConnectorPath {
  const [leaves, meets] = sidesOf(one.frame, other.frame);
  const [{ at: a, site: from }, { at: b, site: to }] = [tieAt(one, leaves), tieAt(other, meets)];
  const [wide, high] = [Math.round(Math.abs(b.x - a.x)), Math.round(Math.abs(b.y - a.y))];
  const centre = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const framed = (cx: number, cy: number): Frame => ({ x: Math.round(centre.x - cx / 2), y: Math.round(centre.y - cy / 2), cx, cy });
  const isUpright = kind !== 'straight' && (leaves === 'bottom' || leaves === 'top');
  if (!isUpright) return { frame: framed(wide, high), degrees: 0, flipH: b.x < a.x, flipV: b.y < a.y, from, to };
  // turned by 90° the way goes down and to the left, by 270° up and to the right
  const isDown = leaves === 'bottom';
  return { frame: framed(high, wide), degrees: isDown ? 90 : 270, flipH: false, flipV: isDown ? b.x > a.x : b.x < a.x, from, to };
}
