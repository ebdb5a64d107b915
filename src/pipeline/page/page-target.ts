/** An artifact as the file of an edit or a version: its record, and whether it can be worked on. */
import { Refusal } from '../../base/refusal.ts';
import { FINAL_STATUSES, type Retention, type Storage } from '../../contract/vocabulary.ts';
import type { FileReference } from '../../contract/file-reference.ts';
import type { Project } from '../../ports/account-store.ts';
import type { NewDocument } from '../../ports/document-store.ts';
import type { DocumentRecord } from '../../ports/record.ts';
import { contentDeleted, findDocument } from '../accept/find-own.ts';
import type { PipelineDependencies } from '../dependencies.ts';
import type { ExtractionFile } from '../pipeline.ts';
import { pageOutput } from './page-source.ts';

type Deps = Pick<PipelineDependencies, 'store' | 'blobs'>;

/**
 * The artifact that a reference names; null where it names anything else.
 * @throws Refusal not_found, content_deleted, document_not_ready
 */
export async function findPageTarget(
  deps: Deps,
  owner: Project,
  reference: FileReference | ExtractionFile | undefined,
): Promise<DocumentRecord | null> {
  if (reference?.kind !== 'document') return null;
  const record = await findDocument(deps, owner, reference.documentId, '/file');
  if (record.format !== 'artifact') return null;
  const { id } = record;
  if (record.contentDeletedAt !== null) throw contentDeleted(id, '/file');
  if (!FINAL_STATUSES.includes(record.status) || pageOutput(record) === undefined)
    throw new Refusal('document_not_ready', `The artifact ${id} has no page; wait until it is ready.`, {
      errors: [{ path: '/file', message: 'It has no page.' }],
      ...(FINAL_STATUSES.includes(record.status) ? {} : { retryAfterS: 1 }),
    });
  return record;
}

/** Where the data of a page is that is made from another one. */
const storageAfter = ({ artifact }: DocumentRecord, retention: Retention): Storage =>
  retention === 'none' ? 'local' : (artifact?.storage ?? 'local');

/** The fields of a document that is made from this artifact. */
export function documentOnPage(
  owner: Project,
  parent: DocumentRecord,
  request: { name?: string | undefined; metadata: Record<string, string>; retention?: Retention | undefined },
): Omit<NewDocument, 'id' | 'operation' | 'mode' | 'route' | 'quality' | 'versions' | 'job' | 'ratePerMinute'> & {
  artifact: { storage: Storage };
} {
  const retention = request.retention ?? owner.retention;
  return {
    orgId: owner.orgId,
    projectId: owner.id,
    name: request.name ?? parent.name,
    format: 'artifact',
    type: parent.type,
    parentId: parent.id,
    metadata: request.metadata,
    retention,
    artifact: { storage: storageAfter(parent, retention) },
  };
}
