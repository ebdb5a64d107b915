import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openServer } from '../../test/support/open-server.ts';

test('an address that no router can read is answered as any other that leads nowhere, with the headers of all answers', async (t) => {
  const server = await openServer();
  t.after(() => server.close());
  for (const url of ['/a/%zz', `/a/${'a'.repeat(3_000)}`, '/nothing']) {
    const program = await server.artifactApp.inject(url);
    assert.deepEqual([program.statusCode, program.json<{ code: string }>().code], [404, 'not_found'], url);
    assert.equal(program.headers['content-type'], 'application/problem+json');
    const browser = await server.artifactApp.inject({ url, headers: { accept: 'text/html' } });
    assert.equal(browser.statusCode, 404, url);
    assert.match(browser.body, /<!doctype html>/i);
    for (const { headers } of [program, browser]) {
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.match(String(headers['request-id']), /^req_/);
    }
  }
});
