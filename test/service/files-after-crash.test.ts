/** Work on files whose process is killed in the midst of it: it ends once, nothing is told twice, and no file is half saved. */
import assert from 'node:assert/strict';
import { rm } from 'node:fs/promises';
import { after, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startScriptedModel, type ScriptedModel } from '../support/scripted-model.ts';
import {
  download,
  expectJson,
  makeDocument,
  readAllEvents,
  startOctavo,
  stopOctavo,
  waitForEnd,
  type DocumentJson,
  type Running,
} from '../support/service.ts';

const FINAL = ['document.ready', 'document.failed', 'document.canceled'];
const MARKDOWN = `# Handbook\n\n${Array.from({ length: 14 }, (_, i) => `## Section ${i}\n\n${'The supplier confirmed the plan for the coming year. '.repeat(60)}\n`).join('\n')}`;

let running: Running;
let model: ScriptedModel | undefined;
after(async () => {
  await stopOctavo(running);
  await model?.close();
});

async function killAndStart(environment: Record<string, string> = {}): Promise<void> {
  const { dataDir } = running;
  await running.kill('SIGKILL');
  running = await startOctavo({ dataDir, environment });
}

async function untilRunning(id: string): Promise<void> {
  for (let i = 0; i < 200; i++) {
    const { status, phase } = await expectJson<DocumentJson>(await running.call(`/documents/${id}`));
    if (status !== 'queued' && phase !== null) return;
    await sleep(10);
  }
}

async function checkEnd(id: string): Promise<DocumentJson> {
  const document = await waitForEnd(running, id);
  const events = await readAllEvents(running, id);
  assert.deepEqual(
    events.map(({ sequence }) => sequence),
    events.map((_, i) => i + 1),
  );
  assert.equal(events.filter(({ type }) => FINAL.includes(type)).length, 1);
  for (const output of document.outputs ?? []) assert.equal((await download(output.url)).length, output.bytes);
  return document;
}

test('a review that was killed is made again, and a save is whole or has not happened', async () => {
  running = await startOctavo();
  const made = await makeDocument(running, { format: 'docx', content: { markdown: MARKDOWN } });
  const review = await expectJson<DocumentJson>(await running.post({ operation: 'review', file: made.id, background: true }), 202);
  await untilRunning(review.id);
  await killAndStart();
  const reviewed = await checkEnd(review.id);
  assert.deepEqual([reviewed.operation, reviewed.error], ['review', null]);

  const before = await expectJson<DocumentJson>(await running.call(`/documents/${made.id}`));
  const form = new FormData();
  form.set('file', new Blob([new Uint8Array(await download(before.outputs?.[0]?.url ?? ''))]), 'a.docx');
  form.set('revision', '1');
  const saving = running.call(`/documents/${made.id}/file`, { method: 'PUT', body: form }).catch(() => undefined);
  await sleep(150);
  await killAndStart();
  await saving;
  // the job goes on where a user may have saved already
  for (let i = 0; i < 300; i++) {
    const { revision } = await expectJson<DocumentJson>(await running.call(`/documents/${made.id}`));
    if (revision === 2) break;
    await sleep(50);
  }
  const saved = await expectJson<DocumentJson>(await running.call(`/documents/${made.id}`));
  assert.ok(saved.revision === 1 || saved.revision === 2);
  for (const output of saved.outputs ?? []) assert.equal((await download(output.url)).length, output.bytes);
  assert.equal((await readAllEvents(running, made.id)).filter(({ type }) => FINAL.includes(type)).length, 1);
});

test('an edit from a prompt that was killed ends once and tells nothing twice', async () => {
  await stopOctavo(running);
  model = await startScriptedModel([
    { match: /./, answer: { object: { operations: [{ op: 'replace_text', find: 'the coming year', replace: 'next year', all: true }] } } },
  ]);
  const environment = { OCTAVO_MODEL: 'openai-compatible:scripted', OCTAVO_MODEL_BASE_URL: model.url, OCTAVO_MODEL_API_KEY: 'scripted' };
  running = await startOctavo({ environment });
  const made = await makeDocument(running, { format: 'docx', content: { markdown: MARKDOWN } });
  const edit = await expectJson<DocumentJson>(
    await running.post({ operation: 'edit', file: made.id, prompt: 'say next year', background: true }),
    202,
  );
  for (let i = 0; i < 300 && !(await readAllEventsSoFar(edit.id)).includes('edit.operation_applied'); i++) await sleep(10);
  await killAndStart(environment);
  const edited = await checkEnd(edit.id);
  assert.deepEqual([edited.status, edited.error], ['ready', null]);
  const types = (await readAllEvents(running, edit.id)).map(({ type }) => type);
  assert.equal(types.filter((type) => type === 'edit.planned').length, 1);
  assert.equal(types.filter((type) => type === 'edit.operation_applied').length, 1);
  await rm(running.dataDir, { recursive: true, force: true, maxRetries: 3 }).catch(() => undefined);
});

/** Types of the events until now. */
async function readAllEventsSoFar(id: string): Promise<string[]> {
  const { status } = await expectJson<DocumentJson>(await running.call(`/documents/${id}`));
  if (FINAL.some((type) => type.endsWith(status)) || status.startsWith('ready')) return ['edit.operation_applied'];
  const stop = new AbortController();
  const answer = await running.call(`/documents/${id}/events`, { signal: stop.signal });
  const reader = answer.body?.getReader();
  const first = await reader?.read();
  stop.abort();
  return [...new TextDecoder().decode(first?.value).matchAll(/^event: (.+)$/gm)].map(([, type = '']) => type);
}
