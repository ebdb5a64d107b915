/** A few lines of text in two columns on a page that is none of columns: each line of one stands in a row with one of the other. They are read column by column. */
import { maxOf, minOf } from '../../base/extremes.ts';
import { joinRows } from './rows.ts';
import type { Piece, Row } from './rows.ts';

const LINES_MIN = 3;
/** Of a page; more are those of a page of columns, or of none. */
const ROWS_MAX = 150;
const CHARS_MIN = 28;
const GUTTER_EM = 0.8;
const GAP_EM = 0.9;
const SAME_EM = 0.1;
const ALIGNED_EM = 1.5;
const ALIGNED_SHARE_MIN = 0.8;
/** Of the lines of a text, how many begin in the middle of a sentence. */
const GOING_ON_SHARE_MIN = 0.5;
const ROWS_BEGUN_MAX = 1;
const SHORT_EM = 6;

const linesOf = ({ pieces }: Row): Piece[] => pieces.flatMap((piece) => piece.lines ?? [piece]);
const BEGINS_ANEW = /^[\p{Lu}\p{Nd}]/u;
const GOES_ON = /^[\p{Ll}\p{Lo}(]/u;

interface Columns {
  left: Piece[];
  right: Piece[];
  /** Index behind the last row. */
  end: number;
}

/** The rows from one on whose pieces lie to the left or to the right of a strip, close below each other. */
function columnsFrom(rows: readonly Row[], at: number): Columns | undefined {
  const first = rows[at];
  const [one, two, ...others] = first ? first.pieces : [];
  if (!first || !one || !two || others.length > 0 || first.table) return undefined;
  const middle = (one.right + two.left) / 2;
  const found: Columns = { left: [], right: [], end: at };
  let [reach, begin, bottom] = [-Infinity, Infinity, first.top];
  for (let row = first as Row | undefined; row && found.end - at < ROWS_MAX; row = rows[found.end]) {
    const lines = linesOf(row);
    const [left, right] = [lines.filter((line) => line.right < middle), lines.filter((line) => line.left > middle)];
    reach = left.reduce((most, line) => Math.max(most, line.right), reach);
    begin = right.reduce((least, line) => Math.min(least, line.left), begin);
    const fits =
      !row.table &&
      left.length + right.length === lines.length &&
      lines.every(({ em }) => Math.abs(em - first.em) < first.em * SAME_EM) &&
      row.top - bottom < first.em * GAP_EM &&
      row.bottom > bottom - 2 &&
      begin - reach > first.em * GUTTER_EM;
    if (!fits) break;
    found.left.push(...left);
    found.right.push(...right);
    bottom = Math.max(bottom, row.bottom);
    found.end++;
  }
  return found;
}

/** Lines of one text, which begin below each other. */
function isText(lines: readonly Piece[]): boolean {
  const edge = minOf(lines.map(({ left }) => left));
  const aligned = lines.filter(({ left, em }) => left - edge < em * ALIGNED_EM).length;
  const goingOn = lines.slice(1).filter(({ text }) => GOES_ON.test(text)).length;
  return (
    lines.length >= LINES_MIN &&
    lines.reduce((sum, { text }) => sum + text.length, 0) >= lines.length * CHARS_MIN &&
    aligned >= lines.length * ALIGNED_SHARE_MIN &&
    goingOn >= (lines.length - 1) * GOING_ON_SHARE_MIN
  );
}

/** Lines that begin anew beside each other, one of them below a line that ended early: rows of a table. */
function rowsBegun({ left, right }: Columns): number {
  const widest = (lines: readonly Piece[]): number => lines.reduce((most, line) => Math.max(most, line.right), 0);
  const limits = [widest(left), widest(right)] as const;
  return left.filter((line, index) => {
    const at = right.findIndex((other) => other.top < (line.top + line.bottom) / 2 && other.bottom > (line.top + line.bottom) / 2);
    const [beside, above, over] = [right[at], left[index - 1], right[at - 1]];
    if (!beside || !above || !over || !BEGINS_ANEW.test(line.text) || !BEGINS_ANEW.test(beside.text)) return false;
    return limits[0] - above.right > above.em * SHORT_EM || limits[1] - over.right > over.em * SHORT_EM;
  }).length;
}

/** The same rows, each column of such lines by itself. */
export function readProseColumns(rows: readonly Row[]): Row[] {
  const read: Row[] = [];
  for (let at = 0; at < rows.length;) {
    const found = columnsFrom(rows, at);
    const row = rows[at];
    if (found && isText(found.left) && isText(found.right) && rowsBegun(found) <= ROWS_BEGUN_MAX) {
      for (const lines of [found.left, found.right])
        read.push(...joinRows(lines).map((own) => ({ ...own, reach: maxOf(lines.map(({ right }) => right)) })));
      at = found.end;
    } else {
      if (row) read.push(row);
      at++;
    }
  }
  return read;
}
