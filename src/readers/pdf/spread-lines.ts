/** Lines whose words are spread to fill the width, so far apart that each seems to be a piece by itself. */
import type { Box } from '../../document/rendered-document.ts';
import { maxOf, minOf } from '../../base/extremes.ts';

const PIECES_MIN = 5;
/** All gaps are equal, but for rounding. */
const GAPS_DIFFER_EM = 0.25;
const GAP_EM_MAX = 3;
/** Cells of figures may be equally far apart too: they are equally wide then. */
const WIDTHS_TIMES = 1.8;

/** Equal gaps between words of different widths: no columns make such a line. @param pieces from left to right */
export function isSpreadLine(pieces: readonly (Box & { text: string })[], em: number): boolean {
  if (pieces.length < PIECES_MIN || !pieces.every(({ text }) => /\p{L}/u.test(text) || /^[–—-]$/.test(text))) return false;
  const gaps = pieces.slice(1).map((piece, index) => piece.left - (pieces[index]?.right ?? 0));
  const widths = pieces.map(({ left, right }) => right - left);
  return (
    maxOf(gaps) - minOf(gaps) <= em * GAPS_DIFFER_EM &&
    minOf(gaps) > 0 &&
    maxOf(gaps) <= em * GAP_EM_MAX &&
    maxOf(widths) >= minOf(widths) * WIDTHS_TIMES
  );
}
