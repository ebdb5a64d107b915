/** README's walk-through, run as it stands. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { ROOT } from '../support/read-sources.ts';
import { startOctavo, stopOctavo, type DocumentJson, type Running } from '../support/service.ts';
import { parseEvents } from '../support/sse.ts';

let octavo: Running;
let folder: string;
const readme = await readFile(`${ROOT}README.md`, 'utf8');
const walk = /<!-- walk-through[^]*<!-- end of the walk-through -->/.exec(readme)?.[0] ?? '';
const scripts = Array.from(walk.matchAll(/^```bash\n([^]*?)^```$/gm), (match) => match[1] ?? '');

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-readme-'));
  await writeFile(
    join(folder, 'picture.png'),
    await sharp({ create: { width: 1600, height: 1000, channels: 3, background: '#208040' } })
      .png()
      .toBuffer(),
  );
  octavo = await startOctavo();
});
after(async () => {
  await stopOctavo(octavo);
  await rm(folder, { recursive: true, force: true });
});

/** The commands, with this test's server and key in the place of those of the reader. */
async function run(script: string): Promise<string> {
  const commands = script.replaceAll('http://localhost:8080', octavo.root).replace(/^export OCTAVO_API_KEY=.*$/m, '');
  const shell = spawn('bash', ['-euo', 'pipefail', '-c', commands], {
    cwd: folder,
    env: { ...process.env, OCTAVO_API_KEY: octavo.key },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => shell.once('close', resolve));
  const [said, complained, code] = await Promise.all([text(shell.stdout), text(shell.stderr), ended]);
  assert.equal(code, 0, complained);
  return said;
}

const documentOf = (json: string): DocumentJson => JSON.parse(json) as DocumentJson;

test('a first document, and its file', async () => {
  assert.equal(scripts.length, 9, 'the walk-through has another number of steps');
  await run(scripts[0] ?? '');
  assert.equal(documentOf(await readFile(join(folder, 'document.json'), 'utf8')).status, 'ready');
  await run(scripts[1] ?? '');
  assert.equal((await readFile(join(folder, 'hello.docx'))).subarray(0, 2).toString(), 'PK');
});

test('a stream', async () => {
  assert.equal(parseEvents(await run(scripts[2] ?? '')).at(-1)?.type, 'document.ready');
});

test('in the background', async () => {
  const said = await run(scripts[3] ?? '');
  assert.match(said, /"status":"(queued|running|ready)"/);
  assert.match(said, /"data":\[/);
});

test('a dry run', async () => {
  assert.match(await run(scripts[4] ?? ''), /"valid":true/);
});

test('a picture', async () => {
  assert.equal(documentOf(await run(scripts[5] ?? '')).status, 'ready');
});

test('a file as Markdown', async () => {
  assert.match(await run(scripts[6] ?? ''), /A first document with a \*\*bold\*\* word/);
});

test('a tracked change, and its proof', async () => {
  const report = JSON.parse(await run(scripts[7] ?? '')) as {
    edits: { status: string }[];
    integrity: { accept_matches?: boolean; reject_matches?: boolean };
  };
  assert.deepEqual(
    [report.edits.map(({ status }) => status), report.integrity.accept_matches, report.integrity.reject_matches],
    [['applied'], true, true],
  );
});

test('a review', async () => {
  const document = documentOf(await run(scripts[8] ?? ''));
  assert.deepEqual([document.operation, document.status], ['review', 'ready']);
});
