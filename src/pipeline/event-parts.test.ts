import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { StoredEvent } from '../contract/event.ts';
import { followEvents } from './follow.ts';
import { createEventParts, EVENTS_AT_ONCE } from './event-parts.ts';

/** A document with events, and a count of how often its store is asked for them. */
function openStore(count: number) {
  const events = Array.from({ length: count }, (_, i) => ({ sequence: i + 1, type: 'content.block_delta' }) as StoredEvent);
  const watchers = new Set<() => void>();
  let asked = 0;
  let status = 'running';
  const store = {
    events: async (_id: string, after: number, limit: number) => {
      asked++;
      return events.slice(after, after + limit);
    },
    watch: (_id: string, onChange: () => void) => {
      watchers.add(onChange);
      return () => void watchers.delete(onChange);
    },
    get: async () => ({ status }) as never,
  };
  return {
    store,
    shared: { store, events: createEventParts(store) },
    asked: () => asked,
    watching: () => watchers.size,
    add(type: StoredEvent['type'], silently = false) {
      events.push({ sequence: events.length + 1, type } as StoredEvent);
      if (type === 'document.ready') status = 'ready';
      if (!silently) for (const onChange of watchers) onChange();
    },
  };
}

async function readAll(from: AsyncGenerator<StoredEvent[]>, seen: StoredEvent[][] = []): Promise<StoredEvent[][]> {
  for await (const batch of from) seen.push(batch);
  return seen;
}

test('two hundred who replay a document ask for it once, and get the same arrays', async () => {
  const world = openStore(1_899);
  world.add('document.ready');
  const all = await Promise.all(Array.from({ length: 200 }, () => readAll(followEvents(world.shared, 'doc_1', 0))));
  assert.equal(world.asked(), Math.ceil(1_900 / EVENTS_AT_ONCE));
  for (const batches of all) {
    assert.equal(batches.flat().length, 1_900);
    for (const [at, batch] of batches.entries()) assert.equal(batch, all[0]?.[at]);
  }
  assert.equal(world.watching(), 0, 'nothing is kept once nobody follows');
});

test('everybody hears of what comes while they follow, in order and once', async () => {
  const world = openStore(3);
  const seen = Array.from({ length: 20 }, (): StoredEvent[][] => []);
  const reading = seen.map((batches) => readAll(followEvents(world.shared, 'doc_1', 0), batches));
  for (let round = 0; round < 30; round++) {
    world.add('content.block_delta');
    if (round % 3 === 0) await new Promise((resolve) => setImmediate(resolve));
  }
  world.add('document.ready');
  await Promise.all(reading);
  for (const batches of seen)
    assert.deepEqual(
      batches.flat().map(({ sequence }) => sequence),
      Array.from({ length: 34 }, (_, i) => i + 1),
    );
});

test('an end that nobody told of is still found by who comes later', async () => {
  const world = openStore(2);
  const early = followEvents(world.shared, 'doc_1', 0);
  assert.equal((await early.next()).value?.length, 2);
  world.add('document.ready', true);
  const late = await readAll(followEvents(world.shared, 'doc_1', 2));
  assert.deepEqual(
    late.flat().map(({ sequence }) => sequence),
    [3],
  );
  await early.return(undefined);
});
