import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { once } from 'node:events';
import { test } from 'node:test';
import { Worker } from 'node:worker_threads';
import { NICENESS } from './yield-processor.ts';

/** Field 19 of /proc/…/stat (proc(5)), counted behind the name, which is in brackets. */
const niceOf = (stat: string): number => Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[16]);

/** Of a thread that is at some nice value, or at that of the process, and then steps back. */
async function niceOfThread(at?: number): Promise<number> {
  const script = `
    import { setPriority } from 'node:os';
    import { parentPort } from 'node:worker_threads';
    import { readFileSync } from 'node:fs';
    import { yieldProcessor } from ${JSON.stringify(new URL('./yield-processor.ts', import.meta.url).href)};
    ${at === undefined ? '' : `setPriority(${at});`}
    yieldProcessor();
    parentPort.postMessage(readFileSync('/proc/thread-self/stat', 'utf8'));`;
  const thread = new Worker(new URL(`data:text/javascript,${encodeURIComponent(script)}`));
  const [stat] = await once(thread, 'message');
  await thread.terminate();
  return niceOf(String(stat));
}

const skip = process.platform !== 'linux';

test('a thread steps back by itself, and the others of its process do not', { skip }, async () => {
  const before = niceOf(readFileSync('/proc/self/stat', 'utf8'));
  assert.equal(await niceOfThread(), Math.max(NICENESS, before));
  assert.equal(niceOf(readFileSync('/proc/self/stat', 'utf8')), before);
});

test('a thread of a service that was started behind others stays there: stepping forward is for root alone', { skip }, async () => {
  assert.equal(await niceOfThread(15), 15);
});
