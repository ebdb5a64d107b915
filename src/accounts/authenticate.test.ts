import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openAccounts as open } from '../../test/support/memory-accounts.ts';
import { Refusal } from '../base/refusal.ts';
import { hashKey } from './api-key.ts';
import { createAuthenticator } from './authenticate.ts';
import { ensureFirstKey } from './keys.ts';
import { createOrganisation, createProject } from './organisations.ts';

const refused = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code;

test('requests without a live key of this region are refused with the right code', async () => {
  const { store, context } = open();
  const key = await ensureFirstKey(context, undefined);
  const { authenticate } = createAuthenticator({ store, region: 'eu', nowMs: () => 0 });
  assert.equal((await authenticate(`Bearer ${key}`)).project.name, 'default');
  assert.equal((await authenticate(`bearer  ${key}`)).project.name, 'default');
  for (const header of [
    undefined,
    '',
    'Bearer',
    'Bearer ',
    `Basic ${key}`,
    `${key}`,
    'Bearer nonsense',
    `Bearer ${key}x`,
    `Bearer ${key} x`,
    `Bearer ak_eu_${'x'.repeat(300)}`,
  ]) {
    await assert.rejects(authenticate(header), refused('unauthorized'), header?.slice(0, 20));
  }
  // A key of another region is not looked up: its region is determined from its prefix.
  const before = store.lookups;
  await assert.rejects(authenticate('Bearer ak_us_whatever'), refused('region_mismatch'));
  assert.equal(store.lookups, before);
});

test('a key whose project is in another region is refused, whatever its prefix', async () => {
  const { store, context } = open('us');
  const organisation = await createOrganisation(context, { name: 'Acme' });
  const project = await createProject(context, { orgId: organisation.id, name: 'Web' });
  await store.addKey({ id: 'key_1', projectId: project.id, name: 'x', prefix: 'ak_', hash: hashKey('ak_eu_moved') });
  const { authenticate } = createAuthenticator({ store, region: 'eu', nowMs: () => 0 });
  await assert.rejects(authenticate('Bearer ak_eu_moved'), refused('region_mismatch'));
});

test('a key is looked up once in five seconds, and a revoked one is refused after that', async () => {
  const { store, context } = open();
  const key = await ensureFirstKey(context, undefined);
  let now = 0;
  const authenticator = createAuthenticator({ store, region: 'eu', nowMs: () => now, ttlMs: 60_000 });
  await Promise.all(Array.from({ length: 20 }, () => authenticator.authenticate(`Bearer ${key}`)));
  assert.equal(store.lookups, 1);
  const [record] = await store.listKeys();
  await store.revokeKey(record?.id ?? '');
  now = 4_999;
  assert.equal((await authenticator.authenticate(`Bearer ${key}`)).project.name, 'default');
  now = 5_000;
  await assert.rejects(authenticator.authenticate(`Bearer ${key}`), refused('unauthorized'));
});

test('forgetting makes a revocation work at once, and an unknown key is never remembered', async () => {
  const { store, context } = open();
  const authenticator = createAuthenticator({ store, region: 'eu', nowMs: () => 0 });
  await assert.rejects(authenticator.authenticate('Bearer ak_eu_later'), refused('unauthorized'));
  await ensureFirstKey(context, 'ak_eu_later');
  await authenticator.authenticate('Bearer ak_eu_later');
  await store.revokeKey((await store.listKeys())[0]?.id ?? '');
  authenticator.forget();
  await assert.rejects(authenticator.authenticate('Bearer ak_eu_later'), refused('unauthorized'));
});

test('a look-up that failed is tried again', async () => {
  const { store, context } = open();
  const key = await ensureFirstKey(context, undefined);
  let failures = 1;
  const flaky = { findKey: (hash: Uint8Array) => (failures-- > 0 ? Promise.reject(new Error('database gone')) : store.findKey(hash)) };
  const { authenticate } = createAuthenticator({ store: flaky, region: 'eu', nowMs: () => 0 });
  await assert.rejects(authenticate(`Bearer ${key}`), /database gone/);
  assert.equal((await authenticate(`Bearer ${key}`)).project.name, 'default');
});
