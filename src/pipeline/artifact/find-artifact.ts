/** An artifact whose data is with the service: the checks that every way to its data begins with. */
import { Refusal } from '../../base/refusal.ts';
import { COLLECTION_NAME, RECORD_ID, STORAGE_COLLECTION, type DeclaredCollection } from '../../contract/artifact.ts';
import type { Project } from '../../ports/account-store.ts';
import type { ArtifactRecord, WriteOutcome } from '../../ports/artifact-store.ts';
import { RECORDS_MAX } from '../../ports/artifact-store.ts';
import type { DocumentRecord } from '../../ports/record.ts';
import { contentDeleted, findDocument } from '../accept/find-own.ts';
import type { PipelineDependencies } from '../dependencies.ts';

/** @throws Refusal not_found, not_an_artifact, content_deleted */
export async function findArtifact(deps: Pick<PipelineDependencies, 'store'>, owner: Project, id: string): Promise<DocumentRecord> {
  const record = await findDocument(deps, owner, id);
  if (record.format !== 'artifact' || record.artifact === null)
    throw new Refusal('not_an_artifact', `${id} is no artifact, so it keeps no data.`);
  if (record.contentDeletedAt !== null) throw contentDeleted(id);
  return record;
}

/** @throws Refusal not_found, not_an_artifact, content_deleted, artifact_is_local */
export async function findSharedArtifact(deps: Pick<PipelineDependencies, 'store'>, owner: Project, id: string): Promise<DocumentRecord> {
  const record = await findArtifact(deps, owner, id);
  if (record.artifact?.storage === 'local')
    throw new Refusal('artifact_is_local', `${id} keeps its data in each visitor's browser; the service does not have it.`);
  return record;
}

/** What the artifact says of this collection. @throws Refusal not_found where it names its collections and this is none of them */
export function findDeclared(collections: readonly DeclaredCollection[], name: string): DeclaredCollection | undefined {
  checkCollectionName(name);
  const declared = collections.find((one) => one.name === name);
  if (declared === undefined && collections.length > 0)
    throw new Refusal('not_found', `The artifact has no collection ${name}; it has ${collections.map((one) => one.name).join(', ')}.`);
  return declared;
}

/** @throws Refusal not_found for a name that no collection can have */
function checkCollectionName(name: string): void {
  if (name === STORAGE_COLLECTION || COLLECTION_NAME.test(name)) return;
  throw new Refusal('not_found', 'There is no such collection: a name has 1 to 64 letters, digits, dots, hyphens and underscores.');
}

/** @throws Refusal not_found for what no record is called */
export function checkRecordId(id: string): void {
  if (!RECORD_ID.test(id)) throw noRecord();
}

export const noRecord = (): Refusal => new Refusal('not_found', 'There is no such record.');

/** What was written. @throws Refusal too_many_records, not_found, revision_conflict */
export function settleWrite(outcome: WriteOutcome): ArtifactRecord {
  switch (outcome.kind) {
    case 'written':
      return outcome.record;
    case 'full':
      throw new Refusal('too_many_records', `The artifact has ${RECORDS_MAX.toLocaleString('en')} records, which is all that it may have.`);
    case 'missing':
      throw noRecord();
    case 'conflict':
      throw new Refusal(
        'revision_conflict',
        'The record was changed by another visitor meanwhile; read it again and update it with its revision.',
      );
  }
}
