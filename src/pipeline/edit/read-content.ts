/** The content of a file with addresses, as typed edits name it. */
import { FINAL_STATUSES } from '../../contract/vocabulary.ts';
import { detectFileKind } from '../../base/file-kind.ts';
import { Refusal } from '../../base/refusal.ts';
import type { AddressedBlock } from '../../edits/list-content.ts';
import type { Project } from '../../ports/account-store.ts';
import type { PageRenderer } from '../../ports/page-renderer.ts';
import { findDocument } from '../accept/find-own.ts';
import { resolveFile } from '../accept/resolve-file.ts';
import type { PipelineDependencies } from '../dependencies.ts';
import { readPageSource } from '../page/page-source.ts';
import { runFileWork } from '../work/run-file-work.ts';
import { sentPdf } from './edit-pdf.ts';

/** Blocks of a PDF. @throws Refusal file_rejected */
export const listPdfBlocks = async (
  pages: Pick<PageRenderer, 'read'>,
  bytes: Uint8Array,
  signal?: AbortSignal,
): Promise<AddressedBlock[]> => runFileWork('listPdf', await sentPdf(pages, bytes, signal));

/**
 * Content of a finished document: the JSON of its blocks, or of what a query that was judged before finds of them.
 * @throws Refusal not_found, content_deleted, document_not_ready, service_unavailable
 */
export async function readContent(
  deps: PipelineDependencies,
  owner: Project,
  id: string,
  query?: string,
): Promise<Uint8Array<ArrayBuffer>> {
  const record = await findDocument(deps, owner, id);
  if (record.contentDeletedAt === null && !FINAL_STATUSES.includes(record.status))
    throw new Refusal('document_not_ready', 'The content can be read once the document has finished.', { retryAfterS: 1 });
  if (record.format === 'artifact' && record.contentDeletedAt === null) {
    const { markdown, pictures } = await readPageSource(deps.blobs, record);
    return runFileWork('answerPage', markdown, pictures.length, query);
  }
  // there is no body whose field could be at fault
  const { bytes } = await resolveFile(deps, owner, { kind: 'document', documentId: id }).catch((error: unknown) => {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(error.code === 'file_rejected' ? 'not_found' : error.code, error.message, { cause: error });
  });
  return detectFileKind(bytes, undefined).kind === 'pdf'
    ? runFileWork('answerPdf', await sentPdf(deps.pages, bytes), query)
    : runFileWork('answerContent', bytes, query);
}
