/** Which page each heading came to be on, read from the outline of the drawn PDF. */
import { plainText } from '../../document/inline.ts';
import type { HeadingEntry } from '../references.ts';

/** An entry of a PDF's outline; pages count from 1. */
interface PageEntry {
  title: string;
  page: number;
}

/** Entries that may lie between two headings that are found: those whose text the PDF holds in another form. */
const AHEAD_MAX = 12;

const plain = (text: string): string =>
  text
    .normalize('NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '');

/** Both lists run in reading order, so each heading is sought after the last one found. Formulas in a heading may differ. */
export function pagesOfHeadings(headings: readonly HeadingEntry[], entries: readonly PageEntry[]): Map<string, number> {
  const pages = new Map<string, number>();
  const titles = entries.map(({ title }) => plain(title));
  let at = 0;
  for (const heading of headings) {
    const wanted = plain(plainText(heading.runs));
    const end = Math.min(titles.length, at + AHEAD_MAX);
    for (let index = at; index < end; index += 1) {
      const title = titles[index] ?? '';
      // the outline shows counted numbers too: "2. Services"
      if (title !== wanted && !(wanted !== '' && title.endsWith(wanted) && title.length - wanted.length <= 8)) continue;
      const page = entries[index]?.page;
      if (page !== undefined) pages.set(heading.blockId, page);
      at = index + 1;
      break;
    }
  }
  return pages;
}
