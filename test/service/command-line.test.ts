/** `octavo make`: documents without a server. */
import assert from 'node:assert/strict';
import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import sharp from 'sharp';
import { runOctavo } from '../support/service.ts';

let folder: string;
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'octavo-cli-'));
  await writeFile(join(folder, 'note.md'), '# A note\n\nText and a picture.\n\n![Blue](img:1)\n');
  await writeFile(
    join(folder, 'blue.png'),
    await sharp({ create: { width: 40, height: 30, channels: 3, background: '#1040a0' } })
      .png()
      .toBuffer(),
  );
});
after(() => rm(folder, { recursive: true, force: true }));

const octavo = (...args: string[]) => runOctavo(args, { dataDir: folder });

test('a Word file beside the input, with PDF and page pictures on demand', async () => {
  const { code, stderr } = await octavo('make', 'note.md', '--pdf', '--pages', '--picture', 'blue.png');
  assert.equal(code, 0, stderr);
  const made = (await readdir(folder)).filter((name) => name.startsWith('note')).sort();
  assert.deepEqual(made, ['note-1.png', 'note.docx', 'note.md', 'note.pdf']);
  assert.equal((await readFile(join(folder, 'note.docx'))).subarray(0, 2).toString(), 'PK');
});

test('a PDF from standard input', async () => {
  const { code, stderr } = await runOctavo(['make', '-', '-o', 'piped.pdf', '--quiet'], { dataDir: folder, input: '# Piped\n' });
  assert.equal(code, 0, stderr);
  assert.equal(stderr, '');
  assert.equal((await readFile(join(folder, 'piped.pdf'))).subarray(0, 5).toString(), '%PDF-');
});

test('a web page with its picture in it', async () => {
  const { code, stderr } = await octavo('make', 'note.md', '-o', 'note.html', '--picture', 'blue.png');
  assert.equal(code, 0, stderr);
  const page = await readFile(join(folder, 'note.html'), 'utf8');
  assert.match(page, /^<!doctype html>[^]*<h1[^>]*>A note<\/h1>[^]*<img src="data:image\/png;base64,/);
});

test('the same input gives the same text of a document', async () => {
  for (const name of ['one.pdf', 'two.pdf']) assert.equal((await octavo('make', 'note.md', '-o', name, '-q')).code, 0);
  assert.equal((await readFile(join(folder, 'one.pdf'))).length, (await readFile(join(folder, 'two.pdf'))).length);
});

test('mistakes are reported in one sentence', async () => {
  const mistakes: [args: string[], said: RegExp][] = [
    [['make', 'missing.md'], /missing\.md/],
    [['make', 'note.md', '-o', 'x.odt'], /\.docx, \.pptx, \.xlsx, \.pdf or \.html/],
    [['make', 'note.md', '-f', 'pdf', '-o', 'x.docx'], /contradict/],
    [['make', 'note.md', '-o', 'x.html', '--pages'], /a web page has none/],
    [['make'], /missing required argument/],
    [['mkae'], /unknown command/],
  ];
  for (const [args, said] of mistakes) {
    const { code, stderr } = await octavo(...args);
    assert.notEqual(code, 0, args.join(' '));
    assert.match(stderr, said);
    assert.doesNotMatch(stderr, /\n\s+at /, 'no stack');
  }
});

test('help and version', async () => {
  const help = await octavo('--help');
  assert.equal(help.code, 0);
  for (const command of ['serve', 'make', 'orgs', 'projects', 'keys']) assert.match(help.stdout, new RegExp(`^  ${command}\\b`, 'm'));
  assert.match((await octavo('--version')).stdout, /^\d+\.\d+\.\d+/);
});
