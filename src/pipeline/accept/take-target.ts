/** The target file of a review, an edit or a version: what is known of it on acceptance, and its bytes in processing. */
import type { FileKind } from '../../base/file-kind.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Project } from '../../ports/account-store.ts';
import type { DocumentRecord, FileSource } from '../../ports/record.ts';
import type { PipelineDependencies } from '../dependencies.ts';
import type { FileReference } from '../../contract/file-reference.ts';
import type { ExtractionFile } from '../pipeline.ts';
import { detectTarget, targetKind, type TargetKind } from '../target-kind.ts';
import type { KeptBytes } from './accept-request.ts';
import { refuseAt } from './find-own.ts';
import { resolveFile, resolveJobFile } from './resolve-file.ts';
import { validateFile } from './validate-file.ts';

export interface TargetFile<Kind extends TargetKind = TargetKind> {
  /** What the job keeps. */
  source: FileSource;
  /** To be kept under the document's key before it is accepted; none where the file has an id of its own. */
  kept: KeptBytes[];
  bytes: Uint8Array;
  filename: string;
  kind: Kind;
  contentType: string;
  /** Pages, slides or sheets, where they are known before the file is rendered. */
  pages: number | null;
  /** The document that it is the file of. */
  parent: DocumentRecord | null;
}

/**
 * Resolves and validates a target file.
 * @param documentId of the document to be: the bytes are kept under its key
 * @throws Refusal not_found, file_rejected, file_too_large, content_deleted, document_not_ready; what `accept` throws
 */
export async function takeTarget<Kind extends TargetKind>(
  deps: PipelineDependencies,
  owner: Project,
  documentId: string,
  reference: ExtractionFile,
  accept: (kind: FileKind) => Kind,
): Promise<TargetFile<Kind>> {
  const { bytes, filename: given, pages: known, parent } = await resolveFile(deps, owner, reference);
  const { kind, contentType } = detectTarget(bytes, given, accept);
  // uploads were validated when they came, and files of documents are our own
  const isFromOutside = reference.kind !== 'file' && reference.kind !== 'document';
  const pages = isFromOutside ? (await validateFile(deps, '/file', { bytes, filename: given })).pages : known;
  const filename = given ?? `document.${kind}`;
  const key = `documents/${documentId}/source-1`;
  return {
    source: { kind: 'blob', key, filename, contentType },
    kept: [{ key, bytes, contentType }],
    bytes,
    filename,
    kind,
    contentType,
    pages,
    parent,
  };
}

/** A target as the job refers to it: what only fetching shows is null. */
export type ReferredTarget = Pick<TargetFile, 'source' | 'kept' | 'filename' | 'pages' | 'parent'> & {
  kind: TargetKind | null;
  size: number | null;
};

/** For jobs that may run long after acceptance: an address is fetched in processing, an upload stays where it is. @throws Refusal as `takeTarget`; input_invalid */
export async function referToTarget(
  deps: PipelineDependencies,
  owner: Project,
  documentId: string,
  reference: FileReference,
): Promise<ReferredTarget> {
  if (reference.kind === 'url') {
    checkAddress(deps, '/file', reference.url);
    return {
      source: reference,
      kept: [],
      filename: reference.filename ?? reference.url,
      kind: null,
      size: null,
      pages: null,
      parent: null,
    };
  }
  const { bytes, ...target } = await takeTarget(deps, owner, documentId, reference, targetKind);
  return { ...target, size: bytes.length, ...(reference.kind === 'file' ? { source: reference, kept: [] } : {}) };
}

/** @throws Refusal input_invalid for an address that is not fetched from */
export function checkAddress({ downloader }: Pick<PipelineDependencies, 'downloader'>, path: string, url: string): void {
  const wrong = downloader.check(url);
  if (wrong !== null) throw refuseAt('input_invalid', wrong, `${path}/url`);
}

/** In processing. @throws Refusal file_not_found, file_rejected, file_too_large */
export async function openTarget(
  deps: PipelineDependencies,
  record: DocumentRecord,
  source: FileSource,
  signal: AbortSignal,
): Promise<{ bytes: Uint8Array; kind: TargetKind; contentType: string; filename: string }> {
  try {
    const { bytes, filename } = await resolveJobFile(deps, record, source, signal);
    if (source.kind === 'url') await validateFile(deps, '/file', { bytes, filename });
    const { kind, contentType } = detectTarget(bytes, filename, targetKind);
    return { bytes, kind, contentType, filename: filename ?? `file.${kind}` };
  } catch (error) {
    if (!(error instanceof Refusal) || source.kind !== 'url') throw error;
    const code = error.code === 'file_too_large' ? 'file_too_large' : 'file_rejected';
    throw new Refusal(code, `The file could not be used: ${error.message}`, { cause: error });
  }
}
