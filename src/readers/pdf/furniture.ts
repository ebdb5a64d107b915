/** Running heads, page numbers: what is at the edges of pages and is no text of the document itself. */
import type { RenderedPage } from '../../document/rendered-document.ts';
import { textOf, type Row } from './rows.ts';

/** Where they are looked for: share of the page's height. */
const EDGE_SHARE = 0.1;
/** The outermost row of a page may be further in. */
export const OUTERMOST_SHARE = 0.16;
const OFTEN_SHARE = 0.1;

export interface ReadPage {
  page: RenderedPage;
  rows: readonly Row[];
}

/** What was left out of the pages because it repeats on them, once each. */
export interface Furniture {
  rows: ReadonlySet<Row>;
  headers: string[];
  footers: string[];
}

/** Digits and Roman numbers are all the same. */
const patternOf = (row: Row): string =>
  textOf(row)
    .toLowerCase()
    .replaceAll(/\d+|\b[ivxlc]+\b/g, '#');

type Edge = 'top' | 'bottom';

interface EdgeRow {
  row: Row;
  edge: Edge;
}

/**
 * Those rows at the edges of one page that may come again on others. One of figures, or of letters that Roman numbers are written with, may be of a table or of a drawing:
 * only where it is the only one of its make can it run through the pages.
 */
function thatMayRun<T extends EdgeRow>(rows: readonly T[]): T[] {
  const keyOf = ({ row, edge }: EdgeRow): string => {
    const pattern = patternOf(row);
    return /\p{L}/u.test(pattern) ? '' : `${edge} ${pattern}`;
  };
  const counts = countBy(rows, keyOf);
  return rows.filter((one) => keyOf(one) === '' || counts.get(keyOf(one)) === 1);
}

/** What is known of all rows of a page: where the first ends and the last begins, the size of the letters of most, and of the largest. */
interface Extent {
  firstBottom: number;
  lastTop: number;
  middle: number;
  largest: number;
}

/** Of the size of a title: what is smaller beside it runs above it. */
const BESIDE_TITLE_MAX = 0.85;

function edgeOf(row: Row, page: RenderedPage, { firstBottom, lastTop, middle, largest }: Extent): Edge | null {
  if (row.table) return null;
  if (row.bottom < page.heightPt * EDGE_SHARE) return 'top';
  if (row.top > page.heightPt * (1 - EDGE_SHARE)) return 'bottom';
  // Further in, larger letters are a title, however often it comes, unless they are beside a larger one.
  if (row.em > middle * 1.1 && row.em > largest * BESIDE_TITLE_MAX) return null;
  const above = row.bottom < page.heightPt * OUTERMOST_SHARE && firstBottom > row.top;
  if (above) return 'top';
  const below = row.top > page.heightPt * (1 - OUTERMOST_SHARE) && lastTop < row.bottom;
  return below ? 'bottom' : null;
}

function extentOf(rows: readonly Row[]): Extent {
  return {
    firstBottom: rows.reduce((least, { bottom }) => Math.min(least, bottom), Infinity),
    lastTop: rows.reduce((most, { top }) => Math.max(most, top), -Infinity),
    middle: rows.map(({ em }) => em).toSorted((a, b) => a - b)[Math.floor(rows.length / 2)] ?? 10,
    largest: rows.reduce((most, { em }) => Math.max(most, em), 0),
  };
}

// ---------------------------------------------------------------------------------------------------------- page numbers

const PAGE_NUMBER =
  /^(?<word>(?:page|seite|página|pág\.|p\.) )?[-–]? ?(?<number>\d{1,4}|[ivxlc]{1,7})(?<total> ?(?:\/|of|von|de) ?(?:\d{1,4}|[ivxlc]{1,7}))? ?[-–]?$/;
const ROMAN: Readonly<Record<string, number>> = { i: 1, v: 5, x: 10, l: 50, c: 100 };

function valueOf(number: string): number {
  if (/^\d/.test(number)) return Number(number);
  const values = Array.from(number, (letter) => ROMAN[letter] ?? 0);
  return values.reduce((sum, value, at) => sum + (value < (values[at + 1] ?? 0) ? -value : value), 0);
}

interface NumberRow {
  row: Row;
  page: number;
  top: boolean;
  /** What the number exceeds the page's place in the file by: the same on all numbered pages. */
  offset: number;
  /** It says itself that it is one: `Page 3`, `3 of 9`. */
  plain: boolean;
}

function readNumberRow(row: Row, { page, heightPt }: RenderedPage): NumberRow | undefined {
  const { word, number, total } = PAGE_NUMBER.exec(textOf(row).toLowerCase().trim())?.groups ?? {};
  if (number === undefined) return undefined;
  const top = (row.top + row.bottom) / 2 < heightPt / 2;
  return { row, page, top, offset: valueOf(number) - page, plain: word !== undefined || total !== undefined };
}

