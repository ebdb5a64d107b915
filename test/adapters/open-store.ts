/** A document store on a database of its own, with one organisation, and builders for its tests. */
import type { StoredEvent } from '../../src/contract/event.ts';
import assert from 'node:assert/strict';
import { openDatabase, type Database } from '../../src/adapters/postgres-database.ts';
import { createAccountStore } from '../../src/adapters/postgres-account-store.ts';
import { createDocumentStore, type PostgresDocumentStore, type StoreOptions } from '../../src/adapters/postgres-document-store.ts';
import { createSystemClock } from '../../src/adapters/system-clock.ts';
import { createJobQueue, type JobQueueOptions } from '../../src/adapters/postgres-job-queue.ts';
import type { DocumentStore, NewDocument } from '../../src/ports/document-store.ts';
import { DOCUMENT_KINDS, isDocumentClaim, type DocumentClaim, type JobQueue } from '../../src/ports/job-queue.ts';

export const clock = createSystemClock();
const silent = (): void => undefined;

export interface OpenStore {
  db: Database;
  store: PostgresDocumentStore;
  queue: JobQueue;
  close(): Promise<void>;
}

export async function openStore(url: string, options: Omit<StoreOptions & JobQueueOptions, 'clock'> = {}): Promise<OpenStore> {
  const db = await openDatabase(url, { log: silent });
  const store = createDocumentStore(db, { clock, ...options });
  return {
    db,
    store,
    queue: createJobQueue(db, store.feed, { clock, ...options }),
    close: async () => {
      await store.close();
      await db.close();
    },
  };
}

/** A new organisation with a project; their ids. */
export async function makeProject(db: Database): Promise<{ orgId: string; projectId: string }> {
  const accounts = createAccountStore(db);
  const orgId = `org_${clock.ulid()}`;
  const projectId = `prj_${clock.ulid()}`;
  await accounts.createOrganisation({ id: orgId, name: 'Test' });
  await accounts.createProject({ id: projectId, orgId, name: 'Test', region: 'local', retention: '30d' });
  return { orgId, projectId };
}

export function newDocument(owner: { orgId: string; projectId: string }, more: Partial<NewDocument> = {}): NewDocument {
  return {
    id: `doc_${clock.ulid()}`,
    ...owner,
    name: 'A memo',
    operation: 'create',
    format: 'docx',
    type: null,
    mode: 'content',
    parentId: null,
    metadata: {},
    retention: '30d',
    route: { path: 'fast', reason: 'Because.' },
    quality: null,
    versions: { engine: '1', renderer: '2', model: null },
    job: { kind: 'create', format: 'docx', markdown: '# A', sources: [], quality: 'auto' },
    ratePerMinute: 1_000,
    ...more,
  };
}

/** Accepts a document; its id. */
export async function accept(store: Pick<DocumentStore, 'accept'>, document: NewDocument): Promise<string> {
  const outcome = await store.accept(document);
  assert.equal(outcome.kind, 'accepted');
  return document.id;
}

/** A claim on this document; null where it is not to be had. */
export async function tryClaim(queue: JobQueue, id: string): Promise<DocumentClaim | null> {
  const [claimed] = await queue.claim(DOCUMENT_KINDS, { limit: 1, running: [], perOrganisation: 1_000, only: id });
  return claimed && isDocumentClaim(claimed) ? claimed : null;
}

export async function claim(queue: JobQueue, id: string): Promise<DocumentClaim> {
  const claimed = await tryClaim(queue, id);
  assert.ok(claimed, `${id} could not be claimed`);
  return claimed;
}

export const typesOf = (events: readonly StoredEvent[]): string[] => events.map(({ type }) => type);

/** No gap, one final event at most, and it is the last. */
export function checkSequence(events: readonly StoredEvent[]): void {
  assert.ok(
    events.every(({ sequence }, at) => sequence === at + 1),
    'a gap in the sequence',
  );
  const finals = events.filter(({ type }) => ['document.ready', 'document.failed', 'document.canceled'].includes(type));
  assert.ok(finals.length <= 1, 'more than one final event');
  if (finals.length === 1) assert.equal(events.at(-1), finals[0], 'something follows the final event');
}

export async function until(what: string, check: () => Promise<boolean> | boolean, timeoutMs = 180_000): Promise<void> {
  for (const end = Date.now() + timeoutMs; !(await check());) {
    assert.ok(Date.now() < end, `${what} did not happen within ${timeoutMs} ms`);
    await new Promise((resolve) => setTimeout(resolve, 10));
  }
}
