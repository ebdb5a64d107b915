// Loaded into the service before it begins (`node --import`): how long its event loop is held at a time, in processor time of its main
// thread, so that a busy machine is not taken for a block. Each second with a block over 5 ms is a line of the file.
import { appendFileSync } from 'node:fs';
import { isMainThread } from 'node:worker_threads';

const file = process.env.OCTAVO_CHAOS_LOOP;
if (isMainThread && file !== undefined && process.argv[1]?.endsWith('octavo.ts')) {
  const TICK_MS = 5;
  let last = process.threadCpuUsage();
  let most = 0;
  setInterval(() => {
    const now = process.threadCpuUsage();
    most = Math.max(most, (now.user + now.system - last.user - last.system) / 1_000);
    last = now;
  }, TICK_MS).unref();
  setInterval(() => {
    if (most > TICK_MS) appendFileSync(file, `${JSON.stringify({ at: Date.now(), blockMs: Math.round(most) })}\n`);
    most = 0;
  }, 1_000).unref();
}
