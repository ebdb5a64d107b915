/** Where the logo is on drawn pages: a small picture that repeats at one place, or the only one at the head of the first page. */
import type { Box, RenderedDocument, RenderedPage } from '../document/rendered-document.ts';

export interface LogoPlace {
  /** 1-based. */
  page: number;
  /** Points from the upper left corner. */
  box: Box;
  pageWidthPt: number;
}

/** Of the page's area: what is larger is a picture of something. */
const AREA_SHARE_MAX = 0.06;
const WIDTH_PT_MIN = 20;
const HEIGHT_PT_MIN = 10;
/** Wider than this against its height is a band, not a logo. */
const ASPECT_MAX = 9;
/** Logos are at the head or the foot: of the height of the page. */
const HEAD_SHARE = 0.25;
const FOOT_SHARE = 0.88;
/** How far two places may lie apart and be one. */
const SAME_PT = 3;
const REPEATED_SHARE = 0.5;

function couldBeLogo({ left, top, right, bottom }: Box, { widthPt, heightPt }: RenderedPage): boolean {
  const [width, height] = [right - left, bottom - top];
  if (width < WIDTH_PT_MIN || height < HEIGHT_PT_MIN || width * height > widthPt * heightPt * AREA_SHARE_MAX) return false;
  const inside = left >= -SAME_PT && top >= -SAME_PT && right <= widthPt + SAME_PT && bottom <= heightPt + SAME_PT;
  return inside && width / height <= ASPECT_MAX && height / width <= 3 && (bottom <= heightPt * HEAD_SHARE || top >= heightPt * FOOT_SHARE);
}

const isSamePlace = (a: Box, b: Box): boolean =>
  Math.abs(a.left - b.left) <= SAME_PT &&
  Math.abs(a.top - b.top) <= SAME_PT &&
  Math.abs(a.right - b.right) <= SAME_PT &&
  Math.abs(a.bottom - b.bottom) <= SAME_PT;

const area = ({ left, top, right, bottom }: Box): number => (right - left) * (bottom - top);

/** undefined where no picture is plainly the logo: several stand at the head of the first page, or none does. */
export function findLogoPlace({ pages }: RenderedDocument): LogoPlace | undefined {
  const found = pages.flatMap((page) =>
    page.pictures.filter((box) => couldBeLogo(box, page)).map((box) => ({ page: page.page, box, pageWidthPt: page.widthPt })),
  );
  const counted = found.map((place) => ({
    place,
    pages: new Set(found.filter(({ box }) => isSamePlace(box, place.box)).map(({ page }) => page)).size,
  }));
  const repeated = counted.filter(({ pages: count }) => count >= 2 && count >= pages.length * REPEATED_SHARE);
  if (repeated.length > 0) return repeated.toSorted((a, b) => b.pages - a.pages || area(b.place.box) - area(a.place.box))[0]?.place;
  const first = found.filter(({ page, box }) => page === 1 && box.bottom <= (pages[0]?.heightPt ?? 0) * HEAD_SHARE);
  return first.length === 1 ? first[0] : undefined;
}
