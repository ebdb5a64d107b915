import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openServer, type OpenServer } from '../../test/support/open-server.ts';
import { PROBLEM_HELP } from '../api/problem-help.ts';
import { REFUSAL_CODES, type RefusalCode } from '../base/refusal.ts';

async function open(t: TestContext): Promise<OpenServer> {
  const server = await openServer();
  t.after(() => server.close());
  return server;
}

/** Examples that can be sent as they are. */
const WHOLE: readonly RefusalCode[] = [
  'input_invalid',
  'unauthorized',
  'session_required',
  'not_found',
  'feature_unavailable',
  'method_not_allowed',
  'unsupported_media_type',
];

test('examples of errors that can be sent get the error', async (t) => {
  const { app, auth } = await open(t);
  for (const code of WHOLE) {
    const [head = '', body] = PROBLEM_HELP[code].example.split('\n\n');
    const [line = '', ...headers] = head.split('\n');
    const [method = '', url = ''] = line.split(' ');
    const sent = Object.fromEntries(headers.map((header) => header.split(': ') as [string, string]));
    const answer = await app.inject({
      method: method as 'GET',
      url,
      headers: {
        ...auth,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...Object.fromEntries(Object.entries(sent).map(([name, value]) => [name.toLowerCase(), value])),
        ...(code === 'session_required' ? auth : {}),
      },
      ...(body === undefined ? {} : { payload: body }),
    });
    const problem = answer.json<{ code: string; detail: string }>();
    assert.equal(problem.code, code, problem.detail);
  }
});

test('the page of every problem has its example, its repair and no script', async (t) => {
  const { app } = await open(t);
  for (const code of REFUSAL_CODES) {
    const page = await app.inject(`/errors/${code}`);
    assert.equal(page.statusCode, 200, code);
    assert.match(String(page.headers['content-security-policy']), /default-src 'none'/);
    for (const heading of ['Cause', 'Example', 'Repair']) assert.ok(page.body.includes(`<h2>${heading}</h2>`), `${code}: ${heading}`);
    assert.equal(/<script|https?:\/\//.test(page.body), false, code);
  }
});
