/** Start, stop, settings: what an operator meets. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { test } from 'node:test';
import {
  expectJson,
  makeDocument,
  readAllEvents,
  runOctavo,
  startOctavo,
  stopOctavo,
  TEST_KEY,
  waitForEnd,
  type DocumentJson,
} from '../support/service.ts';

const LONG = `# Handbook\n\n${Array.from({ length: 60 }, (_, i) => `## Section ${i + 1}\n\n${'A sentence that fills the page. '.repeat(80)}\n`).join('\n')}`;

test('settings that cannot be used are named all at once, and nothing starts', async () => {
  const dataDir = await mkdtemp(join(tmpdir(), 'octavo-test-'));
  try {
    const { code, stderr, stdout } = await runOctavo(['serve'], { dataDir, environment: { OCTAVO_PORT: '99999', OCTAVO_ROLE: 'boss' } });
    assert.equal(code, 2, stdout);
    assert.match(stderr, /OCTAVO_PORT/);
    assert.match(stderr, /OCTAVO_ROLE/);
    assert.doesNotMatch(stderr, /\n\s+at /, 'no stack for a mistake in the settings');
  } finally {
    await rm(dataDir, { recursive: true, force: true });
  }
});

test('a second server on the same folder says who has it', async () => {
  const octavo = await startOctavo();
  try {
    const { code, stderr } = await runOctavo(['serve'], { dataDir: octavo.dataDir });
    assert.equal(code, 1);
    assert.match(stderr, new RegExp(String(octavo.pid)));
    assert.equal((await octavo.call('/documents')).status, 200);
  } finally {
    await stopOctavo(octavo);
  }
});

test('without OCTAVO_API_KEY a key is made and printed once', async () => {
  const first = await startOctavo({ environment: { OCTAVO_API_KEY: '' } });
  try {
    const key = /ak_local_[A-Za-z0-9]{20,}/.exec(first.output())?.[0] ?? '';
    assert.notEqual(key, '', first.output());
    const headers = { authorization: `Bearer ${key}` };
    assert.equal((await first.call('/documents', { headers })).status, 200);
    await first.kill('SIGTERM');
    const second = await startOctavo({ dataDir: first.dataDir, environment: { OCTAVO_API_KEY: '' } });
    try {
      assert.equal((await second.call('/documents', { headers })).status, 200);
      assert.ok(!second.output().includes('ak_local_'), 'it is not printed again');
    } finally {
      await second.kill('SIGTERM');
    }
  } finally {
    await stopOctavo(first);
  }
});

test('SIGTERM ends with 0; work that is not finished is taken up by the next process', { timeout: 600_000 }, async () => {
  const first = await startOctavo();
  try {
    const finished = await makeDocument(first, { content: { markdown: '# Before\n' }, format: 'docx' });
    const accepted: string[] = [];
    for (let i = 0; i < 6; i++)
      accepted.push(
        (await expectJson<DocumentJson>(await first.post({ content: { markdown: LONG }, format: 'docx', background: true }), 202)).id,
      );
    assert.equal(await first.kill('SIGTERM'), 0);
    const second = await startOctavo({ dataDir: first.dataDir });
    try {
      for (const id of accepted) {
        assert.equal((await waitForEnd(second, id)).status, 'ready');
        const events = await readAllEvents(second, id);
        assert.deepEqual(
          events.map(({ sequence }) => sequence),
          events.map((_, i) => i + 1),
        );
      }
      assert.equal((await expectJson<DocumentJson>(await second.call(`/documents/${finished.id}`))).status, 'ready');
    } finally {
      await second.kill('SIGTERM');
    }
  } finally {
    await stopOctavo(first);
  }
});

test('health, readiness, metrics, the description and its page need no key', async () => {
  const octavo = await startOctavo();
  try {
    await makeDocument(octavo, { content: { markdown: '# Counted\n' }, format: 'pdf' });
    assert.equal((await fetch(`${octavo.root}/healthz`)).status, 200);
    const ready = await expectJson<{ status: string; checks: Record<string, string> }>(await fetch(`${octavo.root}/readyz`));
    assert.equal(ready.status, 'ok');
    assert.ok(Object.keys(ready.checks).length >= 3, JSON.stringify(ready));
    const metrics = await (await fetch(`${octavo.root}/metrics`)).text();
    assert.match(metrics, /octavo_documents\w*\{[^}]*status="ready"[^}]*\} 1/);
    const description = await expectJson<{ openapi: string; paths: Record<string, object> }>(await fetch(`${octavo.root}/v1/openapi.json`));
    assert.match(description.openapi, /^3\.1/);
    const paths = Object.keys(description.paths).map((path) => path.replace(/^\/v1/, ''));
    for (const path of ['/documents', '/files']) assert.ok(paths.includes(path), paths.join(' '));
    const page = await fetch(`${octavo.root}/docs`);
    assert.equal(page.status, 200);
    assert.doesNotMatch(await page.text(), /(?:src|href)="https?:/, 'the page loads nothing from elsewhere');
    const problemPage = await fetch(`${octavo.root}/errors/input_invalid`);
    assert.ok(problemPage.status === 200 || problemPage.status === 404, String(problemPage.status));
  } finally {
    await stopOctavo(octavo);
  }
});

test('the server listens on this machine only, unless told otherwise', async () => {
  const octavo = await startOctavo();
  try {
    assert.match(octavo.output(), /listening on http:\/\/127\.0\.0\.1:\d+\/v1/);
    assert.ok(!octavo.output().includes(TEST_KEY), 'a key that was given is not printed');
  } finally {
    await stopOctavo(octavo);
  }
});
