/** The outline of a file (its bookmarks) found again on its pages: which rows are the headings that it names, and whether it names all. */
import type { RenderedDocument } from '../../document/rendered-document.ts';
import { maxOf } from '../../base/extremes.ts';
import { isNumbered } from './heading-numbers.ts';
import { textOf, type Row } from './rows.ts';
import type { PageRows } from './slide-titles.ts';

interface OutlineHeading {
  /** 1 to 6. */
  level: number;
  /** How many rows it goes over. */
  rows: number;
}

export interface OutlineRows {
  /** By the first row of each. */
  headings: ReadonlyMap<Row, OutlineHeading>;
  /** By page and text: the level, and the size of the letters where the rows were found. */
  named: ReadonlyMap<string, { level: number; em?: number }>;
  /** It names nearly all headings there are. */
  complete: boolean;
}

export const NO_OUTLINE: OutlineRows = { headings: new Map(), named: new Map(), complete: false };

const ROWS_MAX = 6;
const COMPLETE_MIN = 4;
const FOUND_SHARE_MIN = 0.6;
const PAGES_SHARE_MIN = 0.5;

const keyOf = (text: string): string => text.toLowerCase().replaceAll(/[\s.\u00AD]+/gu, '');
/** Many outlines leave out the numbers of their headings, and some say what the page does not. */
const withoutNumber = (text: string): string =>
  text.replace(/^(?:\d{1,2}(?:\.\d{1,2})*|[A-Z](?:\.\d{1,2})+|[IVXLC]{1,6})[.)]?\s+(?=\S)/u, '');
const namedKey = (page: number, text: string): string => `${page} ${keyOf(text)}`;

/** What the outline says of a text on a page. */
export const namedOn = ({ named }: OutlineRows, page: number, text: string): { level: number; em?: number } | undefined =>
  named.size === 0 ? undefined : named.get(namedKey(page, text));

interface RowKey {
  row: Row;
  key: string;
}

/** How many rows from `at` on are the title; 0 where they are not. */
function rowsOfTitle(keys: readonly RowKey[], at: number, wanted: string, bare: boolean): number {
  let said = '';
  for (let taken = 1; taken <= ROWS_MAX; taken++) {
    const next = keys[at + taken - 1];
    if (!next || next.row.table) return 0;
    said += taken === 1 && bare ? keyOf(withoutNumber(textOf(next.row))) : next.key;
    if (said === wanted) return taken;
    if (said === '' || !wanted.startsWith(said)) return 0;
  }
  return 0;
}

const standsOut = (a: Row, b: Row): number => b.em - a.em || Number(b.bold) - Number(a.bold);

/** The rows that say the title: of several the largest, then the first. */
function findTitle(
  keys: readonly RowKey[],
  title: string,
  taken: ReadonlyMap<Row, OutlineHeading>,
): { row: Row; rows: number } | undefined {
  for (const [wanted, bare] of [
    [keyOf(title), false],
    [keyOf(withoutNumber(title)), true],
  ] as const) {
    if (wanted === '') continue;
    const found = keys.flatMap(({ row }, at) => {
      const rows = taken.has(row) ? 0 : rowsOfTitle(keys, at, wanted, bare);
      return rows > 0 ? [{ row, rows }] : [];
    });
    const [best] = found.toSorted((a, b) => standsOut(a.row, b.row));
    if (best) return best;
  }
  return undefined;
}

/** @param pages rows without running heads */
export function findOutlineRows(pages: readonly PageRows[], outline: RenderedDocument['outline']): OutlineRows {
  if (outline.length === 0) return NO_OUTLINE;
  const headings = new Map<Row, OutlineHeading>();
  const named = new Map<string, { level: number; em?: number }>();
  const byPage = new Map(pages.map((read) => [read.page.page, read]));
  const keysOf = new Map<number, RowKey[]>();
  const keys = (page: number): RowKey[] => {
    const known = keysOf.get(page);
    if (known) return known;
    const own = (byPage.get(page)?.rows ?? []).map((row) => ({ row, key: keyOf(textOf(row)) }));
    keysOf.set(page, own);
    return own;
  };
  let asked = 0;
  for (const { title, level: said, page } of outline) {
    if (!byPage.has(page) || !/\p{L}|\p{N}/u.test(title)) continue;
    asked++;
    const level = Math.min(6, Math.max(1, said));
    // some lead to the end of the page before
    const [place, found] = [page, page + 1].map((one) => [one, findTitle(keys(one), title, headings)] as const).find(([, one]) => one) ?? [
      page,
      undefined,
    ];
    if (found) headings.set(found.row, { level, rows: found.rows });
    named.set(namedKey(place, title), found ? { level, em: found.row.em } : { level });
  }
  const complete = headings.size >= Math.max(COMPLETE_MIN, asked * FOUND_SHARE_MIN, pages.length * PAGES_SHARE_MIN);
  return { headings, named, complete };
}

/** Letters of a title, which outlines often leave out. */
const TITLE_TIMES = 1.05;
const styleOf = (row: Row): string => `${row.pieces[0]?.font} ${Math.round(row.em * 2)} ${row.bold}`;

/**
 * Rows of a page that are no headings where the outline names all others: set neither as those are, nor larger, and without a number
 * that counts deeper than an outline goes.
 */
export function unnamedRows(rows: readonly Row[], { headings }: OutlineRows): Row[] {
  const styles = new Set([...headings.keys()].map(styleOf));
  const largest = maxOf([...headings.keys()].map(({ em }) => em));
  return rows.filter((row) => !row.table && row.em <= largest * TITLE_TIMES && !styles.has(styleOf(row)) && !isNumbered(textOf(row)));
}
