/** Extraction as clients use it: every form of a file, addresses, hostile files, and nothing left on the disk. */
import assert from 'node:assert/strict';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { startLocalWeb, type LocalWeb } from '../support/local-web.ts';
import {
  download,
  expectJson,
  expectProblem,
  makeDocument,
  startOctavo,
  stopOctavo,
  type FileJson,
  type Running,
} from '../support/service.ts';

interface Extraction {
  id: string;
  format: string;
  markdown: string;
  chars: number;
  truncated: boolean;
  pages: number | null;
  notes: { code: string }[];
  blocks?: { address: string; type: string; text: string }[];
}

let octavo: Running;
let web: LocalWeb;

before(async () => {
  web = await startLocalWeb(
    (_request, response) =>
      void response
        .writeHead(200, { 'content-type': 'text/html' })
        .end('<html><body><h1>From the web</h1><script>x</script></body></html>'),
  );
  octavo = await startOctavo({ environment: { OCTAVO_FETCH_ALLOW: '127.0.0.1' } });
});
after(async () => {
  web.close();
  await stopOctavo(octavo);
});

const json = (value: unknown): RequestInit => ({
  method: 'POST',
  headers: { 'content-type': 'application/json' },
  body: JSON.stringify(value),
});

function form(bytes: Uint8Array, filename: string): RequestInit {
  const body = new FormData();
  body.set('file', new Blob([Uint8Array.from(bytes)]), filename);
  return { method: 'POST', body };
}

const WORDS = 'Kestrel-93 over Aldermaston';
const TEXT = `# Birds\n\n${WORDS}\n\n| Bird | Count |\n|---|---|\n| Kite | 7 |\n`;

/** Files of a folder that hold the words, in the encodings and packings that a text is kept in as it is. */
async function filesWith(folder: string, words: string): Promise<string[]> {
  const found: string[] = [];
  for (const entry of await readdir(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    const path = join(entry.parentPath, entry.name);
    const bytes = await readFile(path).catch(() => Buffer.alloc(0));
    if ([words, Buffer.from(words, 'utf16le')].some((form) => bytes.includes(form))) found.push(path);
  }
  return found;
}

const filesOf = async (folder: string): Promise<string[]> =>
  (await readdir(folder, { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name));

test('every form of a file is read, and its kind is determined from its bytes', async () => {
  const read = async (init: RequestInit): Promise<Extraction> => expectJson<Extraction>(await octavo.call('/extract', init));
  assert.equal((await read(form(Buffer.from('plain'), 'a.txt'))).markdown, 'plain');
  assert.equal(
    (await read(json({ file: { data: Buffer.from('<h1>T</h1><p>x').toString('base64'), filename: 'a.html' } }))).markdown,
    '# T\n\nx\n',
  );
  assert.equal((await read(json({ file: { url: `${web.root}/`, filename: 'a.html' } }))).markdown, '# From the web\n');
  const document = await makeDocument(octavo, { content: { markdown: TEXT }, format: 'docx' });
  const fromDocument = await read(json({ file: document.id }));
  assert.equal(fromDocument.format, 'docx');
  assert.match(fromDocument.markdown, /# Birds[\s\S]*Kestrel-93[\s\S]*\| Kite \| 7 \|/);
  const pdf = document.outputs?.find(({ kind }) => kind === 'pdf');
  const fromPdf = await read(form(await download(pdf?.url ?? ''), 'misnamed.docx'));
  assert.deepEqual([fromPdf.format, fromPdf.pages, fromPdf.notes.some(({ code }) => code === 'name_contradicts')], ['pdf', 1, true]);
  const file = await expectJson<FileJson>(await octavo.call('/files', form(Buffer.from('uploaded'), 'u.md')), 201);
  assert.equal((await read(json({ file: file.id }))).markdown, 'uploaded');
});

test('addresses of an extraction are those that edits take', async () => {
  const document = await makeDocument(octavo, { content: { markdown: TEXT }, format: 'docx' });
  const { blocks = [] } = await expectJson<Extraction>(await octavo.call('/extract?addresses=true', json({ file: document.id })));
  const content = await expectJson<{ blocks: unknown[] }>(await octavo.call(`/documents/${document.id}/content`));
  assert.deepEqual(blocks, content.blocks);
  const target = blocks.find(({ text }) => text === WORDS)?.address;
  const preview = await octavo.call(
    '/edits',
    json({
      file: document.id,
      preview: true,
      operations: [{ op: 'replace_text', target, expect: WORDS, find: 'Kestrel', replace: 'Falcon' }],
    }),
  );
  assert.ok(target !== undefined && preview.status < 500, String(preview.status));
  const plain = await expectJson<Extraction>(await octavo.call('/extract?addresses=1', form(Buffer.from('x'), 'a.txt')));
  assert.deepEqual([plain.blocks, plain.notes.map(({ code }) => code)], [[], ['addresses_missing']]);
  assert.equal((await expectJson<Extraction>(await octavo.call('/extract', form(Buffer.from('x'), 'a.txt')))).blocks, undefined);
  await expectProblem(await octavo.call('/extract?addresses=yes', form(Buffer.from('x'), 'a.txt')), 422, 'input_invalid');
});

test('what cannot be read is refused with the code that says why', async () => {
  const answer = async (bytes: Uint8Array, filename: string): Promise<Response> => octavo.call('/extract', form(bytes, filename));
  const problem = await expectProblem(await answer(Buffer.from('PK\u0003\u0004 no archive'), 'a.docx'), 422, 'file_rejected');
  assert.equal(problem.errors?.[0]?.path, '/file');
  await expectProblem(await answer(Buffer.from('%PDF-1.7 nothing'), 'a.pdf'), 422, 'file_rejected');
  await expectProblem(await octavo.call('/extract', json({ file: `doc_${'0'.repeat(26)}` })), 404, 'not_found');
  await expectProblem(
    await octavo.call('/extract', json({ file: { url: `${web.root}/`, filename: 'a.docx', more: 1 } })),
    422,
    'input_invalid',
  );
  await expectProblem(await octavo.call('/extract', form(Buffer.alloc(20 * 1024 * 1024 + 1, 'a'), 'a.txt')), 413, 'file_too_large');
  assert.equal((await expectJson<Extraction>(await answer(Buffer.alloc(20 * 1024 * 1024, 'a'), 'a.txt'))).chars, 20 * 1024 * 1024);
});

test('of a file that was read nothing is left, on disk or in the database', async () => {
  const before = new Set(await filesOf(join(octavo.dataDir, 'blobs')));
  const secret = `Quokka-${Date.now()}`;
  const kinds: [string, string][] = [
    ['a.txt', `${secret} text`],
    ['a.html', `<p>${secret} page</p>`],
    ['a.md', `# ${secret}`],
  ];
  for (const [name, text] of kinds)
    assert.match(
      (await expectJson<Extraction>(await octavo.call('/extract', form(Buffer.from(text), `${secret} ${name}`)))).markdown,
      /Quokka/,
    );
  await sleep(200);
  assert.deepEqual(await filesWith(octavo.dataDir, secret), []);
  assert.deepEqual(
    (await filesOf(join(octavo.dataDir, 'blobs'))).filter((path) => !before.has(path)),
    [],
  );
});
