/** Sizes of letters where the file does not tell them. */

/** A row of letters, as far as its size goes. */
export interface SizedRow {
  text: string;
  top: number;
  bottom: number;
  letters: number;
  emPt: number;
}

/** No letters are this many times as high as their size. */
const HIGHER_MAX = 3;
/** In points: no text is set in it. */
const SIZE_MIN = 2;
/** Heights of rows in sizes of their letters: with letters that reach up and down, up, down, and neither. */
const HEIGHTS = { both: 0.92, up: 0.7, down: 0.66, neither: 0.45 };
const UP = /[\p{Lu}\p{Nd}bdfhklt()[\]|/]/u;
const DOWN = /[gjpqyQ()[\]|/,;]/u;
/** Sizes that differ less from that of most letters are the same: raised signs make a row higher. */
const ALIKE = 0.25;

function estimate({ text, top, bottom }: SizedRow): number {
  const [up, down] = [UP.test(text), DOWN.test(text)];
  const share = up && down ? HEIGHTS.both : up ? HEIGHTS.up : down ? HEIGHTS.down : HEIGHTS.neither;
  return Math.round(((bottom - top) / share) * 2) / 2;
}

/**
 * Sets, in place, the sizes of rows that are told absurdly small: glyphs that are drawn (Type 3 fonts, ISO 32000-1 §9.6.5) have a matrix
 * of their own, and many programs put all of the size into it. They are estimated from how high the letters are.
 */
export function mendSizes(rows: readonly SizedRow[]): void {
  const absurd = rows.filter(({ emPt, top, bottom }) => emPt < SIZE_MIN && bottom - top > Math.max(SIZE_MIN, emPt * HIGHER_MAX));
  const weights = new Map<number, number>();
  for (const row of absurd) {
    row.emPt = estimate(row);
    weights.set(row.emPt, (weights.get(row.emPt) ?? 0) + row.letters);
  }
  const [usual = 0] = [...weights].toSorted(([, a], [, b]) => b - a)[0] ?? [];
  for (const row of absurd) if (Math.abs(row.emPt - usual) <= usual * ALIKE) row.emPt = usual;
}
