/** The command line against a real service, as on another machine. */
import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { after, before, test } from 'node:test';
import { LIGHT_ROOMS, loadedRooms, TELL_LOADED } from '../support/loaded-files.ts';
import { makeCertificate, startReceiver, type Certificate, type Receiver } from '../support/receiver.ts';
import { ROOT } from '../support/read-sources.ts';
import { untrackedPair } from '../support/untracked-pair.ts';
import { startOctavo, stopOctavo, type DocumentJson, type Running } from '../support/service.ts';

let octavo: Running;
let folder: string;
let certificate: Certificate;
let receiver: Receiver;

before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-remote-'));
  certificate = makeCertificate();
  receiver = await startReceiver(certificate);
  octavo = await startOctavo({ environment: { OCTAVO_FETCH_ALLOW: receiver.allow, NODE_EXTRA_CA_CERTS: certificate.path } });
  await writeFile(join(folder, 'terms.md'), '# Terms\n\nPay within ten days of the invoice.\n');
  await writeFile(join(folder, 'operations.json'), '[{"op": "replace_text", "find": "ten days", "replace": "thirty days"}]');
  await writeFile(join(folder, 'template.md'), '# Offer\n\nFor {{client}}.\n');
});
after(async () => {
  await stopOctavo(octavo);
  await receiver?.close();
  certificate?.remove();
  await rm(folder, { recursive: true, force: true });
});

