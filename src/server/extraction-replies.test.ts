import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openServer } from '../../test/support/open-server.ts';

const FILE = `file_${'0'.repeat(26)}`;

test('a file is read into Markdown from JSON and from a form', async (t) => {
  const { app, auth, close } = await openServer();
  t.after(close);
  const post = (payload: string, type: string) =>
    app.inject({ method: 'POST', url: '/v1/extract', headers: { ...auth, 'content-type': type }, payload });
  const json = await post(JSON.stringify({ file: { data: 'aGVsbG8=', filename: 'a.txt' } }), 'application/json');
  assert.equal(json.statusCode, 200);
  assert.match(json.json<{ id: string }>().id, /^ext_[0-9A-HJKMNP-TV-Z]{26}$/);
  assert.deepEqual(
    { ...json.json<object>(), id: '' },
    { object: 'extraction', id: '', format: 'txt', markdown: 'hello', chars: 5, truncated: false, pages: null, notes: [] },
  );
  const form = await post(
    '--x\r\nContent-Disposition: form-data; name="file"; filename="a.txt"\r\n\r\nform\r\n--x--\r\n',
    'multipart/form-data; boundary=x',
  );
  assert.deepEqual([form.statusCode, form.json<{ markdown: string }>().markdown], [200, 'form']);
});

test('work that takes longer answers where its result will be', async (t) => {
  const { app, auth, close } = await openServer({ extractionAnswerMs: 20 });
  t.after(close);
  const extract = (file: unknown) =>
    app.inject({
      method: 'POST',
      url: '/v1/extract',
      headers: { ...auth, 'content-type': 'application/json' },
      payload: JSON.stringify({ file }),
    });
  // pages are read by a process with renderers, and none is there
  const answer = await extract({ data: Buffer.from('%PDF-1.7\n%%EOF\n').toString('base64'), filename: 'a.pdf' });
  const { id, status } = answer.json<{ id: string; status: string }>();
  assert.deepEqual([answer.statusCode, status, answer.headers.location], [202, 'queued', `http://octavo.test/v1/extractions/${id}`]);
  assert.ok(Number(answer.headers['retry-after']) > 0);
  assert.equal((await app.inject({ method: 'GET', url: `/v1/extractions/${id}`, headers: auth })).statusCode, 202);
  assert.equal((await app.inject({ method: 'GET', url: `/v1/extractions/ext_${'0'.repeat(26)}`, headers: auth })).statusCode, 404);
  assert.equal((await extract(FILE)).statusCode, 404);
});

test('bad references are named by their field, other media types refused', async (t) => {
  const { app, auth, close } = await openServer();
  t.after(close);
  const post = (body: unknown, type = 'application/json') =>
    app.inject({ method: 'POST', url: '/v1/extract', headers: { ...auth, 'content-type': type }, payload: JSON.stringify(body) });
  const faults: [unknown, string[]][] = [
    [{}, ['/file']],
    [[], ['']],
    [{ file: 'nope' }, ['/file']],
    [{ file: FILE, more: 1 }, ['/more']],
    [{ file: { url: 'http://127.0.0.1/' } }, ['/file/url']],
    [{ file: { data: 'a' } }, ['/file/data', '/file/filename']],
  ];
  for (const [body, paths] of faults) {
    const answer = await post(body);
    assert.deepEqual(
      [
        answer.statusCode,
        answer
          .json<{ errors: { path: string }[] }>()
          .errors.map(({ path }) => path)
          .toSorted(),
      ],
      [422, paths],
      JSON.stringify(body),
    );
  }
  assert.equal((await post({ file: FILE }, 'text/plain')).statusCode, 415);
  assert.equal(
    (await app.inject({ method: 'POST', url: '/v1/extract', headers: { 'content-type': 'application/json' }, payload: '{}' })).statusCode,
    401,
  );
});
