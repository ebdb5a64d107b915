/** Pages that come from another file, empty pages, and a choice of the pages that are there. */
import { PDFDocument, type PDFPage } from '@cantoo/pdf-lib';
import { Refusal } from '../../../base/refusal.ts';
import { isRejected, reject, type Rejected } from '../../define-edit.ts';
import type { Done, PdfWork } from '../define-pdf-edit.ts';
import { bytesOfBrought } from '../../brought-file.ts';
import type { ExtractPagesFields } from '../operations/extract-pages.ts';
import type { InsertPagesFields } from '../operations/insert-pages.ts';
import { flattenFields } from './form-fields.ts';
import { noPage, presentPages } from './page-operations.ts';
import { listPages, name, openPdf, type PdfFile } from './pdf-file.ts';

const PAGES_MAX = 5_000;

/** The other file; its form becomes part of its pages, since two forms do not go into one. */
async function openOther(given: InsertPagesFields['file']): Promise<PdfFile | Rejected> {
  const bytes = given === undefined ? reject('unsupported', 'There is no file.') : bytesOfBrought(given);
  if (isRejected(bytes)) return bytes;
  let other: PdfFile;
  try {
    other = await openPdf(bytes);
  } catch (error) {
    if (error instanceof Refusal) return reject('unsupported', 'What is to come in is no PDF file that can be read.');
    throw error;
  }
  if (other.document.isEncrypted)
    return reject('unsupported', 'The file that is to come in is encrypted: take its protection off and send it again.');
  return other;
}

/** What does not come along, as a sentence; undefined where nothing is lost. */
function lostOf({ document, locked }: PdfFile, { tagged, form }: { tagged: boolean; form: string | undefined }): string | undefined {
  const lost = [
    ...(document.catalog.has(name('Outlines')) ? ['its bookmarks'] : []),
    ...(form === undefined ? [] : [form]),
    ...(locked === null ? [] : ['its signature']),
    ...(document.catalog.has(name('StructTreeRoot')) || tagged ? ['tags, so that screen readers meet these pages as plain text'] : []),
  ];
  return lost.length === 0 ? undefined : `The pages come without ${lost.join(', and without ')}.`;
}

const FLAT = 'its form, which is part of the pages now';
const UNDRAWN = 'its form, and what its fields hold may be seen no more';

/** Makes a form part of its pages. @returns what became of it; undefined where there is none */
async function flatten({ document }: PdfFile): Promise<string | undefined> {
  if (!document.catalog.has(name('AcroForm'))) return undefined;
  try {
    const undrawn = await flattenFields(document, document.getForm());
    return undrawn === null ? FLAT : `${UNDRAWN} (${undrawn.rejected.message.replace(/\.$/, '')})`;
  } catch {
    return UNDRAWN;
  }
}

async function copyFrom(work: PdfWork, fields: InsertPagesFields): Promise<{ pages: PDFPage[]; message?: string } | Rejected> {
  const other = await openOther(fields.file);
  if (isRejected(other)) return other;
  const listed = fields.pages === undefined ? other.pages.map((_, i) => i + 1) : listPages(fields.pages, other.pages.length);
  if (!listed) return reject('target_not_found', `There is no such page in the file that is to come in; it has ${other.pages.length}.`);
  const form = await flatten(other);
  const message = lostOf(other, { tagged: work.file.document.catalog.has(name('StructTreeRoot')), form });
  const pages = await work.file.document.copyPages(
    other.document,
    listed.map((number) => number - 1),
  );
  // structure of the other file's tree, which stays behind
  for (const { node } of pages) node.delete(name('StructParents'));
  return { pages, ...(message === undefined ? {} : { message }) };
}

async function blankPages(work: PdfWork, count: number, beside: PDFPage | undefined): Promise<PDFPage[]> {
  const source = await PDFDocument.create();
  const size = beside === undefined ? { width: 595.28, height: 841.89 } : beside.getCropBox();
  for (let made = 0; made < count; made++) {
    const page = source.addPage([size.width, size.height]);
    if (beside !== undefined) page.setRotation(beside.getRotation());
  }
  return work.file.document.copyPages(source, source.getPageIndices());
}

/** Puts pages before one of the file, or behind them all. */
export async function insertPages(work: PdfWork, fields: InsertPagesFields): Promise<Done | Rejected> {
  const { file, order } = work;
  const count = file.sent;
  const { before, blank } = fields;
  if (before !== undefined && before > count + 1) return noPage(file);
  const anchor = before === undefined || before > count ? undefined : before;
  if (anchor !== undefined && !order.order.includes(anchor))
    return reject('overlapping_operation', `Page ${anchor} is deleted by an earlier operation.`);
  const beside = file.pages[(anchor ?? order.order.at(-1) ?? 1) - 1];
  const come = blank === undefined ? await copyFrom(work, fields) : { pages: await blankPages(work, blank, beside) };
  if (isRejected(come)) return come;
  if (order.order.length + come.pages.length > PAGES_MAX) return reject('would_overflow', `There would be more than ${PAGES_MAX} pages.`);
  const first = file.pages.length + 1;
  for (const page of come.pages) {
    work.file.document.context.assign(page.ref, page.node);
    file.pages.push(page);
  }
  const numbers = come.pages.map((_, index) => first + index);
  const at = anchor === undefined ? order.order.length : order.order.indexOf(anchor);
  order.order = [...order.order.slice(0, at), ...numbers, ...order.order.slice(at)];
  const where = anchor === undefined ? 'at the end' : `before page ${anchor}`;
  return {
    after: `${come.pages.length} ${come.pages.length === 1 ? 'page' : 'pages'} ${where}`,
    ...('message' in come && come.message !== undefined ? { message: come.message } : {}),
  };
}

/** Leaves the pages that are named, in that order. */
export function extractPages(work: PdfWork, { pages }: ExtractPagesFields): Done | Rejected {
  const { order } = work;
  const listed = presentPages(work, pages);
  if (isRejected(listed)) return listed;
  if (listed.length === order.order.length && listed.every((number, i) => number === order.order[i]))
    return reject('no_effect', 'These are all pages, in their order.');
  const before = order.order.length;
  order.order = listed;
  return {
    before: `${before} pages`,
    after: `pages ${listed.join(', ').slice(0, 200)}`,
  };
}
