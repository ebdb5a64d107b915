/** What the service really answers, held against the schemas of its own description: no member missing, none too many. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import type { z } from 'zod';
import { documentSchema, dryRunSchema, listSchemaOf } from '../../src/contract/document.ts';
import { eventDataSchemas, eventSchema } from '../../src/contract/event.ts';
import { deletedFileSchema, fileSchema } from '../../src/contract/file.ts';
import { problemSchema } from '../../src/contract/problem.ts';
import { reportSchema } from '../../src/contract/report.ts';
import { expectJson, makeDocument, readAllEvents, startOctavo, stopOctavo, type Running } from '../support/service.ts';

const PICTURE = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==';
/** One of everything that events and reports speak of: blocks of many kinds, a picture that is missing, a directive that nobody knows. */
const RICH =
  `---\ntitle: A plan\n---\n# A plan\n\n::toc\n\nText with **bold**, \`code\`, $x^2$ and a note.[^1]\n\n- one\n- two\n  1. deep\n\n| City | Cost |\n|---|--:|\n| Vigo | 3 |\n\n` +
  '> A quote\n\n```js\nlet a = 1;\n```\n\n:::callout{kind=note title=Mind}\nThis.\n:::\n\n:::nobody{a=b}\nStill here.\n:::\n\n![one](img:1)\n\n![missing](img:7)\n\n---\n\n[^1]: The note.\n';

let octavo: Running;
before(async () => {
  octavo = await startOctavo();
});
after(() => stopOctavo(octavo));

function hold<T extends z.ZodType>(schema: T, value: unknown, what: string): z.output<T> {
  const parsed = schema.safeParse(value);
  assert.ok(parsed.success, `${what}: ${JSON.stringify(parsed.error?.issues.slice(0, 3))}`);
  return parsed.data;
}

const dataSchemas: ReadonlyMap<string, z.ZodType> = new Map(Object.entries(eventDataSchemas));

for (const format of ['docx', 'pdf']) {
  test(`a ${format}: its record, events, report and outputs`, async () => {
    const made = await makeDocument(octavo, {
      format,
      name: 'Plan',
      content: { markdown: RICH },
      sources: [{ data: PICTURE, filename: 'a.png' }],
    });
    const document = hold(documentSchema.strict(), made, 'the answer');
    assert.ok((document.outputs?.length ?? 0) >= 2);
    hold(documentSchema.strict(), await expectJson(await octavo.call(`/documents/${document.id}`)), 'the record');
    hold(listSchemaOf(documentSchema.strict()).strict(), await expectJson(await octavo.call('/documents?limit=5')), 'the list');
    hold(reportSchema, await expectJson(await octavo.call(`/documents/${document.id}/report`)), 'the report');
    const events = await readAllEvents(octavo, document.id);
    const types = new Set(events.map(({ type }) => type));
    for (const type of [
      'document.created',
      'document.started',
      'style.resolved',
      'content.block_completed',
      'render.completed',
      'validation.issue_found',
      'validation.completed',
      'preview.page_ready',
      'output.available',
      'document.ready',
    ]) {
      assert.ok(types.has(type), `no ${type}`);
    }
    for (const { whole, type, data } of events) {
      hold(eventSchema.strict(), whole, type);
      const schema = dataSchemas.get(type);
      assert.ok(schema, `${type} is not described`);
      hold(schema, data, `${type} ${JSON.stringify(data).slice(0, 200)}`);
    }
  });
}

test('dry runs, files, lists of files, problems', async () => {
  const dry = await octavo.call('/documents?dry_run=true', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ content: { markdown: RICH }, sources: [{ data: PICTURE, filename: 'a.png' }] }),
  });
  const found = hold(dryRunSchema.strict(), await expectJson(dry), 'the dry run');
  assert.equal(found.files.length, 1);
  const uploaded = await octavo.call('/files', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ data: PICTURE, filename: 'a.png' }),
  });
  const file = hold(fileSchema.strict(), await expectJson(uploaded, 201), 'the file');
  hold(listSchemaOf(fileSchema.strict()).strict(), await expectJson(await octavo.call('/files')), 'the files');
  hold(deletedFileSchema.strict(), await expectJson(await octavo.call(`/files/${file.id}`, { method: 'DELETE' })), 'the deletion');
  hold(problemSchema.strict(), await expectJson(await octavo.call(`/files/${file.id}`), 404), 'a problem');
  hold(problemSchema.strict(), await expectJson(await octavo.post({ name: '' }), 422), 'a problem with fields');
});

test('a failed, a canceled and a deleted document have the shape of others', async () => {
  const failed = hold(documentSchema.strict(), await makeDocument(octavo, { content: { markdown: '<!-- nothing -->' } }), 'failed');
  assert.equal(failed.error?.code, 'content_empty');
  const queued = hold(
    documentSchema.strict(),
    await expectJson(await octavo.post({ content: { markdown: RICH }, background: true }), 202),
    'queued',
  );
  hold(documentSchema.strict(), await expectJson(await octavo.call(`/documents/${queued.id}/cancel`, { method: 'POST' })), 'canceled');
  const deleted = hold(
    documentSchema.strict(),
    await expectJson(await octavo.call(`/documents/${queued.id}`, { method: 'DELETE' })),
    'deleted',
  );
  assert.equal(deleted.name, null);
  for (const { id } of [failed]) {
    hold(reportSchema, await expectJson(await octavo.call(`/documents/${id}/report`)), 'the report of a failure');
    for (const { whole, type, data } of await readAllEvents(octavo, id)) {
      hold(eventSchema.strict(), whole, type);
      hold(dataSchemas.get(type) ?? eventSchema, data, type);
    }
  }
});
