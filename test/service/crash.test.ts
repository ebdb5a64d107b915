/**
 * Processes are killed with -9 at twenty seeded points while they accept and make documents, and started again on the
 * same folder. Each document must then end exactly once, without a gap in its events. Four processes with a folder
 * each take turns with five points, since most of the time goes into waiting for the leases of the dead.
 */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import { seeded } from '../support/seeded.ts';
import { expectJson, readAllEvents, startOctavo, waitForEnd, type DocumentJson, type Running } from '../support/service.ts';
import type { SentEvent } from '../support/sse.ts';

const SERIES = [0, 1, 2, 3];
const POINTS_PER_SERIES = 5;
const PICKED_UP_WITHIN_MS = 300_000;
const FINAL = ['document.ready', 'document.failed', 'document.canceled'];

const chapter = (n: number): string =>
  `## Section ${n}\n\n${'The supplier confirmed the plan for the coming year. '.repeat(30)}\n\n| A | B |\n|---|--:|\n| x | ${n} |\n`;
const small = '# Note\n\nOne paragraph of text.\n';
const long = `# Handbook\n\n::toc\n\n${Array.from({ length: 12 }, (_, i) => chapter(i + 1)).join('\n')}`;

async function allIds(running: Running): Promise<string[]> {
  const list = await expectJson<{ data: { id: string }[] }>(await running.call('/documents?limit=100&order=asc'));
  return list.data.map(({ id }) => id);
}

function checkEvents(id: string, events: readonly SentEvent[]): void {
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, i) => i + 1),
    `${id}: a gap in the events`,
  );
  assert.equal(events.filter(({ type }) => FINAL.includes(type)).length, 1, `${id}: not exactly one final event`);
  assert.ok(FINAL.includes(events.at(-1)?.type ?? ''), `${id}: something follows the final event`);
  const attempts = events.filter(({ type }) => type === 'document.started').map(({ data }) => data['attempt']);
  assert.deepEqual(
    attempts,
    attempts.map((_, i) => i + 1),
    `${id}: attempts are not counted one by one`,
  );
}

/** Sends three documents and kills the process soon after; returns the ids that were acknowledged. */
async function sendAndKill(running: Running, delayMs: number, acknowledgedFirst: boolean): Promise<string[]> {
  const bodies = [
    { content: { markdown: long }, format: 'docx', background: true },
    { content: { markdown: small }, format: 'pdf', background: true },
    { content: { markdown: small }, format: 'docx', background: true },
  ];
  // answers may be lost with the process: what was accepted is asked for afterwards
  const sent = bodies.map((body) => running.post(body).catch(() => undefined));
  // most points lie after an acceptance, however slow the machine; some anywhere from the sending on
  if (acknowledgedFirst) await Promise.race(sent);
  await new Promise((resolve) => setTimeout(resolve, delayMs));
  await running.kill('SIGKILL');
  const answers = await Promise.all(sent);
  const read = answers.map(async (answer) =>
    answer?.status === 202 ? ((await answer.json().catch(() => undefined)) as DocumentJson | undefined)?.id : undefined,
  );
  return (await Promise.all(read)).filter((id) => id !== undefined);
}

async function checkDocument(running: Running, id: string): Promise<void> {
  checkEvents(id, await readAllEvents(running, id));
  const { data } = await expectJson<{ data: { url: string; bytes: number }[] }>(await running.call(`/documents/${id}/outputs`));
  for (const output of data.slice(0, 2)) assert.equal((await (await fetch(output.url)).arrayBuffer()).byteLength, output.bytes);
}

async function runSeries(series: number): Promise<void> {
  let running = await startOctavo();
  const acknowledged: string[] = [];
  try {
    for (let point = 1; point <= POINTS_PER_SERIES; point++) {
      acknowledged.push(...(await sendAndKill(running, seeded(series * POINTS_PER_SERIES + point)() * 700, point % 4 !== 0)));
      running = await startOctavo({ dataDir: running.dataDir });
      // a document may be begun three times, so two deaths in a row are the most that one may meet
      if (point % 2 === 1 && point !== POINTS_PER_SERIES) continue;
      for (const id of (await allIds(running)).slice(-6))
        assert.equal((await waitForEnd(running, id, PICKED_UP_WITHIN_MS)).status, 'ready', id);
    }
    const ids = await allIds(running);
    assert.deepEqual(
      acknowledged.filter((id) => !ids.includes(id)),
      [],
      'acknowledged and lost',
    );
    assert.ok(ids.length >= POINTS_PER_SERIES - Math.floor(POINTS_PER_SERIES / 4), `only ${ids.length} documents were accepted`);
    for (const id of ids) await checkDocument(running, id);
  } finally {
    await running.kill('SIGTERM');
    await rm(running.dataDir, { recursive: true, force: true });
  }
}

test('killed at twenty points: every accepted document ends once, without a gap', { timeout: 1_500_000 }, async () => {
  const ended = await Promise.allSettled(SERIES.map(runSeries));
  assert.deepEqual(
    ended.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : [])),
    [],
  );
});
