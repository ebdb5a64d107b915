/** What is promised of webhook endpoints and deliveries, held of PostgreSQL and of the store in memory. */
import assert from 'node:assert/strict';
import { after, before, describe, test } from 'node:test';
import { createWebhookStore } from '../../src/adapters/postgres-webhook-store.ts';
import type { DocumentStore } from '../../src/ports/document-store.ts';
import { DELIVERY_KINDS, type JobQueue, type TaskClaim } from '../../src/ports/job-queue.ts';
import { DELAYS_S, JITTER, type AttemptOutcome, type WebhookEndpoint, type WebhookStore } from '../../src/ports/webhook-store.ts';
import { createMemoryStore } from '../support/memory-store.ts';
import { createTestDatabase, startEmbedded, type TestServer } from '../support/postgres-servers.ts';
import { accept, claim, clock, makeProject, newDocument, openStore, until, type OpenStore } from './open-store.ts';

interface Owner {
  orgId: string;
  projectId: string;
}
interface Opened {
  store: DocumentStore;
  queue: JobQueue;
  webhooks: WebhookStore;
  makeOwner(): Promise<Owner>;
  /** The next attempt of this delivery is due now. */
  makeDue(id: string): Promise<void>;
}

let server: TestServer;
let opened: OpenStore;
before(async () => {
  server = await startEmbedded();
  opened = await openStore(await createTestDatabase(server, 'webhooks'));
});
after(async () => {
  await opened?.close();
  await server?.close();
});

const sides: Record<string, () => Opened> = {
  PostgreSQL: () => ({
    store: opened.store,
    queue: opened.queue,
    webhooks: createWebhookStore(opened.db, opened.store.feed),
    makeOwner: () => makeProject(opened.db),
    makeDue: async (id) => void (await opened.db.pool.query('update jobs set run_at = clock_timestamp() where id = $1', [id])),
  }),
  memory: () => {
    let owners = 0;
    const { store, queue, webhooks } = createMemoryStore(clock);
    return {
      store,
      queue,
      webhooks,
      makeOwner: async () => ({ orgId: `org_${++owners}`, projectId: `prj_${owners}` }),
      makeDue: async (id) => {
        const job = queue.jobs.get(id);
        if (job) job.notBefore = 0;
      },
    };
  },
};

const FINAL = ['document.ready', 'document.failed', 'document.canceled'];
const ok: AttemptOutcome = {
  delivered: true,
  attempt: { at: '2026-01-01T00:00:00.000Z', durationMs: 5, status: 200, error: null },
  answer: { body: 'taken \u0000', truncated: false },
  gone: false,
};
const bad: AttemptOutcome = {
  delivered: false,
  attempt: { at: '2026-01-01T00:00:00.000Z', durationMs: 9, status: 503, error: 'It answered 503 instead of 2xx.' },
  answer: { body: 'busy', truncated: true },
  gone: false,
};
const newEvent = (): string => `evt_${clock.ulid()}`;

const register = async ({ webhooks }: Opened, owner: Owner, more: Partial<WebhookEndpoint> = {}): Promise<WebhookEndpoint> => {
  const given = {
    id: `whe_${clock.ulid()}`,
    ...owner,
    url: 'https://a.example/x',
    events: FINAL,
    description: 'ä\u0000',
    enabled: true,
    secret: 'whsec_YQ==',
    ...more,
  };
  return (await webhooks.createEndpoint(given, 20)) ?? assert.fail('the project is full');
};
const finish = async ({ store, queue }: Opened, owner: Owner): Promise<string> => {
  const { lease } = await claim(queue, await accept(store, newDocument(owner)));
  await store.finish(lease, { status: 'ready', pages: 2 }, []);
  return lease.jobId;
};
const claimOne = async ({ queue }: Opened, only: string): Promise<TaskClaim | undefined> => {
  const [found] = await queue.claim(DELIVERY_KINDS, { limit: 1, running: [], perOrganisation: 4, only });
  return found?.kind === 'deliver_webhook' ? found : undefined;
};
const deliveriesOf = async ({ webhooks }: Opened, id: string, more: object = {}) =>
  (await webhooks.listDeliveries(id, { limit: 100, order: 'asc', ...more })).data;

const onlyDelivery = async (side: Opened, endpointId: string): Promise<string> => {
  const [found, ...others] = await deliveriesOf(side, endpointId);
  assert.ok(found && others.length === 0);
  return found.id;
};

