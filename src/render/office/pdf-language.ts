/**
 * The language of a PDF, where LibreOffice knows none: presentations and workbooks have no language as a whole, and it
 * writes `/Lang(zxx)` into the catalogue, which tells a screen reader nothing (PDF/UA-1 §7.2). The language is put into
 * the same bytes, so that no offset moves: a code of two letters leaves one blank behind it.
 */
const NONE = Buffer.from('/Lang(zxx)', 'latin1');

/** @param lang BCP 47; its first part is what fits. The same bytes where it is of another length, or nothing is to be filled in */
export function tellLanguage(pdf: Uint8Array, lang: string): Uint8Array {
  const code = /^[a-z]{2,3}(?=$|-)/i.exec(lang)?.[0].toLowerCase();
  const bytes = Buffer.from(pdf.buffer, pdf.byteOffset, pdf.byteLength);
  const at = code === undefined ? -1 : bytes.lastIndexOf(NONE);
  if (code === undefined || at < 0) return pdf;
  bytes.write(`/Lang(${code})`.padEnd(NONE.length), at, 'latin1');
  return pdf;
}
