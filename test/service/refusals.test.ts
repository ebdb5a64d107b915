/** Every way to say no over HTTP: order of the checks, exact limits, pointers to fields. */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { expectJson, expectProblem, makeDocument, startOctavo, stopOctavo, type ProblemJson, type Running } from '../support/service.ts';

let octavo: Running;
before(async () => {
  octavo = await startOctavo({ environment: { OCTAVO_BODY_LIMIT: '4000000' } });
});
after(() => stopOctavo(octavo));

const ok = { content: { markdown: '# Fine\n' }, format: 'pdf' };
const raw = (body: string, headers: Record<string, string> = {}): Promise<Response> =>
  octavo.call('/documents', { method: 'POST', headers: { 'content-type': 'application/json', ...headers }, body });
const pointers = (problem: ProblemJson): string[] => problem.errors.map(({ path }) => path).sort();
const dry = (body: unknown): Promise<Response> =>
  octavo.call('/documents?dry_run=1', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });

test('no key, a wrong key, a key of another region', async () => {
  for (const authorization of ['', 'Basic eDp5', 'Bearer ', `Bearer ak_local_${'x'.repeat(32)}`, 'Bearer nonsense']) {
    await expectProblem(await octavo.call('/documents', { headers: { authorization } }), 401, 'unauthorized');
  }
  await expectProblem(
    await octavo.call('/documents', { headers: { authorization: `Bearer ak_eu_${'x'.repeat(32)}` } }),
    401,
    'region_mismatch',
  );
  assert.equal(
    (await octavo.call('/documents', { headers: { authorization: `bearer ${octavo.key}` } })).status,
    200,
    'the scheme has no case',
  );
});

test('a problem has the members of the contract and no stack', async () => {
  const answer = await octavo.post({ ...ok, format: 'odt' });
  const problem = await expectProblem(answer, 422, 'input_invalid');
  assert.equal(problem.type, `${octavo.root}/errors/input_invalid`);
  assert.deepEqual(Object.keys(problem).sort(), ['code', 'detail', 'errors', 'request_id', 'status', 'title', 'type']);
  assert.match(problem.request_id, /^req_[0-9A-HJKMNP-TV-Z]{26}$/);
  assert.ok(!JSON.stringify(problem).includes('.ts:'));
});

test('the key is judged before the body, the media type before the fields, the fields before the features', async () => {
  await expectProblem(
    await octavo.call('/documents', { method: 'POST', headers: { authorization: 'Bearer no', 'content-type': 'text/plain' }, body: '{' }),
    401,
    'unauthorized',
  );
  await expectProblem(await raw('{', { 'content-type': 'text/plain' }), 415, 'unsupported_media_type');
  await expectProblem(await octavo.post({ prompt: 'Write a letter', format: 'odt' }), 422, 'input_invalid');
  await expectProblem(await octavo.post({ prompt: 'Write a letter' }), 501, 'feature_unavailable');
  await expectProblem(
    await octavo.post({ operation: 'edit', file: `file_${'0'.repeat(26)}`, prompt: 'Shorter' }),
    501,
    'feature_unavailable',
  );
});

test('malformed JSON and its relatives', async () => {
  for (const body of ['', '{', '{"a":}', 'nul', '\u0000', '{"content":{"markdown":"x"}}}', '['.repeat(100_000)]) {
    assert.deepEqual(pointers(await expectProblem(await raw(body), 422, 'input_invalid')), [''], body.slice(0, 20));
  }
  for (const body of ['[]', '"x"', '1', 'null', 'true']) await expectProblem(await raw(body), 422, 'input_invalid');
  await expectProblem(
    await octavo.call('/documents', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: new Uint8Array([123, 255, 125]),
    }),
    422,
    'input_invalid',
  );
  await expectProblem(await raw(`${'['.repeat(100_000)}${']'.repeat(100_000)}`), 422, 'input_invalid');
});