/** Without the numbers at an edge that has several of one value: letters of a drawing that Roman numbers are written with, too. */
function aloneAtEdge(numbers: readonly NumberRow[]): NumberRow[] {
  const counts = countBy(numbers, keyOfNumber);
  return numbers.filter((one) => one.plain || counts.get(keyOfNumber(one)) === 1);
}

const keyOfNumber = ({ page, top, offset }: NumberRow): string => `${page} ${top ? 'top' : 'bottom'} ${offset}`;

function countBy<T, K>(all: readonly T[], keyOf: (one: T) => K): Map<K, number> {
  const counts = new Map<K, number>();
  for (const one of all) counts.set(keyOf(one), (counts.get(keyOf(one)) ?? 0) + 1);
  return counts;
}

/**
 * Rows at the edges that are the page's number: they say so, or count with the pages. A lone number that does neither may
 * be the number of an invoice.
 */
function findPageNumbers(pages: readonly { page: RenderedPage; edges: readonly Row[] }[]): Set<Row> {
  const found = aloneAtEdge(pages.flatMap(({ page, edges }) => edges.flatMap((row) => readNumberRow(row, page) ?? [])));
  // The only page counts with nothing: what is at its top may be anything.
  const [only, ...others] = pages;
  const below = only && others.length === 0 ? only.page.heightPt / 2 : -Infinity;
  const pagesOf = Map.groupBy(found, ({ offset }) => offset);
  const counts = (offset: number): boolean => new Set(pagesOf.get(offset)?.map(({ page }) => page)).size > 1;
  return new Set(
    found
      .filter(({ row, offset, plain }) => plain || (offset === 0 && row.top > below && /\d/.test(textOf(row))) || counts(offset))
      .map(({ row }) => row),
  );
}

const TITLED_PAGES_MIN = 3;
const TITLED = /^(?:(?<first>\d{1,4}|[ivxlc]{1,7})\s+\S.*|.*\S\s+(?<last>\d{1,4}|[ivxlc]{1,7}))$/;

/** Rows at the edges in which a title and the page's number are one line, as over the pages of a chapter: the title comes again, and the numbers count with the pages. */
function findTitledNumbers(pages: readonly { page: RenderedPage; edges: readonly Row[] }[]): Row[] {
  const found = pages.flatMap(({ page, edges }) =>
    edges.flatMap((row) => {
      const { first, last } = TITLED.exec(textOf(row).toLowerCase().trim())?.groups ?? {};
      const number = first ?? last;
      return number === undefined || !/\p{L}{4}/u.test(textOf(row)) ? [] : [{ row, offset: valueOf(number) - page.page, page: page.page }];
    }),
  );
  const counting = Map.groupBy(found, ({ offset }) => offset);
  const repeated = countBy(found, ({ row }) => patternOf(row));
  return [...counting.values()]
    .filter((rows) => new Set(rows.map(({ page }) => page)).size >= TITLED_PAGES_MIN)
    .flatMap((rows) => rows.filter(({ row }) => (repeated.get(patternOf(row)) ?? 0) > 1).map(({ row }) => row));
}

// --------------------------------------------------------------------------------------------------------------- all rows

const APART_EM = 0.75;
const EDGE_ROWS_MAX = 40;

/** Space lies between a running head and the text of the page, or another row of the head. */
function isApart(row: Row, page: RenderedPage, rows: readonly Row[], repeated: ReadonlySet<Row>): boolean {
  const top = (row.top + row.bottom) / 2 < page.heightPt / 2;
  return !rows.some((other) => {
    if (other === row || repeated.has(other) || other.right < row.left || other.left > row.right) return false;
    const gap = top ? other.top - row.bottom : row.top - other.bottom;
    return gap > -row.em * 0.5 && gap < row.em * APART_EM;
  });
}

/**
 * Rows at the edges that come again on many pages, digits apart, and page numbers. Where nothing else would be left of the
 * whole file, they are its text.
 */