for (const [name, open] of Object.entries(sides)) {
  describe(`webhooks on ${name}`, () => {
    test('endpoints are kept, listed in their project, changed and deleted', async () => {
      const side = open();
      const { webhooks } = side;
      const [owner, other] = [await side.makeOwner(), await side.makeOwner()];
      const [one, two] = [await register(side, owner), await register(side, owner, { enabled: false })];
      await register(side, other);
      assert.deepEqual([one.description, one.enabled, two.enabled, one.disabledReason], ['ä\u0000', true, false, null]);
      assert.deepEqual(
        (await webhooks.listEndpoints(owner.projectId, { limit: 10, order: 'desc' })).data.map(({ id }) => id),
        [two.id, one.id],
      );
      const changed = await webhooks.updateEndpoint(one.id, { events: ['document.ready'], description: null });
      assert.deepEqual([changed?.events, changed?.description, changed?.url], [['document.ready'], null, one.url]);
      const rotated = await webhooks.rotateSecret(one.id, 'whsec_Yg==', 60);
      assert.deepEqual([rotated?.secret, rotated?.previousSecret?.secret], ['whsec_Yg==', 'whsec_YQ==']);
      assert.equal(await webhooks.deleteEndpoint(one.id), true);
      assert.equal(await webhooks.deleteEndpoint(one.id), false);
      assert.equal(await webhooks.endpoint(one.id), null);
      assert.equal(await webhooks.updateEndpoint(one.id, { enabled: false }), null);
    });

    test('of requests at once no more endpoints are made than a project may have', async () => {
      const side = open();
      const owner = await side.makeOwner();
      const made = await Promise.all(
        Array.from({ length: 12 }, (_, i) =>
          side.webhooks.createEndpoint(
            {
              id: `whe_${clock.ulid()}`,
              ...owner,
              url: `https://a.example/${i}`,
              events: FINAL,
              description: null,
              enabled: true,
              secret: 's',
            },
            5,
          ),
        ),
      );
      assert.equal(made.filter((one) => one !== null).length, 5);
    });

    test('an end is queued with it for each endpoint that asks, once, and only in its project', async () => {
      const side = open();
      const [owner, other] = [await side.makeOwner(), await side.makeOwner()];
      const endpoint = await register(side, owner);
      const everything = await register(side, owner, {
        events: ['document.created', 'document.started', 'output.available', 'content.block_delta', 'edit.planned', 'style.resolved'],
      });
      const [off, foreign] = [await register(side, owner, { enabled: false }), await register(side, other)];
      const { lease } = await claim(side.queue, await accept(side.store, newDocument(owner)));
      const delta = { type: 'content.block_delta', data: { block_id: 'b', text: 'secret' } } as const;
      await side.store.commit(lease, {}, [delta, { type: 'edit.planned', data: { operations: 1, unsupported: [] } }]);
      assert.deepEqual(await deliveriesOf(side, endpoint.id), []);
      await side.store.finish(lease, { status: 'needs_review', pages: 3 }, [
        { type: 'output.available', data: { output_id: 'o', kind: 'pdf', bytes: 1 } },
      ]);
      const [delivery, ...rest] = await deliveriesOf(side, endpoint.id);
      assert.ok(delivery && rest.length === 0);
      const last = (await side.store.events(lease.jobId, 0, 100)).at(-1);
      assert.match(delivery.id, /^whd_[0-9A-HJKMNP-TV-Z]{26}$/);
      assert.deepEqual(
        [
          delivery.status,
          delivery.attempts,
          delivery.event.id,
          delivery.event.type,
          delivery.event.documentId,
          delivery.event.sequence,
          delivery.event.data,
        ],
        ['pending', 0, last?.id, 'document.ready', lease.jobId, last?.sequence, last?.data],
      );
      assert.deepEqual((await deliveriesOf(side, everything.id)).map(({ event }) => event.type).toSorted(), [
        'document.created',
        'document.started',
        'output.available',
      ]);
      for (const { id } of [off, foreign]) assert.deepEqual(await deliveriesOf(side, id), []);
    });

    test('failures and cancellations are ends too', async () => {
      const side = open();
      const owner = await side.makeOwner();
      const endpoint = await register(side, owner);
      const { lease } = await claim(side.queue, await accept(side.store, newDocument(owner)));
      await side.store.finish(lease, { status: 'failed', error: { code: 'content_empty', message: 'Nothing.' } }, []);
      await side.store.cancel(await accept(side.store, newDocument(owner)));
      // Both may be of one millisecond, within which deliveries have no order.
      assert.deepEqual((await deliveriesOf(side, endpoint.id)).map(({ event }) => event.type).toSorted(), [
        'document.canceled',
        'document.failed',
      ]);
    });

    test('an attempt that succeeds ends the delivery and its job; nothing is written without the lease', async () => {
      const side = open();
      const owner = await side.makeOwner();
      const endpoint = await register(side, owner);
      await finish(side, owner);
      const id = await onlyDelivery(side, endpoint.id);
      const claimed = (await claimOne(side, id)) ?? assert.fail('no job');
      assert.equal(claimed.orgId, endpoint.id);
      const found = await side.webhooks.open(claimed.lease);
      assert.deepEqual([found?.delivery.id, found?.endpoint.secret], [id, endpoint.secret]);
      assert.equal(await side.webhooks.settle({ ...claimed.lease, token: 99 }, ok, newEvent()), null);
      assert.deepEqual(await side.webhooks.settle(claimed.lease, ok, newEvent()), { status: 'delivered', disabled: false });
      const done = await side.webhooks.delivery(id);
      assert.deepEqual(
        [done?.status, done?.attempts, done?.answer, done?.log, done?.nextAttemptAt],
        ['delivered', 1, { status: 200, body: 'taken \u0000', truncated: false }, [ok.attempt], null],
      );
      assert.equal(await side.webhooks.settle(claimed.lease, ok, newEvent()), null);
      assert.equal(await claimOne(side, id), undefined);
      assert.ok((await side.webhooks.endpoint(endpoint.id))?.lastDeliveredAt);
    });

    test('failed attempts follow the schedule with jitter, and the ninth is the last; by hand there is one more', async () => {
      const side = open();
      const owner = await side.makeOwner();
      const endpoint = await register(side, owner);
      await finish(side, owner);
      const id = await onlyDelivery(side, endpoint.id);
      for (const [at, delayS] of [...DELAYS_S, 0].entries()) {
        const { lease } = (await claimOne(side, id)) ?? assert.fail(`attempt ${at + 1} is not due`);
        const settled = await side.webhooks.settle(lease, bad, newEvent());
        const after = await side.webhooks.delivery(id);
        assert.equal(after?.attempts, at + 1);
        if (delayS === 0) {
          assert.deepEqual([settled?.status, after.status, after.nextAttemptAt], ['failed', 'failed', null]);
          break;
        }
        const waitS = ((after.nextAttemptAt?.getTime() ?? 0) - Date.now()) / 1_000;
        assert.ok(waitS > delayS * (1 - JITTER) - 5 && waitS < delayS * (1 + JITTER) + 5, `${waitS} s instead of ${delayS} s`);
        assert.equal(await claimOne(side, id), undefined, 'not before its time');
        await side.makeDue(id);
      }
      assert.equal(await claimOne(side, id), undefined);
      assert.ok((await side.webhooks.endpoint(endpoint.id))?.failingSince);
      assert.equal((await side.webhooks.retry(id))?.status, 'pending');
      const { lease } = (await claimOne(side, id)) ?? assert.fail('a retry is due at once');
      assert.equal((await side.webhooks.settle(lease, bad, newEvent()))?.status, 'failed');
      assert.equal((await side.webhooks.delivery(id))?.attempts, DELAYS_S.length + 2);
      assert.equal((await side.webhooks.endpoint(endpoint.id))?.enabled, true, 'not failing for five days');
    });

    test('a receiver that is gone is disabled at once, told to those that ask, and enabled again by hand', async () => {
      const side = open();
      const owner = await side.makeOwner();
      const endpoint = await register(side, owner);
      const watcher = await register(side, owner, { events: ['webhook_endpoint.disabled'] });
      await finish(side, owner);
      await finish(side, owner);
      const [first, second] = await deliveriesOf(side, endpoint.id);
      const { lease } = (await claimOne(side, first?.id ?? '')) ?? assert.fail('no job');
      assert.deepEqual(await side.webhooks.settle(lease, { ...bad, gone: true }, newEvent()), { status: 'failed', disabled: true });
      const off = await side.webhooks.endpoint(endpoint.id);
      assert.deepEqual([off?.enabled, off?.disabledReason], [false, 'gone']);
      if (name === 'PostgreSQL')
        assert.deepEqual(
          (await deliveriesOf(side, watcher.id)).map(({ event }) => [
            event.type,
            event.documentId,
            event.data?.['endpoint_id'],
            event.data?.['reason'],
          ]),
          [['webhook_endpoint.disabled', null, endpoint.id, 'gone']],
        );
      const late = (await claimOne(side, second?.id ?? '')) ?? assert.fail('no second job');
      await side.webhooks.abandon(late.lease);
      assert.equal((await side.webhooks.delivery(second?.id ?? ''))?.status, 'failed');
      const on = await side.webhooks.updateEndpoint(endpoint.id, { enabled: true });
      assert.deepEqual([on?.enabled, on?.disabledReason, on?.failingSince], [true, null, null]);
    });

    test('a test is one attempt, also at an endpoint that is disabled', async () => {
      const side = open();
      const endpoint = await register(side, await side.makeOwner(), { enabled: false });
      const id = `whd_${clock.ulid()}`;
      const added = await side.webhooks.addTest(endpoint.id, { deliveryId: id, eventId: newEvent(), type: 'webhook.test', data: { a: 1 } });
      assert.deepEqual([added?.status, added?.forced], ['pending', true]);
      const { lease } = (await claimOne(side, id)) ?? assert.fail('no job');
      assert.equal((await side.webhooks.settle(lease, bad, newEvent()))?.status, 'failed');
    });

    test('what was sent goes with its document, at once or when it need not be sent any more', async () => {
      const side = open();
      const owner = await side.makeOwner();
      const endpoint = await register(side, owner);
      const [first, second] = [await finish(side, owner), await finish(side, owner)];
      const ids = new Map((await deliveriesOf(side, endpoint.id)).map(({ id, event }) => [event.documentId, id]));
      const [sent, waiting] = [ids.get(first) ?? '', ids.get(second) ?? ''];
      await side.webhooks.settle(((await claimOne(side, sent)) ?? assert.fail()).lease, ok, newEvent());
      for (const id of [first, second]) await side.store.deleteContent(id);
      const gone = await side.webhooks.delivery(sent);
      assert.deepEqual([gone?.event.data, gone?.answer, gone?.status], [null, null, 'delivered']);
      assert.equal(await side.webhooks.retry(sent), null);
      assert.ok((await side.webhooks.delivery(waiting))?.event.data);
      await side.webhooks.settle(((await claimOne(side, waiting)) ?? assert.fail()).lease, ok, newEvent());
      assert.deepEqual((await side.webhooks.delivery(waiting))?.event.data, null);
    });

    test('deleting an endpoint deletes its deliveries and their jobs', async () => {
      const side = open();
      const owner = await side.makeOwner();
      const endpoint = await register(side, owner);
      await finish(side, owner);
      const id = await onlyDelivery(side, endpoint.id);
      await side.webhooks.deleteEndpoint(endpoint.id);
      assert.equal(await claimOne(side, id), undefined);
      assert.equal(await side.webhooks.delivery(id), null);
    });
  });
}

