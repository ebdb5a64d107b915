/** The official conformance suite of the Model Context Protocol against a real service. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createServer, request as ask, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { after, before, test } from 'node:test';
import { promisify } from 'node:util';
import { ROOT } from '../support/read-sources.ts';
import { startOctavo, stopOctavo, TEST_KEY, type Running } from '../support/service.ts';

/**
 * Those that ask nothing of the tools, resources and prompts of the suite's own example server. That about rebound names is for servers without
 * keys: a page that has no key gets nothing here.
 */
const SCENARIOS = ['server-initialize', 'ping', 'tools-list', 'resources-list', 'prompts-list'];

let octavo: Running;
let door: Server;

before(async () => {
  octavo = await startOctavo();
  const { hostname, port } = new URL(octavo.root);
  // the suite sends no key: it is added on the way
  door = createServer((incoming, outgoing) => {
    const headers = { ...incoming.headers, authorization: `Bearer ${TEST_KEY}` };
    const passed = ask({ hostname, port, path: incoming.url, method: incoming.method, headers }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 502, answer.headers);
      answer.pipe(outgoing);
    });
    passed.on('error', () => outgoing.destroy());
    incoming.pipe(passed);
  });
  await new Promise<void>((resolve) => door.listen(0, '127.0.0.1', resolve));
});
after(async () => {
  door.close();
  await stopOctavo(octavo);
});

for (const scenario of SCENARIOS)
  test(`conformance: ${scenario}`, async () => {
    const url = `http://127.0.0.1:${(door.address() as AddressInfo).port}/mcp`;
    const { stdout } = await promisify(execFile)(process.execPath, [
      `${ROOT}node_modules/@modelcontextprotocol/conformance/dist/index.js`,
      'server',
      '--url',
      url,
      '--scenario',
      scenario,
    ]).catch((error: { stdout: string; stderr: string }) => assert.fail(`${error.stdout}\n${error.stderr}`));
    assert.match(stdout, /Passed: [1-9]\d*\/[1-9]\d*, 0 failed/);
  });
