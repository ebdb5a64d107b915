import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { NICENESS } from './yield-processor.ts';

/** Field 19 of /proc/…/stat (proc(5)), counted behind the name, which is in brackets. */
const niceOf = (stat: string): number => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);

test('a thread steps back by itself, and the others of its process do not', { skip: process.platform !== 'linux' }, async () => {
  const before = niceOf(readFileSync('/proc/self/stat', 'utf8'));
  const script = `
    import { parentPort } from 'node:worker_threads';
    import { readFileSync } from 'node:fs';
    import { yieldProcessor } from ${JSON.stringify(new URL('./yield-processor.ts', import.meta.url).href)};
    yieldProcessor();
    parentPort.postMessage(readFileSync('/proc/thread-self/stat', 'utf8'));`;
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
  const [stat] = await once(thread, 'message');
  await thread.terminate();
  assert.equal(niceOf(String(stat)), NICENESS);
  assert.equal(niceOf(readFileSync('/proc/self/stat', 'utf8')), before);
});