test('an endpoint that fails for five days is disabled with the last attempt of a delivery, and not before', async () => {
  const side = sides['PostgreSQL']?.() ?? assert.fail();
  const owner = await side.makeOwner();
  const endpoint = await register(side, owner);
  const watcher = await register(side, owner, { events: ['webhook_endpoint.disabled'] });
  await finish(side, owner);
  const id = await onlyDelivery(side, endpoint.id);
  await opened.db.pool.query("update webhook_endpoints set failing_since = clock_timestamp() - interval '121 hours' where id = $1", [
    endpoint.id,
  ]);
  for (let attempt = 1; attempt <= 9; attempt++) {
    assert.equal((await side.webhooks.endpoint(endpoint.id))?.enabled, true, `before attempt ${attempt}`);
    const { lease } = (await claimOne(side, id)) ?? assert.fail();
    assert.deepEqual((await side.webhooks.settle(lease, bad, newEvent()))?.disabled, attempt === 9);
    await side.makeDue(id);
  }
  const off = await side.webhooks.endpoint(endpoint.id);
  assert.deepEqual([off?.enabled, off?.disabledReason], [false, 'failing']);
  assert.deepEqual(
    (await deliveriesOf(side, watcher.id)).map(({ event }) => event.data?.['reason']),
    ['failing'],
  );
});

