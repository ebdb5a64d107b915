/** Rows of tables that no line divides, every other one of which is coloured: where they begin and end, as level lines. */
import { median } from './measures.ts';
import type { Box, RenderedLine } from '../../document/rendered-document.ts';
import { maxOf, minOf } from '../../base/extremes.ts';
import { toPieces, wordsOf } from './rows.ts';

const HEIGHT_PT_MIN = 8;
const HEIGHT_PT_MAX = 60;
const WIDTH_PT_MIN = 120;
const SAME_PT = 3;
const BANDS_MIN = 3;
const BANDS_MAX = 500;
/** Between two coloured rows is one that is not, which may be higher. */
const APART_HEIGHTS_MAX = 1.8;

/** Cells beside each other that are filled alike are one band. */
function bandsOf(fills: readonly Box[]): Box[] {
  const byHeight = Map.groupBy(
    fills.filter(({ top, bottom }) => bottom - top >= HEIGHT_PT_MIN && bottom - top <= HEIGHT_PT_MAX),
    ({ top, bottom }) => `${Math.round(top)} ${Math.round(bottom)}`,
  );
  return [...byHeight.values()]
    .flatMap((cells) => {
      const bands: Box[] = [];
      for (const cell of cells.toSorted((a, b) => a.left - b.left)) {
        const last = bands.at(-1);
        if (last && cell.left <= last.right + SAME_PT) last.right = Math.max(last.right, cell.right);
        else bands.push({ ...cell });
      }
      return bands;
    })
    .filter(({ left, right }) => right - left >= WIDTH_PT_MIN);
}

/** Bands one below the other, as wide as each other, with a row between two of them at most. */
function stacksOf(bands: readonly Box[]): Box[][] {
  const stacks: Box[][] = [];
  for (const band of bands.toSorted((a, b) => a.top - b.top)) {
    const stack = stacks.find((one) => {
      const last = one.at(-1);
      return (
        last !== undefined &&
        Math.abs(last.left - band.left) <= SAME_PT &&
        Math.abs(last.right - band.right) <= SAME_PT &&
        band.top >= last.bottom - SAME_PT &&
        band.top - last.bottom <= APART_HEIGHTS_MAX * median(one.map(({ top, bottom }) => bottom - top))
      );
    });
    if (stack) stack.push(band);
    else stacks.push([band]);
  }
  return stacks.filter(({ length }) => length >= BANDS_MIN);
}

const NEAR_PT = 36;
const SHORT_CHARS = 25;
const BESIDE_SHARE_MIN = 0.5;

/** Cells are beside most of the bands: those colour some of the columns of a table, and not its rows. */
function isPartOfRows(stack: readonly Box[], lines: readonly RenderedLine[]): boolean {
  const beside = stack.filter((band) =>
    lines.some(({ left, right, top, bottom, text }) => {
      const away = Math.max(left - band.right, band.left - right);
      const middle = (top + bottom) / 2;
      return away > -SAME_PT && middle > band.top && middle < band.bottom && (away < NEAR_PT || text.length < SHORT_CHARS);
    }),
  );
  return beside.length >= stack.length * BESIDE_SHARE_MIN;
}

const CELLED_SHARE_MIN = 0.6;

/** Cells are beside each other in most of the bands: else those are headings between the rows. */
function holdsCells(stack: readonly Box[], lines: readonly RenderedLine[]): boolean {
  const celled = stack.filter((band) => {
    const own = lines.filter(({ left, right, top, bottom }) => {
      const middle = (top + bottom) / 2;
      return middle > band.top && middle < band.bottom && left >= band.left - SAME_PT && right <= band.right + SAME_PT;
    });
    const pieces = own.flatMap((line) => toPieces(line, wordsOf(line), []));
    return pieces.length > 1 && maxOf(pieces.map(({ left }) => left)) > minOf(pieces.map(({ right }) => right));
  });
  return celled.length >= stack.length * CELLED_SHARE_MIN;
}

/** @param fills of a page @param lines of its text */
export function findRowEdges(fills: readonly Box[], lines: readonly RenderedLine[]): Box[] {
  const bands = bandsOf(fills);
  if (bands.length > BANDS_MAX) return [];
  return stacksOf(bands).flatMap((stack) => {
    if (isPartOfRows(stack, lines) || !holdsCells(stack, lines)) return [];
    const [left, right] = [minOf(stack.map((band) => band.left)), maxOf(stack.map((band) => band.right))];
    return stack.flatMap(({ top, bottom }) => [top, bottom].map((y) => ({ left, right, top: y, bottom: y })));
  });
}
