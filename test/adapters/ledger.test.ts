/** Money: reserved on acceptance, charged once at the end, never more than there is. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createAccountStore } from '../../src/adapters/postgres-account-store.ts';
import type { AccountStore, Balance } from '../../src/ports/account-store.ts';
import type { AcceptOutcome, NewDocument } from '../../src/ports/document-store.ts';
import { LeaseLost } from '../../src/ports/job-queue.ts';
import { createTestDatabase, startExternal, type TestServer } from '../support/postgres-servers.ts';
import { claim, makeProject, newDocument, openStore, tryClaim, type OpenStore } from './open-store.ts';

let server: TestServer;
let opened: OpenStore;
let accounts: AccountStore;
before(async () => {
  server = await startExternal();
  opened = await openStore(await createTestDatabase(server, 'ledger'));
  accounts = createAccountStore(opened.db);
});
after(async () => {
  await opened.close();
  await server.close();
});

type Owner = Awaited<ReturnType<typeof makeProject>>;

const EUR = 'EUR';
async function openPurse(amount: number): Promise<Owner> {
  const owner = await makeProject(opened.db);
  if (amount > 0) await accounts.grant({ orgId: owner.orgId, amount, currency: EUR, note: '' });
  return owner;
}
const costing = (owner: Owner, amount: number, more: Partial<NewDocument> = {}): NewDocument =>
  newDocument(owner, { price: { amount, currency: EUR }, ratePerMinute: 1_000_000, ...more });
async function balanceOf({ orgId }: Owner): Promise<Balance & { left: number }> {
  const [found] = await accounts.listBalances(orgId);
  const balance = found ?? { orgId, currency: EUR, granted: 0, reserved: 0, captured: 0 };
  return { ...balance, left: balance.granted - balance.reserved - balance.captured };
}
const kindsOf = async ({ orgId }: Owner): Promise<string[]> =>
  (await accounts.listLedger({ orgId, limit: 100_000 })).map(({ kind, amount }) => `${kind} ${amount}`);
const READY = { status: 'ready', pages: 1, phase: null } as const;
const FAILED = { status: 'failed', phase: null, error: { code: 'content_empty', message: 'Nothing.' } } as const;

test('the last cent passes and the next one is refused, and a refusal leaves nothing behind', async () => {
  const owner = await openPurse(10);
  const outcomes: AcceptOutcome['kind'][] = [];
  for (const amount of [4, 4, 3, 2, 1])
    outcomes.push(
      (await opened.store.accept(costing(owner, amount, { idempotency: { key: `k${outcomes.length}`, fingerprint: 'f' } }))).kind,
    );
  assert.deepEqual(outcomes, ['accepted', 'accepted', 'insufficient_balance', 'accepted', 'insufficient_balance']);
  assert.equal((await balanceOf(owner)).left, 0);
  assert.equal((await opened.store.list(owner.projectId, { limit: 10, order: 'asc' })).data.length, 3);
  assert.equal(await opened.store.findIdempotent(owner.projectId, 'k2'), null, 'a refused request binds no key');
  await accounts.grant({ orgId: owner.orgId, amount: 3, currency: EUR, note: 'more' });
  assert.equal((await opened.store.accept(costing(owner, 3, { idempotency: { key: 'k2', fingerprint: 'f' } }))).kind, 'accepted');
});

test('a finished document is charged; failed, canceled and worn-out ones are not; each once', async () => {
  const owner = await openPurse(100);
  const [ready, failed, canceled, worn] = [costing(owner, 1), costing(owner, 2), costing(owner, 4), costing(owner, 8)];
  for (const document of [ready, failed, canceled, worn]) assert.equal((await opened.store.accept(document)).kind, 'accepted');
  assert.deepEqual(await balanceOf(owner), { orgId: owner.orgId, currency: EUR, granted: 100, reserved: 15, captured: 0, left: 85 });
  const { lease } = await claim(opened.queue, ready.id);
  await opened.store.finish(lease, READY, []);
  await assert.rejects(opened.store.finish(lease, READY, []), LeaseLost);
  await opened.store.finish((await claim(opened.queue, failed.id)).lease, FAILED, []);
  await opened.store.cancel(canceled.id);
  await opened.store.cancel(canceled.id);
  for (let attempt = 1; attempt <= 3; attempt++)
    await opened.queue.release((await claim(opened.queue, worn.id)).lease, { attemptCounts: true });
  assert.equal(await tryClaim(opened.queue, worn.id), null);
  assert.deepEqual(await balanceOf(owner), { orgId: owner.orgId, currency: EUR, granted: 100, reserved: 0, captured: 1, left: 99 });
  assert.deepEqual((await kindsOf(owner)).toSorted(), [
    'capture 1',
    'grant 100',
    'release 2',
    'release 4',
    'release 8',
    'reservation 1',
    'reservation 2',
    'reservation 4',
    'reservation 8',
  ]);
  assert.deepEqual(
    (await Promise.all([ready, failed, canceled].map(({ id }) => opened.store.get(id)))).map((record) => record?.price),
    [{ amount: 1, currency: EUR }, null, null],
  );
});

test('a repeat with the same key is not charged again', async () => {
  const owner = await openPurse(10);
  const first = costing(owner, 6, { idempotency: { key: 'once', fingerprint: 'f' } });
  const outcomes = await Promise.all(
    Array.from({ length: 5 }, (_, i) => opened.store.accept({ ...first, id: i === 0 ? first.id : costing(owner, 6).id })),
  );
  assert.deepEqual(outcomes.map(({ kind }) => kind).toSorted(), ['accepted', 'replay', 'replay', 'replay', 'replay']);
  assert.equal((await balanceOf(owner)).reserved, 6);
});

test('what is reserved can be raised as far as the balance covers it, and lowered, by the lease alone', async () => {
  const owner = await openPurse(30);
  const document = costing(owner, 2);
  await opened.store.accept(document);
  const { lease } = await claim(opened.queue, document.id);
  assert.equal(await opened.store.reserve(lease, { amount: 31, currency: EUR }), false);
  assert.equal((await balanceOf(owner)).reserved, 2);
  for (const amount of [30, 30, 10]) assert.equal(await opened.store.reserve(lease, { amount, currency: EUR }), true);
  assert.equal((await balanceOf(owner)).reserved, 10);
  await assert.rejects(opened.store.reserve({ ...lease, token: lease.token - 1 }, { amount: 1, currency: EUR }), LeaseLost);
  await opened.store.finish(lease, READY, []);
  assert.deepEqual(await kindsOf(owner), ['grant 30', 'reservation 2', 'reservation 28', 'release 20', 'capture 10']);
});

test('a document that was free at first can be paid for later, and one that is free is in no ledger', async () => {
  const owner = await openPurse(5);
  const [free, later] = [costing(owner, 0), costing(owner, 0)];
  await opened.store.accept(free);
  await opened.store.accept(later);
  await opened.store.finish((await claim(opened.queue, free.id)).lease, READY, []);
  const { lease } = await claim(opened.queue, later.id);
  assert.equal(await opened.store.reserve(lease, { amount: 5, currency: EUR }), true);
  await opened.store.finish(lease, READY, []);
  assert.deepEqual(await kindsOf(owner), ['grant 5', 'reservation 5', 'capture 5']);
});

test('the ledger only grows, and a balance below zero cannot be written', async () => {
  const owner = await openPurse(5);
  const { pool } = opened.db;
  for (const statement of ['update ledger set amount = 1', 'delete from ledger', 'truncate ledger'])
    await assert.rejects(pool.query(statement), /append-only/);
  await assert.rejects(
    pool.query(`insert into ledger (org_id, kind, amount, currency, document_id) values ($1, 'reservation', 6, 'EUR', 'doc')`, [
      owner.orgId,
    ]),
    /balance_covers/,
  );
  assert.equal((await balanceOf(owner)).left, 5);
});

test('money stays in the record when the content goes, and nothing of the content stays with the money', async () => {
  const owner = await openPurse(5);
  const document = costing(owner, 5, { name: 'Very secret', retention: 'none' });
  await opened.store.accept(document);
  await opened.store.finish((await claim(opened.queue, document.id)).lease, READY, []);
  const record = await opened.store.deleteContent(document.id);
  assert.deepEqual(
    [record?.price, record?.status, record?.format, record?.pages, record?.name],
    [{ amount: 5, currency: EUR }, 'ready', 'docx', 1, null],
  );
  assert.equal(JSON.stringify(await accounts.listLedger({ orgId: owner.orgId, limit: 100_000 })).includes('secret'), false);
});

test('a grant with a reference is given once', async () => {
  const owner = await openPurse(0);
  await Promise.all(
    Array.from({ length: 4 }, () => accounts.grant({ orgId: owner.orgId, amount: 7, currency: EUR, note: '' }, `first:${owner.orgId}`)),
  );
  assert.equal((await balanceOf(owner)).left, 7);
});
