/** What visitors of an artifact may do: as the link, the mode of the collection and the rates allow. */
import { Refusal } from '../../base/refusal.ts';
import { STORAGE_COLLECTION, type DeclaredCollection } from '../../contract/artifact.ts';
import { DELIVERED_STATUSES } from '../../contract/vocabulary.ts';
import type { ArtifactChange, ArtifactRecord, ArtifactStore, RateLimits } from '../../ports/artifact-store.ts';
import type { DocumentRecord, OutputRecord } from '../../ports/record.ts';
import type { PipelineDependencies } from '../dependencies.ts';
import type { ArtifactLink, Visit, Visits } from '../pipeline.ts';
import { writeRecord } from './check-record.ts';
import { checkRecordId, findDeclared, noRecord, settleWrite } from './find-artifact.ts';

type Deps = Pick<PipelineDependencies, 'store' | 'artifacts' | 'blobs' | 'clock' | 'artifactWritesPerMinute'>;
type Act = 'read' | 'write';

/** Reads to a write (decisions §9: 600 and 120). */
const READS_TO_A_WRITE = 5;
/** Share of one address in the rates of an artifact. */
const ADDRESS_SHARE = 10;
const CHANGES_AT_ONCE = 200;
const KEYS_MAX = 1_000;

/** What a page with a mode lets visitors do. */
const ALLOWED: Readonly<Record<DeclaredCollection['mode'], readonly ('list' | 'add' | 'change')[]>> = {
  open: ['list', 'add', 'change'],
  submit: ['add'],
  read: ['list'],
};

const REFUSED: Readonly<Record<DeclaredCollection['mode'], string>> = {
  open: '',
  submit: 'Visitors can only add to this collection; only its owner reads it.',
  read: 'Visitors can only read this collection; only its owner writes to it.',
};

const linkDead = (): Refusal =>
  new Refusal('link_expired', 'This link is not valid any more; ask for a new one, which GET /documents/{id}/outputs gives.');

function limitsOf(writesPerMinute: number, act: Act): RateLimits | null {
  if (writesPerMinute === 0) return null;
  const whole = act === 'write' ? writesPerMinute : writesPerMinute * READS_TO_A_WRITE;
  return { whole, single: Math.max(1, Math.floor(whole / ADDRESS_SHARE)) };
}

/** The page of a finished artifact. */
const pageOutput = ({ outputs }: Pick<DocumentRecord, 'outputs'>): OutputRecord | undefined => outputs.find(({ kind }) => kind === 'html');

async function findVisited(
  { store }: Deps,
  { documentId, generation }: ArtifactLink,
): Promise<{ record: DocumentRecord; page: OutputRecord }> {
  const record = await store.get(documentId);
  const page = record && pageOutput(record);
  const isMade = record !== null && DELIVERED_STATUSES.some((status) => status === record.status);
  if (!isMade || record.contentDeletedAt !== null || record.artifact === null || !page) throw linkDead();
  if ((record.artifact.generation ?? 0) !== generation) throw linkDead();
  return { record, page };
}

/** @throws Refusal rate_limited */
async function takeTurn(deps: Deps, { documentId, address }: Pick<Visit, 'documentId' | 'address'>, act: Act): Promise<void> {
  const limits = limitsOf(deps.artifactWritesPerMinute, act);
  if (limits === null) return;
  const waitMs = await deps.artifacts.takeTurn(documentId, act, address, limits);
  if (waitMs === 0) return;
  const retryAfterS = Math.ceil(waitMs / 1_000);
  throw new Refusal('rate_limited', `Too many ${act}s on this artifact in a minute; try again in ${retryAfterS} s.`, { retryAfterS });
}

/** What visitors do with the page's data. */
export function createVisits(deps: Deps): Visits {
  const { artifacts, blobs } = deps;
  return {
    async page(link) {
      const { record, page } = await findVisited(deps, link);
      const bytes = await blobs.get(page.key);
      if (bytes === null) throw linkDead();
      return { bytes, name: record.name };
    },
    async open(link, address) {
      const { record } = await findVisited(deps, link);
      return { documentId: record.id, name: record.name, storage: record.artifact?.storage ?? 'local', address };
    },
    ...createVisitorReads(deps),
    ...createVisitorWrites(deps),
    watch: (visit, onChange) => artifacts.watch(visit.documentId, onChange),
  };
}

