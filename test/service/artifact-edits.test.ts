/** Artifacts that are edited by operations, by a prompt and by hand: what visitors entered goes with them. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { Report } from '../../src/contract/report.ts';
import { SCRIPTED_DOCUMENTS } from '../support/scripted-documents.ts';
import type { ScriptedModel } from '../support/scripted-model.ts';
import { expectJson, expectProblem, makeDocument, readAllEvents, type DocumentJson, type Running } from '../support/service.ts';
import { startWithModel, stopWithModel } from '../support/service-with-model.ts';

let model: ScriptedModel;
let octavo: Running;
before(async () => {
  ({ model, octavo } = await startWithModel(SCRIPTED_DOCUMENTS, {
    OCTAVO_MODEL_SMALL: 'openai-compatible:small',
    OCTAVO_ARTIFACT_RATE: '0',
    OCTAVO_PRICES: '{"fast":2,"standard":10,"best":30,"currency":"EUR"}',
  }));
});
after(() => stopWithModel({ model, octavo }));

const MARKDOWN = `# Summer party

Bring a dish, on Friday.

:::form{collection=signups mode=submit button="Sign up"}
- Name* | text, max 80
- Size | choice: S, M, L
:::

:::poll{collection=evenings question="When?"}
- Noon
- Night
:::
`;
const own = (method: string, path: string, body?: unknown): Promise<Response> =>
  fetch(`${octavo.root}/v1${path}`, {
    method,
    headers: { authorization: `Bearer ${octavo.key}`, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
const linkOf = ({ outputs = [] }: DocumentJson): string => outputs.find(({ kind }) => kind === 'html')?.url ?? assert.fail('no page');
const pageAt = async (link: string): Promise<string> => {
  const shell = await (await fetch(link)).text();
  return (await fetch(/data-src="([^"]+)"/.exec(shell)?.[1] ?? assert.fail(shell))).text();
};
const visit = (link: string, method: string, path: string, record?: object): Promise<Response> =>
  fetch(`${octavo.pages}/data/collections/${path}`, {
    method,
    headers: { authorization: `Bearer ${link.split('/').at(-1)}`, ...(record ? { 'content-type': 'application/json' } : {}) },
    ...(record ? { body: JSON.stringify({ record }) } : {}),
  });
const reportOf = async ({ id }: Pick<DocumentJson, 'id'>): Promise<Report> =>
  expectJson<Report>(await own('GET', `/documents/${id}/report`));
const wait = async ({ id }: DocumentJson): Promise<DocumentJson> => {
  for (;;) {
    const document = await expectJson<DocumentJson>(await own('GET', `/documents/${id}`));
    if (document.completed_at !== null) return document;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
};
async function party(): Promise<DocumentJson> {
  const document = await makeDocument(octavo, { format: 'artifact', name: 'Party', content: { markdown: MARKDOWN } });
  await expectJson(await visit(linkOf(document), 'POST', 'signups', { Name: 'Ada', Size: 'M' }), 201);
  return document;
}
const records = async (id: string, collection: string): Promise<unknown[]> =>
  (await expectJson<{ data: { record: unknown }[] }>(await own('GET', `/documents/${id}/data/${collection}`))).data.map(
    ({ record }) => record,
  );

test('typed edits change blocks of the page, and what visitors entered goes with it', async () => {
  const parent = await party();
  const { blocks: data } = await expectJson<{ blocks: { address: string; type: string; text: string }[] }>(
    await own('GET', `/documents/${parent.id}/content`),
  );
  assert.deepEqual(
    data.map(({ address, type }) => [address, type]),
    [
      ['p1', 'heading'],
      ['p2', 'paragraph'],
      ['p3', 'paragraph'],
      ['p4', 'paragraph'],
    ],
  );
  const operations = [
    { op: 'replace_text', find: 'Friday', replace: 'Saturday' },
    {
      op: 'rewrite_block',
      target: 'p3',
      markdown: ':::form{collection=signups mode=submit button="Join"}\n- Name* | text, max 80\n- Email | email\n:::',
      expect: data[2]?.text,
    },
    { op: 'delete_block', target: 'p4' },
    { op: 'delete_block', target: 'p99' },
  ];
  const preview = await expectJson<{ edits: { status: string }[] }>(
    await own('POST', '/edits', { file: parent.id, operations, preview: true }),
  );
  assert.deepEqual(
    preview.edits.map(({ status }) => status),
    ['applied', 'applied', 'applied', 'rejected'],
  );
  const made = await wait(await expectJson<DocumentJson>(await own('POST', '/edits', { file: parent.id, operations }), 201));
  assert.deepEqual(
    [made.error, made.status, made.operation, made.format, made.parent_id, made.artifact],
    [null, 'ready_with_warnings', 'edit', 'artifact', parent.id, { storage: 'shared' }],
  );
  const html = await pageAt(linkOf(made));
  assert.match(html, /Saturday/);
  assert.match(html, />Join</);
  assert.match(await pageAt(linkOf(parent)), /Friday/, 'the page that was edited stays');
  assert.deepEqual(await records(made.id, 'signups'), [{ Name: 'Ada', Size: 'M' }]);
  assert.deepEqual(await records(parent.id, 'signups'), [{ Name: 'Ada', Size: 'M' }]);
  await expectProblem(await own('GET', `/documents/${made.id}/data/evenings`), 404, 'not_found');
  const report = await reportOf(made);
  const codes = report.validation.findings.map(({ code, message }) => `${code}: ${message}`);
  assert.ok(
    codes.some((line) => line.startsWith('field_removed: signups no longer has Size')),
    codes.join('\n'),
  );
  assert.ok(
    codes.some((line) => line.startsWith('collection_removed') && line.includes('evenings') && line.includes(parent.id)),
    codes.join('\n'),
  );
  assert.deepEqual(
    report.edits.map(({ status }) => status),
    ['applied', 'applied', 'applied', 'rejected'],
  );
  assert.deepEqual([report.integrity?.parts_changed, Object.keys(report.integrity?.parts_unchanged ?? {})], [['p2', 'p3', 'p4'], ['p1']]);
  const types = (await readAllEvents(octavo, made.id)).map(({ type }) => type);
  assert.deepEqual(
    types.filter((type) => type.startsWith('edit.')),
    ['edit.planned', 'edit.operation_applied', 'edit.operation_applied', 'edit.operation_applied', 'edit.operation_rejected'],
  );
  assert.ok(!types.some((type) => type.startsWith('content.')));
  const diff = await expectJson<{ summary: object }>(await own('GET', `/documents/${made.id}/diff`));
  assert.deepEqual(diff.summary, { inserted: 0, deleted: 1, changed: 2, moved: 0 });
});

test('where nothing can be done there is no page, and the report says why', async () => {
  const parent = await party();
  const made = await wait(
    await expectJson<DocumentJson>(
      await own('POST', '/edits', { file: parent.id, operations: [{ op: 'delete_block', target: 'p99' }] }),
      201,
    ),
  );
  assert.deepEqual([made.status, made.error?.code], ['failed', 'edit_not_applied']);
  await expectProblem(
    await own('POST', '/edits', { file: parent.id, mode: 'tracked', operations: [{ op: 'delete_block', target: 'p2' }] }),
    422,
    'input_invalid',
  );
});

test('an edit that is asked for in words is planned as operations and made', async () => {
  const parent = await party();
  model.add({
    match: ({ system }) => /a web page, as the Markdown of its blocks/.test(system),
    answer: { text: JSON.stringify({ operations: [{ op: 'replace_text', find: 'on Friday', replace: 'on Sunday', change: 1 }] }) },
  });
  const body = { operation: 'edit', file: parent.id, prompt: 'Move the party to Sunday', quality: 'fast' };
  const dry = await expectJson<Record<string, unknown>>(await own('POST', '/documents?dry_run=true', body));
  assert.deepEqual([dry['format'], dry['operation'], dry['cost']], ['artifact', 'edit', { amount: 2, currency: 'EUR' }]);
  const made = await makeDocument(octavo, body);
  assert.deepEqual([made.error, made.status, made.mode, made.parent_id, made.quality?.level], [null, 'ready', 'prompt', parent.id, 'fast']);
  assert.match(await pageAt(linkOf(made)), /on Sunday/);
  assert.deepEqual(await records(made.id, 'signups'), [{ Name: 'Ada', Size: 'M' }]);
  assert.equal((await reportOf(made)).cost.amount, 2);
});

test('a page that is saved in place keeps its links and its records; a version has both of its own', async () => {
  const document = await party();
  const link = linkOf(document);
  const upload = async (filename: string, text: string): Promise<string> =>
    (await expectJson<{ id: string }>(await own('POST', '/files', { data: Buffer.from(text).toString('base64'), filename }), 201)).id;
  const changed = MARKDOWN.replace('Friday', 'Monday').replace(/:::poll[^]*$/, ':::checklist{collection=tasks}\n- Chairs\n:::\n');
  const file = await upload('party.md', changed);
  await expectProblem(await own('PUT', `/documents/${document.id}/file`, { file, revision: 7 }), 409, 'revision_conflict');
  const saved = await expectJson<DocumentJson>(await own('PUT', `/documents/${document.id}/file`, { file, revision: 1 }));
  assert.deepEqual([saved.revision, saved.id], [2, document.id]);
  assert.match(await pageAt(link), /Monday/, 'the link that was given out shows the new page');
  assert.deepEqual(await records(document.id, 'signups'), [{ Name: 'Ada', Size: 'M' }]);
  await expectJson(await visit(link, 'POST', 'tasks', { Item: 'Tables', Done: false }), 201);
  await expectProblem(await visit(link, 'GET', 'evenings'), 405, 'method_not_allowed');
  const gif = (await expectJson<{ id: string }>(await own('POST', '/files', { data: 'R0lGODlhAQABAAAAACw=', filename: 'a.gif' }), 201)).id;
  await expectProblem(await own('PUT', `/documents/${document.id}/file`, { file: gif, revision: 2 }), 422, 'file_rejected');

  const version = await wait(
    await expectJson<DocumentJson>(
      await own('POST', `/documents/${document.id}/versions`, {
        file: await upload('v.html', '<!doctype html><html lang="en"><title>V</title><h1>Version</h1></html>'),
      }),
      201,
    ),
  );
  assert.deepEqual([version.error, version.mode, version.parent_id, version.format], [null, 'manual', document.id, 'artifact']);
  assert.match(await pageAt(linkOf(version)), /Version/);
  const { data } = await expectJson<{ data: { id: string }[] }>(await own('GET', `/documents/${document.id}/versions`));
  assert.deepEqual(
    data.map(({ id }) => id),
    [document.id, version.id],
  );
});
