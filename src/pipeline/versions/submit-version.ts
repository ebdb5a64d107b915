/**
 * Files edited by hand: a version is a document of its own whose parent is the one it was edited from; a save replaces the
 * file of a document. Both are rendered by a worker like everything else, so that it does not matter which process is asked,
 * and a crash loses neither.
 */
import { FINAL_STATUSES } from '../../contract/vocabulary.ts';
import { Refusal, REFUSAL_CODES } from '../../base/refusal.ts';
import type { Project } from '../../ports/account-store.ts';
import { SAVE_PREFIX, type ListPage, type ListQuery, type NewDocument } from '../../ports/document-store.ts';
import { type DocumentRecord, type FileSource } from '../../ports/record.ts';
import { acceptRequest } from '../accept/accept-request.ts';
import { contentDeleted, findDocument, refuseAt } from '../accept/find-own.ts';
import { mainOutput, resolveFile } from '../accept/resolve-file.ts';
import { pageOutput } from '../page/page-source.ts';
import { detectFileKind } from '../../base/file-kind.ts';
import { takeTarget, type TargetFile } from '../accept/take-target.ts';
import { targetKind } from '../target-kind.ts';
import type { PipelineDependencies } from '../dependencies.ts';
import { waitUntilFinal } from '../follow.ts';
import type { SavedFile } from '../pipeline.ts';

/** A finished document that has a file. @throws Refusal not_found, content_deleted, document_not_ready */
export async function findFinished(deps: Pick<PipelineDependencies, 'store'>, owner: Project, id: string): Promise<DocumentRecord> {
  const record = await findDocument(deps, owner, id);
  if (record.contentDeletedAt) throw contentDeleted(id);
  if (!FINAL_STATUSES.includes(record.status))
    throw new Refusal('document_not_ready', `The document ${id} is not finished yet; wait until it is.`, { retryAfterS: 1 });
  if (!mainOutput(record) && !(record.format === 'artifact' && pageOutput(record)))
    throw new Refusal('document_not_ready', `The document ${id} ended without a file, so it has no versions.`);
  return record;
}

/** The file, of the same format as the document. @throws Refusal not_found, file_rejected, file_too_large */
function takeFile(
  deps: PipelineDependencies,
  owner: Project,
  record: DocumentRecord,
  file: SavedFile['file'],
  newId: string,
): Promise<Pick<TargetFile, 'source' | 'kept'>> {
  if (record.format === 'artifact') return takePageFile(deps, owner, file, newId);
  const expected = mainOutput(record)?.kind;
  const reference = 'fileId' in file ? { kind: 'file' as const, fileId: file.fileId } : { kind: 'upload' as const, ...file };
  // kept with the version: the upload may be deleted before a worker gets to it
  return takeTarget(deps, owner, newId, reference, (kind) => {
    const found = targetKind(kind);
    if (found === expected) return found;
    throw refuseAt(
      'file_rejected',
      `The document is a ${expected ?? 'file'}, and this is a ${found}: save the file in the format of the document.`,
      '/file',
    );
  });
}

/** Of an artifact: the Markdown that its page is made from, or a page that is written whole. @throws Refusal not_found, file_rejected, file_too_large */
async function takePageFile(
  deps: PipelineDependencies,
  owner: Project,
  file: SavedFile['file'],
  newId: string,
): Promise<Pick<TargetFile, 'source' | 'kept'>> {
  const reference = 'fileId' in file ? { kind: 'file' as const, fileId: file.fileId } : { kind: 'upload' as const, ...file };
  const { bytes, filename } = await resolveFile(deps, owner, reference);
  const { kind } = detectFileKind(bytes, filename);
  if (kind !== 'md' && kind !== 'txt' && kind !== 'html')
    throw refuseAt(
      'file_rejected',
      'The document is a web page: send the Markdown that it is made from (.md), or a page written whole (.html).',
      '/file',
    );
  const key = `documents/${newId}/source-1`;
  const contentType = 'text/plain; charset=utf-8';
  return { source: { kind: 'blob', key, filename: filename ?? 'page.md', contentType }, kept: [{ key, bytes, contentType }] };
}

