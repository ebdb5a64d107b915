/** Statements follow from the ledger to the cent, at the edges of months too; notices are told once. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createAccountStore } from '../../src/adapters/postgres-account-store.ts';
import { createMoneyStore } from '../../src/adapters/postgres-money-store.ts';
import { createWebhookStore } from '../../src/adapters/postgres-webhook-store.ts';
import type { MoneyStore } from '../../src/ports/money-store.ts';
import { createTestDatabase, startEmbedded, type TestServer } from '../support/postgres-servers.ts';
import { seeded } from '../support/seeded.ts';
import { accept, claim, clock, makeProject, newDocument, openStore, type OpenStore } from './open-store.ts';

let server: TestServer;
let opened: OpenStore;
let money: MoneyStore;
before(async () => {
  server = await startEmbedded();
  opened = await openStore(await createTestDatabase(server, 'money'));
  money = createMoneyStore(opened.db, opened.store.feed);
});
after(async () => {
  await opened?.close();
  await server?.close();
});

const EUR = (amount: number) => ({ amount, currency: 'EUR' });
const month = (number: number) => ({ from: new Date(Date.UTC(2026, number - 1, 1)), until: new Date(Date.UTC(2026, number, 1)) });
const ids = () => ({ eventId: `evt_${clock.ulid()}`, jobId: `job_${clock.ulid()}` });

test('the closing balance of a month is the opening one of the next, and the last one is the balance', async () => {
  const owner = await makeProject(opened.db);
  const accounts = createAccountStore(opened.db);
  const random = seeded(7);
  await accounts.grant({ orgId: owner.orgId, ...EUR(100_000), note: 'begin' });
  for (let i = 0; i < 40; i++) {
    const price = 1 + Math.floor(random() * 500);
    const { lease } = await claim(opened.queue, await accept(opened.store, newDocument(owner, { price: EUR(price) })));
    const fails = random() < 0.3;
    const error = { code: 'content_empty' as const, message: 'Nothing.' };
    await opened.store.finish(lease, fails ? { status: 'failed', error } : { status: 'ready', pages: 2 }, []);
    if (random() < 0.2) await accounts.grant({ orgId: owner.orgId, ...EUR(1 + Math.floor(random() * 900)), note: `grant ${i}` });
  }
  // spread over the year, some to the instants at which months meet
  await opened.db.pool.query('alter table ledger disable trigger ledger_stays');
  await opened.db.pool.query(`update ledger set created_at = timestamptz '2026-01-01 00:00:00+00' + (id * 37 % 365) * interval '1 day'`);
  await opened.db.pool.query('alter table ledger enable trigger ledger_stays');
  let carried = 0;
  let lines = 0;
  for (let number = 1; number <= 12; number++) {
    const { opening, closing, lines: found } = await money.statement(owner.orgId, 'EUR', month(number));
    assert.equal(opening, carried, `month ${number}`);
    assert.ok(found.every(({ day }) => day.startsWith(`2026-${String(number).padStart(2, '0')}-`)));
    lines += found.length;
    carried = closing;
  }
  assert.ok(lines > 20);
  const [balance] = await accounts.listBalances(owner.orgId);
  assert.ok(balance);
  assert.equal(carried, balance.granted - balance.captured);
  assert.equal(balance.reserved, 0);
  const other = await makeProject(opened.db);
  assert.deepEqual(await money.statement(other.orgId, 'EUR', month(6)), { opening: 0, lines: [], closing: 0 });
  assert.deepEqual((await money.statement(owner.orgId, 'USD', month(6))).lines, []);
});

test('a notice is told once, by whichever process looks first, with its webhook and its mail', async () => {
  const owner = await makeProject(opened.db);
  const accounts = createAccountStore(opened.db);
  const webhooks = createWebhookStore(opened.db, opened.store.feed);
  const endpoint = {
    id: `whe_${clock.ulid()}`,
    ...owner,
    url: 'https://a.example/',
    events: ['balance.low'],
    description: null,
    enabled: true,
    secret: 's',
  };
  await webhooks.createEndpoint(endpoint, 20);
  await accounts.grant({ orgId: owner.orgId, ...EUR(1_000), note: '' });
  await money.setNotice(owner.orgId, 'EUR', { below: 900, email: 'ä@example.com' });
  assert.deepEqual(await money.notice(owner.orgId, 'EUR'), { below: 900, email: 'ä@example.com' });
  assert.equal(await money.tellLow('EUR', ids(), true), null, 'enough is left');
  await accept(opened.store, newDocument(owner, { price: EUR(200) }));
  const told = (await Promise.all(Array.from({ length: 6 }, () => money.tellLow('EUR', ids(), true)))).filter((one) => one !== null);
  assert.deepEqual(
    told.map(({ orgId, available, notice }) => [orgId, available, notice.below]),
    [[owner.orgId, 800, 900]],
  );
  const sent = (await webhooks.listDeliveries(endpoint.id, { limit: 10, order: 'asc' })).data;
  assert.deepEqual(
    sent.map(({ event }) => [event.type, event.data]),
    [['balance.low', { available: 800, below: 900, currency: 'EUR' }]],
  );
  const [mail, ...more] = await opened.queue.claim(['send_mail'], { limit: 5, running: [], perOrganisation: 5 });
  assert.ok(mail?.kind === 'send_mail' && more.length === 0);
  assert.deepEqual(mail.payload, {
    mail: 'balance_low',
    to: 'ä@example.com',
    available: 800,
    below: 900,
    currency: 'EUR',
    organisation: 'Test',
  });
  await accept(opened.store, newDocument(owner, { price: EUR(100) }));
  assert.equal(await money.tellLow('EUR', ids(), true), null, 'not told again while nothing was added');
  await accounts.grant({ orgId: owner.orgId, ...EUR(50), note: '' });
  assert.equal((await money.tellLow('EUR', ids(), false))?.available, 750);
  assert.deepEqual(
    await opened.queue.claim(['send_mail'], { limit: 5, running: [], perOrganisation: 5 }),
    [],
    'no mail where none is sent',
  );
  await money.setNotice(owner.orgId, 'EUR', null);
  assert.equal(await money.notice(owner.orgId, 'EUR'), null);
});
