/**
 * The process is killed with -9 at seeded points while documents come from a prompt: while the request is sorted, while text
 * streams, while files are made. Each must then be one finished document, reported once and charged once.
 */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import { scriptDocuments } from '../support/scripted-documents.ts';
import { startScriptedModel, type ScriptedModel } from '../support/scripted-model.ts';
import { seeded } from '../support/seeded.ts';
import { expectJson, readAllEvents, runOctavo, startOctavo, waitForEnd, type DocumentJson, type Running } from '../support/service.ts';

const POINTS = 5;
const LONGEST_MS = 1_600;

type Answer = Exclude<ReturnType<typeof scriptDocuments>[number]['answer'], { text?: string }>;
const answerLate =
  (answer: Answer): Answer =>
  (request) => ({ delayMs: 300, ...answer(request) });

let model: ScriptedModel;
before(async () => {
  // sorting a request takes a while too, so that points fall into it
  model = await startScriptedModel(
    scriptDocuments(25).map((fixture) =>
      typeof fixture.answer === 'function' ? { ...fixture, answer: answerLate(fixture.answer) } : fixture,
    ),
  );
});
after(() => model.close());

interface Told {
  starts: number;
  styles: number;
  blocks: Map<string, string>;
}

function checkEvents(id: string, events: Awaited<ReturnType<typeof readAllEvents>>): Told {
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, i) => i + 1),
    `${id}: a gap`,
  );
  assert.equal(events.at(-1)?.type, 'document.ready', id);
  assert.equal(events.filter(({ type }) => /^document\.(?:ready|failed|canceled)$/.test(type)).length, 1, id);
  const blocks = new Map<string, string>();
  for (const { type, data } of events) {
    const block = String(data['block_id']);
    if (type === 'content.block_started') blocks.delete(block);
    if (type === 'content.block_completed') blocks.set(block, JSON.stringify(data['block']));
  }
  return {
    starts: events.filter(({ type }) => type === 'document.started').length,
    styles: events.filter(({ type }) => type === 'style.resolved').length,
    blocks,
  };
}

test(
  'killed at five points, every document from a prompt is finished once, reported once and charged once',
  { timeout: 240_000 },
  async () => {
    // every start has another price: what was accepted is charged as it was accepted
    const environmentAt = (point: number): Record<string, string> => ({
      OCTAVO_MODEL: 'openai-compatible:scripted',
      OCTAVO_MODEL_BASE_URL: model.url,
      OCTAVO_PRICES: `{"fast":${100 + point}}`,
    });
    const random = seeded(20_261_120);
    const ids: string[] = [];
    let running: Running = await startOctavo({ environment: environmentAt(0) });
    try {
      for (let point = 0; point < POINTS; point++) {
        const { id } = await expectJson<DocumentJson>(
          await running.post({ prompt: 'Write a memo on the weekly review', format: point % 2 === 0 ? 'pdf' : 'docx', background: true }),
          202,
        );
        ids.push(id);
        await new Promise((resolve) => setTimeout(resolve, random() * LONGEST_MS));
        await running.kill('SIGKILL');
        running = await startOctavo({ dataDir: running.dataDir, environment: environmentAt(point + 1) });
        const document = await waitForEnd(running, id);
        assert.deepEqual([document.error, document.type, document.quality?.level], [null, 'memo', 'fast'], id);
      }
      const told = await Promise.all(ids.map(async (id) => checkEvents(id, await readAllEvents(running, id))));
      assert.deepEqual(
        told.map(({ styles }) => styles),
        ids.map(() => 1),
        'style.resolved',
      );
      assert.ok(
        told.filter(({ starts }) => starts > 1).length >= 3,
        `only ${told.filter(({ starts }) => starts > 1).length} documents were begun again`,
      );
      // nothing was written twice or left out: all memos are the same one
      const texts = told.map(({ blocks }) =>
        [...blocks]
          .toSorted(([a], [b]) => Number(a.slice(1)) - Number(b.slice(1)))
          .map(([, block]) => block)
          .join('\n'),
      );
      assert.match(texts[0] ?? '', /Move the weekly review to Tuesday[^]*Why Tuesday works[^]*What changes for you/);
      assert.equal(new Set(texts).size, 1, texts.map((text) => text.length).join(' '));
      const { stdout } = await runOctavo(['ledger', 'list'], { dataDir: running.dataDir });
      for (const [point, id] of ids.entries()) {
        const lines = stdout
          .split('\n')
          .filter((line) => line.endsWith(id))
          .map((line) => line.split(/ {2,}/).slice(2, 4).join(' '));
        assert.deepEqual(
          lines,
          ['reservation', 'capture'].map((kind) => `${kind} 1.0${point} EUR`),
          id,
        );
      }
    } finally {
      await running.kill('SIGTERM');
      await rm(running.dataDir, { recursive: true, force: true });
    }
  },
);
