/** Pure computing over whole files, by name: done where it is asked for, or in a thread where the file is large. */
import { detectFileKind } from '../../base/file-kind.ts';
import { decideType } from '../../document/document-type.ts';
import { resolveLook } from '../../document/look.ts';
import { applyEdits, type EditOperation } from '../../edits/apply-edits.ts';
import type { applyPdfEdits, picturePages } from '../../edits/apply-pdf-edits.ts';
import { languageOfTemplate } from '../../edits/template-language.ts';
import { commentPdf } from '../../edits/comment-pdf.ts';
import { compareContent, type SlidePrints } from '../../edits/compare-content.ts';
import { slidePrints } from '../../edits/slide-prints.ts';
import { describeTemplate } from '../../edits/describe-template.ts';
import { boundRepeats } from '../../readers/bound-repeats.ts';
import { noteLostRtf } from '../../readers/lost-rtf.ts';
import { readMarkdown } from '../../readers/markdown.ts';
import { checkRecords, fillRecords, type Data, type FillOptions } from '../../edits/fill-template.ts';
import { findNamedPictures, placePictures } from '../../edits/named-pictures.ts';
import { listContent, type AddressedBlock } from '../../edits/list-content.ts';
import { findBlocks } from '../../edits/query-content.ts';
import { markPdf } from '../../edits/mark-pdf.ts';
import { listMaterial } from '../../edits/list-material.ts';
import { applyPageEdits } from '../../edits/page-edits.ts';
import { changePdfText, listPdfContent } from '../../edits/pdf-text.ts';
import type { PlacedPicture } from '../../edits/placed-pictures.ts';
import { leftWithin, type RedactedPage } from '../../edits/redacted-words.ts';
import { relayoutPdf } from '../../edits/relayout-pdf.ts';
import { repairFile } from '../../edits/repair-file.ts';
import { findSamePages } from '../../edits/same-pages.ts';
import { redlineFiles } from '../../edits/redline.ts';
import { resolveTargets, type AskedOperation } from '../../edits/resolve-targets.ts';
import { readPdf } from '../../readers/pdf.ts';
import { makeDrawable } from '../../review/make-drawable.ts';
import { findCosts } from '../../review/costly-sheets.ts';
import { estimateSheetPages } from '../../review/estimate-sheet-pages.ts';
import { repackParts } from '../../review/repack-parts.ts';
import { reviewForeign } from '../../review/review-foreign.ts';
import { reviewPackage } from '../../review/review.ts';
import { workbookRepairs } from '../../review/workbook-repairs.ts';
import { listPageContent, openPageText } from '../page/page-source.ts';
import { openDocument, readForeignOffice, readForeignPdf, typeOfWord, type ForeignContent } from '../review/read-foreign.ts';
import { countChanges } from './count-changes.ts';
import { openPages, type SentPages } from './sent-pages.ts';

/** What a function on a file and its pages is given behind these. */
type AfterPages<Work extends (...input: never[]) => unknown> = Parameters<Work> extends [unknown, unknown, ...infer Rest] ? Rest : never;

const isPdf = (bytes: Uint8Array): boolean => detectFileKind(bytes, undefined).kind === 'pdf';
const listPdf = (sent: SentPages): AddressedBlock[] => listPdfContent(readPdf(openPages(sent)).value.pages);
/**
 * The JSON that is answered: a thread hands bytes over at once, where a hundred thousand cells would hold up the service for as long as
 * it took to read and to write them.
 */
const written = (value: object): Uint8Array<ArrayBuffer> => new TextEncoder().encode(JSON.stringify(value));
/** Blocks, or what a query finds of them. */
const answered = (blocks: readonly AddressedBlock[], query: string | undefined): Uint8Array<ArrayBuffer> =>
  written({ blocks: query === undefined ? blocks : findBlocks(blocks, query) });
/** What is looked for, or compared, may be in any cell. */
const listAll = (bytes: Uint8Array): AddressedBlock[] => listContent(bytes, { cells: Infinity });
const compared = (from: readonly AddressedBlock[], to: readonly AddressedBlock[], prints?: SlidePrints): Uint8Array<ArrayBuffer> =>
  written(countChanges(compareContent(from, to, prints)));
const forms = () => import('../../edits/fill-form.ts');
const readRecord = (json: string): Data => JSON.parse(json);
const fillWith = async (bytes: Uint8Array, records: readonly Data[], options: FillOptions) =>
  isPdf(bytes)
    ? (await forms()).fillPdfForm(bytes, records[0] ?? {}, options)
    : fillRecords(bytes, records, options, (text) => readMarkdown(text, { pictures: 0 }).value.blocks);

/** A file from outside with what was read of it. */
interface ReadFile extends Pick<Parameters<typeof reviewForeign>[0], 'bytes' | 'format'> {
  content: Pick<ForeignContent, 'packed' | 'type'>;
}