export function findFurniture(pages: readonly ReadPage[]): Furniture {
  const edges = pages.map(({ page, rows }) => {
    const extent = extentOf(rows);
    return { page, rows, edges: rows.flatMap((row) => edged(row, edgeOf(row, page, extent))) };
  });
  const seen = Map.groupBy(
    edges.flatMap((one) => thatMayRun(one.edges).map((own) => ({ ...own, page: one.page }))),
    ({ row, edge }) => `${edge} ${patternOf(row)}`,
  );
  const enough = Math.max(2, Math.min(Math.ceil(pages.length * 0.4), 3 + Math.ceil(pages.length * OFTEN_SHARE)));
  const often = [...seen.values()].filter((rows) => new Set(rows.map(({ page }) => page)).size >= enough);
  const bare = edges.map(({ page, edges: own }) => ({ page, edges: own.map(({ row }) => row) }));
  const repeated = new Set([...often.flatMap((rows) => rows.map(({ row }) => row)), ...repeatTitle(edges), ...findTitledNumbers(bare)]);
  const numbers = findPageNumbers(bare);
  const running = edges.flatMap(({ page, rows, edges: own }) => {
    const mine = own.filter(({ row }) => repeated.has(row));
    return mine.filter(({ row }) => mine.length > EDGE_ROWS_MAX || isApart(row, page, rows, repeated));
  });
  const named = nameOnce(running.filter(({ row }) => !numbers.has(row)));
  const rows = new Set([...numbers, ...named.rows]);
  if (pages.every((one) => one.rows.every((row) => rows.has(row)))) return { rows: new Set(), headers: [], footers: [] };
  return { ...named, rows };
}

const TITLE_SIZE = 1.15;
const plainText = (row: Row): string => textOf(row).trim().toLowerCase();

/** The title of the first page once more, small and in the margin: a running head that comes on one page alone where a file has two. */
function repeatTitle(pages: readonly { page: RenderedPage; rows: readonly Row[]; edges: readonly EdgeRow[] }[]): Row[] {
  const [first, ...others] = pages;
  if (first === undefined) return [];
  const { middle } = extentOf(first.rows);
  const titles = new Set(first.rows.filter(({ em, table }) => !table && em >= middle * TITLE_SIZE).map(plainText));
  return others.flatMap(({ rows, edges }) => {
    const own = extentOf(rows).middle;
    return edges.filter(({ row }) => row.em <= own && titles.has(plainText(row)) && /\p{L}/u.test(textOf(row))).map(({ row }) => row);
  });
}

const edged = (row: Row, edge: Edge | null): EdgeRow[] => (edge === null ? [] : [{ row, edge }]);

const NAMED_MAX = 30;
const NAMED_CHARS_MAX = 300;

/** The first text of each pattern, and the rows of those patterns: what is too long, or too much, is no head and stays where it is. */
function nameOnce<T extends EdgeRow>(rows: readonly T[]): { rows: Row[]; headers: string[]; footers: string[] } {
  const short = rows.filter(({ row }) => textOf(row).length <= NAMED_CHARS_MAX);
  const at = (edge: Edge): Row[][] =>
    [
      ...Map.groupBy(
        short.filter((one) => one.edge === edge).map(({ row }) => row),
        patternOf,
      ).values(),
    ].slice(0, NAMED_MAX);
  const [top, bottom] = [at('top'), at('bottom')];
  const first = (some: Row[][]): string[] => some.flatMap(([row]) => (row ? [textOf(row)] : []));
  return { rows: [...top, ...bottom].flat(), headers: first(top), footers: first(bottom) };
}

export interface EdgeRows {
  above: Row[];
  below: Row[];
}

/**
 * Rows at the edges of a page, without page numbers, by whether another page has them too: the head of a letter and the foot
 * of a form come once, running heads again and again.
 */
export function partEdges(pages: readonly ReadPage[]): { once: EdgeRows[]; headers: string[]; footers: string[] } {
  const found = pages.map(({ page, rows }) => {
    const edges = rows.flatMap((row) => {
      const [above, below] = [row.bottom < page.heightPt * OUTERMOST_SHARE, row.top > page.heightPt * (1 - OUTERMOST_SHARE)];
      return above || below ? [{ row, edge: above ? ('top' as const) : ('bottom' as const), pattern: patternOf(row) }] : [];
    });
    return { page, edges };
  });
  const numbers = findPageNumbers(found.map(({ page, edges }) => ({ page, edges: edges.map(({ row }) => row) })));
  const own = found.map(({ edges }) => edges.filter(({ row }) => !numbers.has(row)));
  const running = new Set(own.flatMap((rows) => thatMayRun(rows).map(({ row }) => row)));
  // on how many pages, not how often: letters of a drawing come many times on one
  const counts = countBy(
    own.flatMap((rows) => [...new Set(rows.flatMap(({ row, pattern }) => (running.has(row) ? [pattern] : [])))]),
    (pattern) => pattern,
  );
  const isOnce = ({ row, pattern }: { row: Row; pattern: string }): boolean => !running.has(row) || counts.get(pattern) === 1;
  const named = nameOnce(own.flat().filter((one) => !isOnce(one)));
  const heads = new Set(named.rows);
  const once = own.map((rows) => ({
    above: rows.filter(({ row, edge }) => !heads.has(row) && edge === 'top').map(({ row }) => row),
    below: rows.filter(({ row, edge }) => !heads.has(row) && edge === 'bottom').map(({ row }) => row),
  }));
  return { once, headers: named.headers, footers: named.footers };
}
