/** Bold lines in a picture: those whose strokes are wider than most. */
import type { GrayPicture } from '../../ports/page-renderer.ts';
import type { RecognizedLine } from '../../ports/text-recognizer.ts';

const DARK = 140;
const ROWS_APART = 3;
const LETTERS_MIN = 3;
/** Against the middle of the page, weighed by letters. */
const BOLD_TIMES = 1.28;

/** Width of a line's strokes in heights of its letters; null where there is too little to measure. */
function weightOf({ pixels, width, height }: GrayPicture, line: RecognizedLine): number | null {
  const runs: number[] = [];
  for (const word of line.words) {
    if (!/[\p{L}\p{N}]{2}/u.test(word.text)) continue;
    for (let y = Math.max(0, Math.floor(word.top)); y < Math.min(height, word.bottom); y += ROWS_APART) {
      let run = 0;
      for (let x = Math.max(0, Math.floor(word.left)); x <= Math.min(width - 1, word.right); x++) {
        if ((pixels[y * width + x] ?? 255) < DARK) run++;
        else if (run > 0) {
          runs.push(run);
          run = 0;
        }
      }
    }
  }
  if (runs.length < 20) return null;
  return (runs.toSorted((a, b) => a - b)[Math.floor(runs.length / 2)] ?? 0) / line.letterHeight;
}

/** @param lines with the places that they have in the picture */
export function boldLines(picture: GrayPicture, lines: readonly RecognizedLine[]): Set<RecognizedLine> {
  const measured = lines
    .flatMap((line) => {
      const letters = line.words.reduce((sum, { text }) => sum + text.length, 0);
      const weight = letters < LETTERS_MIN ? null : weightOf(picture, line);
      return weight === null ? [] : [{ line, letters, weight }];
    })
    .toSorted((a, b) => a.weight - b.weight);
  const all = measured.reduce((sum, { letters }) => sum + letters, 0);
  let before = 0;
  const middle = measured.find(({ letters }) => (before += letters) >= all / 2)?.weight ?? 0;
  return new Set(measured.filter(({ weight }) => weight > middle * BOLD_TIMES).map(({ line }) => line));
}