export const FILE_WORK = {
  applyEdits,
  makeDrawable,
  boundRepeats,
  noteLostRtf,
  // the library of PDF objects is loaded when the first PDF comes
  applyPdfEdits: async (bytes: Uint8Array, sent: SentPages, ...rest: AfterPages<typeof applyPdfEdits>) =>
    (await import('../../edits/apply-pdf-edits.ts')).applyPdfEdits(bytes, openPages(sent), ...rest),
  picturePages: async (...input: Parameters<typeof picturePages>) =>
    (await import('../../edits/apply-pdf-edits.ts')).picturePages(...input),
  commentPdf,
  estimateSheetPages,
  describeTemplate: async (bytes: Uint8Array) => (isPdf(bytes) ? (await forms()).describePdfForm(bytes) : describeTemplate(bytes)),
  checkRecords: async (bytes: Uint8Array, records: readonly string[], options: FillOptions, first: number) => {
    const read = records.map(readRecord);
    return isPdf(bytes) ? (await forms()).checkPdfRecords(bytes, read, options, first) : checkRecords(bytes, read, options, first);
  },
  fillRecords: (bytes: Uint8Array, records: readonly string[], options: FillOptions) => fillWith(bytes, records.map(readRecord), options),
  /** With the records that were kept on acceptance, as one list. */
  fillKept: (bytes: Uint8Array, kept: Uint8Array, options: FillOptions) =>
    fillWith(bytes, JSON.parse(new TextDecoder().decode(kept)), options),
  findNamedPictures: (records: readonly string[], inList: boolean, max: number) => {
    const [first = {}, ...more] = records.map(readRecord);
    return findNamedPictures(inList ? [first, ...more] : first, max);
  },
  placePictures: (records: readonly string[], pictures: ReadonlyMap<string, string>) =>
    records.map((record) => JSON.stringify(placePictures(readRecord(record), pictures))),
  languageOfTemplate: (bytes: Uint8Array) => (isPdf(bytes) ? null : languageOfTemplate(bytes)),
  compareFiles: (from: Uint8Array, to: Uint8Array) =>
    compared(listAll(from), listAll(to), { from: (slides) => slidePrints(from, slides), to: (slides) => slidePrints(to, slides) }),
  comparePdf: (from: SentPages, to: SentPages) => compared(listPdf(from), listPdf(to)),
  comparePages: (from: string, to: string) => compared(listPageContent(from, 0), listPageContent(to, 0)),
  judgeMarkdown: (markdown: string, options: Parameters<typeof readMarkdown>[1]) => {
    const { value, notes } = readMarkdown(markdown, options);
    return { type: decideType(value.blocks, value.meta), notes: notes.filter(({ severity }) => severity === 'warning') };
  },
  listMaterial,
  listPageContent,
  listPdf,
  answerContent: (bytes: Uint8Array, query: string | undefined) =>
    answered(query === undefined ? listContent(bytes) : listAll(bytes), query),
  answerPage: (markdown: string, pictures: number, query: string | undefined) => answered(listPageContent(markdown, pictures), query),
  answerPdf: (sent: SentPages, query: string | undefined) => answered(listPdf(sent), query),
  leftWithin: (sent: SentPages, redacted: readonly RedactedPage[]) => leftWithin(openPages(sent), redacted),
  markPdf: (bytes: Uint8Array, from: SentPages, to: SentPages, context: Parameters<typeof markPdf>[3]) =>
    markPdf(bytes, { from: openPages(from), to: openPages(to) }, compareContent(listPdf(from), listPdf(to)), context),
  openPageText,
  previewPage: (markdown: string, pictures: number, operations: readonly EditOperation[]) =>
    applyPageEdits(openPageText(markdown, pictures).pieces.list, operations).results,
  previewPdfText: (sent: SentPages, operations: readonly EditOperation[]) => {
    const drawn = openPages(sent);
    return changePdfText(drawn, readPdf(drawn).value.pages, operations).results;
  },
  resolvePdfTargets: (sent: SentPages, operations: readonly AskedOperation[]) => resolveTargets(listPdf(sent), operations),
  resolveTargets: (bytes: Uint8Array, operations: readonly AskedOperation[]) => resolveTargets(listAll(bytes), operations),
  relayoutPdf: (sent: SentPages, operations: readonly EditOperation[], pictures: readonly PlacedPicture[]) => {
    const drawn = openPages(sent);
    return relayoutPdf(drawn, readPdf(drawn), operations, pictures);
  },
  repackParts,
  repairFile,
  readForeignOffice,
  readForeignPdf: (sent: SentPages) => readForeignPdf(openPages(sent)),
  redlineFiles,
  reviewForeign: ({ bytes, format, content }: ReadFile, sent: SentPages | null) =>
    reviewForeign({ bytes, format, draft: { document: openDocument(content), look: resolveLook(content.type) } }, sent && openPages(sent)),
  typeOfWord,
  workbookRepairs,
  findSamePages,
  findCosts,
  findPackageFaults: (bytes: Uint8Array) => reviewPackage(bytes).map(({ finding }) => finding),
};
export type FileWork = typeof FILE_WORK;
export interface FileTask {
  name: keyof FileWork;
  input: unknown[];
}
