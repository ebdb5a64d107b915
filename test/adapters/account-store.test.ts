/** Organisations, projects, keys, secrets. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, before, describe, test } from 'node:test';
import { createAccountStore } from '../../src/adapters/postgres-account-store.ts';
import type { AccountStore } from '../../src/ports/account-store.ts';
import { createTestDatabase, startEmbedded, type TestServer } from '../support/postgres-servers.ts';
import { clock, openStore, type OpenStore } from './open-store.ts';

const hash = (key: string): Uint8Array => createHash('sha256').update(key).digest();

describe('accounts', () => {
  let server: TestServer;
  let opened: OpenStore;
  let store: AccountStore;
  before(async () => {
    server = await startEmbedded();
    opened = await openStore(await createTestDatabase(server, 'accounts'));
    store = createAccountStore(opened.db);
  });
  after(async () => {
    await opened.close();
    await server.close();
  });
  const makeProject = async () => {
    const organisation = await store.createOrganisation({ id: `org_${clock.ulid()}`, name: 'Ä & Co' });
    return store.createProject({ id: `prj_${clock.ulid()}`, orgId: organisation.id, name: 'Main', region: 'eu', retention: '7d' });
  };

  test('organisations and projects are kept and listed, oldest first', async () => {
    const [first, second] = [await makeProject(), await makeProject()];
    assert.deepEqual([first.region, first.retention, first.name], ['eu', '7d', 'Main']);
    assert.deepEqual(
      (await store.listOrganisations()).map(({ id }) => id),
      [first.orgId, second.orgId],
    );
    assert.equal((await store.listOrganisations())[0]?.name, 'Ä & Co');
    assert.deepEqual(await store.listProjects(second.orgId), [second]);
    assert.deepEqual(
      (await store.listProjects()).map(({ id }) => id),
      [first.id, second.id],
    );
    assert.deepEqual(await store.listProjects('org_none'), []);
    await assert.rejects(store.createProject({ id: 'prj_x', orgId: 'org_none', name: 'x', region: 'eu', retention: '30d' }), /foreign key/);
  });

  test('a key finds its project while it lives', async () => {
    const project = await makeProject();
    const key = await store.addKey({
      id: `key_${clock.ulid()}`,
      projectId: project.id,
      name: 'one',
      prefix: 'ak_eu_abcd',
      hash: hash('secret one'),
    });
    assert.deepEqual([key.lastUsedAt, key.revokedAt, key.prefix], [null, null, 'ak_eu_abcd']);
    assert.deepEqual(await store.findKey(hash('secret one')), { keyId: key.id, name: 'one', scope: 'admin', project });
    assert.equal(await store.findKey(hash('secret two')), null);
    const used = (await store.listKeys(project.id))[0]?.lastUsedAt;
    assert.ok(used);
    await store.findKey(hash('secret one'));
    assert.deepEqual((await store.listKeys(project.id))[0]?.lastUsedAt, used, 'not written again within a minute');
    assert.equal(await store.revokeKey(key.id), true);
    assert.equal(await store.findKey(hash('secret one')), null);
    const revoked = (await store.listKeys())[0]?.revokedAt;
    assert.ok(revoked);
    assert.equal(await store.revokeKey(key.id), true);
    assert.deepEqual((await store.listKeys())[0]?.revokedAt, revoked);
    assert.equal(await store.revokeKey('key_none'), false);
  });

  test('the key itself is nowhere in the database', async () => {
    const project = await makeProject();
    await store.addKey({ id: 'key_x', projectId: project.id, name: 'x', prefix: 'ak_eu_s', hash: hash('ak_eu_sesame') });
    const { rows } = await opened.db.pool.query<{ row: string }>('select api_keys::text as row from api_keys');
    assert.ok(rows.every(({ row }) => !row.includes('sesame')));
    await assert.rejects(
      store.addKey({ id: 'key_y', projectId: project.id, name: 'y', prefix: 'ak', hash: hash('ak_eu_sesame') }),
      /duplicate key/,
    );
  });

  test('a secret is made once, and all get the same', async () => {
    let made = 0;
    const values = await Promise.all(Array.from({ length: 20 }, () => store.secret('signing', () => `fresh ${++made}`)));
    assert.equal(new Set(values).size, 1);
    assert.equal(await store.secret('signing', () => 'other'), values[0]);
    assert.equal(await store.secret('another', () => 'other'), 'other');
  });
});