test('endpoints take turns: a backlog of one leaves places for others, and those that fail come last', async () => {
  const side = sides['PostgreSQL']?.() ?? assert.fail();
  const owner = await side.makeOwner();
  await opened.db.pool.query("delete from jobs where kind = 'deliver_webhook'");
  const [busy, other] = [await register(side, owner), await register(side, owner, { events: ['document.canceled'] })];
  for (let i = 0; i < 30; i++) await finish(side, owner);
  await side.store.cancel(await accept(side.store, newDocument(owner)));
  const options = { limit: 6, running: [], perOrganisation: 4 };
  const claimed = await side.queue.claim(DELIVERY_KINDS, options);
  assert.deepEqual(
    [busy.id, other.id].map((id) => claimed.filter(({ orgId }) => orgId === id).length),
    [4, 1],
  );
  const running = claimed.map(({ lease, orgId }) => ({ jobId: lease.jobId, orgId }));
  assert.deepEqual(await side.queue.claim(DELIVERY_KINDS, { ...options, running }), [], 'four of one endpoint at once');
  // the busy one hangs; an event of both finds it behind the other
  await opened.db.pool.query('update webhook_endpoints set failing_since = clock_timestamp() where id = $1', [busy.id]);
  for (const { lease } of claimed) await side.webhooks.settle(lease, ok, newEvent());
  await opened.db.pool.query("delete from jobs where kind = 'deliver_webhook'");
  await opened.db.pool.query('update webhook_endpoints set failing_since = clock_timestamp() where id = $1', [busy.id]);
  await side.store.cancel(await accept(side.store, newDocument(owner)));
  const order = await side.queue.claim(DELIVERY_KINDS, { ...options, limit: 1 });
  assert.deepEqual(
    order.map(({ orgId }) => orgId),
    [other.id],
  );
});

