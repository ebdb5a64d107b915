/**
 * The process is killed with -9 in every phase of an agent's work: while it plans, writes, draws, thinks for the first time and for the
 * second, and delivers. Each document must then be one finished deck, charged once, and no answer of the model is paid for twice that
 * was kept.
 */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, before, test } from 'node:test';
import type { Report } from '../../src/contract/report.ts';
import { call, card, done, scriptAgent, scriptedDeck, slide } from '../support/scripted-agent.ts';
import { isAgent, isPlanning, SCRIPTED_DOCUMENTS } from '../support/scripted-documents.ts';
import { startScriptedModel, type Fixture, type ScriptedModel, type ScriptedRequest } from '../support/scripted-model.ts';
import { expectJson, readAllEvents, runOctavo, startOctavo, waitForEnd, type DocumentJson, type Running } from '../support/service.ts';

const fixed = slide(
  'Point 1 is worth a slide of its own',
  `<div style="flex-direction:row;gap:24px">${card('So', 'Two days.')}${card('Then', 'One owner.')}</div>`,
);
const TURNS = [
  [call('rewrite', { block: 's2', markdown: fixed }), call('look', { pages: [], zoom: 'sheet' as const })],
  [call('note_to_user', { text: 'Nobody gave a date.' }), done],
];

let model: ScriptedModel;
/** Called with each request before it is answered. */
let onRequest: (phase: string) => void = () => undefined;

const phaseOf = (request: ScriptedRequest): string =>
  isPlanning(request)
    ? 'plan'
    : isAgent(request)
      ? /is rewritten/.test(request.conversation)
        ? 'second turn'
        : 'first turn'
      : request.structured
        ? 'sorting'
        : 'writing';

/** Every answer waits a little, and says which phase it belongs to. */
const told = (fixture: Fixture): Fixture => ({
  ...fixture,
  answer(request) {
    onRequest(phaseOf(request));
    return { delayMs: 60, ...(typeof fixture.answer === 'function' ? fixture.answer(request) : fixture.answer) };
  },
});

before(async () => {
  model = await startScriptedModel([...scriptAgent(/waiting in clinics/, scriptedDeck(3), TURNS), ...SCRIPTED_DOCUMENTS].map(told));
});
after(() => model.close());

const environment = (): Record<string, string> => ({
  OCTAVO_MODEL: 'openai-compatible:scripted',
  OCTAVO_MODEL_BASE_URL: model.url,
  OCTAVO_PRICES: '{"standard":250}',
});

test(
  'killed in each phase, a document of an agent is finished once, charged once, and goes on where it was',
  { timeout: 280_000 },
  async () => {
    const phases = ['sorting', 'plan', 'writing', 'first turn', 'second turn', 'delivery'];
    let running: Running = await startOctavo({ environment: environment() });
    const ids: string[] = [];
    try {
      for (const phase of phases) {
        const asked: string[] = [];
        const reached = Promise.withResolvers<void>();
        onRequest = (name) => {
          asked.push(name);
          if (name === phase) reached.resolve();
          // the last answer goes out, and the files are made
          if (phase === 'delivery' && name === 'second turn') setTimeout(reached.resolve, 90);
        };
        const body = { prompt: 'A PowerPoint on waiting in clinics', format: 'pptx', quality: 'standard', background: true };
        const { id } = await expectJson<DocumentJson>(await running.post(body), 202);
        ids.push(id);
        await reached.promise;
        await running.kill('SIGKILL');
        const before = asked.length;
        running = await startOctavo({ dataDir: running.dataDir, environment: environment() });
        const document = await waitForEnd(running, id, 60_000);
        assert.deepEqual(
          [document.error, document.pages, document.quality?.level, document.route?.path],
          [null, 3, 'standard', 'agent'],
          phase,
        );
        const report = await expectJson<Report>(await running.call(`/documents/${id}/report`));
        assert.deepEqual(
          [report.agent?.ended, report.agent?.looks, report.notes?.map(({ message }) => message)],
          ['done', 2, ['Nobody gave a date.']],
          phase,
        );
        assert.ok(!report.validation.findings.some(({ code }) => code === 'canvas_type_small'), phase);
        // what was answered before the phase that was killed is not asked for again
        const known = phases.slice(0, phases.indexOf(phase));
        assert.deepEqual(
          asked.slice(before).filter((name) => known.includes(name) && name !== 'second turn'),
          [],
          `${phase}: paid twice`,
        );
        const events = await readAllEvents(running, id);
        assert.deepEqual(
          events.map(({ sequence }) => sequence),
          events.map((_, i) => i + 1),
          phase,
        );
        assert.equal(events.filter(({ type }) => /^document\.(?:ready|failed|canceled)$/.test(type)).length, 1, phase);
        const starts = events.filter(({ type }) => type === 'document.started').length;
        // a delivery takes so little time that the process may die behind it
        assert.ok(phase === 'delivery' ? starts <= 2 : starts === 2, `${phase}: begun ${starts} times`);
        const blocks = new Map<string, string>();
        for (const { type, data } of events)
          if (type === 'content.block_completed') blocks.set(String(data['block_id']), JSON.stringify(data['block']));
        assert.ok(
          [...blocks.values()].every((block) => !block.includes('14px')),
          `${phase}: the blocks that were told last are those of the file`,
        );
      }
      const { stdout } = await runOctavo(['ledger', 'list'], { dataDir: running.dataDir });
      for (const id of ids)
        assert.equal(stdout.split('\n').filter((line) => line.endsWith(id) && /capture +2\.50/.test(line)).length, 1, id);
    } finally {
      await running.kill('SIGTERM');
      await rm(running.dataDir, { recursive: true, force: true });
    }
  },
);
