/** Lines at the head and the foot of a page that come once, so that nothing says they run through the pages: the path of the file, a note, who printed it. */
import type { RenderedPage } from '../../document/rendered-document.ts';
import { maxOf, minOf } from '../../base/extremes.ts';
import { median } from './measures.ts';
import type { Row } from './rows.ts';

const EDGE_SHARE = 0.12;
const APART_EM = 1.5;
const SMALLER = 0.93;
const LARGER = 1.05;
const ROWS_MAX = 3;

/** The last rows of a page that are at its foot, with air above, and set smaller than its text or far from it. */
export function findFeet({ heightPt }: RenderedPage, rows: readonly Row[]): Row[] {
  const text = median(rows.map(({ em }) => em));
  for (let count = 1; count <= Math.min(ROWS_MAX, rows.length - 1); count++) {
    const feet = rows.slice(-count);
    const [first] = feet;
    const end = maxOf(rows.slice(0, -count).map(({ bottom }) => bottom));
    if (!first || feet.some(({ table, top }) => table !== undefined || top < heightPt * (1 - EDGE_SHARE))) continue;
    const gap = first.top - end;
    if (gap > first.em * APART_EM && (feet.every(({ em }) => em < text * SMALLER) || gap > text * APART_EM * 2)) return feet;
  }
  return [];
}

/** The first rows of a page that are at its head, with air below, and no larger than its text. */
export function findHeads({ heightPt }: RenderedPage, rows: readonly Row[]): Row[] {
  const text = median(rows.map(({ em }) => em));
  for (let count = 1; count <= Math.min(ROWS_MAX, rows.length - 1); count++) {
    const heads = rows.slice(0, count);
    const begin = minOf(rows.slice(count).map(({ top }) => top));
    if (heads.some(({ table, bottom, em }) => table !== undefined || bottom > heightPt * EDGE_SHARE || em > text * LARGER)) continue;
    if (begin - maxOf(heads.map(({ bottom }) => bottom)) > text * APART_EM) return heads;
  }
  return [];
}
