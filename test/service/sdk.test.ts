/** The published client against the real service. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { createOctavo, ProblemError, type Octavo } from '../../sdk/src/octavo.ts';
import { startOctavo, stopOctavo, type Running } from '../support/service.ts';

let running: Running;
let octavo: Octavo;
before(async () => {
  running = await startOctavo();
  octavo = createOctavo({ apiKey: running.key, baseUrl: `${running.root}/v1` });
});
after(() => stopOctavo(running));

const content = { markdown: '# Through the client\n\nText.\n' };

test('create and download', async () => {
  const document = await octavo.documents.create({ content, format: 'pdf', name: 'client' });
  assert.equal(document.status, 'ready');
  const [pdf] = document.outputs ?? [];
  assert.ok(pdf);
  assert.equal((await octavo.download(pdf)).length, pdf.bytes);
  assert.equal((await octavo.documents.get(document.id)).name, 'client');
  const report = await octavo.documents.report(document.id);
  assert.equal(report['document_id'], document.id);
});

test('stream: every event once, to the end', async () => {
  const events = await octavo.documents.stream({ content, format: 'docx' });
  const types: string[] = [];
  for await (const { type } of events) types.push(type);
  assert.equal(types[0], 'document.created');
  assert.equal(types.at(-1), 'document.ready');
});

test('start and wait', async () => {
  const { id } = await octavo.documents.start({ content, format: 'pdf' });
  assert.equal((await octavo.documents.wait(id)).status, 'ready');
});

test('list, cancel, delete', async () => {
  const { id } = await octavo.documents.create({ content, format: 'pdf', metadata: { kind: 'gone' } });
  assert.deepEqual(
    (await octavo.documents.list({ metadata: { kind: 'gone' } })).data.map((item) => item.id),
    [id],
  );
  assert.equal((await octavo.documents.cancel(id)).status, 'ready');
  assert.ok((await octavo.documents.delete(id)).content_deleted_at);
});

test('files', async () => {
  const file = await octavo.files.upload({ bytes: new TextEncoder().encode('text'), filename: 'a.txt' });
  assert.equal((await octavo.files.get(file.id)).filename, 'a.txt');
  assert.equal((await octavo.files.list()).data[0]?.id, file.id);
  assert.equal((await octavo.files.delete(file.id)).deleted, true);
});

test('a refusal is a ProblemError with the fields at fault', async () => {
  await assert.rejects(octavo.documents.create({ content: { markdown: '' } }), (error) => {
    assert.ok(error instanceof ProblemError);
    assert.deepEqual([error.status, error.code, error.errors[0]?.path], [422, 'input_invalid', '/content/markdown']);
    return true;
  });
});