async function run(args: string[], more: Record<string, string> = {}): Promise<{ code: number | null; said: string; complained: string }> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [`${ROOT}src/main/octavo.ts`, ...args], {
    cwd: folder,
    env: { PATH, HOME, NODE_COMPILE_CACHE, OCTAVO_BASE_URL: octavo.root, OCTAVO_API_KEY: octavo.key, ...more },
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

test('a comparison says what its file with tracked changes does not show', async () => {
  const [older, newer] = untrackedPair();
  await writeFile(join(folder, 'older.docx'), older);
  await writeFile(join(folder, 'newer.docx'), newer);
  const { code, complained } = await run(['compare', 'older.docx', 'newer.docx', '-o', 'untracked.docx']);
  assert.equal(code, 0, complained);
  assert.match(complained, /^wrote \S+untracked\.docx\nnot tracked: No tracked change can hold [^\n]* \(customXml\)\.\n/m);
  assert.equal(await start('untracked.docx'), 'PK');
  const tracked = await run(['compare', 'newer.docx', 'newer.docx', '-o', 'tracked.docx']);
  assert.deepEqual([tracked.code, tracked.complained.includes('not tracked')], [0, false]);
});

test('a template is filled, and two versions are compared', async () => {
  await done('create', 'template.md', '-o', 'template.docx', '-q');
  await writeFile(join(folder, 'data.json'), '{"client": "Example Ltd"}');
  const filled = JSON.parse(await done('fill', 'template.docx', 'data.json', '--json')) as DocumentJson;
  assert.match(await done('read', 'template.filled.docx'), /For Example Ltd\./);
  const template = JSON.parse(await done('create', 'terms.md', '-o', 'other.docx', '--json')) as DocumentJson;
  const said = await done('compare', template.id, filled.id);
  assert.match(said, /^deleted paragraph p1\n {2}- Terms\n[^]*inserted paragraph p2\n {2}\+ For Example Ltd\.\n/);
  assert.equal((JSON.parse(await done('compare', template.id, 'template.filled.docx', '--json')) as { format: string }).format, 'docx');
  await done('compare', 'other.docx', 'template.filled.docx', '-o', 'changes.docx', '-q');
  assert.equal(await start('changes.docx'), 'PK');
  const wants = JSON.parse(await done('fill', 'template.docx', '--dry-run')) as { tags: { tag: string }[] };
  assert.deepEqual(
    wants.tags.map(({ tag }) => tag),
    ['{{client}}'],
  );
});

test('a file is read at the service in all the ways that it can be read here', async () => {
  assert.match(await done('read', 'template.filled.docx', '--outline', '-q'), /^- Offer/);
  const { tables } = JSON.parse(await done('read', 'template.filled.docx', '--tables', '-q')) as { tables: unknown[] };
  assert.deepEqual(tables, []);
  await done('read', 'template.filled.docx', '-o', 'read.md', '-q');
  assert.match(await readFile(join(folder, 'read.md'), 'utf8'), /For Example Ltd\./);
});

test('--local keeps the work here', async () => {
  const { code, complained } = await run(['edit', 'terms.docx', '--ops', 'operations.json', '-o', 'here.docx', '--local', '-q'], {
    OCTAVO_BASE_URL: 'http://127.0.0.1:9',
  });
  assert.equal(code, 0, complained);
  assert.equal(await start('here.docx'), 'PK');
});

interface DeliveryJson {
  id: string;
  status: string;
  event_id: string;
}

test('webhooks are registered, tested, listed, retried, given another secret and deleted', async () => {
  receiver.answerWith((_received, response) => void response.writeHead(200).end('thank you'));
  const url = `${receiver.origin}/hooks`;
  const [id = '', secret = ''] = (await done('webhooks', 'create', url, '--event', 'document.failed', '--description', 'Desk')).split('\n');
  assert.match(`${id} ${secret}`, /^whe_\w{26} whsec_\S+$/);
  assert.match(await done('webhooks', 'list'), new RegExp(`${id} +enabled .*${url} +document\\.failed`));
  const test = JSON.parse(await done('webhooks', 'test', id, '--json')) as DeliveryJson;
  assert.deepEqual([test.status, receiver.received.map(({ event }) => event.id)], ['delivered', [test.event_id]]);
  assert.match(await done('webhooks', 'deliveries', id), new RegExp(`${test.id} +delivered +1 .*webhook\\.test +200`));

  receiver.answerWith((_received, response) => void response.writeHead(500).end());
  const refused = await run(['webhooks', 'test', id]);
  assert.deepEqual([refused.code, /the receiver answered 500|500/.test(refused.complained)], [4, true], refused.complained);
  const list = async (...more: string[]): Promise<DeliveryJson[]> =>
    JSON.parse(await done('webhooks', 'deliveries', id, '--json', ...more)) as DeliveryJson[];
  const [latest] = await list('--limit', '1');
  assert.notEqual(latest?.id, test.id);
  receiver.answerWith((_received, response) => void response.writeHead(204).end());
  await done('webhooks', 'retry', id, test.id);
  for (const until = Date.now() + 180_000; receiver.received.filter(({ event }) => event.id === test.event_id).length < 2;) {
    assert.ok(Date.now() < until, 'there is no second attempt');
    await new Promise((resolve) => setTimeout(resolve, 50));
  }

  const rotated = (await done('webhooks', 'rotate', id)).trim();
  assert.match(rotated, /^whsec_/);
  assert.notEqual(rotated, secret);
  await done('webhooks', 'delete', id);
  assert.equal(await done('webhooks', 'list', '--json'), '[]\n');
  const gone = await run(['webhooks', 'test', id]);
  assert.equal(gone.code, 3, gone.complained);
  const inside = await run(['webhooks', 'create', 'http://127.0.0.1/hooks']);
  assert.deepEqual([inside.code, /https/.test(inside.complained)], [3, true], inside.complained);
});

test('the exit code says what went wrong', async () => {
  assert.equal((await run(['create', '--colour', 'red'])).code, 2, 'an option that there is not');
  assert.equal((await run(['edit', 'terms.docx'])).code, 2, 'nothing to do');
  const refused = await run(['create', 'terms.md', '-o', 'x.docx'], { OCTAVO_API_KEY: `ak_local_${'x'.repeat(32)}` });
  assert.deepEqual([refused.code, /not known|revoked/.test(refused.complained)], [3, true], refused.complained);
  await writeFile(join(folder, 'empty.md'), '<!-- nothing -->\n');
  assert.equal((await run(['create', 'empty.md', '-o', 'x.docx'])).code, 4);
});

test('what cannot be done is told in one line that says what to do', async () => {
  const away = { OCTAVO_BASE_URL: 'http://127.0.0.1:9' };
  const cases: [args: string[], code: number, says: RegExp, environment?: Record<string, string>][] = [
    [['create'], 2, /^octavo: create needs a Markdown file, - for standard input, or --prompt <text>\.\n$/],
    [['edit', 'terms.docx'], 2, /^octavo: edit needs --ops <file>/],
    [['fill', 'template.docx'], 2, /^octavo: fill needs the JSON file/],
    [['create', 'terms.md', '--quality', 'superb'], 2, /Allowed choices are auto, fast/],
    [['create', 'absent.md'], 3, /^octavo: absent\.md cannot be read: there is no such file\.\n$/],
    [['create', 'terms.md', '--source', 'absent.png'], 3, /^octavo: absent\.png cannot be read/],
    [['create', 'terms.md', '-o', 'x.txt'], 3, /^octavo: The output must end in \.docx, \.pptx, \.xlsx or \.pdf, not \.txt\.\n$/],
    [['create', 'terms.md', '-o', 'x.docx', '-f', 'pdf'], 3, /contradict each other/],
    [['edit', 'terms.docx', '--ops', 'terms.md'], 3, /^octavo: terms\.md is not valid JSON: /],
    [['edit', 'terms.docx', '--ops', 'absent.json'], 3, /^octavo: absent\.json cannot be read/],
    [['fill', 'template.docx', 'absent.json'], 3, /^octavo: absent\.json cannot be read/],
    [['read', '.'], 3, /^octavo: \. cannot be read: it is a folder\.\n$/],
    [['read', 'terms.md', '-o', 'terms.md/x.md'], 3, /^octavo: \S*terms\.md\/x\.md cannot be written: a part of its path is a file\.\n$/],
    [['compare', 'terms.docx', 'terms.pdf'], 3, /^octavo: The one is of kind docx, the other of kind pdf; compare files of one kind\.\n$/],
    [['webhooks', 'create', 'http://example.com/'], 3, /^octavo: \/url: This must be a public https address\.\n$/],
    [['watch', 'doc_1'], 3, /^octavo: There is nothing with this id[^;]*\n$/],
    [['read', 'terms.md'], 3, /^octavo: .* The key is that of OCTAVO_API_KEY\.\n$/, { OCTAVO_API_KEY: 'wrong' }],
    [['read', 'terms.md'], 2, /^octavo: OCTAVO_API_KEY is not set: http\S* wants a key/, { OCTAVO_API_KEY: '' }],
    [['read', 'terms.md'], 2, /^octavo: OCTAVO_BASE_URL must be the http or https address/, { OCTAVO_BASE_URL: 'localhost:8080' }],
    ...[
      ['create', 'terms.md'],
      ['read', 'terms.md'],
      ['watch', 'doc_1'],
      ['webhooks', 'list'],
    ].map((args): [string[], number, RegExp, Record<string, string>] => [
      args,
      5,
      /^octavo: no answer from http:\/\/127\.0\.0\.1:9(?:: nothing listens there)?\. Is the service started, and is OCTAVO_BASE_URL right\?\n$/,
      away,
    ]),
  ];
  for (const [args, code, says, environment] of cases) {
    const { code: ended, complained } = await run(args, environment);
    assert.match(complained, says, args.join(' '));
    assert.equal(ended, code, args.join(' '));
  }
});

test('completion and the manual know every command', async () => {
  const manual = await done('man');
  for (const shell of ['bash', 'zsh', 'fish']) {
    const script = await done('completion', shell);
    for (const command of ['create', 'edit', 'review', 'read', 'fill', 'compare', 'watch', 'webhooks', 'make', 'serve'])
      assert.ok(script.includes(command) && manual.includes(`.B ${command}`), `${shell}: ${command}`);
  }
  assert.match(await done('--version'), /^\d+\.\d+\.\d+\n$/);
});

test('commands that ask a service load nothing of the engine', async () => {
  for (const args of [
    ['create', 'terms.md', '-o', 'light.docx'],
    ['read', 'terms.md'],
  ]) {
    const { code, complained } = await run(args, { NODE_OPTIONS: TELL_LOADED });
    assert.equal(code, 0, complained);
    assert.deepEqual(loadedRooms(complained), LIGHT_ROOMS, args.join(' '));
  }
});
