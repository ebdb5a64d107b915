/**
 * Figures that can be read in two ways: `1.250` is one and a quarter, or one thousand two hundred and fifty. Decided by
 * the column's other figures, then its total, then the document; where what is decided still looks odd, both are reported.
 */
import { readAmount } from './amounts.ts';

export type DecimalMark = '.' | ',';

const DIGITS = /\d[\d.,'’ \u00A0\u202F]*\d|\d/;
/** One mark, and exactly three digits behind it. */
const DOUBTFUL = /^[1-9]\d{0,2}([.,])\d{3}$/;

const digitsOf = (text: string): string => (/^[^.,]*$/.test(text) ? '' : (DIGITS.exec(text)?.[0] ?? ''));

/** Which mark is before the decimals of a figure, where it can only be one. */
function markOf(digits: string): DecimalMark | undefined {
  if (DOUBTFUL.test(digits)) return undefined;
  const [dots, commas] = [digits.split('.').length - 1, digits.split(',').length - 1];
  if (dots > 0 && commas > 0) return digits.lastIndexOf('.') > digits.lastIndexOf(',') ? '.' : ',';
  if (dots + commas > 1) return dots > 0 ? ',' : '.';
  return dots === 1 ? '.' : commas === 1 ? ',' : undefined;
}

export interface DecimalChoice {
  decimal: DecimalMark;
  /** Positions of figures whose reading should be looked at by the author. */
  doubtful: number[];
}

/**
 * @param texts cells of a column; undefined where a cell is no text
 * @param given.total of the column, as written
 * @param given.usual the mark of the document
 * @param given.beside cells of the other columns of the table
 */
export function chooseDecimal(
  texts: readonly (string | undefined)[],
  { total, usual, beside }: { total: string | undefined; usual: DecimalMark; beside?: () => readonly (readonly string[])[] },
): DecimalChoice {
  const figures = texts.map((text) => (text === undefined || readAmount(text, usual) === undefined ? '' : digitsOf(text)));
  if (!figures.some((digits) => DOUBTFUL.test(digits))) return { decimal: usual, doubtful: [] };
  const marks = new Set(figures.map(markOf).filter((mark) => mark !== undefined));
  const [only] = marks;
  const added = addingUp(texts, total);
  if (added !== undefined) return { decimal: added, doubtful: [] };
  const grouped =
    marks.size > 0
      ? undefined
      : (groupingIn(texts) ??
        beside?.()
          .map(groupingIn)
          .find((mark) => mark !== undefined));
  if (grouped !== undefined) return { decimal: grouped === '.' ? ',' : '.', doubtful: [] };
  const decimal = marks.size === 1 && only !== undefined ? only : usual;
  // weights and rates have thousandths, and others in their column show it
  const thousandths = figures.some((digits) => !DOUBTFUL.test(digits) && new RegExp(`\\${decimal}\\d{3,}$`).test(digits));
  const doubtful = figures.flatMap((digits, at) => {
    const mark = DOUBTFUL.exec(digits)?.[1];
    return mark !== undefined && (marks.size > 1 || (mark === decimal && !thousandths)) ? [at] : [];
  });
  return { decimal, doubtful };
}

/**
 * `1.250`, `2.400` and `980` in one column: whoever writes thousandths writes them everywhere, and 980 has none, so the mark groups
 * thousands. Small whole numbers beside them tell nothing.
 */
function groupingIn(texts: readonly (string | undefined)[]): DecimalMark | undefined {
  const figures = texts.flatMap((text) => DIGITS.exec(text ?? '')?.[0] ?? []);
  const marks = new Set(figures.flatMap((digits) => DOUBTFUL.exec(digits)?.[1] ?? []));
  const [mark, ...others] = marks;
  const doubtful = figures.filter((digits) => DOUBTFUL.test(digits)).length;
  const hundreds = figures.some((digits) => /^[1-9]\d{2}$/.test(digits));
  const plain = figures.every((digits) => DOUBTFUL.test(digits) || /^\d{1,3}$/.test(digits));
  return plain && others.length === 0 && doubtful >= 2 && hundreds && (mark === '.' || mark === ',') ? mark : undefined;
}

/** The mark with which the figures make their total, where only one does. */
function addingUp(texts: readonly (string | undefined)[], total: string | undefined): DecimalMark | undefined {
  if (total === undefined || total === '') return undefined;
  const fits = (['.', ','] as const).filter((mark) => {
    const wanted = readAmount(total, mark)?.value;
    const values = texts.map((text) => (text === undefined || text === '' ? 0 : readAmount(text, mark)?.value));
    if (wanted === undefined || values.some((value) => value === undefined)) return false;
    const sum = values.reduce<number>((a, b) => a + (b ?? 0), 0);
    return Math.abs(sum - wanted) <= Math.max(1e-9, Math.abs(wanted) * 1e-9);
  });
  return fits.length === 1 ? fits[0] : undefined;
}
