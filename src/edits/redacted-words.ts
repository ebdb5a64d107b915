/** Whether what was redacted can still be read. */
import type { Box, RenderedDocument } from '../document/rendered-document.ts';
import { wordsWithin } from './pdf/mechanics/find-words.ts';

/** What has to be gone of a page of the result. */
export interface RedactedPage {
  /** In the result, 1-based. */
  page: number;
  boxes: Box[];
  /** Something could not be taken out of its content: the page has to become a picture. */
  unsure: boolean;
}

/** Words that are still there to be read within what was redacted. */
export function leftWithin(drawn: RenderedDocument, redacted: readonly RedactedPage[]): number[] {
  return redacted.flatMap(({ page, boxes }) => {
    const shown = drawn.pages.find((candidate) => candidate.page === page);
    return shown && wordsWithin(shown, boxes).length > 0 ? [page] : [];
  });
}
