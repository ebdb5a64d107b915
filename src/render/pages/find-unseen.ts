/**
 * Text that a page holds and nobody sees on it: drawn with no ink or the paper's, with nothing behind that would bring it
 * out. What the objects of the page cannot settle, the drawn page does: there is nothing to read where all is one tone.
 */
import type { Box, RenderedLine } from '../../document/rendered-document.ts';

export interface GrayPage {
  pixels: Uint8Array;
  width: number;
  height: number;
  dpi: number;
}

/** In one view of the page. `drawn`: the page itself, with the way to it from that view. */
export interface Surroundings {
  widthPt: number;
  heightPt: number;
  pictures: readonly Box[];
  fills: readonly Box[];
  draw: () => { page: GrayPage; place: (box: Box) => Box };
}

const POINTS_PER_INCH = 72;
/** Tones apart that are distinguished, of 255. */
const TONES = 12;
/** The share of a line's box that its letters cover at least. */
const INK_MIN = 0.02;

const covers = (box: Box, { left, top, right, bottom }: Box): boolean => {
  const [x, y] = [(left + right) / 2, (top + bottom) / 2];
  return box.left <= x && box.right >= x && box.top <= y && box.bottom >= y;
};

/** Of a page: fewer pixels are specks. */
const INKED_PIXELS_MIN = 8;

/** Whether anything is drawn on a page. */
export const isInked = (page: GrayPage): boolean => {
  const { pixels } = page;
  const ground = pixels[0] ?? 255;
  let other = 0;
  for (let at = 0; at < pixels.length; at++)
    if (Math.abs((pixels[at] ?? ground) - ground) > TONES && ++other >= INKED_PIXELS_MIN) return true;
  return false;
};

function hasInk({ pixels, width, height, dpi }: GrayPage, box: Box): boolean {
  const scale = dpi / POINTS_PER_INCH;
  const [left, right] = [Math.max(0, Math.floor(box.left * scale)), Math.min(width, Math.ceil(box.right * scale))];
  const [top, bottom] = [Math.max(0, Math.floor(box.top * scale)), Math.min(height, Math.ceil(box.bottom * scale))];
  const counts = new Uint32Array(256);
  for (let y = top; y < bottom; y++) {
    for (let x = left; x < right; x++) {
      const tone = pixels[y * width + x] ?? 255;
      counts[tone] = (counts[tone] ?? 0) + 1;
    }
  }
  let ground = 0;
  let all = 0;
  for (const [tone, count] of counts.entries()) {
    all += count;
    if (count > (counts[ground] ?? 0)) ground = tone;
  }
  const same = counts.slice(Math.max(0, ground - TONES), ground + TONES + 1).reduce((sum, count) => sum + count, 0);
  return all > 0 && all - same >= all * INK_MIN;
}

const isOutside = ({ left, top, right, bottom }: Box, { widthPt, heightPt }: Surroundings): boolean =>
  right <= 0 || bottom <= 0 || left >= widthPt || top >= heightPt;

/**
 * A layer of text over a picture is what text recognition leaves on a scan: it tells what is seen.
 * @param faint lines without ink, and lines in the colour of paper
 */
export function markUnseen(
  lines: readonly RenderedLine[],
  faint: ReadonlyMap<RenderedLine, 'no ink' | 'paper'>,
  around: Surroundings,
): void {
  let drawn: ReturnType<Surroundings['draw']> | undefined;
  for (const line of lines) {
    const ink = faint.get(line);
    if (isOutside(line, around)) line.unseen = true;
    else if (
      ink !== undefined &&
      !around.pictures.some((box) => covers(box, line)) &&
      !(ink === 'paper' && around.fills.some((box) => covers(box, line)))
    ) {
      drawn ??= around.draw();
      if (!hasInk(drawn.page, drawn.place(line))) line.unseen = true;
    }
  }
}
