/**
 * `npm run chaos`: attacks a service of two processes on a PostgreSQL and an object store of its own for ten minutes (`--minutes`), and fails
 * where something was lost, stuck, let in, or held up. Everything happens on this machine's loopback addresses; all counts and times
 * are bounded. `--only WORD` performs the attacks whose name has it; `--explain` tells which functions held the event loop for long.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { setTimeout as sleep } from 'node:timers/promises';
import { parseEvents } from '../test/support/sse.ts';
import { ATTACKS, warmUp } from './chaos/attacks.ts';
import { fillDisk } from './chaos/fill-disk.ts';
import { ask, openWorld, type World } from './chaos/world.ts';

const { values } = parseArgs({
  options: {
    minutes: { type: 'string', default: '10' },
    only: { type: 'string', default: '' },
    explain: { type: 'boolean', default: false },
  },
});
const MINUTE_MS = 60_000;
const totalMs = Math.min(600, Math.max(0.5, Number(values.minutes))) * MINUTE_MS;
const STUCK_MS = 60_000;
const ENDED = new Set(['ready', 'ready_with_warnings', 'needs_review', 'failed', 'canceled']);

interface Line {
  name: string;
  measured: number;
  /** None where the figure is only told. */
  limit?: number;
}

/** Waits for the end of all that was accepted; ids of those that have none when for a minute no document has come to its end. */
async function waitForAll(world: World): Promise<string[]> {
  const open = new Set(world.accepted);
  let [left, movedMs] = [open.size, Date.now()];
  for (; open.size > 0 && Date.now() < movedMs + STUCK_MS; await sleep(500)) {
    if (open.size < left) [left, movedMs] = [open.size, Date.now()];
    for (const id of open) {
      const answer = await ask(world, `/documents/${id}`);
      const record: unknown = answer?.status === 200 ? await answer.json() : null;
      if (typeof record === 'object' && record !== null && ENDED.has(String(Reflect.get(record, 'status')))) open.delete(id);
    }
  }
  return [...open];
}

/** Why a document failed, as its client is told. */
function reasonOf(record: unknown): string {
  const error: unknown = typeof record === 'object' && record !== null ? Reflect.get(record, 'error') : undefined;
  return error === undefined ? '' : JSON.stringify(error);
}

/** Documents that are not there, failed, or whose events have a gap or not one end. What an attack has canceled is no loss. */
async function findLost(world: World, stuck: readonly string[]): Promise<string[]> {
  const lost: string[] = [];
  for (const id of world.accepted) {
    if (stuck.includes(id)) continue;
    const answer = await ask(world, `/documents/${id}`);
    const record: unknown = answer?.status === 200 ? await answer.json() : null;
    const status: unknown = typeof record === 'object' && record !== null ? Reflect.get(record, 'status') : 'missing';
    const events = status === 'missing' ? [] : parseEvents((await (await ask(world, `/documents/${id}/events`))?.text()) ?? '');
    const whole = events.every(({ sequence }, at) => sequence === at + 1);
    const ends = events.filter(({ type }) => /^document\.(?:ready|failed|canceled)$/.test(type)).length;
    if (status === 'missing' || status === 'failed' || !whole || ends !== 1)
      lost.push(`${id} ${String(status)} ends=${ends} whole=${whole} ${reasonOf(record)}`);
  }
  return lost;
}

/** What a program inside the sandbox tries; failures of that test. */
async function probeSandbox(): Promise<number> {
  const test = fileURLToPath(new URL('../src/render/sandbox.test.ts', import.meta.url));
  const probe = spawn(process.execPath, ['--test', '--test-reporter=dot', test], { stdio: 'ignore', timeout: 5 * MINUTE_MS });
  return (await new Promise((resolve) => probe.on('exit', resolve))) === 0 ? 0 : 1;
}

const isOver = ({ measured, limit }: Line): boolean => limit !== undefined && measured > limit;
const print = (line: Line): void =>
  console.log(
    `${isOver(line) ? 'OVER' : line.limit === undefined ? '    ' : 'ok  '}  ${line.name.padEnd(66)}${String(line.measured).padStart(8)}${line.limit === undefined ? '' : `  limit ${line.limit}`}`,
  );

async function run(): Promise<Line[]> {
  const world = await openWorld({ explain: values.explain });
  const lines: Line[] = [];
  try {
    await warmUp(world);
    const chosen = ATTACKS.filter(({ name }) => name.includes(values.only));
    for (const { name, perform } of chosen) {
      const startedMs = Date.now();
      const counts = await perform(world, (totalMs * 0.8) / chosen.length);
      // what is written once a second
      await sleep(1_100);
      const { blockMs, clockMs } = world.blocks(startedMs);
      console.log(
        `${name}: ${Object.entries(counts)
          .map(([what, count]) => `${what} ${count}`)
          .join(', ')}; accepted ${world.accepted.size}`,
      );
      for (const holder of world.holders(startedMs)) console.log(`  ${holder}`);
      lines.push(
        { name: `${name}: event loop block (ms of its processor time)`, measured: blockMs, limit: 50 },
        { name: `${name}: the same by the clock`, measured: clockMs },
      );
      if (counts['neighbour_delay_ms'] !== undefined)
        lines.push({ name: 'delay of a neighbour (ms, middle)', measured: counts['neighbour_delay_ms'], limit: 2_000 });
      if (counts['routes_neighbour_ms'] !== undefined)
        lines.push({ name: 'longest wait of a neighbour (ms)', measured: counts['routes_neighbour_ms'], limit: 2_000 });
      if (counts['connections'] !== undefined) lines.push({ name: 'connections to inside', measured: counts['connections'], limit: 0 });
      if (counts['unanswered'] !== undefined)
        lines.push({ name: `${name}: requests without an answer`, measured: counts['unanswered'], limit: 0 });
    }
    const stuck = await waitForAll(world);
    const lost = await findLost(world, stuck);
    for (const id of [...stuck, ...lost].slice(0, 10)) console.log(`  ${id}`);
    lines.push(
      { name: 'stuck for over 60 s', measured: stuck.length, limit: 0 },
      { name: `lost of ${world.accepted.size}`, measured: lost.length, limit: 0 },
    );
    const endedMs = performance.now();
    await world.front.kill('SIGTERM');
    lines.push({ name: 'seconds from SIGTERM to the end', measured: Math.round((performance.now() - endedMs) / 1_000), limit: 30 });
  } finally {
    await world.close();
  }
  if ('disk full'.includes(values.only)) {
    const { lost, tried } = await fillDisk();
    lines.push(
      tried
        ? { name: 'lost by a full disk', measured: lost, limit: 0 }
        : { name: 'full disk: not tried, only root can mount one', measured: 0, limit: 0 },
    );
  }
  if ('sandbox probe'.includes(values.only)) lines.push({ name: 'ways out of the sandbox', measured: await probeSandbox(), limit: 0 });
  return lines;
}

const lines = await run();
console.log('');
for (const line of lines) print(line);
process.exitCode = lines.some(isOver) ? 1 : 0;
