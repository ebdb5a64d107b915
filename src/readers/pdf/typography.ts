/** What a document is set in, and what is a heading in it. */
import type { RenderedLine } from '../../document/rendered-document.ts';
import { depthOf, isNamedNumber, isNamedStage, isNumbered, isPartOf } from './heading-numbers.ts';
import { countedMark, isLoneMark, itemMark } from './list-marks.ts';
import { lineEm, textOf, type Row } from './rows.ts';
import { namedOn, NO_OUTLINE, type OutlineRows } from './outline-rows.ts';

/** What holds for the whole document. */
export interface Typography {
  /** Size of the letters of most of the text. */
  body: number;
  /** How much larger the letters of a heading are; sizes that were measured in a picture are less sure. */
  larger: number;
  /** Sizes of headings, largest first. */
  headings: number[];
  /** Sizes, to half a point, in which text runs on over many lines: only what is bold in them can be a heading. */
  running: ReadonlySet<number>;
  /** Where the titles of the outline are. */
  outline: OutlineRows;
  /** Rows that are no headings, however they are set, and titles of slides with their levels. */
  barred: ReadonlySet<Row>;
  titles: ReadonlyMap<Row, number>;
  /** First rows of headings by their style, with the number of their rows. */
  styled: ReadonlyMap<Row, number>;
  /** Measured in a picture. */
  recognized: boolean;
  /** Most of it is in letters of one width: they mean nothing. */
  monospaced: boolean;
}

const HEADING_CHARS_MAX = 200;
const BOLD_HEADING_CHARS_MAX = 110;
/** Pieces further apart are cells, in whatever size. */
const HEADING_GAP_EM = 4;
const LARGER = 1.12;
const LARGER_RECOGNIZED = 1.25;
/** `1. text` in letters a little larger than most is an item all the same. */
const LARGER_NUMBERED = 1.25;
const CODE_SHARE_MAX = 0.8;
const LEADERS = /[.·…_ ]{5,}/;
const MONOSPACED = /mono|courier|consol|menlo|typewriter|^cmtt|^sftt|inconsolata|lettergothic/i;

export const isMonospaced = (font: string): boolean => MONOSPACED.test(font);
const half = (size: number): number => Math.round(size * 2) / 2;
const levelOfSize = (headings: readonly number[], size: number): number =>
  Math.min(6, Math.max(1, headings.filter((one) => one > size * 1.03).length + 1));

/** Weighed by letters. @param rows those that may be headings */
export function readTypography(rows: readonly Row[], lines: readonly RenderedLine[], { recognized }: { recognized: boolean }): Typography {
  const larger = recognized ? LARGER_RECOGNIZED : LARGER;
  const weights = new Map<number, number>();
  const code = new Map<number, number>();
  let [letters, spaced] = [0, 0];
  for (const line of lines) {
    // dots that lead to a page number are no text
    const own = line.text.length - (line.text.match(LEADERS)?.[0].length ?? 0);
    letters += own;
    if (isMonospaced(line.font)) spaced += own;
    const counted = isMonospaced(line.font) ? code : weights;
    counted.set(half(lineEm(line)), (counted.get(half(lineEm(line))) ?? 0) + own);
  }
  // much code between the text is no measure for it
  const measured = spaced > letters * CODE_SHARE_MAX ? code : weights;
  const body = [...measured].toSorted(([, a], [, b]) => b - a)[0]?.[0] ?? 10;
  const running = runningSizes(rows, body * larger);
  const typography = { body, larger, running, recognized };
  return {
    ...typography,
    headings: sizesOfHeadings(rows, typography),
    barred: new Set(),
    titles: new Map(),
    styled: new Map(),
    outline: NO_OUTLINE,
    monospaced: spaced > letters / 2,
  };
}

/** Covers have words in sizes that come once: in a document of more sizes than there are levels those are none. */
const LEVELS_MAX = 6;

