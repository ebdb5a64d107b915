/** Whether parts of a page are tinted: heads of tables, boxes, bars. */
import type { GrayPicture } from '../../ports/page-renderer.ts';

/** A square of so many pixels is one tone or not; every second pixel of it is looked at. */
const SIDE = 8;
const STEP = 2;
/** Of 255: grain of a scan spreads by less, letters and edges by more. */
const SPREAD_MAX = 24;
/** Of the tone of the paper. What is darker is ink, what is lighter is uneven light. */
const SHADE = { from: 0.35, to: 0.88 };
/** Of the page: a row of a table on a sheet takes about that. */
const SHARE_MIN = 0.003;

/** Mean tone of a square, or null where it is not even. */
function toneOf({ pixels, width }: GrayPicture, left: number, top: number): number | null {
  let [sum, squares, count] = [0, 0, 0];
  for (let y = top; y < top + SIDE; y += STEP)
    for (let x = left; x < left + SIDE; x += STEP) {
      const tone = pixels[y * width + x] ?? 0;
      sum += tone;
      squares += tone * tone;
      count++;
    }
  const mean = sum / count;
  return squares / count - mean * mean <= SPREAD_MAX * SPREAD_MAX ? mean : null;
}

/** What most even squares are is the paper; enough that are darker, and no ink, are shades. */
export function hasShades(picture: GrayPicture): boolean {
  const tones = new Uint32Array(256);
  let squares = 0;
  for (let top = 0; top + SIDE <= picture.height; top += SIDE)
    for (let left = 0; left + SIDE <= picture.width; left += SIDE) {
      squares++;
      const tone = toneOf(picture, left, top);
      if (tone !== null) tones[Math.round(tone)] = (tones[Math.round(tone)] ?? 0) + 1;
    }
  const paper = tones.reduce((best, count, tone) => (count > (tones[best] ?? 0) ? tone : best), 255);
  const shaded = tones.subarray(Math.ceil(paper * SHADE.from), Math.floor(paper * SHADE.to)).reduce((sum, count) => sum + count, 0);
  return shaded >= Math.max(1, squares * SHARE_MIN);
}
