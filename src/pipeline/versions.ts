/**
 * Files edited by hand: a version is a document of its own whose parent is the one it was edited from; a save takes the
 * place of a document's file. Both are drawn by a worker like everything else, so that it does not matter which process is
 * asked, and a crash loses neither.
 */
import { Refusal, REFUSAL_CODES } from '../base/refusal.ts';
import type { Project } from '../ports/account-store.ts';
import { SAVE_PREFIX, type ListPage, type ListQuery } from '../ports/document-store.ts';
import { FINAL_STATUSES, type DocumentRecord, type FileSource } from '../ports/record.ts';
import { FREE, settleAcceptance } from './accept.ts';
import type { PipelineDependencies } from './dependencies.ts';
import { waitUntilFinal } from './follow.ts';
import { findFile, officeOutput } from './sources.ts';
import { judgeWorkedFile } from './worked-file.ts';

export interface Versions {
  /** @throws Refusal not_found, content_deleted, document_not_ready, file_rejected, rate_limited */
  createVersion(owner: Project, id: string, fileId: string): Promise<DocumentRecord>;
  /** All versions of the document, those that it was edited from too; oldest first where the query says nothing else. */
  versions(owner: Project, id: string, query: Pick<ListQuery, 'limit' | 'order' | 'after' | 'before'>): Promise<ListPage<DocumentRecord>>;
  /** Waits for the pages. @throws Refusal not_found, content_deleted, document_not_ready, file_rejected, revision_conflict, rate_limited; the signal's reason */
  saveFile(owner: Project, id: string, save: SavedFile, signal?: AbortSignal): Promise<DocumentRecord>;
}

export interface SavedFile {
  file: { fileId: string } | { bytes: Uint8Array; filename: string | undefined };
  revision: number;
}

const refuse = (code: ConstructorParameters<typeof Refusal>[0], message: string, path: string): Refusal =>
  new Refusal(code, message, { errors: [{ path, message }] });

/** A finished document that has a file. @throws Refusal not_found, content_deleted, document_not_ready */
export async function findFinished(deps: Pick<PipelineDependencies, 'store'>, owner: Project, id: string): Promise<DocumentRecord> {
  const record = await deps.store.get(id);
  if (!record || record.orgId !== owner.orgId) throw new Refusal('not_found', `There is no document ${id}.`);
  if (record.contentDeletedAt) throw new Refusal('content_deleted', `The content of ${id} has been deleted; only its record stays.`);
  if (!FINAL_STATUSES.includes(record.status))
    throw new Refusal('document_not_ready', `The document ${id} is not finished yet; wait until it is.`, { retryAfterS: 1 });
  if (!officeOutput(record)) throw new Refusal('document_not_ready', `The document ${id} ended without a file, so it has no versions.`);
  return record;
}

interface Taken {
  source: FileSource;
  store?: { key: string; bytes: Uint8Array; contentType: string };
}

/** The file, of the same format as the document. @throws Refusal not_found, file_rejected, file_too_large */
async function takeFile(
  deps: PipelineDependencies,
  owner: Project,
  record: DocumentRecord,
  file: SavedFile['file'],
  newId: string,
): Promise<Taken> {
  const known = 'fileId' in file ? await findFile(deps, owner, file.fileId, '/file') : null;
  const bytes = 'bytes' in file ? file.bytes : known && (await deps.blobs.get(known.key));
  if (!bytes) throw refuse('not_found', 'The file has been deleted.', '/file');
  const filename = known?.filename ?? ('filename' in file ? file.filename : undefined);
  const { kind, contentType } = judgeWorkedFile(bytes, filename);
  const expected = officeOutput(record)?.kind;
  if (kind !== expected)
    throw refuse(
      'file_rejected',
      `The document is a ${expected ?? 'file'}, and this is a ${kind}: save the file in the format of the document.`,
      '/file',
    );
  const key = `documents/${newId}/source-1`;
  // kept with the version: the upload may be deleted before a worker comes to it
  return { source: { kind: 'blob', key, filename: filename ?? `file.${kind}`, contentType }, store: { key, bytes, contentType } };
}

