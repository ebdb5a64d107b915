/** The server under the data folder: who may have it, and what becomes of it when something is killed. */
import assert from 'node:assert/strict';
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { afterEach, beforeEach, describe, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { Client } from 'pg';
import { findEmbeddedPostgres, startEmbeddedPostgres, type EmbeddedPostgres } from '../../src/adapters/embedded-postgres.ts';
import { makeFolder } from '../support/postgres-servers.ts';
import { accept, claim, makeProject, newDocument, openStore, until } from './open-store.ts';

async function query(url: string, text: string): Promise<unknown[]> {
  const client = new Client({ connectionString: url });
  await client.connect();
  const { rows } = await client.query({ text, rowMode: 'array' });
  await client.end();
  return rows.flat();
}

const isAlive = (pid: number): boolean =>
  existsSync(`/proc/${pid}/exe`) || (existsSync(`/proc/${pid}/stat`) && !/\) Z /.test(readFileSync(`/proc/${pid}/stat`, 'utf8')));

describe('embedded PostgreSQL', () => {
  let root: string;
  let dataDir: string;
  const opened: EmbeddedPostgres[] = [];
  const owners: ChildProcess[] = [];

  const start = async (dir = dataDir): Promise<EmbeddedPostgres> => {
    const server = await startEmbeddedPostgres({ dataDir: dir, log: () => undefined });
    opened.push(server);
    return server;
  };
  const stop = async (server: EmbeddedPostgres): Promise<void> => {
    opened.splice(opened.indexOf(server), 1);
    await server.stop();
  };
  /** Another process that owns the folder; its server's process. */
  const startOwner = async (): Promise<{ owner: ChildProcess; pid: number }> => {
    const owner = spawn(process.execPath, [fileURLToPath(new URL('./owner.ts', import.meta.url)), dataDir], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    owners.push(owner);
    const [line] = await once(owner.stdout ?? owner, 'data');
    return { owner, pid: Number(line) };
  };
  const killOwner = async (owner: ChildProcess): Promise<void> => {
    owner.kill('SIGKILL');
    await once(owner, 'exit');
  };

  beforeEach(() => {
    root = makeFolder();
    dataDir = path.join(root, 'data');
  });
  afterEach(async () => {
    for (const owner of owners.splice(0)) owner.kill('SIGKILL');
    for (const server of opened.splice(0)) await server.stop();
    await rm(root, { recursive: true, force: true });
  });

  test('it starts on a new folder, keeps what was written, and is gone after the stop', async () => {
    const first = await start();
    await query(first.url, 'create table kept as select 7 as n');
    const pid = first.pid();
    await Promise.all([stop(first), first.stop()]);
    assert.equal(isAlive(pid), false);
    assert.equal(await findEmbeddedPostgres(dataDir), null);
    const second = await start();
    assert.deepEqual(await query(second.url, 'select n from kept'), [7]);
    assert.deepEqual(await query(second.url, `select current_setting('fsync'), current_setting('listen_addresses')`), ['on', '']);
  });

  test('only its account sees the folder, and no server runs as root', async () => {
    const server = await start();
    assert.equal(statSync(path.join(dataDir, 'postgres')).mode & 0o077, 0);
    assert.notEqual(statSync(`/proc/${server.pid()}`).uid, 0);
  });

  test('a second owner is refused with a sentence that names the first', async () => {
    const { owner } = await startOwner();
    await assert.rejects(start(), new RegExp(`in use by another Octavo \\(process ${owner.pid}\\)`));
    const found = await findEmbeddedPostgres(dataDir);
    assert.ok(found, 'the server of a running Octavo is found');
    assert.deepEqual(await query(found.url, 'select 1'), [1]);
    found.close();
  });

  test('the server is killed: it is started again, nothing is lost, and what waits goes on', async () => {
    const server = await start();
    const opened = await openStore(server.url);
    const { store, db } = opened;
    const owner = await makeProject(db);
    const id = await accept(store, newDocument(owner));
    const { lease } = await claim(opened.queue, id);
    await store.commit(lease, { pages: 3 }, [{ type: 'render.completed', data: { iteration: 1, pages: 3, duration_ms: 1 } }]);
    const before = server.pid();
    process.kill(before, 'SIGKILL');
    await until('the new server', () => server.pid() !== before);
    await store.commit(lease, {}, [{ type: 'validation.completed', data: { iteration: 1, errors: 0, warnings: 0, info: 0 } }]);
    await store.finish(lease, { status: 'ready' }, []);
    assert.deepEqual(
      (await store.events(id, 0, 10)).map(({ sequence }) => sequence),
      [1, 2, 3, 4, 5],
    );
    assert.equal((await store.get(id))?.pages, 3);
    await opened.close();
  });

  test('the owner is killed: the next one takes over the running server', async () => {
    const { owner, pid } = await startOwner();
    await killOwner(owner);
    assert.ok(isAlive(pid));
    const next = await start();
    assert.equal(next.pid(), pid);
    assert.deepEqual(await query(next.url, 'select 1'), [1]);
    process.kill(pid, 'SIGKILL');
    await until('the new server of an adopted one', () => next.pid() !== pid);
    assert.deepEqual(await query(next.url, 'select 1'), [1]);
  });

  test('owner and server are killed: the next one recovers', async () => {
    const { owner, pid } = await startOwner();
    const found = await findEmbeddedPostgres(dataDir);
    await query(found?.url ?? '', 'create table kept as select 7 as n');
    found?.close();
    await killOwner(owner);
    process.kill(pid, 'SIGKILL');
    await until('the end of the server', () => !isAlive(pid));
    const next = await start();
    assert.notEqual(next.pid(), pid);
    assert.deepEqual(await query(next.url, 'select n from kept'), [7]);
  });

  test('stale lock files do no harm, whoever has their number now', async () => {
    const other = await start(path.join(root, 'other'));
    for (const stranger of [process.pid, other.pid(), 4_000_000]) {
      const server = await start();
      const file = path.join(dataDir, 'postgres', 'postmaster.pid');
      const lines = readFileSync(file, 'utf8').split('\n');
      await stop(server);
      for (const name of ['postmaster.pid', '.s.PGSQL.5432.lock'])
        writeFileSync(path.join(dataDir, 'postgres', name), [String(stranger), ...lines.slice(1)].join('\n'));
      assert.equal(await findEmbeddedPostgres(dataDir), null);
      const next = await start();
      assert.deepEqual(await query(next.url, 'select 1'), [1]);
      await stop(next);
    }
    assert.deepEqual(await query(other.url, 'select 1'), [1], 'the stranger was left alone');
  });

  test('a path longer than a socket address may be works as well', async () => {
    const server = await start(path.join(dataDir, 'a'.repeat(60), 'b'.repeat(60)));
    assert.deepEqual(await query(server.url, 'select 1'), [1]);
  });

  test('a folder of another major version is refused in a sentence', async () => {
    mkdirSync(path.join(dataDir, 'postgres'), { recursive: true });
    writeFileSync(path.join(dataDir, 'postgres', 'PG_VERSION'), '16\n');
    await assert.rejects(start(), /was made by PostgreSQL 16; this Octavo brings PostgreSQL 18/);
  });

  test('what a start that was killed left behind does not stop the next', async () => {
    mkdirSync(path.join(dataDir, 'postgres.new', 'base'), { recursive: true });
    const server = await start();
    assert.deepEqual(await query(server.url, 'select 1'), [1]);
  });
});
