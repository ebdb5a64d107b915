/** Pictures on the pages of a PDF, as they are drawn there, so that they can stand in a new layout of its text. */
import type { Asset } from '../document/document.ts';
import type { Box, DrawnDocument, DrawnPage } from '../document/drawn-document.ts';
import type { PagePicture } from '../ports/page-renderer.ts';
import { cropPage } from './crop-page.ts';
import type { Engine } from './make.ts';

export interface PlacedPicture {
  page: number;
  box: Box;
  asset: Asset;
}

const WIDTH_PX = 2_000;
const PICTURES_MAX = 40;
/** Smaller ones are signs and rules; larger ones the ground of the page. */
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

function wantedOn(page: DrawnPage): Box[] {
  if (page.turned !== undefined || page.lines.length === 0) return [];
  return joinTouching(page.pictures).filter(
    ({ left, top, right, bottom }) =>
      right - left >= SIDE_PT_MIN &&
      bottom - top >= SIDE_PT_MIN &&
      (right - left) * (bottom - top) < SHARE_MAX * page.widthPt * page.heightPt,
  );
}

/** In the order of the pages; empty where there are none, or too many to be anything but decoration. */
export async function picturesOfPages(
  bytes: Uint8Array,
  drawn: DrawnDocument,
  engine: Engine,
  signal: AbortSignal,
): Promise<PlacedPicture[]> {
  const wanted = new Map(drawn.pages.map((page) => [page.page, wantedOn(page)]));
  const count = [...wanted.values()].reduce((sum, boxes) => sum + boxes.length, 0);
  if (count === 0 || count > PICTURES_MAX) return [];
  const placed: PlacedPicture[] = [];
  const take = ({ page, png, width }: PagePicture): void => {
    const scale = width / (drawn.pages[page - 1]?.widthPt ?? width);
    for (const box of wanted.get(page) ?? []) {
      const cropped = cropPage(png, { left: box.left * scale, top: box.top * scale, right: box.right * scale, bottom: box.bottom * scale });
      if (cropped)
        placed.push({
          page,
          box,
          asset: {
            key: `img:${placed.length + 1}`,
            contentType: 'image/png',
            width: cropped.width,
            height: cropped.height,
            data: cropped.png,
          },
        });
    }
  };
  await engine.pages.draw(bytes, { signal, widthPx: WIDTH_PX, onPage: take });
  return placed;
}
