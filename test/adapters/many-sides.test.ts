/** Three processes' worth of stores do everything to the same documents at once, in seeded orders; what must hold, holds. */
import type { StoredEvent } from '../../src/contract/event.ts';
import { FINAL_STATUSES } from '../../src/contract/vocabulary.ts';
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { LeaseLost, type Lease } from '../../src/ports/job-queue.ts';
import { type DocumentRecord } from '../../src/ports/record.ts';
import { createTestDatabase, startEmbedded } from '../support/postgres-servers.ts';
import { seeded } from '../support/seeded.ts';
import { accept, checkSequence, makeProject, newDocument, openStore, tryClaim, type OpenStore } from './open-store.ts';

const closers: (() => Promise<void>)[] = [];
const stores: OpenStore[] = [];
before(async () => {
  const server = await startEmbedded();
  closers.unshift(server.close);
  const url = await createTestDatabase(server, 'sides');
  for (let i = 0; i < 3; i++) {
    const opened = await openStore(url);
    stores.push(opened);
    closers.unshift(opened.close);
  }
});
after(async () => {
  for (const close of closers) await close();
});

test('whatever is done in whatever order: no gap, one end, and nothing written without the lease', async () => {
  const [first] = stores;
  assert.ok(first);
  const owner = await makeProject(first.db);
  for (let seed = 1; seed <= 25; seed++) {
    const random = seeded(seed);
    const id = await accept(first.store, newDocument(owner));
    const leases: Lease[] = [];
    let written = 0;
    const act = async (): Promise<void> => {
      const { store, queue, db } = stores[Math.floor(random() * stores.length)] ?? first;
      const lease = leases[Math.floor(random() * leases.length)];
      const what = random();
      if (what < 0.2 || !lease) {
        const claimed = await tryClaim(queue, id);
        if (claimed) leases.push(claimed.lease);
      } else if (what < 0.7) {
        await store.commit(lease, { pages: seed }, [{ type: 'render.completed', data: { iteration: 1, pages: seed, duration_ms: 1 } }]);
        written++;
      } else if (what < 0.8)
        await db.pool.query(`update jobs set lease_until = clock_timestamp() - interval '1 ms' where id = $1 and lease_until is not null`, [
          id,
        ]);
      else if (what < 0.87) await queue.release(lease, { attemptCounts: random() < 0.5 });
      else if (what < 0.9) await queue.renew([lease]);
      else if (what < 0.96) await store.finish(lease, { status: random() < 0.5 ? 'ready' : 'needs_review' }, []);
      else await store.cancel(id);
    };
    for (let round = 0; round < 12; round++) {
      const done = await Promise.allSettled([act(), act(), act(), act()]);
      for (const result of done) if (result.status === 'rejected') assert.ok(result.reason instanceof LeaseLost, String(result.reason));
    }
    await first.store.cancel(id);
    const events: StoredEvent[] = await first.store.events(id, 0, 1_000);
    const record: DocumentRecord | null = await first.store.get(id);
    checkSequence(events);
    assert.equal(
      events.filter(({ type }) => type === 'render.completed').length,
      written,
      `seed ${seed}: a write that was confirmed is missing, or one that was refused is there`,
    );
    assert.ok(record && FINAL_STATUSES.includes(record.status));
    const end = events.at(-1)?.type;
    assert.equal(
      end,
      record.status === 'failed' ? 'document.failed' : record.status === 'canceled' ? 'document.canceled' : 'document.ready',
      `seed ${seed}`,
    );
    const tokens = leases.map(({ token }) => token);
    assert.equal(new Set(tokens).size, tokens.length, `seed ${seed}: a token was given out twice`);
    const attempts = events.filter(({ type }) => type === 'document.started').map(({ data }) => data['attempt']);
    assert.ok(
      attempts.every((attempt, at) => attempt === at + 1),
      `seed ${seed}: attempts are not counted one by one`,
    );
  }
});
