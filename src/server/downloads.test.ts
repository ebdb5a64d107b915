import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { makeOutput, openServer, type OpenServer } from '../../test/support/open-server.ts';
import { problemOf } from '../../test/support/problem.ts';

const OUTPUT = 'out_01HZZZZZZZZZZZZZZZZZZZZZZZ';
const PICTURE = 'out_01HZZZZZZZZZZZZZZZZZZZZZZY';
const BYTES = Buffer.from('0123456789');

interface Finished {
  server: OpenServer;
  id: string;
  /** Path and query of the first output, without a key. */ path: string;
  fetch: (path: string, headers?: Record<string, string>, method?: 'GET' | 'HEAD') => ReturnType<OpenServer['get']>;
}

async function finish(t: TestContext, name: string | null = 'Plan'): Promise<Finished> {
  const server = await openServer();
  t.after(() => server.close());
  const { id } = (await server.post({ content: { markdown: 'a' }, background: true, name })).json<{ id: string }>();
  await server.worker.finish(id, {
    outputs: [
      makeOutput(id, OUTPUT, BYTES.length),
      makeOutput(id, PICTURE, 3, { kind: 'preview', contentType: 'image/png', page: 2, width: 10, height: 20 }),
    ],
  });
  await server.blobs.put(`documents/${id}/${OUTPUT}`, BYTES, 'application/pdf');
  await server.blobs.put(`documents/${id}/${PICTURE}`, Buffer.from('png'), 'image/png');
  const { data } = (await server.get(`/v1/documents/${id}/outputs`)).json<{ data: { id: string; url: string; expires_at: string }[] }>();
  const url = new URL(data[0]?.url ?? '');
  return {
    server,
    id,
    path: url.pathname + url.search,
    fetch: (path, headers = {}, method = 'GET') => server.app.inject({ method, url: path, headers }),
  };
}

test('an output is downloaded without a key, with its name and nothing that a browser could run', async (t) => {
  const { path, fetch } = await finish(t);
  const answer = await fetch(path);
  assert.deepEqual([answer.statusCode, answer.body], [200, '0123456789']);
  assert.deepEqual(
    [
      'content-type',
      'content-disposition',
      'content-length',
      'accept-ranges',
      'etag',
      'x-content-type-options',
      'content-security-policy',
    ].map((name) => answer.headers[name]),
    ['application/pdf', 'attachment; filename="Plan.pdf"', '10', 'bytes', `"${OUTPUT}"`, 'nosniff', "default-src 'none'; sandbox"],
  );
});

test('outputs of the record and of the endpoint carry the same fields and live five minutes', async (t) => {
  const { server, id } = await finish(t);
  const { outputs } = (await server.get(`/v1/documents/${id}`)).json<{ outputs: Record<string, unknown>[] }>();
  assert.deepEqual(Object.keys(outputs[0] ?? {}), ['id', 'kind', 'content_type', 'bytes', 'url', 'expires_at']);
  assert.deepEqual([outputs[1]?.page, outputs[1]?.width, outputs[1]?.height], [2, 10, 20]);
  const leftS = (new Date(String(outputs[0]?.expires_at)).getTime() - Date.now()) / 1_000;
  assert.ok(leftS > 297 && leftS <= 300, String(leftS));
  for (const query of ['expires_in=60', 'expires_in=604800'])
    assert.equal((await server.get(`/v1/documents/${id}/outputs?${query}`)).statusCode, 200);
  for (const query of ['expires_in=59', 'expires_in=604801', 'expires_in=x', 'expires_in=60.5', 'expires_in='])
    assert.deepEqual((await problemOf(server.get(`/v1/documents/${id}/outputs?${query}`))).paths, ['?expires_in'], query);
});

test('HEAD tells what GET would send', async (t) => {
  const { path, fetch } = await finish(t);
  const answer = await fetch(path, { range: 'bytes=0-3' }, 'HEAD');
  assert.deepEqual(
    [answer.statusCode, answer.body, answer.headers['content-length'], answer.headers['content-type']],
    [200, '', '10', 'application/pdf'],
  );
});

test('ranges give the part that was asked for', async (t) => {
  const { path, fetch } = await finish(t);
  const parts: [string, string, string][] = [
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=3-', '3456789', 'bytes 3-9/10'],
    ['bytes=-3', '789', 'bytes 7-9/10'],
    ['bytes=9-9', '9', 'bytes 9-9/10'],
    ['bytes=5-100', '56789', 'bytes 5-9/10'],
    ['bytes=-100', '0123456789', 'bytes 0-9/10'],
    ['BYTES=0-0', '0', 'bytes 0-0/10'],
  ];
  for (const [range, body, contentRange] of parts) {
    const answer = await fetch(path, { range });
    assert.deepEqual(
      [answer.statusCode, answer.body, answer.headers['content-range'], answer.headers['content-length']],
      [206, body, contentRange, String(body.length)],
      range,
    );
  }
  for (const range of ['bytes=10-', 'bytes=10-12', 'bytes=-0', 'bytes=99999999999-']) {
    const answer = await fetch(path, { range });
    assert.deepEqual(
      [answer.statusCode, answer.headers['content-range'], answer.json<{ code: string }>().code],
      [416, 'bytes */10', 'range_not_satisfiable'],
      range,
    );
  }
  for (const range of [
    'bytes=4-2',
    'bytes=',
    'bytes=-',
    'bytes=a-b',
    'bytes=0-1,3-4',
    'lines=0-1',
    '0-1',
    'bytes=1-2-3',
    `bytes=${'9'.repeat(40)}-`,
  ]) {
    const answer = await fetch(path, { range });
    assert.deepEqual([answer.statusCode, answer.body.length], [200, 10], range);
  }
});

