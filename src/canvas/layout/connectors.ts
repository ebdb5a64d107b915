/** `<x-line from to>`: lines between elements, at the middles of the sides that face each other. */
import type { DrawnItem, Rect } from '../drawing.ts';
import type { Box } from './boxes.ts';
import type { Drafting } from './draw.ts';
import { maxOf, minOf } from '../../base/extremes.ts';

type Point = { x: number; y: number };
/** Top, left, bottom, right: the order of the connection sites of Office's rectangles. */
const SIDES = ['top', 'left', 'bottom', 'right'] as const;

const middleOf = (rect: Rect): Point => ({ x: rect.x + rect.w / 2, y: rect.y + rect.h / 2 });

export function siteOf(rect: Rect, side: number): Point {
  const middle = middleOf(rect);
  if (side === 0) return { x: middle.x, y: rect.y };
  if (side === 1) return { x: rect.x, y: middle.y };
  if (side === 2) return { x: middle.x, y: rect.y + rect.h };
  return { x: rect.x + rect.w, y: middle.y };
}

/** The side of `from` that faces `to`: across where the two are beside each other, down where one is above. */
function facingSide(from: Rect, to: Rect): number {
  const across = Math.max(to.x - (from.x + from.w), from.x - (to.x + to.w));
  const down = Math.max(to.y - (from.y + from.h), from.y - (to.y + to.h));
  if (across >= down) return middleOf(to).x >= middleOf(from).x ? 3 : 1;
  return middleOf(to).y >= middleOf(from).y ? 2 : 0;
}

const STRAIGHT_WITHIN = 1.5;

/** Straight where the two sites face each other, else with two bends half way. */
export function route(a: Point, sideA: number, b: Point, sideB: number): Point[] {
  if (Math.abs(a.x - b.x) < STRAIGHT_WITHIN || Math.abs(a.y - b.y) < STRAIGHT_WITHIN) return [a, b];
  const [acrossA, acrossB] = [sideA % 2 === 1, sideB % 2 === 1];
  if (acrossA && acrossB) return [a, { x: (a.x + b.x) / 2, y: a.y }, { x: (a.x + b.x) / 2, y: b.y }, b];
  if (!acrossA && !acrossB) return [a, { x: a.x, y: (a.y + b.y) / 2 }, { x: b.x, y: (a.y + b.y) / 2 }, b];
  return acrossA ? [a, { x: b.x, y: a.y }, b] : [a, { x: a.x, y: b.y }, b];
}

const POINTS_MAX = 60;

/** `10,20 30,40`: points of the canvas that a line passes, where it does not find its own way. */
const pointsOf = (text: string | undefined): Point[] =>
  (text ?? '')
    .split(/\s+/)
    .slice(0, POINTS_MAX)
    .flatMap((pair) => {
      const [x = Number.NaN, y = Number.NaN] = pair.split(',').map(Number);
      return Number.isFinite(x) && Number.isFinite(y) && pair !== '' ? [{ x, y }] : [];
    });

export function drawConnector(box: Box, opacity: number, drafting: Drafting): DrawnItem[] {
  const { attributes = {} } = box.element;
  const [fromName, toName] = [attributes['from'] ?? '', attributes['to'] ?? ''];
  const [from, to] = [drafting.rects.get(fromName), drafting.rects.get(toName)];
  if (!from || !to || from === to) {
    const lost = from ? toName : fromName;
    drafting.faults.push({
      kind: 'line_loose',
      severity: 'warning',
      id: box.id,
      message: `A line leads to "${lost.slice(0, 40)}", and no element has that id; it is not drawn.`,
    });
    return [];
  }
  const asked = (name: string): number => SIDES.findIndex((side) => side === attributes[name]);
  const sideA = asked('from-side') >= 0 ? asked('from-side') : facingSide(from, to);
  const sideB = asked('to-side') >= 0 ? asked('to-side') : facingSide(to, from);
  const direct = attributes['type'] === 'straight';
  const [a, b] = [siteOf(from, sideA), siteOf(to, sideB)];
  const own = pointsOf(attributes['points']);
  const points = own.length >= 2 ? own : direct ? [a, b] : route(a, sideA, b, sideB);
  const border = box.style.border[0];
  const xs = points.map(({ x }) => x);
  const ys = points.map(({ y }) => y);
  const arrow = attributes['arrow'] ?? 'end';
  return [
    {
      kind: 'line',
      id: box.id,
      rect: { x: minOf(xs), y: minOf(ys), w: maxOf(xs) - minOf(xs), h: maxOf(ys) - minOf(ys) },
      opacity,
      points,
      stroke: { color: border?.color ?? box.style.color, width: border?.width ?? 2, line: border?.line ?? 'solid' },
      startArrow: arrow === 'start' || arrow === 'both',
      endArrow: arrow === 'end' || arrow === 'both',
      from: { id: fromName, side: sideA },
      to: { id: toName, side: sideB },
    },
  ];
}
