import assert from 'node:assert/strict';
import { test, type TestContext } from 'node:test';
import { openServer, type OpenServer } from '../../test/support/open-server.ts';
import { REFUSAL_CODES } from '../base/refusal.ts';

async function open(t: TestContext): Promise<OpenServer> {
  const server = await openServer();
  t.after(() => server.close());
  return server;
}

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
