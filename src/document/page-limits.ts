/** How many pages a document may have, or must: asked for by `::limit`, or by a request. */
import type { Block } from './block.ts';
import { estimatePages, frontPages } from './estimate-pages.ts';
import type { Genre } from './genre.ts';
import type { Look } from './look.ts';
import { tightenLook } from './tighten-look.ts';

/** At least one of the two is set; both are whole and at least 1. */
export interface PageLimits {
  pagesMax?: number;
  pagesMin?: number;
  /** A requirement of the request: whether it is kept is reported as that, and not once more by a rule. */
  required?: boolean;
}

/** More than anything made here has. */
const PAGES_MAX = 2_000;
const RANGE = /^\s*(\d{1,4})\s*(?:(?:-|–|\.\.|to|a)\s*(\d{1,4})\s*)?$/u;

/** `2` is at most two pages, `5-7` five to seven; undefined for what is neither. */
export function readPageLimits(text: string): PageLimits | undefined {
  const [first, second] = (RANGE.exec(text)?.slice(1) ?? []).map((digits) => (digits === undefined ? undefined : Number(digits)));
  if (first === undefined || first < 1 || first > PAGES_MAX) return undefined;
  if (second === undefined) return { pagesMax: first };
  return second < first || second > PAGES_MAX ? undefined : { pagesMin: first, pagesMax: second };
}

/** How many pages are too many (more than 0) or too few (less than 0). */
export function pagesMissed(pages: number, { pagesMax, pagesMin }: PageLimits): number {
  if (pagesMax !== undefined && pages > pagesMax) return pages - pagesMax;
  return pagesMin !== undefined && pages < pagesMin ? pages - pagesMin : 0;
}

/** The last page is filled so far at most when it is aimed at: breaks leave more white than an estimate knows. */
const AIMED_SHARE = 0.96;
const STEPS = 20;

/**
 * The least tightness (`tightenLook`) with which the blocks should hold the limits; 1 or −1 where none does.
 * @param correction drawn pages of text for each estimated one, as seen in an earlier render
 * @param least tightness that has been tried and was not enough
 */
export function tightnessFor(blocks: readonly Block[], look: Look, limits: PageLimits, correction = 1, least = 0): number {
  const pagesAt = (tightness: number): number => frontPages(blocks) + estimatePages(blocks, tightenLook(look, tightness)) * correction;
  const { pagesMax, pagesMin } = limits;
  if (pagesMax !== undefined && pagesAt(least) > pagesMax - 1 + AIMED_SHARE) {
    for (let step = Math.floor(least * STEPS) + 1; step <= STEPS; step++)
      if (pagesAt(step / STEPS) <= pagesMax - 1 + AIMED_SHARE) return step / STEPS;
    return 1;
  }
  // a page more begins with its first lines
  if (pagesMin !== undefined && pagesMin > 1 && pagesAt(0) < pagesMin - 1 + 0.1) {
    for (let step = 1; step <= STEPS; step++) if (pagesAt(-step / STEPS) >= pagesMin - 1 + 0.1) return -step / STEPS;
    return -1;
  }
  return least;
}

/** Genres that are looked at as one page. */
const READ_AT_ONCE: ReadonlySet<Genre> = new Set(['product_sheet', 'programme', 'recipe', 'agenda', 'press_release']);
/** Share of the page that they fill at most to be opened, and up to which they are. */
const SPARSE_SHARE = 0.62;
const OPENED_SHARE = 0.8;
const OPENING_STEPS = 10;

/** The look of a genre that is read at once, more open where its words would leave much of their page white; of others as it is. */
export function openSparse(blocks: readonly Block[], look: Look): Look {
  if (look.genre === undefined || !READ_AT_ONCE.has(look.genre) || estimatePages(blocks, look) > SPARSE_SHARE) return look;
  let opened = look;
  for (let step = 1; step <= OPENING_STEPS; step++) {
    const next = tightenLook(look, -step / OPENING_STEPS);
    if (estimatePages(blocks, next) > OPENED_SHARE) break;
    opened = next;
  }
  return opened;
}
