/** What is around the title of a document: subtitle, authors, organisation, date. Each is set like nothing else, and heads no text. */
import { widthInLetters } from './measures.ts';
import type { Row } from './rows.ts';
import { textOf } from './rows.ts';

const TITLE_TIMES = 1.3;
const PROSE_CHARS_MIN = 45;
const NUMBERED = /^\p{N}/u;

const isAlike = (a: Row, b: Row): boolean =>
  a.bold === b.bold && Math.abs(a.em - b.em) <= a.em * 0.04 && a.pieces[0]?.font === b.pieces[0]?.font;
const isProse = (row: Row | undefined): boolean =>
  row !== undefined && (row.table !== undefined || widthInLetters(textOf(row)) >= PROSE_CHARS_MIN);

/** Lines of one text, one below the other. */
const isSameBlock = (a: Row, b: Row): boolean => Math.max(a.top, b.top) - Math.min(a.bottom, b.bottom) < a.size * 0.6;

/** Text begins right below: it has a heading. */
const headsText = (row: Row, next: Row | undefined): boolean =>
  next !== undefined && isProse(next) && next.em < row.em * 1.02 && next.top - row.bottom < row.size * 2 && next.top > row.top;

/**
 * @param first rows of the first page
 * @param headings what looks like a heading in the whole document
 */
export function findCoverLines(first: readonly Row[], headings: ReadonlySet<Row>, body: number): Row[] {
  const own = first.filter((row) => headings.has(row));
  const largest = own.reduce((most, { em }) => Math.max(most, em), 0);
  const title = own.findIndex(({ em }) => em >= largest * 0.97);
  const [titleRow] = own.slice(title);
  if (!titleRow || titleRow.em < body * TITLE_TIMES) return [];
  // lines of a cover become smaller from the title on
  const from = first.indexOf(titleRow);
  const end = first.findIndex((row, at) => at > from && (!headings.has(row) || row.em > (first[at - 1]?.em ?? row.em) * 1.05));
  const zone = new Set(end < 0 ? first : first.slice(0, end));
  const all = [...headings];
  const around = own.filter((row) => zone.has(row) && row.em < largest * 0.97 && !NUMBERED.test(textOf(row)));
  return around.filter(
    (row) =>
      !headsText(row, first[first.indexOf(row) + 1]) &&
      !all.some((other) => other !== row && isAlike(other, row) && !isSameBlock(other, row)),
  );
}
