/** Captions, calendars and contacts → Markdown: texts that no name need tell; and the tables of Markdown. */
import type { Wishes } from '../../contract/extract-wishes.ts';
import type { KnownText } from '../../readers/known-text.ts';
import { listTables, type TableValues } from './list-tables.ts';
import type { ReadResult } from './read-file.ts';
import { written } from './written.ts';

/** @param text with \n at its line ends */
export async function readKnownText(form: KnownText, text: string, wishes: Wishes | undefined): Promise<ReadResult> {
  switch (form) {
    case 'captions':
      return written((await import('../../readers/captions.ts')).readCaptions(text), wishes);
    case 'contacts':
      return written((await import('../../readers/contact-cards.ts')).readContactCards(text), wishes);
    case 'calendar':
      return written((await import('../../readers/calendar-file.ts')).readCalendarFile(text), wishes);
  }
}

/** @param text Markdown with \n at its line ends */
export async function tablesOfMarkdown(text: string): Promise<TableValues[]> {
  const { value } = (await import('../../readers/markdown.ts')).readMarkdown(text, { pictures: 0 });
  return listTables([{ page: null, blocks: value.blocks }]);
}
