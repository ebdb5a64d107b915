/** An open package filled, whatever it is. */
import type { OfficePackage } from '../../ooxml/office-package.ts';
import { fillDeck } from './fill-deck.ts';
import { fillWord } from './fill-word.ts';
import { fillWorkbook } from './fill-workbook.ts';
import type { Filling, PlacedTag } from './filling.ts';
import type { ReadMarkdown } from './markdown-runs.ts';
import { rootScope, type Data } from './scope.ts';

/**
 * @param template the same file, untouched: places are told by it
 * @param records several come one after another into one file
 * @returns its tags, and the cells of a workbook that wait for their values
 */
export function fillOpened(
  opened: OfficePackage,
  template: OfficePackage,
  filling: Filling,
  records: readonly Data[],
  read: ReadMarkdown,
): { tags: PlacedTag[]; waiting: string[] } {
  const scopes = records.map((record, at) => ({ ...rootScope(record), copy: at > 0 }));
  switch (opened.kind) {
    case 'docx':
      return { tags: fillWord(opened, template, filling, scopes, read), waiting: [] };
    case 'pptx':
      return { tags: fillDeck(opened, filling, scopes, read), waiting: [] };
    case 'xlsx':
      return fillWorkbook(opened, filling, scopes);
  }
}
