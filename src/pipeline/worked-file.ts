/** The file that a review or an edit works on: what is known of it on acceptance, and its bytes in processing. */
import { detectFileKind, type FileKind } from '../base/file-kind.ts';
import { Refusal } from '../base/refusal.ts';
import type { Project } from '../ports/account-store.ts';
import type { DocumentRecord, FileSource } from '../ports/record.ts';
import type { PipelineDependencies } from './dependencies.ts';
import { fetchFile } from './extractions.ts';
import { passGate } from './gate-file.ts';
import type { FileReference } from './pipeline.ts';
import { FILE_BYTES_MAX } from './sources.ts';

const WORKED_KINDS = ['docx', 'pptx', 'xlsx', 'pdf', 'doc', 'ppt', 'xls'] as const satisfies FileKind[];
export type WorkedKind = (typeof WORKED_KINDS)[number];

export interface WorkedFile {
  /** What the job keeps. */
  source: FileSource;
  filename: string;
  /** null where only fetching tells. */
  kind: WorkedKind | null;
  bytes: number | null;
  /** Pages, slides or sheets, where they are known before the file is drawn. */
  pages: number | null;
  /** The document that it is the file of. */
  parent: DocumentRecord | null;
  store?: { key: string; bytes: Uint8Array; contentType: string };
}

const refuse = (code: ConstructorParameters<typeof Refusal>[0], message: string, path = '/file'): Refusal =>
  new Refusal(code, message, { errors: [{ path, message }] });

/** @throws Refusal file_rejected, file_too_large */
export function judgeWorkedFile(bytes: Uint8Array, filename: string | undefined): { kind: WorkedKind; contentType: string } {
  if (bytes.length > FILE_BYTES_MAX) throw refuse('file_too_large', 'The file is over 20 MB.');
  const detected = detectFileKind(bytes, filename);
  if (detected.kind === null) throw refuse('file_rejected', detected.reason);
  const kind = WORKED_KINDS.find((known) => known === detected.kind);
  if (kind === undefined)
    throw refuse('file_rejected', `A ${detected.kind} file can be neither reviewed nor edited; send Word, PowerPoint, Excel or PDF.`);
  return { kind, contentType: detected.contentType };
}

/**
 * Bytes at hand are checked here; what lies at an address is fetched in processing.
 * @throws Refusal not_found, file_rejected, file_too_large, content_deleted, document_not_ready, input_invalid
 */
export async function checkWorkedFile(
  deps: PipelineDependencies,
  owner: Project,
  documentId: string,
  reference: FileReference,
): Promise<WorkedFile> {
  if (reference.kind === 'url') {
    const wrong = deps.downloader.check(reference.url);
    if (wrong !== null) throw refuse('input_invalid', wrong, '/file/url');
    return { source: reference, filename: reference.filename ?? reference.url, kind: null, bytes: null, pages: null, parent: null };
  }
  const parent = reference.kind === 'document' ? await deps.store.get(reference.documentId) : null;
  const { bytes, filename: known } = await fetchFile(deps, owner, reference);
  const { kind, contentType } = judgeWorkedFile(bytes, known);
  const gated = reference.kind === 'data' ? await passGate(deps, '/file', { bytes, filename: known }) : null;
  const pages =
    gated?.pages ?? (reference.kind === 'file' ? ((await deps.store.getFile(reference.fileId))?.pages ?? null) : (parent?.pages ?? null));
  const filename = known ?? `${parent?.name ?? reference.kind}.${kind}`;
  if (reference.kind === 'file') return { source: reference, filename, kind, bytes: bytes.length, pages, parent };
  const key = `documents/${documentId}/source-1`;
  return {
    source: { kind: 'blob', key, filename, contentType },
    filename,
    kind,
    bytes: bytes.length,
    pages,
    parent,
    store: { key, bytes, contentType },
  };
}

/** In processing. @throws Refusal file_not_found, file_rejected, file_too_large */
export async function fetchWorkedFile(
  deps: PipelineDependencies,
  record: DocumentRecord,
  source: FileSource,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array; kind: WorkedKind; contentType: string }> {
  switch (source.kind) {
    case 'blob': {
      const bytes = await deps.blobs.get(source.key);
      if (bytes === null) throw new Error(`source blob ${source.key} is missing`);
      return { bytes, ...judgeWorkedFile(bytes, source.filename) };
    }
    case 'file': {
      const file = await deps.store.getFile(source.fileId);
      const bytes = file && file.orgId === record.orgId ? await deps.blobs.get(file.key) : null;
      if (!file || !bytes) throw new Refusal('file_not_found', `The file ${source.fileId} was deleted before it was processed.`);
      return { bytes, ...judgeWorkedFile(bytes, file.filename) };
    }
    case 'url':
      return download(deps, source, signal);
    case 'document':
      throw new Error('the file of a document is kept on acceptance');
  }
}

async function download(
  deps: PipelineDependencies,
  { url, filename }: { url: string; filename?: string | undefined },
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array; kind: WorkedKind; contentType: string }> {
  try {
    const downloaded = await deps.downloader.download(url, { signal });
    await passGate(deps, '/file', { bytes: downloaded.bytes, filename: filename ?? downloaded.filename });
    return { bytes: downloaded.bytes, ...judgeWorkedFile(downloaded.bytes, filename ?? downloaded.filename) };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw new Refusal(
      error.code === 'file_too_large' ? 'file_too_large' : 'file_rejected',
      `The file could not be used: ${error.message}`,
      { cause: error },
    );
  }
}
