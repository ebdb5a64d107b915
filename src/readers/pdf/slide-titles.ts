/** Pages of slides: each has one title, and what is large beside it is text for those who sit far away. */
import type { RenderedPage } from '../../document/rendered-document.ts';
import { median } from './measures.ts';
import type { Row } from './rows.ts';
import { beginsItem } from './typography.ts';
import { textOf } from './rows.ts';

export interface PageRows {
  page: RenderedPage;
  rows: readonly Row[];
}

/** Wider than high by so much, as screens are. */
const WIDE_TIMES = 1.2;
const ROWS_MAX = 40;
const DECK_PAGES_MIN = 4;
const ROWS_MEAN_MIN = 3;
const SLIDE_HEIGHT_PT_MIN = 250;
/** The page is at most as many of its usual letters high: print has smaller ones. */
const LETTERS_HIGH_MAX = 52;
const SLIDES_SHARE_MIN = 0.6;
const TITLE_CHARS_MAX = 160;
const TITLE_ROWS_MAX = 4;
const LARGER = 1.12;
/** A title that is not larger than the text is at the head of its page. */
const HEAD_SHARE = 0.25;
const SAME_SIZE = 0.95;

const textRows = ({ rows }: PageRows): Row[] => rows.filter(({ table }) => table === undefined);

function isSlide(read: PageRows): boolean {
  const { widthPt, heightPt } = read.page;
  const rows = textRows(read);
  return (
    rows.length > 0 &&
    rows.length <= ROWS_MAX &&
    heightPt >= SLIDE_HEIGHT_PT_MIN &&
    widthPt > heightPt * WIDE_TIMES &&
    median(rows.map(({ em }) => em)) * LETTERS_HIGH_MAX > heightPt
  );
}

const canBeTitle = (row: Row): boolean =>
  row.pieces.length <= 2 && /\p{L}{2}/u.test(textOf(row)) && textOf(row).length <= TITLE_CHARS_MAX && !beginsItem(row);

/** The rows from `at` on that are set as it is, close below each other. */
function block(rows: readonly Row[], at: number): Row[] {
  const taken: Row[] = [];
  for (const row of rows.slice(at)) {
    const [first, last] = [taken[0], taken.at(-1)];
    if (
      first &&
      last &&
      (!canBeTitle(row) || row.top < last.top || row.top - last.bottom > last.size * 0.7 || Math.abs(row.em - first.em) > first.em * 0.05)
    )
      break;
    taken.push(row);
  }
  return taken;
}

function titleOf(read: PageRows): Row[] {
  const rows = textRows(read);
  const able = rows.filter(canBeTitle);
  const largest = able.reduce((most, { em }) => Math.max(most, em), 0);
  const first = rows.findIndex((row) => able.includes(row) && row.em >= largest * SAME_SIZE);
  const large = first < 0 ? [] : block(rows, first);
  const others = rows.filter((row) => !large.includes(row));
  const stands = others.every(({ em }) => em * LARGER < (large[0]?.em ?? 0));
  if (large.length > 0 && large.length <= TITLE_ROWS_MAX && stands) return large;
  const top = rows.findIndex((row) => canBeTitle(row) && row.bottom < read.page.heightPt * HEAD_SHARE);
  const head = top < 0 || rows.some((row) => row.top < (rows[top]?.top ?? 0) && row.em > (rows[top]?.em ?? 0)) ? [] : block(rows, top);
  return head.length <= TITLE_ROWS_MAX ? head : [];
}

/** Titles of the pages, and all other rows of slides; null where most pages are none. */
export function findSlideTitles(pages: readonly PageRows[]): { titles: Row[][]; others: Row[] } | null {
  const filled = pages.filter((read) => textRows(read).length > 0);
  const slides = filled.filter(isSlide);
  const rows = slides.reduce((sum, read) => sum + textRows(read).length, 0);
  // a page with a line or two may be anything, unless there are many
  if (
    rows < slides.length * (slides.length >= DECK_PAGES_MIN ? 1.5 : ROWS_MEAN_MIN) ||
    slides.length < filled.length * SLIDES_SHARE_MIN ||
    slides.length === 0
  )
    return null;
  const titles = slides.map(titleOf);
  const taken = new Set(titles.flat());
  return { titles, others: slides.flatMap((read) => textRows(read).filter((row) => !taken.has(row))) };
}
