/** The command line against a real service, as on another machine. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { ROOT } from '../support/read-sources.ts';
import { startOctavo, stopOctavo, type DocumentJson, type Running } from '../support/service.ts';

let octavo: Running;
let folder: string;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-remote-'));
  octavo = await startOctavo();
  await writeFile(join(folder, 'terms.md'), '# Terms\n\nPay within ten days of the invoice.\n');
  await writeFile(join(folder, 'operations.json'), '[{"op": "replace_text", "find": "ten days", "replace": "thirty days"}]');
  await writeFile(join(folder, 'template.md'), '# Offer\n\nFor {{client}}.\n');
});
after(async () => {
  await stopOctavo(octavo);
  await rm(folder, { recursive: true, force: true });
});

async function run(args: string[], more: Record<string, string> = {}): Promise<{ code: number | null; said: string; complained: string }> {
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [`${ROOT}src/main/octavo.ts`, ...args], {
    cwd: folder,
    env: { PATH, HOME, OCTAVO_BASE_URL: octavo.root, OCTAVO_API_KEY: octavo.key, ...more },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const ended = new Promise<number | null>((resolve) => child.once('close', resolve));
  const [said, complained, code] = await Promise.all([text(child.stdout), text(child.stderr), ended]);
  return { code, said, complained };
}

async function done(...args: string[]): Promise<string> {
  const { code, said, complained } = await run(args);
  assert.equal(code, 0, complained);
  return said;
}

const start = async (name: string): Promise<string> => (await readFile(join(folder, name))).subarray(0, 2).toString();

test('a document is made, read, edited, reviewed and watched', async () => {
  const made = JSON.parse(await done('create', 'terms.md', '-o', 'terms.docx', '--pdf', '--json')) as DocumentJson;
  assert.deepEqual([made.status, await start('terms.docx'), await start('terms.pdf')], ['ready', 'PK', '%P']);
  assert.match(await done('read', 'terms.docx'), /Pay within ten days/);
  await done('edit', 'terms.docx', '--ops', 'operations.json', '--tracked', '-q');
  assert.match(await done('read', 'terms.edited.docx'), /thirty/);
  const reviewed = JSON.parse(await done('review', 'terms.docx', '--json')) as DocumentJson;
  assert.equal(reviewed.operation, 'review');
  assert.match(await done('watch', made.id), /1 {2}document\.created\n[^]*document\.ready\n$/);
});

test('a template is filled, and two versions are compared', async () => {
  await done('create', 'template.md', '-o', 'template.docx', '-q');
  await writeFile(join(folder, 'data.json'), '{"client": "Example Ltd"}');
  const filled = JSON.parse(await done('fill', 'template.docx', 'data.json', '--json')) as DocumentJson;
  assert.match(await done('read', 'template.filled.docx'), /For Example Ltd\./);
  const template = JSON.parse(await done('create', 'terms.md', '-o', 'other.docx', '--json')) as DocumentJson;
  assert.match(await done('compare', template.id, filled.id), /^\{/);
});

test('--local keeps the work here', async () => {
  const { code, complained } = await run(['edit', 'terms.docx', '--ops', 'operations.json', '-o', 'here.docx', '--local', '-q'], {
    OCTAVO_BASE_URL: 'http://127.0.0.1:9',
  });
  assert.equal(code, 0, complained);
  assert.equal(await start('here.docx'), 'PK');
});

test('the exit code says what went wrong', async () => {
  assert.equal((await run(['create', '--colour', 'red'])).code, 2, 'an option that there is not');
  assert.equal((await run(['edit', 'terms.docx'])).code, 2, 'nothing to do');
  const refused = await run(['create', 'terms.md', '-o', 'x.docx'], { OCTAVO_API_KEY: `ak_local_${'x'.repeat(32)}` });
  assert.deepEqual([refused.code, /not known|revoked/.test(refused.complained)], [3, true], refused.complained);
  await writeFile(join(folder, 'empty.md'), '<!-- nothing -->\n');
  assert.equal((await run(['create', 'empty.md', '-o', 'x.docx'])).code, 4);
  assert.equal((await run(['read', 'terms.docx'], { OCTAVO_BASE_URL: 'http://127.0.0.1:9' })).code, 5);
});

test('completion and the manual know every command, and the version needs no engine', async () => {
  const manual = await done('man');
  for (const shell of ['bash', 'zsh', 'fish']) {
    const script = await done('completion', shell);
    for (const command of ['create', 'edit', 'review', 'read', 'fill', 'compare', 'watch', 'make', 'serve'])
      assert.ok(script.includes(command) && manual.includes(`.B ${command}`), `${shell}: ${command}`);
  }
  const source = await readFile(`${ROOT}src/main/octavo.ts`, 'utf8');
  assert.deepEqual(
    Array.from(source.matchAll(/^import .* from '([^']+)'/gm), ([, from]) => from),
    ['./version.ts'],
  );
  assert.match(await done('--version'), /^\d+\.\d+\.\d+\n$/);
});