test('deliveries are kept for seven days', async () => {
  const side = sides['PostgreSQL']?.() ?? assert.fail();
  const owner = await side.makeOwner();
  const endpoint = await register(side, owner);
  for (let i = 0; i < 3; i++) await finish(side, owner);
  const [old, young, waiting] = await deliveriesOf(side, endpoint.id);
  const age = (id: string | undefined, hours: number, status: string) =>
    opened.db.pool.query(
      `update webhook_deliveries set created_at = clock_timestamp() - interval '${hours} hours', status = $2 where id = $1`,
      [id, status],
    );
  await age(old?.id, 169, 'delivered');
  await age(young?.id, 167, 'failed');
  await age(waiting?.id, 169, 'pending');
  await side.webhooks.sweep();
  assert.deepEqual(
    (await deliveriesOf(side, endpoint.id)).map(({ id }) => id),
    [young?.id, waiting?.id],
  );
});

test('a delivery is queued once, however often its event is', async () => {
  const side = sides['PostgreSQL']?.() ?? assert.fail();
  const owner = await side.makeOwner();
  const endpoint = await register(side, owner, { events: ['balance.test'] });
  const announcement = { ...owner, eventId: newEvent(), type: 'balance.test', data: { a: 1 } };
  await Promise.all(Array.from({ length: 8 }, () => side.webhooks.announce(announcement)));
  assert.equal((await deliveriesOf(side, endpoint.id)).length, 1);
});

/** Runs `ask` while another transaction holds the job of a delivery, and gives what that one can lock meanwhile. */
async function holdJob(delivery: string, ask: () => Promise<unknown>, lock: { table: string; id: string }): Promise<void> {
  const client = await opened.db.pool.connect();
  try {
    await client.query('begin');
    const { rows } = await client.query<{ pid: number }>('select pg_backend_pid() as pid from jobs where id = $1 for update', [delivery]);
    const asked = ask();
    const blocked = 'select from pg_stat_activity where $1::integer = any (pg_blocking_pids(pid))';
    await until('it waits for the job', async () => (await opened.db.pool.query(blocked, [rows[0]?.pid])).rows.length > 0);
    // 55P03 where the one that waits has locked it already
    await client.query(`select from ${lock.table} where id = $1 for update nowait`, [lock.id]);
    await client.query('commit');
    await asked;
  } finally {
    client.release(true);
  }
}

test('an endpoint that is deleted, and a delivery that is sent again, lock jobs first, as the end of an attempt does', async () => {
  const side = sides['PostgreSQL']?.() ?? assert.fail();
  const owner = await side.makeOwner();
  const endpoint = await register(side, owner);
  await finish(side, owner);
  const delivery = await onlyDelivery(side, endpoint.id);
  await holdJob(delivery, () => side.webhooks.retry(delivery), { table: 'webhook_deliveries', id: delivery });
  await holdJob(delivery, () => side.webhooks.deleteEndpoint(endpoint.id), { table: 'webhook_endpoints', id: endpoint.id });
  assert.equal(await side.webhooks.endpoint(endpoint.id), null);
});
