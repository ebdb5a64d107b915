/** Pictures on the pages of a PDF, which a new layout of its text takes over as they are rendered. */
import type { Asset } from '../document/document.ts';
import type { Box, RenderedDocument, RenderedPage } from '../document/rendered-document.ts';

export interface PlacedBox {
  /** 1-based. */
  page: number;
  /** Points from the upper left corner. */
  box: Box;
  /** Width of the page in points. */
  pageWidthPt: number;
}
export interface PlacedPicture extends PlacedBox {
  asset: Asset;
}

const PICTURES_MAX = 40;
/** Smaller ones are bullets and rules, larger ones the background of the page. */
const SIDE_PT_MIN = 14;
const SHARE_MAX = 0.7;

const touches = (a: Box, b: Box): boolean =>
  a.left <= b.right + 1 && b.left <= a.right + 1 && a.top <= b.bottom + 1 && b.top <= a.bottom + 1;
const around = (a: Box, b: Box): Box => ({
  left: Math.min(a.left, b.left),
  top: Math.min(a.top, b.top),
  right: Math.max(a.right, b.right),
  bottom: Math.max(a.bottom, b.bottom),
});

/** Many programs write one picture in stripes. */
function joinTouching(boxes: readonly Box[]): Box[] {
  const joined: Box[] = [];
  for (const box of boxes) {
    let whole: Box = { left: box.left, top: box.top, right: box.right, bottom: box.bottom };
    for (let i = joined.length - 1; i >= 0; i--) {
      const other = joined[i];
      if (!other || !touches(other, whole)) continue;
      whole = around(other, whole);
      joined.splice(i, 1);
    }
    joined.push(whole);
  }
  return joined;
}

function wantedOn(page: RenderedPage): Box[] {
  if (page.turned !== undefined || page.lines.length === 0) return [];
  return joinTouching(page.pictures).filter(
    ({ left, top, right, bottom }) =>
      right - left >= SIDE_PT_MIN &&
      bottom - top >= SIDE_PT_MIN &&
      (right - left) * (bottom - top) < SHARE_MAX * page.widthPt * page.heightPt,
  );
}

/** Where on which page the pictures are that a new layout can carry; empty where there are none, or too many to be more than decoration. */
export function findPictures({ pages }: RenderedDocument): PlacedBox[] {
  const found = pages.flatMap((page) => wantedOn(page).map((box): PlacedBox => ({ page: page.page, box, pageWidthPt: page.widthPt })));
  return found.length > PICTURES_MAX ? [] : found;
}
