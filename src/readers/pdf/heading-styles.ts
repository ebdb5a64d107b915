/**
 * Styles of headings: letters of one kind, size, weight and colour that again and again stand alone over text, with air above, are
 * headings wherever they are, also where one by itself would tell nothing: no larger than the text, in three lines or more, with a colon.
 */
import { isPlainData } from './labels.ts';
import { isNumbered } from './heading-numbers.ts';
import { widthInLetters } from './measures.ts';
import type { Row } from './rows.ts';
import { beginsItem, canHead, isItalic, isMonospaced } from './typography.ts';
import { textOf } from './rows.ts';

interface Unit {
  rows: readonly Row[];
  /** It has air above and heads something. */
  stands: boolean;
  /** What it heads is text. */
  overText: boolean;
}

const UNITS_MIN = 3;
const STANDING_SHARE_MIN = 0.75;
const OVER_TEXT_SHARE_MIN = 0.6;
const LETTERS_SHARE_MAX = 0.12;
const CHARS_MAX = 120;
const NUMBERED_CHARS_MAX = 320;
const ROWS_MAX = 3;
const NUMBERED_ROWS_MAX = 6;
const LINE_GAP = 0.6;
const AIR_MIN = 0.45;
const TEXT_CHARS_MIN = 45;
/** Lines of a column in letters of East Asia, most of which are as wide as they are high. */
const WIDE_LETTERS_MIN = 32;
const LARGER = 1.05;

/** Bold, slanted or larger than the text: what could be a heading by its looks. */
const standsOut = (row: Row, body: number): boolean => row.bold || row.em > body * LARGER || isSlanted(row, body);
/** As large as the text, and neither larger nor bold: nearly every such line has to stand alone over text. */
const isSlanted = (row: Row, body: number): boolean => !row.bold && row.em > body * 0.95 && row.em <= body * LARGER && isItalic(row);
const SLANTED_SHARE_MIN = 0.9;

const styleOf = (row: Row, body: number): string => {
  const [first] = row.pieces;
  return row.table || !first || !standsOut(row, body) ? '' : `${first.font} ${Math.round(row.em * 2)} ${row.bold} ${first.color ?? ''}`;
};

const isText = (row: Row): boolean => {
  const [letters, text] = [widthInLetters(textOf(row)), textOf(row)];
  return letters >= (letters > text.length * 1.5 ? WIDE_LETTERS_MIN : TEXT_CHARS_MIN);
};

const isClose = (above: Row, row: Row): boolean => row.top > above.top && row.top - above.bottom < above.size * LINE_GAP;

/** The rows from `at` on that are lines of one text. */
function unitAt(rows: readonly Row[], at: number, styles: readonly string[]): Row[] {
  const taken: Row[] = [];
  for (let index = at; index < rows.length; index++) {
    const [row, last] = [rows[index], taken.at(-1)];
    if (!row || row.table || styles[index] !== styles[at]) break;
    if (last && (!isClose(last, row) || isNumbered(textOf(row)) || beginsItem(row))) break;
    taken.push(row);
  }
  return taken;
}

function readUnit(rows: readonly Row[], at: number, own: readonly Row[], body: number): Unit {
  const [first, last] = [own[0], own.at(-1)];
  const [before, after] = [rows[at - 1], rows[at + own.length]];
  const none = { rows: own, stands: false, overText: false };
  if (!first || !last || !after || own.some(({ pieces }) => pieces.length !== 1)) return none;
  const text = own.map(textOf).join(' ');
  const numbered = isNumbered(text);
  const fits = numbered
    ? text.length <= NUMBERED_CHARS_MAX && own.length <= NUMBERED_ROWS_MAX
    : text.length <= CHARS_MAX && own.length <= ROWS_MAX;
  const air =
    before === undefined || before.table !== undefined || before.top > first.top || first.top - before.bottom >= first.size * AIR_MIN;
  const nearer = before === undefined || before.top > first.top || after.top - last.bottom <= (first.top - before.bottom) * 1.3 + 1;
  const stands =
    fits &&
    air &&
    nearer &&
    (after.table !== undefined || after.top > last.top) &&
    canHead(text, first.em > body * LARGER) &&
    !isPlainData(text) &&
    (numbered || !beginsItem(first));
  return {
    rows: own,
    stands,
    overText: stands && (after.table !== undefined || beginsItem(after) || isText(after)),
  };
}

interface Style {
  units: Unit[];
  letters: number;
  font: string;
  slanted: boolean;
}

const lettersOf = ({ pieces }: Row): number => pieces.reduce((sum, { text }) => sum + text.length, 0);

/** Numbered lines are a style of their own. */
function readStyles(pages: readonly { rows: readonly Row[] }[], body: number): { styles: Style[]; letters: number } {
  const found = new Map<string, Style>();
  let letters = 0;
  for (const { rows } of pages) {
    const looks = rows.map((row) => styleOf(row, body));
    for (const [at, row] of rows.entries()) letters += looks[at] === '' ? lettersOf(row) : 0;
    for (let at = 0; at < rows.length;) {
      const row = rows[at];
      if (!row || looks[at] === '') {
        at++;
        continue;
      }
      const own = unitAt(rows, at, looks);
      const key = `${looks[at]} ${isNumbered(textOf(row))}`;
      const style = found.get(key) ?? { units: [], letters: 0, font: row.pieces[0]?.font ?? '', slanted: isSlanted(row, body) };
      const length = own.reduce((sum, line) => sum + lettersOf(line), 0);
      style.units.push(readUnit(rows, at, own, body));
      style.letters += length;
      letters += length;
      found.set(key, style);
      at += own.length;
    }
  }
  return { styles: [...found.values()], letters };
}

/** By the first row of each heading how many rows it goes over. @param pages rows without running heads @param body size of the document's text */
export function findStyledHeadings(pages: readonly { rows: readonly Row[] }[], body: number): Map<Row, number> {
  const { styles, letters } = readStyles(pages, body);
  const found = new Map<Row, number>();
  for (const style of styles) {
    const standing = style.units.filter(({ stands }) => stands);
    const [least, leastOver] = style.slanted ? [SLANTED_SHARE_MIN, SLANTED_SHARE_MIN] : [STANDING_SHARE_MIN, OVER_TEXT_SHARE_MIN];
    const isOfHeadings =
      standing.length >= UNITS_MIN &&
      standing.length >= style.units.length * least &&
      standing.filter(({ overText }) => overText).length >= standing.length * leastOver &&
      style.letters <= letters * LETTERS_SHARE_MAX &&
      !isMonospaced(style.font);
    if (isOfHeadings) for (const { rows } of standing) if (rows[0]) found.set(rows[0], rows.length);
  }
  return found;
}
