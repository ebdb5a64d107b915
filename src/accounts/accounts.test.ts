import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { test } from 'node:test';
import { createMemoryAccounts } from '../../test/support/memory-accounts.ts';
import { Refusal } from '../base/refusal.ts';
import { hashKey, makeKey, parseKey, prefixOf } from './api-key.ts';
import { createAuthenticator } from './authenticate.ts';
import { createKey, ensureFirstKey, ensureSecret, listKeys, revokeKey, type AccountContext } from './keys.ts';
import { createOrganisation, createProject, listOrganisations, listProjects } from './organisations.ts';
import { createRateWindow } from './rate-window.ts';

function open(region = 'eu') {
  const store = createMemoryAccounts();
  let ids = 0;
  const context: AccountContext = { store, region, random: (bytes) => randomBytes(bytes), clock: { now: () => new Date(0), ulid: () => String(ids++).padStart(26, '0') } };
  return { store, context };
}

const refused = (code: string) => (error: unknown) => error instanceof Refusal && error.code === code;

test('a key holds its region and 32 even characters of base 62', () => {
  const key = makeKey('eu', (bytes) => randomBytes(bytes));
  assert.match(key, /^ak_eu_[0-9A-Za-z]{32}$/);
  assert.deepEqual(parseKey(key)?.region, 'eu');
  // Bytes of 248 and more would make the first characters likelier: they are passed over.
  const bytes = [255, 248, 247, ...Array.from({ length: 31 }, () => 0)];
  assert.equal(makeKey('eu', () => Uint8Array.from(bytes)), `ak_eu_z${'0'.repeat(31)}`);
});

test('texts that are no key are told apart', () => {
  for (const text of ['', 'ak', 'ak_', 'ak_eu', 'ak_eu_', 'sk_eu_abc', 'ak_EU_abc', 'ak_eu_a b', 'ak_eu_abc\n', `ak_eu_${'a'.repeat(201)}`, ' ak_eu_abc']) {
    assert.equal(parseKey(text), null, JSON.stringify(text.slice(0, 30)));
  }
  assert.deepEqual(parseKey('ak_eu_a_b-c'), { region: 'eu', secret: 'a_b-c' });
});

test('the shown beginning gives no short key away', () => {
  assert.equal(prefixOf(`ak_eu_abcdefgh${'x'.repeat(24)}`), 'ak_eu_abcd');
  assert.equal(prefixOf('ak_eu_abcd'), 'ak_eu_a');
  assert.equal(prefixOf('ak_eu_abc'), 'ak_eu_');
});

test('a new installation gets one organisation, one project and one key', async () => {
  const { store, context } = open();
  const key = await ensureFirstKey(context, undefined);
  assert.match(key ?? '', /^ak_eu_/);
  assert.equal(await ensureFirstKey(context, undefined), null);
  assert.deepEqual([(await store.listOrganisations()).length, (await store.listProjects()).length, (await store.listKeys()).length], [1, 1, 1]);
  const owner = await store.findKey(hashKey(key ?? ''));
  assert.equal(owner?.project.retention, '30d');
});

test('a key of the operator is taken and not printed; one of another form or region is refused', async () => {
  const { store, context } = open();
  await assert.rejects(ensureFirstKey(context, 'secret'), /ak_eu_/);
  await assert.rejects(ensureFirstKey(context, 'ak_us_abcdefgh'), /region us/);
  assert.equal(await ensureFirstKey(context, 'ak_eu_chosen'), null);
  assert.equal((await store.findKey(hashKey('ak_eu_chosen')))?.project.name, 'default');
});

test('processes that start at once make one first key', async () => {
  const { store, context } = open();
  const keys = await Promise.all(Array.from({ length: 8 }, () => ensureFirstKey(context, undefined)));
  assert.equal(keys.filter((key) => key !== null).length, 1);
  assert.equal((await store.listKeys()).length, 1);
});

test('the secret of links is made once, and given ones win', async () => {
  const { context } = open();
  const first = await ensureSecret(context, undefined);
  assert.equal(first.length, 43);
  assert.equal(await ensureSecret(context, undefined), first);
  assert.equal(await ensureSecret(context, 'given'), 'given');
});

test('organisations, projects and keys are made and listed', async () => {
  const { context } = open();
  const organisation = await createOrganisation(context, { name: ' Acme ' });
  assert.equal(organisation.name, 'Acme');
  const project = await createProject(context, { orgId: organisation.id, name: 'Web', retention: '7d' });
  assert.deepEqual([project.region, project.retention], ['eu', '7d']);
  await assert.rejects(createOrganisation(context, { name: '  ' }), /1 to 200/);
  await assert.rejects(createProject(context, { orgId: 'org_no', name: 'x' }), /no organisation org_no/);
  await assert.rejects(createProject(context, { orgId: organisation.id, name: 'x', retention: '2d' }), /one of none/);
  await assert.rejects(createKey(context, { projectId: 'prj_no', name: 'x' }), /no project prj_no/);
  const { key, record } = await createKey(context, { projectId: project.id, name: 'server' });
  assert.ok(key.startsWith(record.prefix));
  assert.deepEqual((await listKeys(context, project.id)).map(({ name }) => name), ['server']);
  assert.deepEqual([(await listOrganisations(context)).length, (await listProjects(context)).length], [1, 1]);
  assert.equal(await revokeKey(context, record.id), true);
  assert.equal(await revokeKey(context, 'key_no'), false);
});

test('requests without a live key of this region are refused with the right code', async () => {
  const { store, context } = open();
  const key = await ensureFirstKey(context, undefined);
  const { authenticate } = createAuthenticator({ store, region: 'eu', nowMs: () => 0 });
  assert.equal((await authenticate(`Bearer ${key}`)).project.name, 'default');
  assert.equal((await authenticate(`bearer  ${key}`)).project.name, 'default');
  for (const header of [undefined, '', 'Bearer', 'Bearer ', `Basic ${key}`, `${key}`, 'Bearer nonsense', `Bearer ${key}x`, `Bearer ${key} x`, `Bearer ak_eu_${'x'.repeat(300)}`]) {
    await assert.rejects(authenticate(header), refused('unauthorized'), header?.slice(0, 20));
  }
  // A key of another region is not looked up: its region is told from its prefix.
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

test('the window lets the last document of a minute pass and refuses the next', () => {
  let now = 1_000;
  const window = createRateWindow({ documentsPerMinute: 3, nowMs: () => now });
  for (let made = 0; made < 3; made++) {
    window.check('org_1');
    window.count('org_1', now);
    now += 10_000;
  }
  assert.throws(() => window.check('org_1'), (error) => error instanceof Refusal && error.code === 'rate_limited' && error.retryAfterS === 30);
  window.check('org_2');
  now = 61_000;
  window.check('org_1');
});