interface Acceptance {
  id: string;
  record: DocumentRecord;
  taken: Taken;
  saves?: { documentId: string; revision: number };
}

async function accept(deps: PipelineDependencies, owner: Project, { id, record, taken, saves }: Acceptance): Promise<DocumentRecord> {
  const { format, name } = record;
  if (taken.store) await deps.blobs.put(taken.store.key, taken.store.bytes, taken.store.contentType);
  const outcome = await deps.store.accept({
    id,
    orgId: owner.orgId,
    projectId: saves ? record.projectId : owner.id,
    name,
    operation: 'edit',
    format,
    type: record.type,
    mode: 'manual',
    parentId: record.id,
    metadata: saves ? {} : record.metadata,
    retention: saves ? 'none' : record.retention,
    route: null,
    quality: null,
    versions: { ...record.versions, engine: deps.versions.engine, model: null },
    job: { operation: 'edit', format, name, sources: [], file: taken.source, manual: true, saves, quality: 'auto' },
    ratePerMinute: deps.ratePerMinute,
  });
  return (await settleAcceptance(deps, outcome, { stored: id, price: FREE })).record;
}

export const revisionConflict = (): Refusal =>
  new Refusal('revision_conflict', 'The file was saved by somebody else meanwhile; read the document again and save with its revision.');

async function save(
  deps: PipelineDependencies,
  owner: Project,
  id: string,
  saved: SavedFile,
  signal: AbortSignal | undefined,
): Promise<DocumentRecord> {
  const record = await findFinished(deps, owner, id);
  if (record.revision !== saved.revision) throw revisionConflict();
  const carrier = `${SAVE_PREFIX}${deps.clock.ulid()}`;
  const taken = await takeFile(deps, owner, record, saved.file, carrier);
  await accept(deps, owner, { id: carrier, record, taken, saves: { documentId: id, revision: saved.revision } });
  const ended = await waitUntilFinal(deps.store, carrier, signal);
  await deps.blobs.deleteAll(`documents/${carrier}/`);
  if (ended.status !== 'failed' && ended.status !== 'canceled') return findFinished(deps, owner, id);
  const code = REFUSAL_CODES.find((known) => known === ended.error?.code) ?? 'processing_failed';
  throw new Refusal(code, ended.error?.message ?? 'The file could not be saved.', {
    errors: code === 'file_rejected' || code === 'docx_invalid' ? [{ path: '/file', message: ended.error?.message ?? '' }] : [],
  });
}

function pageOf(
  family: DocumentRecord[],
  { limit, order, after, before }: Pick<ListQuery, 'limit' | 'order' | 'after' | 'before'>,
): ListPage<DocumentRecord> {
  const sorted = order === 'asc' ? family : family.toReversed();
  const behind = (one: string, other: string): boolean => (order === 'asc' ? one > other : one < other);
  const rest = sorted.filter(({ id }) => (after === undefined || behind(id, after)) && (before === undefined || behind(before, id)));
  // a cursor backwards alone asks for those right before it
  const data = before !== undefined && after === undefined ? rest.slice(-limit) : rest.slice(0, limit);
  return { data, hasMore: rest.length > data.length };
}

export function createVersions(deps: PipelineDependencies): Versions {
  return {
    async createVersion(owner, id, fileId) {
      const record = await findFinished(deps, owner, id);
      const newId = `doc_${deps.clock.ulid()}`;
      return accept(deps, owner, { id: newId, record, taken: await takeFile(deps, owner, record, { fileId }, newId) });
    },
    async versions(owner, id, query) {
      const record = await deps.store.get(id);
      if (!record || record.orgId !== owner.orgId) throw new Refusal('not_found', `There is no document ${id}.`);
      return pageOf(await deps.store.family(id), query);
    },
    saveFile: (owner, id, saved, signal) => save(deps, owner, id, saved, signal),
  };
}
