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
 * @returns its tags, and the cells of a workbook that wait for their values
 */
export function fillOpened(
  opened: OfficePackage,
  template: OfficePackage,
  filling: Filling,
  data: Data,
  read: ReadMarkdown,
): { tags: PlacedTag[]; waiting: string[] } {
  const scope = rootScope(data);
  switch (opened.kind) {
    case 'docx':
      return { tags: fillWord(opened, template, filling, scope, read), waiting: [] };
    case 'pptx':
      return { tags: fillDeck(opened, filling, scope, read), waiting: [] };
    case 'xlsx':
      return fillWorkbook(opened, filling, scope);
  }
}