/** Sizes of the rows that are large enough for a heading, largest first; those within a few percent of each other are one level. */
export function sizesOfHeadings(
  rows: readonly Row[],
  typography: Pick<Typography, 'body' | 'larger' | 'running' | 'recognized'>,
): number[] {
  const headings: { size: number; rows: number }[] = [];
  const sizes = rows.filter((row) => isLarge(row, typography)).map(({ em }) => em);
  for (const size of sizes.toSorted((a, b) => b - a)) {
    const last = headings.at(-1);
    if (last && size >= last.size * (typography.recognized ? 0.88 : 0.97)) last.rows++;
    else headings.push({ size, rows: 1 });
  }
  const kept = headings.length > LEVELS_MAX ? headings.filter(({ rows: own }, at) => at === 0 || own > 1) : headings;
  return kept.map(({ size }) => size);
}

/** Letters and clause numbers may begin any line of a text: as marks they are before a gap. */
export function beginsItem(row: Row): boolean {
  if (row.marked === false) return false;
  const text = textOf(row);
  const mark = itemMark(text);
  if (mark === null) return row.marked === true && countedMark(text) !== null;
  return mark.sure || row.marked === true;
}

/** A heading has three lines at most. */
const RUN_ROWS_MIN = 4;

/** Sizes above that of headings of which most lines follow upon others of theirs: text in a second size. */
function runningSizes(rows: readonly Row[], least: number): Set<number> {
  const counts = new Map<number, { rows: number; inRuns: number }>();
  for (let at = 0; at < rows.length;) {
    const [first, size] = [rows[at], half(rows[at]?.em ?? 0)];
    let end = at + 1;
    while (end < rows.length && half(rows[end]?.em ?? 0) === size && !rows[end]?.bold && !rows[end]?.table) end++;
    if (first && !first.bold && !first.table && first.em > least) {
      const count = counts.get(size) ?? { rows: 0, inRuns: 0 };
      count.rows += end - at;
      if (end - at >= RUN_ROWS_MIN) count.inRuns += end - at;
      counts.set(size, count);
    }
    at = end;
  }
  return new Set([...counts].filter(([, count]) => count.inRuns > count.rows / 2).map(([size]) => size));
}

/** A line of a table of contents: dots lead to its page. */
export const isListed = (text: string): boolean => text.includes('…') && /\p{L}.*… ?\.?(?:\p{N}{1,4}|[ivxlc]{1,6}|N\/A)$/iu.test(text);
/** Leaders at the end whose page is missing. */
export const hasOpenLeaders = (text: string): boolean => /\p{L}.* …$/u.test(text);
const CAPTION =
  /^(?:fig(?:ure|ura|\.)|tab(?:le|la|elle|leau|\.)|abb(?:ildung|\.)|chart|gr[áa]fico|exhibit)\s*(?:\d|[IVX]{1,4}\b|[A-Z]{1,2}[-.]?\d)/iu;
/** `Table A-3. Names of …`: what stands beside a table or a picture heads no text. */
export const isCaption = (text: string): boolean => CAPTION.test(text);
/** From there on letters are so large that they are a title, whatever it ends with. */
const TITLE_TIMES = 1.5;

/** What no heading ends with, unless it is a title. */
const endsOpen = (text: string): boolean => /[;,；，、]$/u.test(text) || (/[.:。：]$/u.test(text) && !isNumbered(text));

function isLarge(row: Row, { body, larger, running }: Pick<Typography, 'body' | 'larger' | 'running'>): boolean {
  const text = textOf(row);
  if (isListed(text) || (!row.bold && running.has(half(row.em)))) return false;
  if (row.em < body * TITLE_TIMES && ((!row.bold && endsOpen(text)) || CAPTION.test(text))) return false;
  if (beginsItem(row) && (!/^\d/.test(text) || row.em < body * (itemMark(text)?.sure ? LARGER_NUMBERED : larger))) return false;
  return (
    row.em > body * larger &&
    text.length <= HEADING_CHARS_MAX &&
    /\p{L}{2}/u.test(text) &&
    row.pieces.length <= 2 &&
    widestGap(row) < row.em * HEADING_GAP_EM
  );
}

const widestGap = ({ pieces }: Row): number =>
  pieces.reduce((most, piece, index) => Math.max(most, index === 0 ? 0 : piece.left - (pieces[index - 1]?.right ?? 0)), 0);

/**
 * For paragraphs that a tagged file has not distinguished from headings. @param tagged size of the largest letters that its tags call
 * a heading: where they know headings at all, only what is larger, as a title is, is one without being called so
 */
