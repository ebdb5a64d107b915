import assert from 'node:assert/strict';
import { test } from 'node:test';
import { FairQueue } from './fair-queue.ts';

const any = (): boolean => true;

function queueOf(text: string): FairQueue<string> {
  const queue = new FairQueue<string>();
  for (const item of text.split(' ')) queue.add(item.charAt(0), item);
  return queue;
}

function takeAll(queue: FairQueue<string>, accepts: (item: string) => boolean = any): string {
  const taken: string[] = [];
  for (let item = queue.take(accepts); item !== undefined; item = queue.take(accepts)) taken.push(item);
  return taken.join(' ');
}

test('owners take turns, each in its own order', () => {
  assert.equal(takeAll(queueOf('a1 a2 a3 a4 b1 c1 c2')), 'a1 b1 c1 a2 c2 a3 a4');
});

test('what is not acceptable holds up only its owner', () => {
  const queue = queueOf('a1 a2 b1 b2');
  assert.equal(
    takeAll(queue, (item) => item !== 'a1'),
    'b1 b2',
  );
  assert.equal(queue.size, 2);
  assert.equal(takeAll(queue), 'a1 a2');
});

test('what is put back comes first', () => {
  const queue = queueOf('a1 b1');
  queue.putBack('b', 'b0');
  assert.equal(takeAll(queue), 'b0 a1 b1');
});

test('items are removed wherever they wait', () => {
  const queue = queueOf('a1 a2 b1');
  queue.putBack('c', 'c0');
  assert.deepEqual([queue.remove('a', 'a2'), queue.remove('c', 'c0'), queue.remove('b', 'b2'), queue.size], [true, true, false, 2]);
  assert.deepEqual(queue.removeAll(), ['a1', 'b1']);
  assert.equal(queue.size, 0);
});
