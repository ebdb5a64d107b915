// Loaded into the service before it begins (`node --import`): how long its event loop is held at a time, in processor time of its main
// thread and by the clock: on a machine whose cores are taken a thread waits for one as long as others please, which is no block by us. Each
// second with a block over 5 ms is a line of the file. With OCTAVO_CHAOS_EXPLAIN the functions that held it are in the line as well.
import { appendFileSync } from 'node:fs';
import { Session } from 'node:inspector/promises';
import { isMainThread } from 'node:worker_threads';

const TICK_MS = 5;
const EXPLAINED_MS = 25;
const PROFILE_MS = 4_000;
const SAMPLE_US = 500;
const SHOWN = 8;

const file = process.env.OCTAVO_CHAOS_LOOP;
const explains = process.env.OCTAVO_CHAOS_EXPLAIN !== undefined;

const cpuMs = () => {
  const { user, system } = process.threadCpuUsage();
  return (user + system) / 1_000;
};

/** Who was at work in the samples between two moments: the own function that began it, that it was in, and that of the processor, with ms. */
function explain(profile, fromUs, untilUs) {
  const nodes = new Map(profile.nodes.map((node) => [node.id, node]));
  const parents = new Map(profile.nodes.flatMap((node) => (node.children ?? []).map((child) => [child, node.id])));
  const place = ({ functionName, url, lineNumber }) =>
    `${functionName || '(anonymous)'} ${url.replace(/^.*\/(?=src\/|node_modules\/)/u, '')}:${lineNumber + 1}`;
  const times = new Map();
  let at = profile.startTime;
  profile.samples.forEach((id, index) => {
    const delta = profile.timeDeltas[index];
    at += delta;
    if (at < fromUs || at > untilUs) return;
    const stack = [];
    for (let one = id; one !== undefined; one = parents.get(one)) stack.push(nodes.get(one).callFrame);
    const own = stack.filter(({ url }) => url.includes('/src/'));
    const names = [own.at(-1), own[0], stack[0]].filter((frame) => frame !== undefined).map(place);
    const name = [...new Set(names)].join(' > ');
    times.set(name, (times.get(name) ?? 0) + delta / 1_000);
  });
  const sorted = [...times].toSorted(([, left], [, right]) => right - left);
  return sorted.slice(0, SHOWN).map(([name, ms]) => `${ms.toFixed(1)} ms ${name}`);
}

if (isMainThread && file !== undefined && process.argv[1]?.endsWith('octavo.ts')) {
  let last = { cpu: cpuMs(), clockMs: performance.now() };
  let most = { blockMs: 0, clockMs: 0 };
  const long = [];
  const begin = () => (last = { cpu: cpuMs(), clockMs: performance.now() });
  setInterval(() => {
    const [cpu, clockMs] = [last.cpu, last.clockMs];
    begin();
    const [blockMs, byClockMs] = [last.cpu - cpu, last.clockMs - clockMs];
    most = { blockMs: Math.max(most.blockMs, blockMs), clockMs: Math.max(most.clockMs, byClockMs) };
    if (explains && blockMs > EXPLAINED_MS) {
      const untilUs = Number(process.hrtime.bigint() / 1000n);
      long.push({ at: Date.now(), blockMs, clockMs: byClockMs, untilUs, fromUs: untilUs - byClockMs * 1_000 });
    }
  }, TICK_MS).unref();
  setInterval(() => {
    if (most.clockMs > TICK_MS)
      appendFileSync(file, `${JSON.stringify({ at: Date.now(), blockMs: Math.round(most.blockMs), clockMs: Math.round(most.clockMs) })}\n`);
    most = { blockMs: 0, clockMs: 0 };
  }, 1_000).unref();
  if (explains) {
    const session = new Session();
    session.connect();
    await session.post('Profiler.enable');
    await session.post('Profiler.setSamplingInterval', { interval: SAMPLE_US });
    await session.post('Profiler.start');
    setInterval(async () => {
      const { profile } = await session.post('Profiler.stop');
      for (const { at, blockMs, clockMs, fromUs, untilUs } of long.splice(0))
        appendFileSync(
          file,
          `${JSON.stringify({ at, held: Math.round(blockMs), clockMs: Math.round(clockMs), by: explain(profile, fromUs, untilUs) })}\n`,
        );
      await session.post('Profiler.start');
      // what the explanation took is no block by the service
      begin();
    }, PROFILE_MS).unref();
  }
}