export function headingBySize(
  { body, larger, headings, outline }: Typography,
  tagged: number,
): (em: number, text: string, page: number) => number | undefined {
  return (em, text, page) => {
    const named = namedOn(outline, page, text);
    if (named && Math.abs(em - (named.em ?? em)) <= em * 0.05) return named.level;
    return em > body * larger * 1.1 &&
      em > tagged * 1.02 &&
      text.length <= HEADING_CHARS_MAX &&
      /\p{L}{2}/u.test(text) &&
      !itemMark(text)?.sure
      ? levelOfSize(headings, em)
      : undefined;
  };
}

/** Larger letters, a title of the outline, or bold or capital words with air above and ordinary text below them. */
export function headingLevel(rows: readonly Row[], at: number, typography: Typography): number | undefined {
  const { body, headings, outline } = typography;
  const row = rows[at];
  if (!row || row.table) return undefined;
  const text = textOf(row);
  const listed = outline.headings.get(row);
  if (listed) return listed.level;
  const title = typography.titles.get(row);
  if (title !== undefined || typography.barred.has(row)) return title;
  if (isLarge(row, typography)) return levelOfSize(headings, row.em);
  return typography.styled.has(row) || isSetApart(rows, at, body) ? Math.min(6, headings.length + depthOf(text)) : undefined;
}

const BOLD_ROWS_MAX = 3;

/** Whether a text may be a heading by what it says. @param colon whether it may end in one */
export const canHead = (text: string, colon: boolean): boolean =>
  /\p{L}{2}/u.test(text) &&
  !(/[;,；，、]$/u.test(text) || (/[.。]$/u.test(text) && !isNumbered(text)) || (/[:：]$/u.test(text) && !colon)) &&
  !isLabelled(text) &&
  !CAPTION.test(text) &&
  !isListed(text);

/** `Report date: 27 June`, but neither `Chapter 1: Start` nor `2.1 Data: Sources` nor `Note:` */
const LABELLED = /^[^:]{2,40}(?<![\dIVX]): \S/u;
const isLabelled = (text: string): boolean => LABELLED.test(text) && !isNamedStage(text) && !CLAUSE_NUMBER.test(text);
const CLAUSE_NUMBER = /^\d{1,2}(?:\.\d{1,2})+\.?\s+\p{Lu}/u;
/** Name of the font that a row begins in, without its style: a title may have slanted words. */
export const familyOf = (row: Row | undefined): string =>
  row?.pieces[0]?.font.replace(/[-,](?:bold|italic|oblique|regular|roman|medium).*$/i, '') ?? '';
export const isItalic = (row: Row): boolean => row.pieces.every(({ font }) => /ital|obliq/i.test(font));

/** Not bold, but in letters of its own: slanted and a little larger, or of another kind behind the number of a clause. */
const hasOwnLetters = (row: Row, after: Row | undefined, body: number): boolean =>
  after !== undefined &&
  !after.table &&
  ((isItalic(row) && !isItalic(after) && (row.em > body * 1.05 || isNumbered(textOf(row)))) ||
    (CLAUSE_NUMBER.test(textOf(row)) && familyOf(row) !== familyOf(after)));

/** A bold heading may have a few lines. */
function lastOfBold(rows: readonly Row[], at: number): number {
  let last = at;
  for (
    let [row, next] = [rows[at], rows[at + 1]];
    row?.bold && next?.bold && last - at < BOLD_ROWS_MAX - 1;
    [row, next] = [rows[last], rows[last + 1]]
  ) {
    const close =
      !next.table &&
      next.pieces.length === 1 &&
      next.top > row.top &&
      next.top - row.bottom < row.size * 0.5 &&
      Math.abs(next.em - row.em) < 0.6 &&
      !isNumbered(textOf(next));
    if (!close) break;
    last++;
  }
  return last;
}

/** A heading right above: one of a higher level. */
const isAboveHeading = (before: Row, row: Row): boolean =>
  before.pieces.length === 1 &&
  before.em > row.em * 1.05 &&
  textOf(before).length <= BOLD_HEADING_CHARS_MAX &&
  !/[.:;,]$/.test(textOf(before));

