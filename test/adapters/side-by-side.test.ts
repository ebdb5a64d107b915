/** During an update this version works on a database that a later one has migrated. */
import { after, before, test } from 'node:test';
import assert from 'node:assert/strict';
import { Client } from 'pg';
import { createTestDatabase, startEmbedded, type TestServer } from '../support/postgres-servers.ts';
import { accept, checkSequence, claim, makeProject, newDocument, openStore } from './open-store.ts';

let server: TestServer;
before(async () => {
  server = await startEmbedded();
});
after(() => server.close());

test('beside a later version that has migrated the database, this one accepts, claims, writes, reads and ends documents', async () => {
  const url = await createTestDatabase(server, 'side_by_side');
  const client = new Client({ connectionString: url });
  await client.connect();
  const older = await openStore(url);
  const owner = await makeProject(older.db);
  const waiting = await accept(older.store, newDocument(owner));
  const tables = ['organisations', 'projects', 'documents', 'document_content', 'events', 'idempotency_keys', 'files', 'jobs'];
  for (const table of tables) await client.query(`alter table ${table} add column later text not null default 'later'`);
  await client.query("create table later (id text); insert into octavo_migrations values ('9999-later', '')");
  // one that was running before, and one that is started again during the update
  const again = await openStore(url);
  for (const { store, queue } of [older, again]) {
    const id = await accept(store, newDocument(owner));
    const { lease, record } = await claim(queue, id);
    assert.equal(record.status, 'running');
    await store.commit(lease, { pages: 2 }, [{ type: 'render.completed', data: { iteration: 1, pages: 2, duration_ms: 1 } }]);
    await store.finish(lease, { status: 'ready' }, []);
    assert.equal((await store.get(id))?.status, 'ready');
    checkSequence(await store.events(id, 0, 100));
  }
  // what one has accepted, the other makes
  const { lease } = await claim(again.queue, waiting);
  await again.store.finish(lease, { status: 'ready' }, []);
  assert.equal((await older.store.get(waiting))?.status, 'ready');
  await again.close();
  await older.close();
  await client.end();
});
