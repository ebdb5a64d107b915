import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createTurns } from './take-turns.ts';

const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve));

/** So many requests that come at once, each of which takes so long; how many began in each turn. */
async function begin(requests: number, eachMs: number): Promise<{ turns: number[]; order: number[] }> {
  let now = 0;
  const enter = createTurns(() => now);
  const turns: number[] = [];
  const order: number[] = [];
  let inTurn = 0;
  const work = (request: number): void => {
    now += eachMs;
    inTurn++;
    order.push(request);
  };
  for (let request = 0; request < requests; request++) {
    const turn = enter('begins');
    if (turn === null) work(request);
    else void turn.then(() => work(request));
  }
  for (let turn = 0; turn < requests * 4; turn++) {
    if (inTurn > 0) turns.push(inTurn);
    inTurn = 0;
    await nextTurn();
  }
  return { turns, order };
}

test('a hundred requests that come at once begin a few in each turn, in their order', async () => {
  const { turns, order } = await begin(100, 3);
  assert.deepEqual(
    order,
    Array.from({ length: 100 }, (_, request) => request),
  );
  assert.ok(
    turns.every((count) => count <= 4),
    String(turns),
  );
});

test('requests that take long begin one in a turn', async () => {
  const { turns } = await begin(6, 20);
  assert.deepEqual(turns, [1, 1, 1, 1, 1, 1]);
});

test('requests that take no time wait for nobody', async () => {
  const { turns } = await begin(50, 0);
  assert.deepEqual(turns, [50]);
});

test('who comes while others wait goes behind them', async () => {
  let now = 0;
  const enter = createTurns(() => now);
  const order: string[] = [];
  assert.equal(enter('begins'), null);
  now += 20;
  const first = enter('begins')?.then(() => {
    order.push('first');
    now += 20;
  });
  await nextTurn();
  const second = enter('begins')?.then(() => order.push('second'));
  await Promise.all([first, second]);
  assert.deepEqual(order, ['first', 'second']);
});

test('who has begun goes before those that have not', async () => {
  let now = 0;
  const enter = createTurns(() => now);
  const order: string[] = [];
  assert.equal(enter('begins'), null);
  now += 20;
  const begins = enter('begins')?.then(() => order.push('begins'));
  const read = enter('is read')?.then(() => order.push('is read'));
  await Promise.all([begins, read]);
  assert.deepEqual(order, ['is read', 'begins']);
});
