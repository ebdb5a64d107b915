/** The data of an artifact for its owner, who may read and write every collection whatever its mode. */
import type { Project } from '../../ports/account-store.ts';
import type { ArtifactRecord, ArtifactValue } from '../../ports/artifact-store.ts';
import type { ListPage, ListQuery } from '../../ports/document-store.ts';
import type { DocumentRecord } from '../../ports/record.ts';
import { Refusal } from '../../base/refusal.ts';
import type { PipelineDependencies } from '../dependencies.ts';
import { findDocument } from '../accept/find-own.ts';
import type { OwnArtifacts } from '../pipeline.ts';
import { writeRecord } from './check-record.ts';
import { checkRecordId, findArtifact, findDeclared, findSharedArtifact, noRecord, settleWrite } from './find-artifact.ts';

type Deps = Pick<PipelineDependencies, 'store' | 'artifacts' | 'clock'>;
type Page = Pick<ListQuery, 'limit' | 'order' | 'after' | 'before'>;

/** Records that an export reads at once. */
const EXPORTED_AT_ONCE = 500;

async function declaredIn({ artifacts }: Deps, record: DocumentRecord, collection: string) {
  const state = await artifacts.state(record.id);
  if (state === null)
    throw new Refusal('document_not_ready', `The artifact ${record.id} has not been made yet, or failed.`, { retryAfterS: 1 });
  return findDeclared(state.collections, collection);
}

/** What the pipeline offers owners of artifacts. */
export function createOwnArtifacts(deps: Deps): OwnArtifacts {
  const { artifacts, clock } = deps;
  const open = async (owner: Project, id: string, collection: string) => {
    const record = await findSharedArtifact(deps, owner, id);
    return declaredIn(deps, record, collection);
  };
  const list = async (owner: Project, id: string, collection: string, page: Page): Promise<ListPage<ArtifactRecord>> => {
    await open(owner, id, collection);
    return artifacts.list(id, collection, page);
  };
  return {
    async collections(owner, id) {
      await findSharedArtifact(deps, owner, id);
      const [counts, state] = [await artifacts.counts(id), await artifacts.state(id)];
      const declared = (state?.collections ?? []).filter(({ name }) => !counts.some(({ collection }) => collection === name));
      return [...counts, ...declared.map(({ name }) => ({ collection: name, records: 0 }))];
    },
    records: list,
    async *exportRecords(owner, id, collection) {
      await open(owner, id, collection);
      let after: string | undefined;
      for (let more = true; more;) {
        const { data, hasMore } = await artifacts.list(id, collection, {
          limit: EXPORTED_AT_ONCE,
          order: 'asc',
          ...(after === undefined ? {} : { after }),
        });
        yield data;
        after = data.at(-1)?.id;
        more = hasMore;
      }
    },
    async addRecord(owner, id, collection, value: ArtifactValue) {
      const declared = await open(owner, id, collection);
      const place = { documentId: id, collection, id: `rec_${clock.ulid()}` };
      return settleWrite(await artifacts.add(place, writeRecord(value, declared)));
    },
    async updateRecord(owner, { documentId, collection, id }, value, revision) {
      const declared = await open(owner, documentId, collection);
      checkRecordId(id);
      return settleWrite(await artifacts.update({ documentId, collection, id }, writeRecord(value, declared), revision));
    },
    async removeRecord(owner, place) {
      await findSharedArtifact(deps, owner, place.documentId);
      checkRecordId(place.id);
      if (!(await artifacts.remove(place))) throw noRecord();
    },
    async removeCollection(owner, id, collection) {
      await open(owner, id, collection);
      return artifacts.removeCollection(id, collection);
    },
    async revokeLinks(owner, id) {
      await findArtifact(deps, owner, id);
      await artifacts.revokeLinks(id);
      return findDocument(deps, owner, id);
    },
  };
}