/** Letters of the text may be that much larger than those of a heading that stands out otherwise. */
const SMALLER = 1.12;
const NUMBERED_SMALLER = 1.25;
/** Small capitals are lower than other letters. */
const SMALL_CAPITALS = 0.75;
const NAMED_CHARS_MAX = 70;

/** `Chapter 3` by itself, with air around it, in whatever letters. */
const isNamedAlone = (row: Row, before: Row | undefined): boolean =>
  isNamedNumber(textOf(row)) &&
  textOf(row).length <= NAMED_CHARS_MAX &&
  !/[.,;]$/.test(textOf(row)) &&
  (before === undefined || before.top > row.top || row.top - before.bottom > row.size);

const isCentredOver = (row: Row, after: Row | undefined): boolean =>
  after !== undefined && Math.abs(row.left + row.right - after.left - after.right) < row.em * 3 && row.left - after.left > row.em * 2;

/** What is bold below it is the first of its parts, or set smaller as a heading of a lower level is. */
const headsHeading = (row: Row, after: Row, body: number): boolean =>
  isPartOf(textOf(after), textOf(row)) ||
  (row.em > body * 1.05 && after.em < row.em * 0.95 && after.em > body * 0.95 && textOf(after).length <= BOLD_HEADING_CHARS_MAX);

/** Two bold lines over a text, in two colours, with air between them: a heading over one of its parts. */
const headsInColour = (row: Row, after: Row, below: Row | undefined): boolean =>
  row.bold &&
  after.bold &&
  below !== undefined &&
  !below.table &&
  !below.bold &&
  below.top > after.top &&
  row.pieces[0]?.color !== after.pieces[0]?.color &&
  textOf(after).length <= BOLD_HEADING_CHARS_MAX;

/** Of a page that is set smaller than the document. */
const isLargerThanItsText = (row: Row, after: Row | undefined): boolean =>
  after !== undefined && !after.table && row.bold && !after.bold && after.em * SMALL_PAGE_TIMES <= row.em;
const SMALL_PAGE_TIMES = 1.2;

function isSetApart(rows: readonly Row[], at: number, body: number): boolean {
  const row = rows[at];
  if (!row) return false;
  const text = textOf(row);
  const capitals = /\p{Lu}{2}/u.test(text) && !/\p{Ll}/u.test(text) && (text.match(/\p{Lu}/gu)?.length ?? 0) >= 4;
  const own = hasOwnLetters(row, rows[at + 1], body) || isNamedAlone(row, rows[at - 1]);
  const least = capitals && (isNumbered(text) || isCentredOver(row, rows[at + 1])) ? SMALL_CAPITALS : 0.95;
  if (
    !(row.bold || capitals || own) ||
    row.pieces.length !== 1 ||
    text.length > BOLD_HEADING_CHARS_MAX ||
    !/\p{L}{2}/u.test(text) ||
    (row.em < body * least && !isLargerThanItsText(row, rows[at + 1]))
  )
    return false;
  if ((/[.:;,。：；，、]$/u.test(text) && !isNumbered(text)) || isLabelled(text) || CAPTION.test(text) || isListed(text)) return false;
  if (isLoneMark(text.split(' ', 1)[0] ?? '') && !isNumbered(text)) return false;
  const last = lastOfBold(rows, at);
  const [before, after] = [rows[at - 1], rows[last + 1]];
  const end = rows[last] ?? row;
  if (
    !after ||
    (last > at && /[.:;,]$/.test(textOf(end))) ||
    (before && row.top >= before.top && row.top - before.bottom <= row.size * 0.45 && !isAboveHeading(before, row))
  )
    return false;
  if (after.table) return row.bold;
  const same =
    own || headsHeading(row, after, body) || headsInColour(row, after, rows[last + 2])
      ? false
      : row.bold
        ? after.bold
        : !/\p{Ll}/u.test(textOf(after));
  // A bold line whose sentence goes on is no heading, and neither is the header row of a table.
  return (
    !same &&
    after.top > row.top &&
    after.em <= (row.em * (isNumbered(text) ? NUMBERED_SMALLER : SMALLER)) / Math.min(1, least) &&
    (after.pieces.length === 1 || after.top - end.bottom > row.size * 0.5) &&
    !(/^\p{Ll}/u.test(textOf(after)) && after.pieces.length === 1 && !beginsItem(after))
  );
}
