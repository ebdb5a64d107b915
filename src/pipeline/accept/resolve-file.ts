/**
 * The only way from a file reference to bytes: the tenant check, the size limit and, for bytes from outside, the validation are
 * here and nowhere else. A reference is resolved on acceptance, as the client gave it, or in processing, as the job keeps it.
 */
import { FILE_BYTES_MAX } from '../../contract/limits.ts';
import { FINAL_STATUSES } from '../../contract/vocabulary.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Project } from '../../ports/account-store.ts';
import type { Blobs } from '../../ports/blobs.ts';
import type { DocumentStore } from '../../ports/document-store.ts';
import type { Downloader } from '../../ports/download.ts';
import type { DocumentRecord, FileSource, OutputRecord } from '../../ports/record.ts';
import type { ExtractionFile } from '../pipeline.ts';
import { contentDeleted, findDocument, findFile, refuseAt } from './find-own.ts';

/** Where the bytes of references are. */
export interface FileAccess {
  store: Pick<DocumentStore, 'get' | 'getFile'>;
  blobs: Pick<Blobs, 'get'>;
  downloader: Pick<Downloader, 'download'>;
}

export interface ResolvedFile {
  bytes: Uint8Array;
  /** undefined where the client named none. */
  filename: string | undefined;
  /** Pages, slides or sheets, where they are known already. */
  pages: number | null;
  /** The document that it is the file of. */
  parent: DocumentRecord | null;
}

/** The file of a document: its office file, or its PDF where that is all it has. */
/** Why an artifact is no file to work on. */
const NO_FILE =
  'a web page is no file that can be read, reviewed or filled; it is edited by a prompt, by POST /edits, or by saving its text.';

export const mainOutput = ({ outputs }: Pick<DocumentRecord, 'outputs'>): OutputRecord | undefined =>
  outputs.find(({ kind }) => kind === 'docx' || kind === 'pptx' || kind === 'xlsx') ?? outputs.find(({ kind }) => kind === 'pdf');

/**
 * @param options path: the field that named the file; output: which of a document's files is meant, its main one where absent
 * @throws Refusal not_found, file_rejected, file_too_large, content_deleted, document_not_ready, each at `path`
 */
export async function resolveFile(
  deps: FileAccess,
  owner: Pick<Project, 'id'>,
  reference: ExtractionFile | FileSource,
  { path = '/file', signal, output = mainOutput }: { path?: string; signal?: AbortSignal; output?: typeof mainOutput } = {},
): Promise<ResolvedFile> {
  switch (reference.kind) {
    case 'upload':
    case 'data': {
      const { bytes, filename } = reference;
      if (bytes.length > FILE_BYTES_MAX) throw refuseAt('file_too_large', 'The file is over 20 MB.', path);
      return { bytes, filename, pages: null, parent: null };
    }
    case 'file': {
      const { key, filename, pages } = await findFile(deps, owner, reference.fileId, path);
      const bytes = await deps.blobs.get(key);
      if (bytes === null) throw refuseAt('not_found', `The file ${reference.fileId} has been deleted.`, path);
      return { bytes, filename, pages, parent: null };
    }
    case 'url':
      return download(deps, reference, path, signal);
    case 'document':
      return documentFile(deps, await findDocument(deps, owner, reference.documentId, path), { path, output });
    case 'blob': {
      const bytes = await deps.blobs.get(reference.key);
      if (bytes === null) throw new Error(`source blob ${reference.key} is missing`);
      return { bytes, filename: reference.filename, pages: null, parent: null };
    }
  }
}

async function download(
  { downloader }: FileAccess,
  { url, filename }: { url: string; filename?: string | undefined },
  path: string,
  signal: AbortSignal | undefined,
): Promise<ResolvedFile> {
  try {
    const downloaded = await downloader.download(url, signal ? { signal } : {});
    return { bytes: downloaded.bytes, filename: filename ?? downloaded.filename, pages: null, parent: null };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw refuseAt(error.code === 'file_too_large' ? 'file_too_large' : 'file_rejected', error.message, path, error);
  }
}

async function documentFile(
  { blobs }: FileAccess,
  record: DocumentRecord,
  { path, output: choose }: { path: string; output: typeof mainOutput },
): Promise<ResolvedFile> {
  const { id, name, pages } = record;
  if (record.contentDeletedAt !== null) throw contentDeleted(id, path);
  const output = choose(record);
  if (record.format === 'artifact') throw refuseAt('file_rejected', `${id} is an artifact: ${NO_FILE}`, path);
  if (output === undefined && FINAL_STATUSES.includes(record.status)) {
    const why = record.status === 'failed' ? 'failed: its error and report say why' : `ended as ${record.status}`;
    throw refuseAt('file_rejected', `The document ${id} has no file, and will have none: it ${why}.`, path);
  }
  if (output === undefined) throw refuseAt('document_not_ready', `The document ${id} has no file; wait until it is ready.`, path);
  const bytes = await blobs.get(output.key);
  if (bytes === null) throw contentDeleted(id, path);
  return { bytes, filename: `${name ?? 'document'}.${output.kind}`, pages, parent: record };
}

/** In processing: what was there on acceptance may have been deleted since. @throws Refusal file_not_found; as `resolveFile` */
export async function resolveJobFile(
  deps: FileAccess,
  { projectId }: Pick<DocumentRecord, 'projectId'>,
  source: FileSource,
  signal: AbortSignal,
): Promise<ResolvedFile> {
  try {
    return await resolveFile(deps, { id: projectId }, source, { signal });
  } catch (error) {
    if (!(error instanceof Refusal) || (source.kind !== 'file' && source.kind !== 'document')) throw error;
    const id = source.kind === 'file' ? source.fileId : source.documentId;
    throw new Refusal('file_not_found', `The ${source.kind} ${id} was deleted before it was processed.`, { cause: error });
  }
}