test('a body over the limit is refused', async () => {
  await expectProblem(await octavo.post({ ...ok, metadata: { a: 'x'.repeat(4_000_000) } }), 413, 'payload_too_large');
});

test('all fields at fault are named at once', async () => {
  const problem = await expectProblem(
    await octavo.post({
      content: { markdown: '', extra: 1 },
      name: '',
      format: 'odt',
      retention: '2d',
      metadata: { a: 1 },
      surprise: true,
    }),
    422,
    'input_invalid',
  );
  assert.deepEqual(pointers(problem), [
    '/content/extra',
    '/content/markdown',
    '/format',
    '/metadata/a',
    '/name',
    '/retention',
    '/surprise',
  ]);
});

test('keys with / and ~ are escaped in pointers', async () => {
  assert.deepEqual(pointers(await expectProblem(await octavo.post({ ...ok, 'a/b~c': 1 }), 422, 'input_invalid')), ['/a~1b~0c']);
});

const LIMITS: [field: string, least: number, most: number, body: (value: string) => unknown][] = [
  ['/name', 1, 200, (name) => ({ ...ok, name })],
  ['/content/markdown', 1, 500_000, (markdown) => ({ content: { markdown } })],
  ['/metadata/k', 0, 500, (k) => ({ ...ok, metadata: { k } })],
];
for (const [pointer, least, most, body] of LIMITS) {
  test(`${pointer} takes ${least} to ${most} characters, counted in code points`, async () => {
    for (const character of ['a', 'é', '😀']) {
      await expectJson(await dry(body(character.repeat(most))));
      assert.deepEqual(pointers(await expectProblem(await dry(body(character.repeat(most + 1))), 422, 'input_invalid')), [pointer]);
    }
    if (least > 0)
      for (const blank of ['', ' ', '\n\t\u00a0'])
        assert.deepEqual(pointers(await expectProblem(await dry(body(blank)), 422, 'input_invalid')), [pointer]);
  });
}

test('prompt and style have exact limits too, though nothing here answers them', async () => {
  await expectProblem(await dry({ prompt: 'a'.repeat(8000) }), 501, 'feature_unavailable');
  await expectProblem(await dry({ prompt: 'a'.repeat(8001) }), 422, 'input_invalid');
  await expectProblem(await dry({ prompt: 'ab' }), 422, 'input_invalid');
  await expectProblem(await dry({ ...ok, style: 'a'.repeat(1000) }), 501, 'feature_unavailable');
  await expectProblem(await dry({ ...ok, style: 'a'.repeat(1001) }), 422, 'input_invalid');
});

test('metadata has 50 keys of 64 characters', async () => {
  const keys = (count: number): Record<string, string> => Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, 'v']));
  await expectJson(await dry({ ...ok, metadata: keys(50) }));
  await expectProblem(await dry({ ...ok, metadata: keys(51) }), 422, 'input_invalid');
  await expectJson(await dry({ ...ok, metadata: { ['k'.repeat(64)]: 'v' } }));
  await expectProblem(await dry({ ...ok, metadata: { ['k'.repeat(65)]: 'v' } }), 422, 'input_invalid');
});

test('sources: ten pictures, fifteen items', async () => {
  const pixel = {
    data: 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==',
    filename: 'p.png',
  };
  const sources = (count: number) => ({ ...ok, sources: Array.from({ length: count }, () => pixel) });
  await expectJson(await dry(sources(10)));
  await expectProblem(await dry(sources(11)), 422, 'input_invalid');
  await expectProblem(await dry(sources(16)), 422, 'input_invalid');
});

