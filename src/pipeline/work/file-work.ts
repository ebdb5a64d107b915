/** Pure computing over whole files, by name: done where it is asked for, or in a thread where the file is large. */
import { detectFileKind } from '../../base/file-kind.ts';
import { applyEdits } from '../../edits/apply-edits.ts';
import type { applyPdfEdits, picturePages } from '../../edits/apply-pdf-edits.ts';
import { languageOfTemplate } from '../../edits/template-language.ts';
import { commentPdf } from '../../edits/comment-pdf.ts';
import { compareContent } from '../../edits/compare-content.ts';
import { describeTemplate } from '../../edits/describe-template.ts';
import { readMarkdown } from '../../readers/markdown.ts';
import { checkRecords, fillRecords, type Data, type FillOptions } from '../../edits/fill-template.ts';
import { listContent } from '../../edits/list-content.ts';
import { markPdf } from '../../edits/mark-pdf.ts';
import { listMaterial } from '../../edits/list-material.ts';
import { repairFile } from '../../edits/repair-file.ts';
import { redlineFiles } from '../../edits/redline.ts';
import { boundPictures } from '../../review/bound-pictures.ts';
import { estimateSheetPages } from '../../review/estimate-sheet-pages.ts';
import { reviewForeign } from '../../review/review-foreign.ts';
import { reviewPackage } from '../../review/review.ts';
import { workbookRepairs } from '../../review/workbook-repairs.ts';
import { readForeignOffice, readForeignPdf, typeOfWord } from '../review/read-foreign.ts';

const isPdf = (bytes: Uint8Array): boolean => detectFileKind(bytes, undefined).kind === 'pdf';
const forms = () => import('../../edits/fill-form.ts');

export const FILE_WORK = {
  applyEdits,
  boundPictures,
  // the library of PDF objects is loaded when the first PDF comes
  applyPdfEdits: async (...input: Parameters<typeof applyPdfEdits>) =>
    (await import('../../edits/apply-pdf-edits.ts')).applyPdfEdits(...input),
  picturePages: async (...input: Parameters<typeof picturePages>) =>
    (await import('../../edits/apply-pdf-edits.ts')).picturePages(...input),
  commentPdf,
  estimateSheetPages,
  describeTemplate: async (bytes: Uint8Array) => (isPdf(bytes) ? (await forms()).describePdfForm(bytes) : describeTemplate(bytes)),
  checkRecords: async (bytes: Uint8Array, records: readonly Data[], options: FillOptions, first: number) =>
    isPdf(bytes) ? (await forms()).checkPdfRecords(bytes, records, options, first) : checkRecords(bytes, records, options, first),
  fillRecords: async (bytes: Uint8Array, records: readonly Data[], options: FillOptions) =>
    isPdf(bytes)
      ? (await forms()).fillPdfForm(bytes, records[0] ?? {}, options)
      : fillRecords(bytes, records, options, (text) => readMarkdown(text, { pictures: 0 }).value.blocks),
  languageOfTemplate: (bytes: Uint8Array) => (isPdf(bytes) ? null : languageOfTemplate(bytes)),
  compareFiles: (from: Uint8Array, to: Uint8Array) => compareContent(listContent(from), listContent(to)),
  listContent,
  listMaterial,
  markPdf,
  repairFile,
  readForeignOffice,
  readForeignPdf,
  redlineFiles,
  reviewForeign,
  typeOfWord,
  workbookRepairs,
  findPackageFaults: (bytes: Uint8Array) => reviewPackage(bytes).map(({ finding }) => finding),
};
export type FileWork = typeof FILE_WORK;
export interface FileTask {
  name: keyof FileWork;
  input: unknown[];
}
