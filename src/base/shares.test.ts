import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createShares, type EndShare } from './shares.ts';

/** Asks, and notes when it is let in. */
function ask(take: ReturnType<typeof createShares>, began: string[], name: string, weight = 1): Promise<EndShare> {
  return take(weight, { owner: name.charAt(0) }).then((end) => {
    began.push(name);
    return end;
  });
}

test('an owner has so much under way and no more; another is not held up', async () => {
  const take = createShares(2);
  const began: string[] = [];
  const [a1, a2, a3, b1] = ['a1', 'a2', 'a3', 'b1'].map((name) => ask(take, began, name));
  await Promise.all([a1, a2, b1]);
  assert.deepEqual(began, ['a1', 'a2', 'b1']);
  const end = await a1;
  end?.();
  // once is enough
  end?.();
  await a3;
  assert.deepEqual(began, ['a1', 'a2', 'b1', 'a3']);
});

test('what is heavier than all that is allowed goes in alone, and the order of asking is kept', async () => {
  const take = createShares(10);
  const began: string[] = [];
  const small = await ask(take, began, 'a-small', 1);
  const heavy = ask(take, began, 'a-heavy', 50);
  const later = ask(take, began, 'a-later', 1);
  await new Promise(setImmediate);
  assert.deepEqual(began, ['a-small']);
  small();
  const end = await heavy;
  assert.deepEqual(began, ['a-small', 'a-heavy']);
  end();
  await later;
  assert.deepEqual(began, ['a-small', 'a-heavy', 'a-later']);
});

test('who gives up waits no longer, and lets those behind in', async () => {
  const take = createShares(2);
  const began: string[] = [];
  await ask(take, began, 'a1');
  const controller = new AbortController();
  const heavy = take(2, { owner: 'a', signal: controller.signal });
  const light = ask(take, began, 'a2');
  controller.abort(new Error('gone'));
  await assert.rejects(heavy, /gone/);
  await light;
  assert.deepEqual(began, ['a1', 'a2']);
});
