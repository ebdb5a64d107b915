/**
 * The title of a document where what tells headings from text has missed it: a title of four lines or more is set as running text is, one
 * with wide gaps as labels are, and the outlines of papers name their sections alone.
 */
import type { Row } from './rows.ts';
import { textOf } from './rows.ts';

const TITLE_TIMES = 1.3;
const ROWS_MAX = 6;
const CHARS_MAX = 300;
const WORDS_MIN = 3;
/** Of the page's height, from its top. */
const PLACE_MAX = 0.6;
/** Of sizes: lines of a title are set this far from each other at most. */
const GAP_EM = 1.5;
/** Lines of text in the file: what has fewer is a poster, a card or a bill. */
const TEXT_ROWS_MIN = 20;
const TEXT_CHARS_MIN = 45;
const SAME_SIZE = 0.04;

const isAlike = (a: Row, b: Row): boolean => Math.abs(a.em - b.em) <= a.em * SAME_SIZE;

/** What has letters of its size, and is of one column. */
const mayBe = (row: Row): boolean => !row.table && !row.aside && row.pieces.length === 1 && /\p{L}/u.test(textOf(row));

/**
 * The rows of the title, none where there is no text that is one without doubt.
 * @param pages rows without running heads, and heights in points @param body size of the document's text
 */
export function findDocumentTitle(pages: readonly { page: { heightPt: number }; rows: readonly Row[] }[], body: number): Row[] {
  const [first] = pages;
  if (!first) return [];
  const texts = pages
    .flatMap(({ rows }) => rows)
    .filter((row) => !row.table && row.em <= body * 1.1 && textOf(row).length >= TEXT_CHARS_MIN);
  if (texts.length < TEXT_ROWS_MIN) return [];
  const largest = first.rows.filter(mayBe).reduce((most, { em }) => Math.max(most, em), 0);
  if (largest < body * TITLE_TIMES) return [];
  const from = first.rows.findIndex((row) => mayBe(row) && row.em >= largest * (1 - SAME_SIZE));
  const title: Row[] = [];
  for (let row = first.rows[from]; row && title.length <= ROWS_MAX; row = first.rows[from + title.length]) {
    const last = title.at(-1);
    const goesOn = last === undefined || (isAlike(last, row) && row.top > last.top && row.top - last.bottom <= last.em * GAP_EM);
    if (!mayBe(row) || !goesOn) break;
    title.push(row);
  }
  const text = title.map(textOf).join(' ');
  const others = first.rows.filter((row) => mayBe(row) && row.em >= largest * (1 - SAME_SIZE) && !title.includes(row));
  const [head] = title;
  const isTitle =
    head !== undefined &&
    title.length <= ROWS_MAX &&
    others.length === 0 &&
    head.top <= first.page.heightPt * PLACE_MAX &&
    text.length <= CHARS_MAX &&
    (text.match(/\p{L}{2,}/gu)?.length ?? 0) >= WORDS_MIN &&
    !/[.,;:]$/.test(text);
  return isTitle ? title : [];
}
