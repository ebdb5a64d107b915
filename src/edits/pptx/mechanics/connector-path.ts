/** The way of a connector between two things: the sides that it leaves and meets, and its frame as DrawingML turns and mirrors it. */
import type { Frame } from './frames.ts';

export const CONNECTOR_KINDS = ['straight', 'elbow', 'curved'] as const;
export type ConnectorKind = (typeof CONNECTOR_KINDS)[number];

export interface End {
  frame: Frame;
  /** Clockwise. */
  degrees: number;
  /** Name of its preset geometry. */
  geometry: string;
  /** Drawn freely: its points for lines are its own. */
  isFree: boolean;
}

export type Side = 'top' | 'left' | 'bottom' | 'right';

/** Numbers of the connection sites of geometries at the middles of their four sides (presetShapeDefinitions.xml of ISO/IEC 29500-1). */
const FOUR: Readonly<Record<Side, number>> = { top: 0, left: 1, bottom: 2, right: 3 };
const EIGHT: Readonly<Record<Side, number>> = { top: 0, left: 2, bottom: 4, right: 6 };
const WITH_FOUR = new Set([
  'rect',
  'roundRect',
  'diamond',
  'round1Rect',
  'round2SameRect',
  'flowChartProcess',
  'flowChartAlternateProcess',
  'flowChartDecision',
  'flowChartTerminator',
  'flowChartPredefinedProcess',
  'flowChartInternalStorage',
  'flowChartPreparation',
  'frame',
  'bevel',
  'plaque',
]);
const WITH_EIGHT = new Set(['ellipse', 'flowChartConnector', 'donut']);

/** Number of the point in the middle of a side; undefined where the form has none that is known to be there. */
export function siteOf({ geometry, isFree }: End, side: Side): number | undefined {
  if (isFree) return undefined;
  return WITH_FOUR.has(geometry) ? FOUR[side] : WITH_EIGHT.has(geometry) ? EIGHT[side] : undefined;
}

interface Point {
  x: number;
  y: number;
}
const middle = ({ x, y, cx, cy }: Frame): Point => ({ x: x + cx / 2, y: y + cy / 2 });

/** The middle of a side of a thing, turned with it. */
function pointOn({ frame, degrees }: End, side: Side): Point {
  const at = middle(frame);
  const [dx, dy] = {
    top: [0, -frame.cy / 2],
    bottom: [0, frame.cy / 2],
    left: [-frame.cx / 2, 0],
    right: [frame.cx / 2, 0],
  }[side] as [number, number];
  const turn = (degrees * Math.PI) / 180;
  return { x: at.x + dx * Math.cos(turn) - dy * Math.sin(turn), y: at.y + dx * Math.sin(turn) + dy * Math.cos(turn) };
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
  from: Side;
  to: Side;
}

/** Straight lines are mirrored; bent ones run across unturned, and are turned by a quarter to run down or up. */
export function connect(one: End, other: End, kind: ConnectorKind): ConnectorPath {
  const [from, to] = sidesOf(one.frame, other.frame);
  const [a, b] = [pointOn(one, from), pointOn(other, to)];
  const [wide, high] = [Math.round(Math.abs(b.x - a.x)), Math.round(Math.abs(b.y - a.y))];
  const centre = { x: (a.x + b.x) / 2, y: (a.y + b.y) / 2 };
  const framed = (cx: number, cy: number): Frame => ({ x: Math.round(centre.x - cx / 2), y: Math.round(centre.y - cy / 2), cx, cy });
  const isUpright = kind !== 'straight' && (from === 'bottom' || from === 'top');
  if (!isUpright) return { frame: framed(wide, high), degrees: 0, flipH: b.x < a.x, flipV: b.y < a.y, from, to };
  // turned by 90° the way goes down and to the left, by 270° up and to the right
  const isDown = from === 'bottom';
  return { frame: framed(high, wide), degrees: isDown ? 90 : 270, flipH: false, flipV: isDown ? b.x > a.x : b.x < a.x, from, to };
}
