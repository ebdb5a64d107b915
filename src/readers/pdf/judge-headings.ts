/** What is a heading over the document together: what looks like one by itself is often a label, a line of the cover or text on a slide. */
import type { RenderedDocument } from '../../document/rendered-document.ts';
import { findDocumentTitle } from './document-title.ts';
import { findCoverLines } from './cover-lines.ts';
import { findAuthors } from './name-lists.ts';
import { findLabelStacks, findTillLabels, isBesideOther, isPlainData } from './labels.ts';
import { findSlideTitles, type PageRows } from './slide-titles.ts';
import type { Row } from './rows.ts';
import { findOutlineRows, unnamedRows } from './outline-rows.ts';
import { findStyledHeadings } from './heading-styles.ts';
import { findTextRuns } from './text-runs.ts';
import { headingLevel, isCaption, isListed, sizesOfHeadings, type Typography } from './typography.ts';
import { textOf } from './rows.ts';

/** Labels are hardly larger than what they name. */
const LABEL_TIMES = 1.25;

/** `Page` above the numbers of a table of contents. */
const isOverPages = (row: Row, next: Row | undefined): boolean =>
  next !== undefined && isListed(textOf(next)) && row.left > (next.left + next.right) / 2;

/** Long headings of a known style are in runs of lines too. */
function unbarStyled(rows: readonly Row[], styled: ReadonlyMap<Row, number>, barred: Set<Row>): void {
  for (const [at, row] of rows.entries()) for (const line of rows.slice(at, at + (styled.get(row) ?? 0))) barred.delete(line);
}

const CAPTION_ROWS_MAX = 3;

/** Rows that go on with a caption, set as its first one and close below it. */
function captionRests(rows: readonly Row[]): Row[] {
  return rows.flatMap((row, at) => {
    if (row.table || !isCaption(textOf(row))) return [];
    const rest: Row[] = [];
    for (
      let [last, next] = [row, rows[at + 1]];
      next && rest.length < CAPTION_ROWS_MAX;
      [last, next] = [next, rows[at + rest.length + 1]]
    ) {
      const goesOn =
        !next.table &&
        !isCaption(textOf(next)) &&
        next.bold === last.bold &&
        Math.abs(next.em - last.em) <= last.em * 0.04 &&
        next.top > last.top &&
        next.top - last.bottom < last.size * CAPTION_GAP;
      if (!goesOn) break;
      rest.push(next);
    }
    return rest;
  });
}

const CAPTION_GAP = 0.6;

/** Makes what is the title of the document a heading, in one piece, where it is none, and no heading is as large. */
function nameTitle(
  pages: readonly PageRows[],
  { body, barred, titles, styled }: { body: number; barred: Set<Row>; titles: Map<Row, number>; styled: Map<Row, number> },
  isHeading: (rows: readonly Row[], at: number) => boolean,
): void {
  const title = findDocumentTitle(pages, body);
  const [first] = title;
  const [page] = pages;
  if (!first || !page || title.some((row) => isHeading(page.rows, page.rows.indexOf(row)))) return;
  for (const row of title) barred.delete(row);
  titles.set(first, 1);
  styled.set(first, title.length);
}

/** The typography with what the pages together tell of its headings. @param pages rows without running heads @param bookmarks the file's outline */
export function judgeHeadings(pages: readonly PageRows[], typography: Typography, bookmarks: RenderedDocument['outline']): Typography {
  const barred = new Set<Row>();
  for (const { rows } of pages)
    for (const row of [...findTextRuns(rows, typography.body), ...rows.filter(({ aside }) => aside)]) barred.add(row);
  for (const { rows } of pages) for (const row of captionRests(rows)) barred.add(row);
  const slides = findSlideTitles(pages);
  const titles = new Map((slides?.titles ?? []).flatMap((rows) => rows.map((row) => [row, 1] as const)));
  if (slides) for (const row of slides.others) barred.add(row);
  const outline = findOutlineRows(pages, bookmarks);
  const styled = new Map(slides || outline.complete ? [] : findStyledHeadings(pages, typography.body));
  for (const { rows } of pages) unbarStyled(rows, styled, barred);
  const judged = { ...typography, barred, titles, outline, styled };
  // what is barred meanwhile is the one thing of a row that changes
  const found = new Map<Row, boolean>();
  const isHeading = (rows: readonly Row[], at: number): boolean => {
    const row = rows[at];
    if (row === undefined || barred.has(row)) return headingLevel(rows, at, judged) !== undefined;
    const known = found.get(row) ?? headingLevel(rows, at, judged) !== undefined;
    found.set(row, known);
    return known;
  };
  if (outline.complete) for (const row of pages.flatMap(({ rows }) => unnamedRows(rows, outline))) if (!titles.has(row)) barred.add(row);
  for (const { rows } of pages) {
    for (const [at, row] of rows.entries())
      if (
        !row.table &&
        isHeading(rows, at) &&
        (isPlainData(textOf(row)) || isOverPages(row, rows[at + 1]) || (row.em < typography.body * LABEL_TIMES && isBesideOther(rows, at)))
      )
        barred.add(row);
    for (const row of findLabelStacks(rows, (at) => isHeading(rows, at))) if (!titles.has(row)) barred.add(row);
  }
  for (const page of pages)
    for (const row of findTillLabels(
      page,
      page.rows.filter((_, at) => isHeading(page.rows, at)),
    ))
      barred.add(row);
  if (!slides) {
    nameTitle(pages, judged, isHeading);
    const headings = new Set(pages.flatMap(({ rows }) => rows.filter((_, at) => isHeading(rows, at))));
    for (const row of findCoverLines(pages[0]?.rows ?? [], headings, typography.body)) barred.add(row);
    for (const row of findAuthors(pages[0]?.rows ?? [], headings)) barred.add(row);
  }
  return {
    ...judged,
    headings: sizesOfHeadings(
      pages.flatMap(({ rows }) => rows).filter((row) => !barred.has(row)),
      typography,
    ),
  };
}
