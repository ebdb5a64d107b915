/** The pool with workers that live in this process: a task is a function of the test. */
import assert from 'node:assert/strict';
import { EventEmitter, once } from 'node:events';
import { test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { QueueFull, WorkerLost, type PoolOptions, type PoolWorker } from './pool-worker.ts';
import { SupervisedPool } from './supervised-pool.ts';
import { onTurnOf } from '../base/whose-turn.ts';

type Task = (worker: Obedient) => unknown;

class Obedient implements PoolWorker<Task, unknown> {
  readonly #ended = Promise.withResolvers<void>();
  readonly ended = this.#ended.promise;
  readonly lost = Promise.withResolvers<never>();
  #busy: Promise<unknown> = Promise.resolve();
  #gone = false;
  done = 0;

  constructor() {
    this.lost.promise.catch(() => undefined);
  }

  perform(task: Task): Promise<unknown> {
    const answer = this.#busy.then(() => Promise.race([this.lost.promise, task(this)])).finally(() => this.done++);
    this.#busy = answer.catch(() => undefined);
    return Promise.race([this.lost.promise, answer]);
  }

  usable(): boolean {
    return !this.#gone;
  }

  kill(loss = new WorkerLost('ended')): void {
    this.#gone = true;
    this.lost.reject(loss);
    this.#ended.resolve();
  }
}

type Options = Partial<PoolOptions<Task, unknown, Obedient>>;

async function withPool(
  options: Options,
  use: (pool: SupervisedPool<Task, unknown, Obedient>, started: Obedient[]) => Promise<void>,
): Promise<void> {
  const started: Obedient[] = [];
  const start = (): Promise<Obedient> => {
    const worker = new Obedient();
    started.push(worker);
    return Promise.resolve(worker);
  };
  const pool = new SupervisedPool<Task, unknown, Obedient>({ name: 'a worker', start, workers: 1, ...options });
  try {
    await use(pool, started);
  } finally {
    await pool.close();
  }
}

const forever: Task = () => new Promise(() => undefined);
const die: Task = (worker) => worker.kill();

test('workers start with the first task, and no more of them than tasks', () =>
  withPool({ workers: 3 }, async (pool, started) => {
    assert.equal(started.length, 0);
    assert.equal(await pool.run(() => 1), 1);
    assert.equal(started.length, 1);
  }));

test('callers take turns', () =>
  withPool({}, async (pool) => {
    const order: string[] = [];
    const run = (owner: string, name: string): Promise<unknown> => pool.run(() => order.push(name), { owner });
    await Promise.all([run('a', 'a1'), run('a', 'a2'), run('a', 'a3'), run('b', 'b1')]);
    assert.deepEqual(order, ['a1', 'b1', 'a2', 'a3']);
  }));

test('a lost worker fails the task that it was performing; the next in its row is performed by another', () =>
  withPool({ slots: 2, kept: 1 }, async (pool, started) => {
    await pool.ready();
    const [lost, kept] = await Promise.allSettled([pool.run(die), pool.run((worker) => started.indexOf(worker))]);
    assert.ok(lost.status === 'rejected' && lost.reason instanceof WorkerLost);
    assert.deepEqual(kept, { status: 'fulfilled', value: 1 });
  }));

test('a task that takes too long is ended with its worker', () =>
  withPool({ timeoutMs: 20 }, async (pool) => {
    await assert.rejects(pool.run(forever), (error) => error instanceof WorkerLost && error.reason === 'late');
    assert.equal(await pool.run(() => 2), 2);
  }));

test('an error of a task is its own; its worker goes on', () =>
  withPool({}, async (pool, started) => {
    await assert.rejects(
      pool.run(() => Promise.reject(new Error('mine'))),
      /mine/,
    );
    assert.equal(await pool.run(() => 3), 3);
    assert.equal(started.length, 1);
  }));

test('a task that is given up waits no longer, and a worker is not lost by it', () =>
  withPool({}, async (pool, started) => {
    const release = Promise.withResolvers<void>();
    const controller = new AbortController();
    const first = pool.run(() => release.promise);
    const second = pool.run(() => assert.fail('it was given up'), { signal: controller.signal });
    controller.abort(new Error('not wanted'));
    await assert.rejects(second, /not wanted/);
    release.resolve();
    await first;
    assert.equal(started.length, 1);
  }));

test("an owner whose row is full waits for no more; another's work goes in", () =>
  withPool({ queueSizeMax: 1 }, async (pool) => {
    const release = Promise.withResolvers<void>();
    const running = pool.run(() => release.promise);
    await new Promise(setImmediate);
    const waiting = pool.run(() => 'in time');
    await assert.rejects(pool.run(forever), QueueFull);
    const other = onTurnOf('org_b', () => pool.run(() => 'of another'));
    await assert.rejects(
      onTurnOf('org_b', () => pool.run(forever)),
      QueueFull,
    );
    release.resolve();
    await running;
    assert.equal(await waiting, 'in time');
    assert.equal(await other, 'of another');
  }));

test('work takes the turn of the owner under whose work it was begun, however deep', () =>
  withPool({}, async (pool) => {
    const release = Promise.withResolvers<void>();
    const running = pool.run(() => release.promise);
    await new Promise(setImmediate);
    const done: string[] = [];
    const later = async (name: string): Promise<void> => {
      await new Promise(setImmediate);
      await pool.run(() => done.push(name));
    };
    const all = [...['a1', 'a2', 'a3'].map((name) => onTurnOf('org_a', () => later(name))), onTurnOf('org_b', () => later('b1'))];
    await new Promise(setImmediate);
    await new Promise(setImmediate);
    release.resolve();
    await Promise.all([running, ...all]);
    assert.deepEqual(done, ['a1', 'b1', 'a2', 'a3']);
  }));

test('a spent worker ends at once; a worn one when its successor is there', async () => {
  await withPool({ wear: ({ done }) => (done > 0 ? 'spent' : 'fresh') }, async (pool, started) => {
    await pool.run(() => 1);
    await started[0]?.ended;
    assert.equal(await pool.run(() => 2), 2);
    assert.equal(started.length, 2);
  });
  await withPool({ kept: 1, wear: ({ done }) => (done > 0 ? 'worn' : 'fresh') }, async (pool, started) => {
    await pool.run(() => 1);
    await started[0]?.ended;
    assert.equal(started.length, 2);
  });
});

test('a worker that rests may be let go', () =>
  withPool({ rest: { afterMs: 5, perform: () => Promise.resolve('end') } }, async (pool, started) => {
    await pool.run(() => 1);
    await started[0]?.ended;
    assert.equal(await pool.run(() => 2), 2);
  }));

test('a pool without work dozes with fewer workers, and has all of them again when they are needed at once', async () => {
  const dozed = new EventEmitter();
  // told a turn later, so that whoever waits for it has begun to
  const doze = async (worker: Obedient): Promise<void> => void setImmediate(() => dozed.emit('doze', worker));
  await withPool({ workers: 2, kept: 2, doze: { afterMs: 20, workers: 1, perform: doze } }, async (pool, started) => {
    await pool.run(() => 1);
    await Promise.race(started.map(({ ended }) => ended));
    const awake = (): Obedient[] => started.filter((worker) => worker.usable());
    assert.equal(awake().length, 1);
    await once(dozed, 'doze');
    assert.equal(await pool.run(() => 2), 2);
    assert.equal(started.length, 2, 'one task after the other needs one worker');
    // after each task the one that stays dozes again
    assert.deepEqual(await once(dozed, 'doze'), awake());
    const [go, both] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    let running = 0;
    const task: Task = async () => {
      if (++running === 2) both.resolve();
      await go.promise;
    };
    const tasks = [pool.run(task), pool.run(task)];
    await both.promise;
    assert.equal(awake().length, 2);
    go.resolve();
    await Promise.all(tasks);
  });
});

test('where no worker can be started, those who wait hear why, and a later task tries again', async () => {
  let healthy = false;
  const start = (): Promise<Obedient> => (healthy ? Promise.resolve(new Obedient()) : Promise.reject(new Error('no memory')));
  await withPool({ start, isHopeless: () => true }, async (pool) => {
    await assert.rejects(
      pool.run(() => 1),
      /no memory/,
    );
    await assert.rejects(pool.ready(), /no memory/);
    healthy = true;
    assert.equal(await pool.run(() => 1), 1);
  });
});

test('closing answers all who wait', async () => {
  let left: Promise<PromiseSettledResult<unknown>[]> | undefined;
  await withPool({ kept: 1 }, async (pool) => {
    await pool.ready();
    left = Promise.allSettled([pool.run(forever), pool.run(forever)]);
  });
  assert.deepEqual(
    (await left)?.map(({ status }) => status),
    ['rejected', 'rejected'],
  );
});

const STAND_IN = { afterMs: 20, keptMs: 60_000 };

test('a long row of one owner holds up no other: one worker more stands in for those who have none at work', () =>
  withPool({ standIn: STAND_IN }, async (pool, started) => {
    pool.run(forever, { owner: 'a' }).catch(() => undefined);
    const row = pool.run(() => 'a2', { owner: 'a' });
    row.catch(() => undefined);
    assert.equal(await pool.run(() => 'b1', { owner: 'b' }), 'b1');
    assert.equal(started.length, 2);
    // the second one is there already, and the first owner's row still waits
    assert.equal(await pool.run(() => 'c1', { owner: 'c' }), 'c1');
    assert.equal(started.length, 2);
    assert.equal(await Promise.race([row, pool.run(() => 'b2', { owner: 'b' })]), 'b2');
  }));

test("nobody stands in where the row is one owner's, or the first worker is still starting", () =>
  withPool({ standIn: { afterMs: 1, keptMs: 60_000 } }, async (pool, started) => {
    const first = Promise.withResolvers<string>();
    const row = [pool.run(() => first.promise, { owner: 'a' }), pool.run(() => 'a2', { owner: 'a' })];
    await sleep(30);
    first.resolve('a1');
    assert.deepEqual(await Promise.all(row), ['a1', 'a2']);
    assert.equal(started.length, 1);
  }));

test('who stood in goes when nobody has needed it for a while, also where all were busy then', () =>
  withPool({ standIn: { afterMs: 1, keptMs: 20 } }, async (pool, started) => {
    const long = Promise.withResolvers<string>();
    const first = pool.run(() => long.promise, { owner: 'a' });
    const second = pool.run(() => long.promise, { owner: 'b' });
    await sleep(60);
    long.resolve('done');
    assert.deepEqual(await Promise.all([first, second]), ['done', 'done']);
    await Promise.race(started.map(({ ended }) => ended));
    assert.equal(started.filter((worker) => worker.usable()).length, 1);
    assert.equal(await pool.run(() => 'next', { owner: 'c' }), 'next');
    assert.equal(started.length, 2);
  }));