interface Acceptance {
  id: string;
  record: DocumentRecord;
  file: SavedFile['file'];
}

async function acceptVersion(
  deps: PipelineDependencies,
  owner: Project,
  { id, record, file }: Acceptance,
  more: Pick<NewDocument, 'projectId' | 'metadata' | 'retention'>,
  jobFor: (source: FileSource) => NewDocument['job'],
): Promise<DocumentRecord> {
  const { source, kept } = await takeFile(deps, owner, record, file, id);
  const document: Omit<NewDocument, 'ratePerMinute'> = {
    id,
    orgId: owner.orgId,
    keyId: owner.keyId,
    name: record.name,
    operation: 'edit',
    format: record.format,
    type: record.type,
    mode: 'manual',
    parentId: record.id,
    ...(record.artifact === null ? {} : { artifact: { storage: record.artifact.storage } }),
    route: null,
    quality: null,
    versions: { ...record.versions, engine: deps.versions.engine, model: null },
    job: jobFor(source),
    ...more,
  };
  return (await acceptRequest(deps, document, kept)).record;
}

export const revisionConflict = (): Refusal =>
  new Refusal('revision_conflict', 'The file was saved by another user meanwhile; read the document again and save with its revision.');

/** Waits for the pages. @throws Refusal not_found, content_deleted, document_not_ready, file_rejected, revision_conflict, rate_limited; the signal's reason */
export async function saveFile(
  deps: PipelineDependencies,
  owner: Project,
  id: string,
  { file, revision }: SavedFile,
  signal: AbortSignal | undefined,
): Promise<DocumentRecord> {
  const record = await findFinished(deps, owner, id);
  if (record.revision !== revision) throw revisionConflict();
  const jobId = `${SAVE_PREFIX}${deps.clock.ulid()}`;
  await acceptVersion(
    deps,
    owner,
    { id: jobId, record, file },
    { projectId: record.projectId, metadata: {}, retention: 'none' },
    (source) => ({ kind: 'save', file: source, target: { documentId: id, revision } }),
  );
  const ended = await waitUntilFinal(deps.store, jobId, signal);
  await deps.blobs.deleteAll(`documents/${jobId}/`);
  if (ended.status !== 'failed' && ended.status !== 'canceled') return findFinished(deps, owner, id);
  const code = REFUSAL_CODES.find((known) => known === ended.error?.code) ?? 'processing_failed';
  const message = ended.error?.message ?? 'The file could not be saved.';
  throw refuseAt(code, message, code === 'file_rejected' || code === 'docx_invalid' ? '/file' : undefined);
}

/** Accepts the file as a version of the document. @throws Refusal not_found, content_deleted, document_not_ready, file_rejected, rate_limited */
export async function submitVersion(deps: PipelineDependencies, owner: Project, id: string, fileId: string): Promise<DocumentRecord> {
  const record = await findFinished(deps, owner, id);
  return acceptVersion(
    deps,
    owner,
    { id: `doc_${deps.clock.ulid()}`, record, file: { fileId } },
    { projectId: owner.id, metadata: record.metadata, retention: record.retention },
    (file) => ({ kind: 'version', file }),
  );
}

type Page = Pick<ListQuery, 'limit' | 'order' | 'after' | 'before'>;

function pageOf(family: DocumentRecord[], { limit, order, after, before }: Page): ListPage<DocumentRecord> {
  const sorted = order === 'asc' ? family : family.toReversed();
  const behind = (one: string, other: string): boolean => (order === 'asc' ? one > other : one < other);
  const rest = sorted.filter(({ id }) => (after === undefined || behind(id, after)) && (before === undefined || behind(before, id)));
  // a cursor backwards alone asks for those right before it
  const data = before !== undefined && after === undefined ? rest.slice(-limit) : rest.slice(0, limit);
  return { data, hasMore: rest.length > data.length };
}

/** All versions of the document, its ancestors' too. @throws Refusal not_found */
export async function listVersions(deps: PipelineDependencies, owner: Project, id: string, page: Page): Promise<ListPage<DocumentRecord>> {
  await findDocument(deps, owner, id);
  return pageOf(await deps.store.family(id), page);
}
