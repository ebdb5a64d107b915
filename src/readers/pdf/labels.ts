/** Lines that are set like headings and name a blank, a figure or a person: labels of forms and receipts, dates, addresses. */
import type { Row } from './rows.ts';
import { textOf } from './rows.ts';

const STACK_MIN = 3;
const SHORT_CHARS_MAX = 40;
/** What may stand between a label and the next one. */
const SHORT_BETWEEN_MAX = 1;
const MONTH =
  '(?:jan|feb|mar|mär|apr|avr|may|mai|mayo|jun|juin|jul|juil|aug|août|sep|oct|okt|nov|dec|dez|déc|ene|abr|ago|dic)\\p{L}{0,7}\\.?';
const DATE = new RegExp(
  `^(?:\\p{L}{2,10},? )?(?:${MONTH} (?:\\d{1,2}(?:\\s?[-–]\\s?\\d{1,2})?(?:st|nd|rd|th)?,? )?\\d{4}|\\d{1,2}(?:\\.|st|nd|rd|th|er)? (?:de )?${MONTH} (?:de )?\\d{4}|\\d{1,4}[./-]\\d{1,2}[./-]\\d{1,4}|\\d{4}\\s?年.*[月日])$`,
  'iu',
);
const ADDRESS =
  /\S@\S+\.\p{L}{2}|^(?:https?:\/\/|www\.)|(?:tel|phone|fax|telefon|teléfono|mobile)\.?:? ?\(?\+?\d|\(?\+?\d{2,4}[) -]+\d{3}[ -]\d{3,4}\b/iu;

/** A house in a street, or a town of the United States with its code. */
const POSTAL =
  /^\d{1,5} (?:\p{L}+\.? ){1,4}(?:street|road|avenue|boulevard|lane|drive|st|rd|ave|blvd)\b\.?(?:,|$)|\p{L}, \p{L}{2} \d{5}(?:-\d{4})?\b/iu;

/** `TOTAL $821.14`, `Rabatt -5,00 €`: a figure of a bill or receipt with what it is of. */
const AMOUNT = /(?:^|\s)-?(?:\p{Sc} ?-?\d{1,3}(?:[.,  ]?\d{3})*[.,]\d{2}|\d{1,3}(?:[.,  ]?\d{3})*[.,]\d{2} ?\p{Sc})$/u;
/** What a bar code says, between the asterisks of Code 39. */
const BAR_CODE = /^\*[\p{Lu}\p{Nd}.$/+%-]+\*$/u;

/** A date, an address or how else to reach somebody, an amount of money, a bar code. */
export const isPlainData = (text: string): boolean =>
  DATE.test(text.trim()) || ADDRESS.test(text) || POSTAL.test(text) || AMOUNT.test(text) || BAR_CODE.test(text);

/** Rolls of tills are 57 and 80 mm wide. */
const TILL_PT_MAX = 230;

/** What looks like a heading on a receipt, a narrow page with amounts, and is a label of what follows: all but the first, its shop. */
export const findTillLabels = ({ page, rows }: { page: { widthPt: number }; rows: readonly Row[] }, headings: readonly Row[]): Row[] =>
  page.widthPt <= TILL_PT_MAX && rows.some((row) => AMOUNT.test(textOf(row))) ? headings.filter((row) => row !== rows[0]) : [];

const isStyledAlike = (a: Row, b: Row): boolean =>
  a.bold === b.bold && Math.abs(a.em - b.em) <= a.em * 0.04 && a.pieces[0]?.font === b.pieces[0]?.font;
const isNumbered = (row: Row): boolean => /\p{N}/u.test(textOf(row).split(' ', 1)[0] ?? '');
const isShort = (row: Row): boolean => !row.table && textOf(row).length <= SHORT_CHARS_MAX;

/** Under each other, close, as lines of one heading are. */
const isSameBlock = (a: Row, b: Row): boolean => b.top > a.top && b.top - a.bottom < a.size * 0.5;

/** Many lines of one style that look like headings with nothing, or one short line, between: none has a text that it could head. */
export function findLabelStacks(rows: readonly Row[], looksLikeHeading: (at: number) => boolean): Row[] {
  const found: Row[] = [];
  let stack: Row[] = [];
  let blocks = 0;
  let between = 0;
  const close = (): void => {
    if (blocks >= STACK_MIN) found.push(...stack);
    [stack, blocks, between] = [[], 0, 0];
  };
  for (const [at, row] of rows.entries()) {
    const last = stack.at(-1);
    if (!row.table && looksLikeHeading(at) && !isNumbered(row)) {
      if (last && !isStyledAlike(last, row)) close();
      if (stack.length === 0 || !last || between > 0 || !isSameBlock(last, row)) blocks++;
      stack.push(row);
      between = 0;
    } else if (last && (!isShort(row) || ++between > SHORT_BETWEEN_MAX)) close();
  }
  close();
  return found;
}

const overlap = (a: Row, b: Row): number => Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);

/** What is at the height of the line before or after it in the file, as a blank or a figure is beside its label. */
export function isBesideOther(rows: readonly Row[], at: number): boolean {
  const row = rows[at];
  if (!row) return false;
  return [rows[at - 1], rows[at + 1]].some(
    (other) =>
      other !== undefined &&
      !other.table &&
      overlap(other, row) > Math.min(other.bottom - other.top, row.bottom - row.top) * 0.5 &&
      (other.left >= row.right || other.right <= row.left),
  );
}
