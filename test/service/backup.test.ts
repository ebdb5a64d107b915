/** A backup is written beside a running service, and a new installation filled from it answers as the old one did. */
import assert from 'node:assert/strict';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import {
  download,
  expectJson,
  makeDocument,
  readAllEvents,
  runOctavo,
  startOctavo,
  stopOctavo,
  type DocumentJson,
  type FileJson,
} from '../support/service.ts';

const folder = await mkdtemp(join(tmpdir(), 'octavo-backup-'));
after(() => rm(folder, { recursive: true, force: true }));
const octavo = (dataDir: string, ...args: string[]) => runOctavo(args, { dataDir });

test('what was there is there again: documents with their bytes and events, files, keys, the ledger', async () => {
  const old = await startOctavo();
  const backup = join(folder, 'backup');
  const made = await makeDocument(old, {
    name: 'Kept “as it was”\u2028',
    format: 'docx',
    content: { markdown: '# Kept\n\nA | pipe, a "quote", a \\ and \u{1F600}.\n' },
  });
  const file = await expectJson<FileJson>(
    await old.call('/files', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ data: 'dGV4dA==', filename: 'a.txt' }),
    }),
    201,
  );
  const orgs = await octavo(old.dataDir, 'orgs', 'list');
  const [organisation = ''] = /org_\w+/.exec(orgs.stdout) ?? [];
  assert.equal((await octavo(old.dataDir, 'grants', 'create', '1234', '--org', organisation)).code, 0);
  const ledger = (await octavo(old.dataDir, 'ledger', 'list', '--org', organisation)).stdout;
  const events = await readAllEvents(old, made.id);
  const bytes = await download(made.outputs?.[0]?.url ?? '');
  const said = await octavo(old.dataDir, 'backup', backup);
  assert.equal(said.code, 0, said.stderr);
  assert.match(said.stdout, /^backed up \d+ rows of \d+ tables and \d+ files in /);
  assert.match((await octavo(old.dataDir, 'backup', backup)).stderr, /is not empty/);
  const refused = await octavo(old.dataDir, 'restore', backup);
  assert.equal(refused.code, 1, 'a running installation is not filled');
  await stopOctavo(old);

  const dataDir = join(folder, 'new');
  await mkdir(dataDir);
  const restored = await octavo(dataDir, 'restore', backup);
  assert.equal(restored.code, 0, restored.stderr);
  const again = await startOctavo({ dataDir });
  try {
    const document = await expectJson<DocumentJson>(await again.call(`/documents/${made.id}`));
    const plain = ({ outputs, ...rest }: DocumentJson) => ({
      ...rest,
      outputs: outputs?.map(({ url: _url, expires_at: _at, ...output }) => output),
    });
    assert.deepEqual(plain(document), plain(made), 'the same key reads the same record');
    assert.deepEqual(await readAllEvents(again, made.id), events);
    assert.deepEqual(await download(document.outputs?.[0]?.url ?? ''), bytes);
    assert.equal((await expectJson<FileJson>(await again.call(`/files/${file.id}`))).sha256, file.sha256);
    assert.equal((await octavo(dataDir, 'ledger', 'list', '--org', organisation)).stdout, ledger);
    assert.equal(
      (await octavo(dataDir, 'grants', 'create', '1', '--org', organisation)).code,
      0,
      'numbers go on behind those that are there',
    );
    assert.equal((await makeDocument(again, { content: { markdown: '# Next' }, format: 'pdf' })).status, 'ready');
  } finally {
    await stopOctavo(again);
  }
});

test('a backup that was broken off, or of other tables, is refused with a reason', async () => {
  assert.match((await octavo(folder, 'restore', join(folder, 'nothing'))).stderr, /holds no whole backup/);
  const manifest: unknown = JSON.parse(await readFile(join(folder, 'backup', 'manifest.json'), 'utf8'));
  assert.deepEqual(Object.keys(manifest as object).toSorted(), ['created_at', 'files', 'format', 'migrations', 'tables', 'version']);
});
