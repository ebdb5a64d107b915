/** Pictures that were scanned a little askew: places as they would be on a straight sheet. */
import type { GrayPicture } from '../../ports/page-renderer.ts';
import type { PlacedBox, RecognizedText } from '../../ports/text-recognizer.ts';
import { maxOf, minOf } from '../../base/extremes.ts';

/** Lines as long as that tell how the sheet lies. */
const WORDS_MIN = 4;
const SLOPE_MAX = 0.1;

/** How far lines go down for each pixel to the right: the middle of what the lines say, 0 where few say anything. */
export function slopeOf({ lines }: RecognizedText): number {
  const slopes = lines
    .filter(({ words, angle }) => angle === 0 && words.length >= WORDS_MIN)
    .map(({ slope }) => slope)
    .toSorted((a, b) => a - b);
  const middle = slopes[Math.floor(slopes.length / 2)] ?? 0;
  return slopes.length < 3 || Math.abs(middle) > SLOPE_MAX ? 0 : middle;
}

/** Where a pixel of the straight sheet lies in the picture, and the other way round, for small angles. */
export interface Shear {
  slope: number;
  middleX: number;
  middleY: number;
}

export const shearOf = ({ width, height }: GrayPicture, slope: number): Shear => ({ slope, middleX: width / 2, middleY: height / 2 });

function straightBox<T extends PlacedBox>(box: T, { slope, middleX, middleY }: Shear): T {
  const [x, y] = [(box.left + box.right) / 2, (box.top + box.bottom) / 2];
  const [down, right] = [slope * (x - middleX), slope * (y - middleY)];
  return { ...box, left: box.left + right, right: box.right + right, top: box.top - down, bottom: box.bottom - down };
}

/** Lines whose words are at one height again. */
export function straighten(text: RecognizedText, shear: Shear): RecognizedText {
  if (shear.slope === 0) return text;
  const lines = text.lines.map((line) => {
    const words = line.words.map((word) => straightBox(word, shear));
    const [top, bottom] = [minOf(words.map((word) => word.top)), maxOf(words.map((word) => word.bottom))];
    return {
      ...line,
      words,
      left: minOf(words.map((word) => word.left)),
      right: maxOf(words.map((word) => word.right)),
      top,
      bottom,
    };
  });
  return { ...text, lines };
}
