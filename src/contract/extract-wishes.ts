/** What a client may ask of a reading beside the text, and of which pages. */

export interface PageRange {
  /** 1-based, both among them. */
  from: number;
  to: number;
}

export interface Wishes {
  /** Blocks with their addresses too, of Office files. */
  addresses?: boolean | undefined;
  /** The headings with their pages and lengths, in place of the text. */
  outline?: boolean | undefined;
  /** Tables as values too. */
  tables?: boolean | undefined;
  /** Where each block is on its page too. */
  layout?: boolean | undefined;
  /** Pictures as files too. */
  pictures?: boolean | undefined;
  /** Pictures described by a model, where they stand. */
  describe?: boolean | undefined;
  /** Only these pages, slides or sheets. */
  pages?: readonly PageRange[] | undefined;
}

const RANGES_MAX = 50;
const PAGE_MAX = 100_000;

/** `2-4,7,12-` → ranges; null where the text is none. */
export function readPageRanges(text: string): PageRange[] | null {
  const ranges = text.split(',').map((part): PageRange | null => {
    const [, from = '', dash = '', to = ''] = /^\s*(\d{1,6})\s*(-?)\s*(\d{0,6})\s*$/.exec(part) ?? [];
    const first = Number(from);
    const last = dash === '' ? first : to === '' ? PAGE_MAX : Number(to);
    return first >= 1 && last >= first && (dash !== '' || to === '') ? { from: first, to: Math.min(PAGE_MAX, last) } : null;
  });
  const all = ranges.filter((range) => range !== null);
  return all.length === ranges.length && all.length <= RANGES_MAX ? all : null;
}

/** @param page 1-based; `ranges` undefined: all pages are wanted */
export const isWanted = (page: number, ranges: readonly PageRange[] | undefined): boolean =>
  ranges === undefined || ranges.some(({ from, to }) => page >= from && page <= to);
