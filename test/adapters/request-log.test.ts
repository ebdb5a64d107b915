/** The log of requests on a real PostgreSQL: what it gives back, and what it forgets. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createAccountStore } from '../../src/adapters/postgres-account-store.ts';
import { createRequestLogStore } from '../../src/adapters/postgres-request-log.ts';
import type { LoggedRequest, RequestLogStore } from '../../src/ports/request-log.ts';
import { createTestDatabase, startEmbedded, type TestServer } from '../support/postgres-servers.ts';
import { accept, clock, makeProject, newDocument, openStore, type OpenStore } from './open-store.ts';

let server: TestServer;
let opened: OpenStore;
let log: RequestLogStore;
before(async () => {
  server = await startEmbedded();
  opened = await openStore(await createTestDatabase(server, 'requests'));
  log = createRequestLogStore(opened.db);
});
after(async () => {
  await opened?.close();
  await server?.close();
});

const line = (projectId: string, more: Partial<LoggedRequest> = {}): LoggedRequest => ({
  id: `req_${clock.ulid()}`,
  projectId,
  keyId: 'key_1',
  method: 'POST',
  path: '/v1/documents?dry_run=1',
  status: 200,
  durationMs: 12,
  documentId: null,
  body: '{"prompt":"a \\u0000 b"}',
  bodyUntil: new Date(Date.now() + 60_000),
  at: new Date(),
  ...more,
});
const idsOf = async (projectId: string, query: object = {}): Promise<string[]> =>
  (await log.list(projectId, { limit: 10_000, ...query })).data.map(({ id }) => id);

test('lines come back as they were, newest first, by key, failures and page, each in its project alone', async () => {
  const { projectId } = await makeProject(opened.db);
  const other = await makeProject(opened.db);
  const lines = [line(projectId), line(projectId, { keyId: 'key_2', status: 422 }), line(projectId, { path: '/v1/a\u0000b' })];
  await log.add(lines);
  await log.add(lines);
  const [first, second, third] = lines.map(({ id }) => id);
  assert.deepEqual(await idsOf(projectId), [third, second, first]);
  assert.deepEqual(await idsOf(projectId, { keyId: 'key_2' }), [second]);
  assert.deepEqual(await idsOf(projectId, { failed: true }), [second]);
  assert.deepEqual(await log.list(projectId, { limit: 1, before: third }).then(({ data, hasMore }) => [data[0]?.id, hasMore]), [
    second,
    true,
  ]);
  assert.deepEqual(await log.get(projectId, third ?? ''), lines[2]);
  assert.deepEqual([await idsOf(other.projectId), await log.get(other.projectId, first ?? '')], [[], null]);
});

test('a project keeps its latest 5,000 lines', async () => {
  const { projectId } = await makeProject(opened.db);
  const lines = Array.from({ length: 5_003 }, () => line(projectId, { body: null, bodyUntil: null }));
  await log.add(lines);
  assert.deepEqual(
    await idsOf(projectId),
    lines
      .slice(3)
      .map(({ id }) => id)
      .toReversed(),
  );
});

test('a round forgets old lines, those of deleted projects, and bodies that are not to be kept any more', async () => {
  const { projectId, orgId } = await makeProject(opened.db);
  const deleted = await makeProject(opened.db);
  const document = newDocument({ orgId, projectId });
  await accept(opened.store, document);
  const week = new Date(Date.now() - 7 * 86_400_000 - 1_000);
  const [old, over, made, kept] = [
    line(projectId, { at: week }),
    line(projectId, { bodyUntil: new Date(Date.now() - 1_000) }),
    line(projectId, { documentId: document.id }),
    line(projectId),
  ];
  await log.add([old, over, made, kept, line(deleted.projectId)]);
  await createAccountStore(opened.db).deleteProject(deleted.projectId);
  const bodies = () => Promise.all([over, made, kept].map(async ({ id }) => (await log.get(projectId, id))?.body));
  await log.sweep();
  assert.deepEqual(await idsOf(projectId), [kept.id, made.id, over.id]);
  assert.deepEqual(await idsOf(deleted.projectId), []);
  assert.deepEqual(await bodies(), [null, made.body, kept.body]);
  await opened.store.cancel(document.id);
  await opened.store.deleteContent(document.id);
  await log.sweep();
  assert.deepEqual(await bodies(), [null, null, kept.body]);
});
