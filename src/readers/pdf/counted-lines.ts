/** Lines that begin with a mark which counts from line to line (mark-sequences.ts): tags often call them paragraphs, as their writers typed the marks. */
import type { RenderedPage } from '../../document/rendered-document.ts';
import { keyOf } from './believe-tags.ts';
import { textOf, type Row } from './rows.ts';

/** Whether a paragraph of the page begins with such a line. */
export type CountedLines = (paragraph: string, page: number) => boolean;

/** @param pages with their rows, those in sequences marked */
export function findCounted(pages: readonly { page: RenderedPage; rows: readonly Row[] }[]): CountedLines {
  const lines = new Map<number, string[]>();
  for (const { page, rows } of pages)
    if (page.tags)
      lines.set(
        page.page,
        rows.filter(({ marked }) => marked === true).map((row) => keyOf(textOf(row))),
      );
  return (paragraph, page) => {
    const own = lines.get(page) ?? [];
    const text = own.length === 0 ? '' : keyOf(paragraph);
    return own.some((line) => line !== '' && text.startsWith(line));
  };
}