test('conditions on the version are kept', async (t) => {
  const { path, fetch } = await finish(t);
  const etag = `"${OUTPUT}"`;
  for (const header of [etag, `W/${etag}`, `"x", ${etag}`, '*'])
    assert.equal((await fetch(path, { 'if-none-match': header })).statusCode, 304, header);
  assert.equal((await fetch(path, { 'if-none-match': '"x"' })).statusCode, 200);
  assert.equal((await fetch(path, { range: 'bytes=0-0', 'if-range': etag })).statusCode, 206);
  assert.equal((await fetch(path, { range: 'bytes=0-0', 'if-range': '"x"' })).statusCode, 200);
});

test('a link that was changed anywhere is a 404, and one that is too old a 410', async (t) => {
  const { server, id, path, fetch } = await finish(t);
  const other = (await server.post({ content: { markdown: 'b' }, background: true })).json<{ id: string }>().id;
  const [base = '', query = ''] = path.split('?');
  const { expires = '', signature = '' } = Object.fromEntries(new URLSearchParams(query));
  const flipped = signature.slice(0, -1) + (signature.endsWith('A') ? 'B' : 'A');
  const changed = [
    base,
    `${base}?expires=${expires}`,
    `${base}?signature=${signature}`,
    `${base}?expires=${Number(expires) + 1}&signature=${signature}`,
    `${base}?expires=0${expires}&signature=${signature}`,
    `${base}?expires=${expires}&signature=${flipped}`,
    `${base}?expires=${expires}&signature=${signature}=`,
    `${base}?expires=${expires}&signature=`,
    `${base}?expires=${expires}&signature=${signature.slice(0, -1)}`,
    `${base}?expires=${expires}&signature=${signature.toLowerCase()}x`,
    `${base}?expires=${expires}&expires=1&signature=${signature}`,
    `${base}?expires=-1&signature=${signature}`,
    `${base}?expires=1e9&signature=${signature}`,
    path.replace(OUTPUT, PICTURE),
    path.replace(id, other),
    path.replace(OUTPUT, 'x'),
    path.replace(id, 'doc_1'),
    path.replace(OUTPUT, '..%2f..%2fetc%2fpasswd'),
  ];
  for (const url of changed) assert.equal((await problemOf(fetch(url))).code, 'not_found', url);
  // every last character that decodes to the same bytes is refused too
  for (const last of 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_') {
    if (!signature.endsWith(last))
      assert.equal((await fetch(`${base}?expires=${expires}&signature=${signature.slice(0, -1)}${last}`)).statusCode, 404, last);
  }
  server.clock.aheadMs = 295_000;
  assert.equal((await fetch(path)).statusCode, 200);
  server.clock.aheadMs = 300_001;
  assert.equal((await problemOf(fetch(path))).code, 'link_expired');
  assert.equal((await problemOf(fetch(`${base}?expires=${expires}&signature=${flipped}`))).code, 'not_found');
});

test('a link outlives the content by nothing', async (t) => {
  const { server, id, path, fetch } = await finish(t);
  await server.app.inject({ method: 'DELETE', url: `/v1/documents/${id}`, headers: server.auth });
  assert.equal((await problemOf(fetch(path))).code, 'content_deleted');
  // between the deletion of the bytes and that of the record's content
  const other = await finish(t);
  await other.server.blobs.deleteAll('documents/');
  assert.equal((await problemOf(other.fetch(other.path))).code, 'content_deleted');
});

test('names of documents become names of files', async (t) => {
  const { server, id, fetch } = await finish(t, 'Informe «año» 100%: plan/2 "final"');
  const { data } = (await server.get(`/v1/documents/${id}/outputs`)).json<{ data: { url: string }[] }>();
  const headers = await Promise.all(
    data.map(async ({ url }) => (await fetch(url.replace('http://octavo.test', ''))).headers['content-disposition']),
  );
  assert.deepEqual(headers, [
    `attachment; filename="Informe _ano_ 100_ plan 2 final.pdf"; filename*=UTF-8''Informe%20%C2%ABa%C3%B1o%C2%BB%20100%25%20plan%202%20final.pdf`,
    `attachment; filename="Informe _ano_ 100_ plan 2 final-2.png"; filename*=UTF-8''Informe%20%C2%ABa%C3%B1o%C2%BB%20100%25%20plan%202%20final-2.png`,
  ]);
});
