/**
 * The process is killed with -9 in every phase of an edit that an agent works on, and while parts of a deck are written by several
 * calls at the same time. The next process goes on: what was answered and kept is asked for no second time, nothing is charged twice,
 * and the outcome is that of a run that nobody disturbed.
 */
import assert from 'node:assert/strict';
import { readdir, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import type { Report } from '../../src/contract/report.ts';
import { openOfficePackage, readPart } from '../../src/ooxml/office-package.ts';
import { call, done, scriptAgent, slide, turnsBefore } from '../support/scripted-agent.ts';
import { isAgent, isPlanning, scriptedPlan, SCRIPTED_DOCUMENTS } from '../support/scripted-documents.ts';
import { startScriptedModel, type Fixture, type ScriptedModel, type ScriptedRequest } from '../support/scripted-model.ts';
import {
  download,
  expectJson,
  makeDocument,
  readAllEvents,
  runOctavo,
  startOctavo,
  waitForEnd,
  type DocumentJson,
  type Running,
} from '../support/service.ts';

let model: ScriptedModel;
/** Called with each request before it is answered. */
let onRequest: (request: ScriptedRequest) => void = () => undefined;
const told = (fixture: Fixture): Fixture => ({
  ...fixture,
  answer(request) {
    onRequest(request);
    return { delayMs: 60, ...(typeof fixture.answer === 'function' ? fixture.answer(request) : fixture.answer) };
  },
});

const TITLES = Array.from({ length: 8 }, (_, at) => `Reason ${at + 1} speaks for orange pumps`);
const partOf = ({ conversation }: ScriptedRequest): [from: number, to: number] => {
  const [, from = '1', to = '8'] = /Your parts are (\d+) to (\d+) of 8/.exec(conversation) ?? [];
  return [Number(from), Number(to)];
};
const PARTS: Fixture[] = [
  {
    match: (request) => !isAgent(request) && /^Kind of document: /m.test(request.system) && /orange pumps/.test(request.conversation),
    answer(request) {
      const [from, to] = partOf(request);
      const text = TITLES.slice(from - 1, to)
        .map((title) => slide(title, '<p style="font-size:26px">They say why, and what it costs.</p>'))
        .join('\n');
      // the parts are ready one after the other
      return { text, pieceChars: 200, delayMs: 20 + from * 12 };
    },
  },
  ...scriptAgent(/orange pumps/, '', [[done]], scriptedPlan(TITLES)),
];

const EDITS: Fixture[] = [
  {
    match: (request) => isAgent(request) && /twenty days for all/.test(request.conversation),
    answer: (request) => ({
      calls:
        turnsBefore(request) === 0
          ? [
              call('apply_edits', { operations: [{ op: 'replace_text', find: 'The ten days', replace: 'The twenty days', change: 1 }] }),
              call('look', { pages: [], zoom: 'page' as const }),
            ]
          : [call('note_to_user', { text: 'The price list still says ten days.' }), done],
    }),
  },
  {
    match: (request) => !isAgent(request) && /twenty days for all/.test(request.conversation),
    answer: ({ structured }) =>
      structured
        ? { object: { requirements: [] } }
        : { object: { operations: [{ op: 'replace_text', find: 'within ten', replace: 'within twenty', change: 1 }] } },
  },
];

before(async () => {
  model = await startScriptedModel([...EDITS, ...PARTS, ...SCRIPTED_DOCUMENTS].map(told));
});
after(() => model.close());

const environment = (): Record<string, string> => ({
  OCTAVO_MODEL: 'openai-compatible:scripted',
  OCTAVO_MODEL_BASE_URL: model.url,
  OCTAVO_PRICES: '{"standard":250}',
});

const restart = async (running: Running): Promise<Running> => {
  await running.kill('SIGKILL');
  return startOctavo({ dataDir: running.dataDir, environment: environment() });
};

async function capturesOf(running: Running, id: string): Promise<number> {
  const { stdout } = await runOctavo(['ledger', 'list'], { dataDir: running.dataDir });
  return stdout.split('\n').filter((line) => line.endsWith(id) && /capture +2\.50/.test(line)).length;
}

const editPhase = (request: ScriptedRequest): string =>
  isAgent(request) ? (turnsBefore(request) === 0 ? 'first turn' : 'second turn') : request.structured ? 'sorting' : 'planning';

test('killed in each phase of an edit, it is made once, and no answer that was kept is asked for again', { timeout: 900_000 }, async () => {
  const phases = ['sorting', 'planning', 'first turn', 'second turn', 'delivery'];
  let running = await startOctavo({ environment: environment() });
  try {
    const parent = await makeDocument(running, {
      format: 'docx',
      content: { markdown: '# Terms\n\nPay within ten days.\n\nThe ten days begin on Monday.\n' },
    });
    const texts = new Set<string>();
    for (const phase of phases) {
      const asked: string[] = [];
      const reached = Promise.withResolvers<void>();
      onRequest = (request) => {
        const name = editPhase(request);
        asked.push(name);
        if (name === phase) reached.resolve();
        if (phase === 'delivery' && name === 'second turn') setTimeout(reached.resolve, 90);
      };
      const body = { operation: 'edit', file: parent.id, prompt: 'Make it twenty days for all', quality: 'standard', background: true };
      const { id } = await expectJson<DocumentJson>(await running.post(body), 202);
      await reached.promise;
      running = await restart(running);
      const document = await waitForEnd(running, id, 90_000);
      assert.deepEqual([document.error, document.quality?.level, document.route?.path], [null, 'standard', 'agent'], phase);
      for (const name of phases.slice(0, phases.indexOf(phase)))
        // the last answer may be on its way when the process dies
        if (name !== 'second turn') assert.equal(asked.filter((one) => one === name).length, 1, `${phase}: ${asked.join(', ')}`);
      const report = await expectJson<Report>(await running.call(`/documents/${id}/report`));
      assert.deepEqual(
        [report.edits.map(({ op, status }) => `${op} ${status}`), report.agent?.ended, report.notes?.map(({ message }) => message)],
        [['replace_text applied', 'replace_text applied'], 'done', ['The price list still says ten days.']],
        phase,
      );
      const events = await readAllEvents(running, id);
      assert.equal(events.filter(({ type }) => type === 'edit.planned').length, 1, phase);
      assert.equal(events.filter(({ type }) => /^document\.(?:ready|ready_with_warnings|failed|canceled)$/.test(type)).length, 1, phase);
      assert.equal(await capturesOf(running, id), 1, phase);
      const url = document.outputs?.find(({ kind }) => kind === 'docx')?.url ?? '';
      texts.add(
        Buffer.from(
          readPart(
            openOfficePackage(await download(new URL(new URL(url).pathname + new URL(url).search, running.root).href)),
            'word/document.xml',
          ),
        ).toString('utf8'),
      );
    }
    assert.equal(texts.size, 1, 'the same file each time');
    assert.match([...texts][0] ?? '', /twenty days\.[^]*The twenty days begin/);
  } finally {
    await running.kill('SIGTERM');
    await rm(running.dataDir, { recursive: true, force: true });
  }
});

test('killed while parts are written at the same time, those that are whole are not written again', { timeout: 900_000 }, async () => {
  let running = await startOctavo({ environment: environment() });
  try {
    const written = new Set<string>();
    // in the midst of the first part, and when others are whole
    for (const afterMs of [120, 700, 1_400]) {
      const asked: string[] = [];
      const begun = Promise.withResolvers<void>();
      onRequest = (request) => {
        if (isPlanning(request)) asked.push('plan');
        else if (isAgent(request)) asked.push('turn');
        else if (/^Kind of document: /m.test(request.system)) {
          asked.push(`part ${partOf(request).join('-')}`);
          begun.resolve();
        } else asked.push('sorting');
      };
      const body = { prompt: 'A PowerPoint on orange pumps', format: 'pptx', quality: 'standard', background: true };
      const { id } = await expectJson<DocumentJson>(await running.post(body), 202);
      await begun.promise;
      await new Promise((resolve) => setTimeout(resolve, afterMs));
      const names = (await readdir(join(running.dataDir, 'blobs'), { recursive: true })).filter((path) => path.includes(id));
      const kept = names.filter((name) => /part-\d-of-\d/.test(name)).length;
      running = await restart(running);
      const document = await waitForEnd(running, id, 90_000);
      assert.deepEqual([document.error, document.pages, document.route?.path], [null, 8, 'agent']);
      assert.deepEqual([asked.filter((one) => one === 'plan').length, asked.filter((one) => one === 'sorting').length], [1, 1]);
      const parts = asked.filter((one) => one.startsWith('part'));
      assert.ok(parts.length <= 8 - kept, `${afterMs} ms: ${kept} parts were kept, and ${parts.join(', ')} asked for`);
      assert.equal(new Set(parts).size, 4);
      const events = await readAllEvents(running, id);
      const blocks = new Map<string, string>();
      for (const { type, data } of events)
        if (type === 'content.block_completed')
          blocks.set(String(data['block_id']), /Reason (\d)/.exec(JSON.stringify(data['block']))?.[1] ?? '');
      written.add([...blocks.values()].filter((one) => one !== '').join(''));
      assert.equal(await capturesOf(running, id), 1);
    }
    assert.deepEqual([...written], ['12345678'], 'each time the same eight slides in their order, told once');
  } finally {
    await running.kill('SIGTERM');
    await rm(running.dataDir, { recursive: true, force: true });
  }
});
