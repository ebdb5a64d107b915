/** What belongs to somebody else is as good as not there: every endpoint, and every place of a body that names a file or document. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openServer, PIXEL } from '../../test/support/open-server.ts';
import { ENDPOINTS } from '../api/endpoints.ts';

const NOBODY = { document: 'doc_01HZZZZZZZZZZZZZZZZZZZZZZZ', file: 'file_01HZZZZZZZZZZZZZZZZZZZZZZZ' };
type Names = typeof NOBODY;

/** Bodies that are right but for what they name. */
const BODIES: Record<string, (names: Names) => object[]> = {
  createDocument: ({ document, file }) => [
    { operation: 'review', file },
    { operation: 'review', file: document },
    { content: { markdown: '![a](img:1)' }, sources: [file] },
  ],
  createEdit: ({ document, file }) =>
    [document, file].map((one) => ({ file: one, operations: [{ op: 'replace_text', find: 'a', replace: 'b' }] })),
  compareFiles: ({ document, file }) => [
    { from: document, to: file },
    { from: file, to: document },
  ],
  createFill: ({ document, file }) => [document, file].map((one) => ({ file: one, data: {} })),
  createExtraction: ({ document, file }) => [document, file].map((one) => ({ file: one })),
  createVersion: ({ file }) => [{ file }],
  addArtifactRecord: () => [{ record: { a: 1 } }],
  updateArtifactRecord: () => [{ record: { a: 1 }, revision: 1 }],
  saveDocumentFile: ({ file }) => [{ file, revision: 1 }],
};

test('to a stranger the documents and files of others answer as those that never were', async (t) => {
  const server = await openServer();
  t.after(() => server.close());
  const { app, auth, otherAuth, post } = server;
  const document = (await post({ content: { markdown: 'A secret plan.' }, background: true })).json<{ id: string }>().id;
  const uploaded = await app.inject({
    method: 'POST',
    url: '/v1/files',
    headers: { ...auth, 'content-type': 'application/json' },
    payload: JSON.stringify({ data: PIXEL.toString('base64'), filename: 'secret-name.png' }),
  });
  assert.equal(uploaded.statusCode, 201, uploaded.body);
  const theirs: Names = { document, file: uploaded.json<{ id: string }>().id };

  const ask = async (id: keyof typeof ENDPOINTS, names: Names, body: object | undefined): Promise<string> => {
    const { method, path } = ENDPOINTS[id];
    const url = `/v1${path
      .replace('{document_id}', names.document)
      .replace('{file_id}', names.file)
      .replaceAll(/\{\w+\}/g, 'rec_01HZZZZZZZZZZZZZZZZZZZZZZZ')}`;
    const answer = await app.inject({
      method,
      url,
      headers: { ...otherAuth, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
    });
    // what is asked for is quoted, requests have ids: nothing else may tell the two apart
    const text = answer.body.replaceAll(names.document, 'DOCUMENT').replaceAll(names.file, 'FILE');
    return `${answer.statusCode} ${text.replaceAll(/req_\w+/g, 'REQUEST')}`;
  };
  let asked = 0;
  for (const id of Object.keys(ENDPOINTS) as (keyof typeof ENDPOINTS)[]) {
    const { path, body: wanted } = ENDPOINTS[id];
    const named = /\{(?:document|file)_id\}/.test(path);
    if (!named && BODIES[id] === undefined) continue;
    const bodiesOf = (names: Names): (object | undefined)[] => BODIES[id]?.(names) ?? [wanted === undefined ? undefined : {}];
    const [known, unknown] = [bodiesOf(theirs), bodiesOf(NOBODY)];
    for (const [at, body] of known.entries()) {
      const told = await ask(id, theirs, body);
      assert.equal(told, await ask(id, NOBODY, unknown[at]), `${id} tells a stranger more of what there is`);
      assert.doesNotMatch(told, /secret/i, id);
      assert.match(told, /^4/, `${id} takes what belongs to others: ${told.slice(0, 200)}`);
      asked++;
    }
  }
  assert.ok(asked > 30, `${asked} questions`);
  // and nothing has happened to them
  assert.equal((await server.get(`/v1/documents/${document}`)).statusCode, 200);
  assert.equal((await server.get(`/v1/files/${theirs.file}`)).statusCode, 200);
});
