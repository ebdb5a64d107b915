/** How a download is named. */
import contentDisposition from 'content-disposition';
import type { DocumentRecord, OutputRecord } from '../ports/record.ts';

const EXTENSIONS: Record<OutputRecord['kind'], string> = {
  docx: '.docx',
  pptx: '.pptx',
  xlsx: '.xlsx',
  pdf: '.pdf',
  preview: '.png',
  html: '.html',
};

/** A name without what no file system takes; '' where nothing is left. */
function clean(text: string): string {
  return (
    text
      .toWellFormed()
      // Separators, wildcards, control and bidirectional characters: none belongs into a file's name.
      .replaceAll(/[\\/:*?"<>|\p{Cc}\p{Bidi_Control}\u2028\u2029\ufeff]+/gu, ' ')
      .replaceAll(/\s+/g, ' ')
      .replace(/^[ .]+/, '')
      .replace(/[ .]+$/, '')
  );
}

/** A name that was given, for a file in an archive; `file` where nothing of it can stay. */
export const nameFile = (given: string): string => clean(given).slice(0, 120) || 'file';

/** File name of an output: the document's name without what no file system takes, or `document`. */
export function nameDownload(record: Pick<DocumentRecord, 'name'>, output: Pick<OutputRecord, 'kind' | 'page'>): string {
  const extension = EXTENSIONS[output.kind];
  const given = clean(record.name ?? '');
  const stem = (given.toLowerCase().endsWith(extension) ? given.slice(0, -extension.length) : given).replace(/[ .]+$/, '');
  const page = output.page === undefined ? '' : `-${output.page}`;
  return `${stem === '' ? 'document' : stem}${page}${extension}`;
}

/** The header of a download: an ASCII name for old clients, the whole name in UTF-8 where it has more (RFC 6266, RFC 8187). */
export function writeContentDisposition(filename: string): string {
  const ascii = filename
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[^\x20-\x7e]/gu, '_')
    .replaceAll(/["\\%]/g, '_');
  return contentDisposition(filename, { type: 'attachment', fallback: ascii });
}
