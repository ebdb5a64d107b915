/** Running heads, page numbers: what stands at the edges of pages and is not text of the document. */
import type { DrawnPage } from '../../document/drawn-document.ts';
import type { Row } from './rows.ts';

/** Where they are looked for: share of the page's height. */
const EDGE_SHARE = 0.1;
/** The outermost row of a page may stand further in. */
const OUTERMOST_SHARE = 0.16;
const OFTEN_SHARE = 0.1;

const PAGE_NUMBER = /^(?:(?:page|seite|página|pág\.|p\.) )?[-–]? ?#(?: ?(?:\/|of|von|de) ?#)? ?[-–]?$/;

/** Digits and Roman numbers are all the same. */
const patternOf = (row: Row): string =>
  row.pieces
    .map(({ text }) => text)
    .join(' ')
    .toLowerCase()
    .replaceAll(/\d+|\b[ivxlc]+\b/g, '#');

type Edge = 'top' | 'bottom';

/** What is known of all rows of a page: where the first ends and the last begins, and the size of the letters of most. */
interface Extent {
  firstBottom: number;
  lastTop: number;
  middle: number;
}

function edgeOf(row: Row, page: DrawnPage, { firstBottom, lastTop, middle }: Extent): Edge | null {
  if (row.table) return null;
  if (row.bottom < page.heightPt * EDGE_SHARE) return 'top';
  if (row.top > page.heightPt * (1 - EDGE_SHARE)) return 'bottom';
  // Further in, larger letters are a title, however often it comes.
  if (row.em > middle * 1.1) return null;
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
  };
}

const APART_EM = 0.75;
const EDGE_ROWS_MAX = 40;

/** Air lies between a running head and the text of the page, or another row of the head. */
function isApart(row: Row, page: DrawnPage, rows: readonly Row[], repeated: ReadonlySet<Row>): boolean {
  const top = (row.top + row.bottom) / 2 < page.heightPt / 2;
  return !rows.some((other) => {
    if (other === row || repeated.has(other) || other.right < row.left || other.left > row.right) return false;
    const gap = top ? other.top - row.bottom : row.top - other.bottom;
    return gap > -row.em * 0.5 && gap < row.em * APART_EM;
  });
}

/** Rows at the edges that come again on many pages, digits apart, and lone page numbers. */
export function findFurniture(pages: readonly { page: DrawnPage; rows: readonly Row[] }[]): Set<Row> {
  const seen = new Map<string, Row[]>();
  const furniture = new Set<Row>();
  for (const { page, rows } of pages) {
    const extent = extentOf(rows);
    for (const row of rows) {
      const edge = edgeOf(row, page, extent);
      if (edge === null) continue;
      const pattern = patternOf(row);
      if (PAGE_NUMBER.test(pattern)) furniture.add(row);
      const key = `${edge} ${pattern}`;
      const known = seen.get(key);
      if (known) known.push(row);
      else seen.set(key, [row]);
    }
  }
  const repeated = new Set<Row>();
  const enough = Math.max(2, Math.min(Math.ceil(pages.length * 0.4), 3 + Math.ceil(pages.length * OFTEN_SHARE)));
  for (const rows of seen.values()) if (rows.length >= enough) for (const row of rows) repeated.add(row);
  for (const { page, rows } of pages) {
    const own = rows.filter((row) => repeated.has(row));
    for (const row of own) if (own.length > EDGE_ROWS_MAX || isApart(row, page, rows, repeated)) furniture.add(row);
  }
  return furniture;
}

/** Rows at the edges of a page that no other page has, but for page numbers: the head of a letter, the foot of a form. */
export function onceAtEdges(pages: readonly { page: DrawnPage; rows: readonly Row[] }[]): { above: Row[]; below: Row[] }[] {
  const found = pages.map(({ page, rows }) =>
    rows.flatMap((row) => {
      const [above, below] = [row.bottom < page.heightPt * OUTERMOST_SHARE, row.top > page.heightPt * (1 - OUTERMOST_SHARE)];
      const pattern = patternOf(row);
      return (above || below) && !PAGE_NUMBER.test(pattern) ? [{ row, above, pattern }] : [];
    }),
  );
  const counts = new Map<string, number>();
  for (const { pattern } of found.flat()) counts.set(pattern, (counts.get(pattern) ?? 0) + 1);
  return found.map((rows) => {
    const once = rows.filter(({ pattern }) => counts.get(pattern) === 1);
    return {
      above: once.filter(({ above }) => above).map(({ row }) => row),
      below: once.filter(({ above }) => !above).map(({ row }) => row),
    };
  });
}
