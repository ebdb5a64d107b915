/** Where a picture goes in its place: whole inside it, or filling it with its edges cut off. */
import type { Asset } from '../../../document/document.ts';
import type { Box } from './layout.ts';
import type { Fill } from './planned.ts';

export const NO_CROP = { left: 0, top: 0, right: 0, bottom: 0 };
/** How much of a picture may be cut off so that it fills its box. */
export const CROP_MAX = 0.25;
/** Below this many pixels an inch a picture is set smaller rather than blurred. */
export const PIXELS_PER_INCH_MIN = 96;

/** Share of the picture that is cut off where it fills the box. */
export const cropFor = (asset: Asset, box: Box): number => {
  const [own, wanted] = [asset.width / asset.height, box.w / box.h];
  return 1 - Math.min(own / wanted, wanted / own);
};

export function coverCrop(asset: Asset, box: Box): Extract<Fill, { kind: 'picture' }>['crop'] {
  const own = asset.width / asset.height;
  const wanted = box.w / box.h;
  if (own > wanted) {
    const cut = (1 - wanted / own) / 2;
    return { left: cut, right: cut, top: 0, bottom: 0 };
  }
  const cut = (1 - own / wanted) / 2;
  return { left: 0, right: 0, top: cut, bottom: cut };
}

/** Whole inside the box, at the left and the top; not enlarged beyond what its pixels give. */
export function containIn(asset: Asset, box: Box): Box {
  const scale = Math.min(box.w / asset.width, box.h / asset.height, 1.2 / PIXELS_PER_INCH_MIN);
  return { x: box.x, y: box.y, w: Math.max(0.1, asset.width * scale), h: Math.max(0.1, asset.height * scale) };
}

/** A photograph fills its box; anything else may hold words at its edges, and is shown whole. */
export const isPhotograph = (asset: Asset): boolean => asset.contentType === 'image/jpeg';
