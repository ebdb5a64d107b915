/** Opening a database: tables are made once, whoever comes first, and what cannot be used is refused in a sentence. */
import assert from 'node:assert/strict';
import { readdirSync } from 'node:fs';
import { after, before, describe, test } from 'node:test';
import { openDatabase } from '../../src/adapters/postgres-database.ts';
import { createTestDatabase, startEmbedded, type TestServer } from '../support/postgres-servers.ts';

const log = (): void => undefined;

describe('opening a database', () => {
  let server: TestServer;
  before(async () => {
    server = await startEmbedded();
  });
  after(() => server.close());

  test('many starts at once on a new database make its tables once; later starts change nothing', async () => {
    const url = await createTestDatabase(server, 'migrations');
    const first = await Promise.all(Array.from({ length: 6 }, () => openDatabase(url, { log, connectionsMax: 3 })));
    const { rows } = (await first[0]?.pool.query<{ name: string; timestamp: string }>(
      'select name, timestamp from octavo_migrations order by name',
    )) ?? { rows: [] };
    const names = readdirSync(new URL('../../src/adapters/postgres/migrations/', import.meta.url))
      .filter((name) => /^\d{4}-/.test(name) && !name.endsWith('.test.ts'))
      .map((name) => name.replace('.ts', ''));
    assert.deepEqual(
      rows.map(({ name }) => name),
      names.sort(),
    );
    for (const db of first) await db.close();
    const again = await openDatabase(url, { log });
    assert.deepEqual((await again.pool.query('select name, timestamp from octavo_migrations order by name')).rows, rows);
    await again.close();
  });

  test('a database that is not there and one that is not UTF8 are refused', async () => {
    const url = new URL(await createTestDatabase(server, 'latin'));
    const db = await openDatabase(url.href, { log });
    await db.pool.query(`create database latin1 encoding 'LATIN1' template template0`);
    await db.close();
    url.pathname = '/latin1';
    await assert.rejects(openDatabase(url.href, { log }), /encoding UTF8; this one has LATIN1/);
    url.pathname = '/missing';
    await assert.rejects(openDatabase(url.href, { log }), /The database missing on .* cannot be used: database "missing" does not exist/);
  });

  test('a server that does not answer is named, without its password', async () => {
    await assert.rejects(openDatabase('postgresql://somebody:sesame@localhost:1/octavo', { log }), (trouble: Error) => {
      assert.match(trouble.message, /The database octavo on localhost:1 cannot be used: .*ECONNREFUSED/);
      assert.ok(!trouble.message.includes('sesame'));
      return true;
    });
  });
});
