/**
 * The process is killed with -9 at twenty seeded points while it accepts and makes documents, and started again on the
 * same folder. Each document must then end exactly once, without a gap in its events, and soon.
 */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { test } from 'node:test';
import { startOctavo, type Running } from '../support/service.ts';
import { parseEvents, type SentEvent } from '../support/sse.ts';

const POINTS = 20;
const PICKED_UP_WITHIN_MS = 30_000;
const FINAL = ['document.ready', 'document.failed', 'document.canceled'];

/** Deterministic numbers from 0 to 1 (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

const chapter = (n: number): string => `## Section ${n}\n\n${'The supplier confirmed the plan for the coming year. '.repeat(30)}\n\n| A | B |\n|---|--:|\n| x | ${n} |\n`;
const small = '# Note\n\nOne paragraph of text.\n';
const long = `# Handbook\n\n::toc\n\n${Array.from({ length: 12 }, (_, i) => chapter(i + 1)).join('\n')}`;

async function allIds(service: Running): Promise<string[]> {
  const list = (await (await service.call('/documents?limit=100&order=asc')).json()) as { data: { id: string }[] };
  return list.data.map(({ id }) => id);
}

async function waitForEnd(service: Running, id: string): Promise<string> {
  const until = Date.now() + PICKED_UP_WITHIN_MS;
  for (;;) {
    const { status } = (await (await service.call(`/documents/${id}`)).json()) as { status: string };
    if (!['queued', 'running'].includes(status)) return status;
    assert.ok(Date.now() < until, `${id} is still ${status} after ${PICKED_UP_WITHIN_MS} ms`);
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
}

function checkEvents(id: string, events: readonly SentEvent[]): void {
  assert.deepEqual(events.map(({ sequence }) => sequence), events.map((_, i) => i + 1), `${id}: a gap in the events`);
  assert.equal(events.filter(({ type }) => FINAL.includes(type)).length, 1, `${id}: not exactly one final event`);
  assert.ok(FINAL.includes(events.at(-1)?.type ?? ''), `${id}: something follows the final event`);
  const attempts = events.filter(({ type }) => type === 'document.started').map(({ data }) => data['attempt']);
  assert.deepEqual(attempts, attempts.map((_, i) => i + 1), `${id}: attempts are not counted one by one`);
}

test('killed at twenty points: every accepted document ends once, without a gap', { timeout: 600_000 }, async () => {
  let service = await startOctavo();
  const known = new Set<string>();
  try {
    for (let point = 1; point <= POINTS; point++) {
      const random = seeded(point);
      const bodies = [
        { content: { markdown: long }, format: 'docx', background: true },
        { content: { markdown: small }, format: 'pdf', background: true },
        { content: { markdown: small }, format: 'docx', background: true },
      ];
      // answers may be lost with the process: what was accepted is asked for afterwards
      const sent = bodies.map((body) => service.post(body).catch(() => undefined));
      await new Promise((resolve) => setTimeout(resolve, random() * 700));
      await service.kill('SIGKILL');
      for (const answer of await Promise.all(sent)) {
        if (answer?.status === 202) known.add(((await answer.json().catch(() => ({ id: '' }))) as { id: string }).id);
      }
      service = await startOctavo({ dataDir: service.dataDir });
      const ids = await allIds(service);
      for (const id of ids.slice(-3)) assert.equal(await waitForEnd(service, id), 'ready', id);
    }
    const ids = await allIds(service);
    known.delete('');
    for (const id of known) assert.ok(ids.includes(id), `${id} was acknowledged and is lost`);
    assert.ok(ids.length >= POINTS, `only ${ids.length} documents were accepted`);
    for (const id of ids) {
      checkEvents(id, parseEvents(await (await service.call(`/documents/${id}/events`)).text()));
      const outputs = (await (await service.call(`/documents/${id}/outputs`)).json()) as { data: { url: string; bytes: number }[] };
      for (const output of outputs.data.slice(0, 2)) assert.equal((await (await fetch(output.url)).arrayBuffer()).byteLength, output.bytes);
    }
  } finally {
    await service.kill('SIGTERM');
    await rm(service.dataDir, { recursive: true, force: true });
  }
});
