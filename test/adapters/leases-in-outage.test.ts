/** A database that is away for longer than a lease: who works on a document keeps it, and who is dead still loses it. */
import assert from 'node:assert/strict';
import { setTimeout as sleep } from 'node:timers/promises';
import { test } from 'node:test';
import type { DocumentClaim } from '../../src/ports/job-queue.ts';
import { openGate } from '../support/gate.ts';
import { createTestDatabase, startExternal } from '../support/postgres-servers.ts';
import { accept, makeProject, newDocument, openStore, typesOf, until } from './open-store.ts';
import { startWorking } from './start-working.ts';

test('leases that ran out while the database was away are left to their holders, and no process counts as dead', async (t) => {
  const LEASE_S = 1;
  let [isOver, started] = [false, 0];
  const server = await startExternal();
  const direct = new URL(await createTestDatabase(server, 'outage'));
  const gate = await openGate(Number(direct.port));
  const through = new URL(direct);
  through.port = String(gate.port);
  const watch = await openStore(direct.href);
  const owner = await makeProject(watch.db);
  const options = { leaseS: LEASE_S, pollMs: 50, steadyS: 0 };
  const [holder, other, dead] = [
    await openStore(through.href, options),
    await openStore(through.href, options),
    await openStore(through.href, options),
  ];
  t.after(async () => {
    isOver = true;
    gate.open();
    await Promise.all([watch, holder, other, dead].map((one) => one.close()));
    await gate.close();
    await server.close();
  });
  const id = await accept(watch.store, newDocument(owner));

  const work =
    (opened: typeof holder) =>
    async ({ lease }: DocumentClaim): Promise<void> => {
      started++;
      await until('the outages to be over', () => Promise.resolve(isOver));
      await opened.store.finish(lease, { status: 'ready' }, []);
    };
  const stopHolder = startWorking(holder.queue, 1, work(holder), 300);
  await until('its start', () => Promise.resolve(started === 1));
  const stopOther = startWorking(other.queue, 1, work(other), 300);
  for (let outage = 0; outage < 3; outage++) {
    gate.shut();
    await sleep(LEASE_S * 1_500);
    gate.open();
    await sleep(LEASE_S * 700);
  }
  const left = await accept(watch.store, newDocument(owner));
  isOver = true;
  const ends = async (one: string): Promise<boolean> => (await watch.store.get(one))?.status === 'ready';
  await until('both ends', async () => (await ends(id)) && ends(left));
  assert.deepEqual(typesOf(await watch.store.events(id, 0, 10)), ['document.created', 'document.started', 'document.ready']);
  await Promise.all([stopHolder(), stopOther()]);

  // one whose process is dead is taken over once the database has been there for as long as a lease
  const lost = await accept(watch.store, newDocument(owner));
  const stopDead = startWorking(dead.queue, 1, () => Promise.reject(new Error('the process dies')));
  await until('its claim', async () => (await watch.store.get(lost))?.status === 'running');
  await stopDead();
  gate.shut();
  await sleep(LEASE_S * 1_500);
  gate.open();
  const stopAgain = startWorking(other.queue, 1, work(other), 300);
  await until('the take-over', () => ends(lost));
  await stopAgain();
});