const CONFLICTS: [title: string, body: unknown, fields: string[]][] = [
  ['create takes a prompt or content', {}, ['/content', '/prompt']],
  ['create takes not both', { prompt: 'Write it', content: { markdown: 'x' } }, ['/content', '/prompt']],
  ['create takes no file', { ...ok, file: `file_${'0'.repeat(26)}` }, ['/file']],
  ['review needs a file', { operation: 'review' }, ['/file']],
  ['review takes no format', { operation: 'review', file: 'file_x', format: 'docx' }, ['/format']],
  ['edit needs file and prompt', { operation: 'edit' }, ['/file', '/prompt']],
  ['artifact needs its format', { ...ok, artifact: { storage: 'local' } }, ['/artifact']],
  ['max_quality needs auto', { ...ok, quality: 'fast', max_quality: 'best' }, ['/max_quality']],
  ['a reference has the keys of its form', { ...ok, sources: [{ url: 'https://example.com/a.png', data: 'AA==' }] }, ['/sources/0/data']],
  ['documents as sources need a prompt', { ...ok, sources: [`doc_${'0'.repeat(26)}`] }, ['/sources/0']],
];
for (const [title, body, fields] of CONFLICTS) {
  test(title, async () => {
    assert.deepEqual(pointers(await expectProblem(await octavo.post(body), 422, 'input_invalid')), fields);
  });
}

test('what comes later answers 501 and names the field', async () => {
  const bodies: [unknown, string][] = [
    [{ ...ok, style: 'in blue' }, '/style'],
    [{ ...ok, quality: 'best' }, '/quality'],
    [{ prompt: 'Write a letter' }, '/prompt'],
    [{ operation: 'edit', file: `file_${'0'.repeat(26)}`, prompt: 'Shorter' }, '/prompt'],
  ];
  for (const [body, path] of bodies) {
    const problem = await expectProblem(await octavo.post(body), 501, 'feature_unavailable');
    assert.deepEqual(pointers(problem), [path], problem.detail);
  }
});

test('unknown addresses, methods and parameters', async () => {
  for (const path of [
    '/nothing',
    '/documents/nonsense',
    '/documents/doc_1',
    `/documents/doc_${'0'.repeat(26)}`,
    `/files/file_${'0'.repeat(26)}`,
    '/documents/%00',
    '/documents/..%2f..%2fetc',
  ]) {
    await expectProblem(await octavo.call(path), 404, 'not_found');
  }
  const wrong = await octavo.call('/documents', { method: 'PUT' });
  await expectProblem(wrong, 405, 'method_not_allowed');
  assert.match(wrong.headers.get('allow') ?? '', /POST/);
  for (const [query, path] of [
    ['limit=0', '?limit'],
    ['limit=101', '?limit'],
    ['limit=x', '?limit'],
    ['status=done', '?status'],
    ['after=1', '?after'],
    ['surprise=1', '?surprise'],
  ]) {
    assert.deepEqual(pointers(await expectProblem(await octavo.call(`/documents?${query}`), 422, 'input_invalid')), [path]);
  }
  const bad = await octavo.call('/documents?dry_run=perhaps', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(ok),
  });
  assert.deepEqual(pointers(await expectProblem(bad, 422, 'input_invalid')), ['?dry_run']);
});

test('dashboard routes take a session only', async () => {
  await expectProblem(await octavo.call('/dashboard/keys'), 403, 'session_required');
});

test('the rate is counted per minute: what is over it is told when to come back', async () => {
  const own = await startOctavo({ environment: { OCTAVO_RATE_LIMIT: '3' } });
  try {
    await expectProblem(await own.post({ ...ok, format: 'odt' }), 422, 'input_invalid');
    for (const key of ['r0', 'r1', 'r0', 'r1', 'r2'])
      assert.equal((await makeDocument(own, ok, { 'idempotency-key': key })).status, 'ready', 'replays do not count');
    await expectJson(
      await own.call('/documents?dry_run=1', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(ok) }),
    );
    const late = await own.post(ok);
    await expectProblem(late, 429, 'rate_limited');
    const wait = Number(late.headers.get('retry-after'));
    assert.ok(wait >= 1 && wait <= 60, String(wait));
  } finally {
    await stopOctavo(own);
  }
});