async function collectionsOf(artifacts: ArtifactStore, { documentId, storage }: Visit) {
  if (storage === 'local')
    throw new Refusal('artifact_is_local', "This artifact keeps its data in each visitor's browser; the service does not have it.");
  const state = await artifacts.state(documentId);
  if (state === null) throw linkDead();
  return state;
}

/** The declared collection. @throws Refusal link_expired, not_found, method_not_allowed, rate_limited */
async function enter(
  deps: Deps,
  visit: Visit,
  collection: string,
  doing: 'list' | 'add' | 'change',
): Promise<DeclaredCollection | undefined> {
  const { collections } = await collectionsOf(deps.artifacts, visit);
  const declared = findDeclared(collections, collection);
  const mode = declared?.mode ?? 'open';
  if (!ALLOWED[mode].includes(doing)) throw new Refusal('method_not_allowed', REFUSED[mode]);
  await takeTurn(deps, visit, doing === 'list' ? 'read' : 'write');
  return declared;
}

function createVisitorReads(deps: Deps): Pick<Visits, 'list' | 'get' | 'keys' | 'changes'> {
  const { artifacts } = deps;
  return {
    async list(visit, collection, page) {
      await enter(deps, visit, collection, 'list');
      return artifacts.list(visit.documentId, collection, { ...page, order: 'asc' });
    },
    async get(visit, collection, id) {
      checkRecordId(id);
      await enter(deps, visit, collection, 'list');
      const found = await artifacts.get({ documentId: visit.documentId, collection, id });
      if (found === null) throw noRecord();
      return found;
    },
    async keys(visit, prefix) {
      await enter(deps, visit, STORAGE_COLLECTION, 'list');
      return artifacts.keys(visit.documentId, STORAGE_COLLECTION, prefix, KEYS_MAX);
    },
    async changes(visit, after) {
      const { collections, sequence } = await collectionsOf(artifacts, visit);
      // the beginning: from now on
      if (after === null) {
        await takeTurn(deps, visit, 'read');
        return { changes: [], sequence };
      }
      if (sequence === after) return { changes: [], sequence };
      const found = await artifacts.changes(visit.documentId, after, CHANGES_AT_ONCE);
      const hidden = new Set(collections.filter(({ mode }) => !ALLOWED[mode].includes('list')).map(({ name }) => name));
      const shown = found.filter(({ collection }) => !hidden.has(collection));
      return { changes: shown satisfies ArtifactChange[], sequence: found.at(-1)?.sequence ?? sequence };
    },
  };
}

function createVisitorWrites(deps: Deps): Pick<Visits, 'add' | 'put' | 'update' | 'remove'> {
  const { artifacts, clock } = deps;
  const idOf = (visit: Visit, collection: string, id: string) => ({ documentId: visit.documentId, collection, id });
  return {
    async add(visit, collection, value): Promise<ArtifactRecord> {
      const declared = await enter(deps, visit, collection, 'add');
      const json = writeRecord(value, declared);
      return settleWrite(await artifacts.add(idOf(visit, collection, `rec_${clock.ulid()}`), json));
    },
    async put(visit, id, value) {
      checkRecordId(id);
      await enter(deps, visit, STORAGE_COLLECTION, 'change');
      return settleWrite(await artifacts.put(idOf(visit, STORAGE_COLLECTION, id), writeRecord(value, undefined)));
    },
    async update(visit, collection, id, value, revision) {
      checkRecordId(id);
      const declared = await enter(deps, visit, collection, 'change');
      return settleWrite(await artifacts.update(idOf(visit, collection, id), writeRecord(value, declared), revision));
    },
    async remove(visit, collection, id) {
      checkRecordId(id);
      await enter(deps, visit, collection, 'change');
      if (!(await artifacts.remove(idOf(visit, collection, id)))) throw noRecord();
    },
  };
}
