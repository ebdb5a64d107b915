import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createMemoryQueue } from '../../test/support/memory-queue.ts';
import type { ClaimOptions } from '../ports/job-queue.ts';
import { holdLeases } from './hold-leases.ts';
import { startWork, type Place } from './work-loop.ts';

const fail = (details: Record<string, unknown>, message: string) => assert.fail(`${message}: ${String(details['err'])}`);
const log = { error: fail, warn: fail };
const settled = (): Promise<void> => new Promise((resolve) => setTimeout(resolve, 10));

/** Extractions by number, each with its place while it is worked on; `end` ends one. */
async function open({ count, concurrency, lent }: { count: number; concurrency: number; lent: number }) {
  const { queue } = createMemoryQueue();
  const claims: ClaimOptions[] = [];
  const places = new Map<string, Place>();
  const ends = new Map<string, () => void>();
  const work = startWork({
    queue: {
      claim: (kinds, options) => {
        claims.push(options);
        return queue.claim(kinds, options);
      },
      release: (lease, options) => queue.release(lease, options),
      onWaiting: (wake) => queue.onWaiting(wake),
    },
    leases: holdLeases(queue, log),
    log,
    kinds: ['extract'],
    concurrency,
    lent,
    handle: async ({ lease }, _, place) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      places.set(lease.jobId, place);
      ends.set(lease.jobId, resolve);
      await promise;
      places.delete(lease.jobId);
      await queue.finish(lease);
    },
  });
  for (let i = 1; i <= count; i++) await queue.add({ id: `job_${i}`, kind: 'extract', orgId: 'org_1', payload: {} });
  await settled();
  return {
    claims,
    running: () => [...places.keys()],
    lend: async (id: string) => {
      const goOn = places.get(id)?.lend() ?? assert.fail(`${id} does not run`);
      await settled();
      return goOn;
    },
    end: async (id: string) => {
      ends.get(id)?.();
      await settled();
    },
    stop: async () => {
      for (const end of ends.values()) end();
      await work.stop(0, new Error('stopped'));
    },
  };
}

test('a job that waits for others lends its place to the next, as many as may, and has it again when it goes on', async () => {
  const { running, lend, end, stop } = await open({ count: 6, concurrency: 1, lent: 2 });
  assert.deepEqual(running(), ['job_1']);
  const goOn = await lend('job_1');
  assert.deepEqual(running(), ['job_1', 'job_2']);
  // two waits of one job are one place
  const again = await lend('job_1');
  assert.deepEqual(running(), ['job_1', 'job_2']);
  await lend('job_2');
  assert.deepEqual(running(), ['job_1', 'job_2', 'job_3']);
  await lend('job_3');
  assert.deepEqual(running(), ['job_1', 'job_2', 'job_3'], 'more have lent their places than may');
  again();
  goOn();
  goOn();
  await end('job_3');
  assert.deepEqual(running(), ['job_1', 'job_2'], 'the one that goes on has no place');
  await end('job_1');
  assert.deepEqual(running(), ['job_2', 'job_4']);
  await stop();
});

test('jobs that wait do not count among those of their organisation, until it has lent its share of places', async () => {
  const { claims, lend, stop } = await open({ count: 4, concurrency: 1, lent: 4 });
  const told = (): (boolean | undefined)[] => claims.at(-1)?.running.map(({ waits }) => waits) ?? [];
  await lend('job_1');
  await lend('job_2');
  assert.deepEqual(told(), [true, true]);
  await lend('job_3');
  assert.deepEqual(told(), [false, false, false]);
  await stop();
});

test('where no place may be lent, one that waits keeps it', async () => {
  const { running, lend, stop } = await open({ count: 2, concurrency: 1, lent: 0 });
  await lend('job_1');
  assert.deepEqual(running(), ['job_1']);
  await stop();
});
