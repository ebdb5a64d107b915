/** The tenant check: documents and files are visible to their own project only; for others, of the same organisation too, there are none. */
import { Refusal } from '../../base/refusal.ts';
import type { Project } from '../../ports/account-store.ts';
import type { DocumentStore, FileRecord } from '../../ports/document-store.ts';
import type { DocumentRecord } from '../../ports/record.ts';

/** A refusal about the field at `path` of the request; without a path, about the address that was called. */
export const refuseAt = (code: ConstructorParameters<typeof Refusal>[0], message: string, path?: string, cause?: unknown): Refusal =>
  new Refusal(code, message, { errors: path === undefined ? [] : [{ path, message }], cause });

type Owner = Pick<Project, 'id'>;

export const contentDeleted = (id: string, path?: string): Refusal =>
  refuseAt('content_deleted', `The content of ${id} has been deleted; only its record stays.`, path);

/** @throws Refusal not_found */
export async function findDocument(
  { store }: { store: Pick<DocumentStore, 'get'> },
  { id: projectId }: Owner,
  id: string,
  path?: string,
): Promise<DocumentRecord> {
  const record = await store.get(id);
  if (record === null || record.projectId !== projectId) throw refuseAt('not_found', `There is no document ${id}.`, path);
  return record;
}

/** @throws Refusal not_found */
export async function findFile(
  { store }: { store: Pick<DocumentStore, 'getFile'> },
  { id: projectId }: Owner,
  id: string,
  path?: string,
): Promise<FileRecord> {
  const file = await store.getFile(id);
  if (file === null || file.projectId !== projectId)
    throw refuseAt('not_found', `There is no file ${id}; upload it with POST /files, or check the id.`, path);
  return file;
}
