/** Which pages of a PDF show what pages of an older one show, so that their pictures need not be drawn again. */
import type { PDFPage } from '@cantoo/pdf-lib';
import { Refusal } from '../base/refusal.ts';

/** Digest of each page, 1-based places; null for a page that cannot be compared, and for all where the file cannot be opened. */
async function digestsOf(bytes: Uint8Array): Promise<(string | null)[]> {
  // the library of PDF objects is loaded when it is first needed
  const [{ openPdf }, { NotComparable, PageDigests }, { loadStandardFaces }] = await Promise.all([
    import('./pdf/mechanics/pdf-file.ts'),
    import('./pdf/mechanics/page-digest.ts'),
    import('./pdf/mechanics/glyph-widths.ts'),
  ]);
  try {
    const { document, pages } = await openPdf(bytes);
    if (document.isEncrypted) return [];
    const digests = new PageDigests(document.context, await loadStandardFaces());
    const digestOf = (page: PDFPage): string | null => {
      try {
        return digests.ofPage(page);
      } catch (error) {
        if (error instanceof NotComparable) return null;
        throw error;
      }
    };
    return pages.map(digestOf);
  } catch (error) {
    if (error instanceof Refusal) return [];
    throw error;
  }
}

/**
 * @returns for each page of the newer file, in order: the number (from 1) of a page of the older one that shows the same, or null. A page
 * that stands at the same place in both is preferred.
 */
export async function findSamePages(older: Uint8Array, newer: Uint8Array): Promise<(number | null)[]> {
  const [before, after] = [await digestsOf(older), await digestsOf(newer)];
  const places = new Map<string, number>();
  for (const [at, digest] of before.entries()) if (digest !== null && !places.has(digest)) places.set(digest, at + 1);
  return after.map((digest, at) => {
    if (digest === null) return null;
    return before[at] === digest ? at + 1 : (places.get(digest) ?? null);
  });
}
