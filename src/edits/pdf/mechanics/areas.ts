/** Areas of a page and the matrices that lead to them (ISO 32000-1 §8.3.3). */
import { maxOf, minOf } from '../../../base/extremes.ts';

/** In the space of the page. */
export interface Area {
  left: number;
  bottom: number;
  right: number;
  top: number;
}

export type Matrix = readonly [number, number, number, number, number, number];
export const IDENTITY: Matrix = [1, 0, 0, 1, 0, 0];
export const multiply = (m: Matrix, n: Matrix): Matrix => [
  m[0] * n[0] + m[1] * n[2],
  m[0] * n[1] + m[1] * n[3],
  m[2] * n[0] + m[3] * n[2],
  m[2] * n[1] + m[3] * n[3],
  m[4] * n[0] + m[5] * n[2] + n[4],
  m[4] * n[1] + m[5] * n[3] + n[5],
];

export function boxOf(m: Matrix, left: number, bottom: number, right: number, top: number): Area {
  const points = [
    [left, bottom],
    [right, bottom],
    [left, top],
    [right, top],
  ].map(([x = 0, y = 0]) => [x * m[0] + y * m[2] + m[4], x * m[1] + y * m[3] + m[5]] as const);
  const [xs, ys] = [points.map(([x]) => x), points.map(([, y]) => y)];
  return { left: minOf(xs), right: maxOf(xs), bottom: minOf(ys), top: maxOf(ys) };
}

export const meets = (a: Area, b: Area, slack = 0): boolean =>
  a.left < b.right - slack && b.left < a.right - slack && a.bottom < b.top - slack && b.bottom < a.top - slack;
export const holds = (outer: Area, inner: Area): boolean =>
  inner.left >= outer.left && inner.right <= outer.right && inner.bottom >= outer.bottom && inner.top <= outer.top;

/** Its middle lies within, or a good part of it. */
export function isHit(glyph: Area, areas: readonly Area[]): boolean {
  const x = (glyph.left + glyph.right) / 2;
  const y = (glyph.bottom + glyph.top) / 2;
  return areas.some((area) => x > area.left && x < area.right && y > area.bottom && y < area.top);
}
