/**
 * 5,000 random histories of documents that cost something, 20 at a time on few purses that are nearly empty. Whatever happens to
 * them (repeats, raises, faults, two ends at once, workers that die), the ledger adds up and no balance is ever below zero.
 */
import { FINAL_STATUSES } from '../../src/contract/vocabulary.ts';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createAccountStore } from '../../src/adapters/postgres-account-store.ts';
import type { AccountStore, LedgerEntry } from '../../src/ports/account-store.ts';
import { LeaseLost, type Lease } from '../../src/ports/job-queue.ts';
import { createTestDatabase, startExternal, type TestServer } from '../support/postgres-servers.ts';
import { makeProject, newDocument, openStore, tryClaim, type OpenStore } from './open-store.ts';
import { seededPick } from '../support/seeded.ts';

const HISTORIES = 5_000;
const PARALLEL = 20;
const PURSES = 6;
const EUR = 'EUR';

let server: TestServer;
let opened: OpenStore;
let accounts: AccountStore;
before(async () => {
  server = await startExternal();
  opened = await openStore(await createTestDatabase(server, 'histories'));
  accounts = createAccountStore(opened.db);
});
after(async () => {
  await opened.close();
  await server.close();
});

/** A lease that another user has taken is part of the game. */
async function ignoreLost(work: Promise<unknown>): Promise<void> {
  await work.catch((error: unknown) => {
    if (!(error instanceof LeaseLost)) throw error;
  });
}

const succeed = (lease: Lease): Promise<void> => ignoreLost(opened.store.finish(lease, { status: 'ready', pages: 1 }, []));
const fail = (lease: Lease): Promise<void> =>
  ignoreLost(opened.store.finish(lease, { status: 'failed', error: { code: 'content_empty', message: 'Nothing.' } }, []));

/** From the claim to some end. */
async function live(id: string, pick: (below: number) => number): Promise<void> {
  for (let life = 0; life < 4; life++) {
    const claimed = await tryClaim(opened.queue, id);
    if (!claimed) return;
    const { lease } = claimed;
    if (pick(3) === 0) await ignoreLost(opened.store.reserve(lease, { amount: pick(12), currency: EUR }));
    switch (pick(6)) {
      case 0:
        return fail(lease);
      case 1:
        await opened.store.cancel(id);
        return succeed(lease);
      case 2:
        await Promise.all([succeed(lease), opened.store.cancel(id), fail(lease)]);
        return;
      case 3:
        await opened.queue.release(lease, { attemptCounts: true });
        break;
      default:
        return succeed(lease);
    }
  }
}

async function playHistory(owners: readonly { orgId: string; projectId: string }[], seed: number): Promise<void> {
  const pick = seededPick(seed);
  const owner = owners[pick(owners.length)] ?? assert.fail('no purse');
  if (pick(4) === 0) await accounts.grant({ orgId: owner.orgId, amount: 1 + pick(20), currency: EUR, note: '' });
  const idempotency = pick(3) === 0 ? { key: `key ${pick(400)}`, fingerprint: 'the same' } : undefined;
  const document = newDocument(owner, { price: { amount: pick(10), currency: EUR }, ratePerMinute: 1_000_000, idempotency });
  const outcome = await opened.store.accept(document);
  if (outcome.kind !== 'accepted') return;
  if (pick(10) === 0) await opened.store.cancel(document.id);
  await live(document.id, pick);
  const record = await opened.store.get(document.id);
  if (record && !FINAL_STATUSES.includes(record.status)) await opened.store.cancel(document.id);
}

const sum = (entries: readonly LedgerEntry[], kind: LedgerEntry['kind']): number =>
  entries.reduce((total, entry) => total + (entry.kind === kind ? entry.amount : 0), 0);

async function checkPurse({ orgId }: { orgId: string }): Promise<{ captured: number; documents: number }> {
  const entries = await accounts.listLedger({ orgId, limit: 100_000 });
  const [balance] = await accounts.listBalances(orgId);
  assert.deepEqual(balance, { orgId, currency: EUR, granted: sum(entries, 'grant'), reserved: 0, captured: sum(entries, 'capture') });
  assert.ok(sum(entries, 'grant') >= sum(entries, 'capture'));
  const byDocument = Map.groupBy(
    entries.filter(({ documentId }) => documentId !== null),
    ({ documentId }) => documentId ?? '',
  );
  for (const [id, lines] of byDocument) {
    const record = await opened.store.get(id);
    const charged = record !== null && record.status === 'ready' ? (record.price?.amount ?? 0) : 0;
    assert.equal(sum(lines, 'capture'), charged, `${id} is ${record?.status}`);
    assert.equal(sum(lines, 'reservation') - sum(lines, 'release'), charged, id);
    assert.ok(lines.filter(({ kind }) => kind === 'capture').length <= 1, id);
  }
  return { captured: sum(entries, 'capture'), documents: byDocument.size };
}

test('5,000 random histories, 20 at a time: the ledger adds up and no balance is ever below zero', { timeout: 120_000 }, async () => {
  const owners = await Promise.all(Array.from({ length: PURSES }, () => makeProject(opened.db)));
  const progress = { next: 0 };
  const work = async (): Promise<void> => {
    while (progress.next < HISTORIES) await playHistory(owners, progress.next++);
  };
  let lowest = Infinity;
  const look = async (): Promise<void> => {
    while (progress.next < HISTORIES)
      for (const { granted, reserved, captured } of await accounts.listBalances()) lowest = Math.min(lowest, granted - reserved - captured);
  };
  await Promise.all([...Array.from({ length: PARALLEL }, work), look()]);
  assert.equal(lowest, 0, 'purses ran empty, and never lower');
  const purses = await Promise.all(owners.map(checkPurse));
  const documents = purses.reduce((total, purse) => total + purse.documents, 0);
  assert.ok(documents > HISTORIES / 5, `only ${documents} documents cost anything`);
  assert.ok(
    purses.every(({ captured }) => captured > 100),
    JSON.stringify(purses),
  );
});
