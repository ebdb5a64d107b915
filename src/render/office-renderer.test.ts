import assert from 'node:assert/strict';
import { readFile, mkdtemp, rm } from 'node:fs/promises';
import { globSync, readdirSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import { Refusal } from '../base/refusal.ts';
import { createOfficeRenderer } from './office-renderer.ts';
import { createPageBrowser } from './page-browser.ts';
import { createPageRenderer } from './page-renderer.ts';
import { checkRendering } from './start-up-check.ts';
import { createTextRecognizer } from './text-recognizer.ts';
import { makeWarmUpDocx, makeWarmUpPptx, makeWarmUpXlsx } from './warm-up-files.ts';
import { storeZip } from './warm-up/stored-zip.ts';

const workDir = await mkdtemp(join(tmpdir(), 'octavo-office-'));
const office = createOfficeRenderer({ workDir });
const pages = createPageRenderer();
after(async () => {
  await Promise.all([office.close(), pages.close()]);
  await rm(workDir, { recursive: true, force: true });
});

const docx = makeWarmUpDocx();
const latin1 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('latin1');
const isRefusal =
  (pattern: RegExp) =>
  (error: unknown): boolean =>
    error instanceof Refusal && error.code === 'processing_failed' && pattern.test(error.message);

/** A Word file around a body of our own. */
function wordFile(body: string): Uint8Array {
  return storeZip({
    '[Content_Types].xml':
      '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml"/></Types>',
    '_rels/.rels':
      '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="a" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" Target="word/document.xml"/></Relationships>',
    'word/document.xml': `<w:document xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main"><w:body>${body}</w:body></w:document>`,
  });
}

test('a Word file becomes a tagged PDF with bookmarks and the twins of its faces', async () => {
  const pdf = await office.toPdf({ bytes: docx, kind: 'docx' });
  const text = latin1(pdf);
  assert.match(text, /^%PDF-/);
  assert.match(text, /\/MarkInfo\s*<<\s*\/Marked true/);
  assert.match(text, /\/StructTreeRoot/);
  for (const twin of ['Carlito', 'Gelasio', 'Caladea', 'LiberationMono', 'DejaVuSans'])
    assert.match(text, new RegExp(`/BaseFont/[A-Z]{6}\\+${twin}`));
  assert.deepEqual(await pages.outline(pdf), { pages: 1, entries: [{ title: 'Warm-up', level: 1, page: 1 }] });
});

test('PowerPoint and Excel files too', async () => {
  for (const [kind, bytes] of [
    ['pptx', makeWarmUpPptx()],
    ['xlsx', makeWarmUpXlsx()],
  ] as const) {
    assert.match(latin1(await office.toPdf({ bytes, kind })), /^%PDF-/);
  }
});

test('the version names the program exactly', async () => {
  await office.ready();
  assert.match(office.version(), /^LibreOffice \d+\.\d+\.\d+/);
});

test('many at once come back each with its own', async () => {
  const words = Array.from({ length: 8 }, (_, i) => `Number${i}`);
  const pdfs = await Promise.all(
    words.map((word) =>
      office.toPdf({ bytes: wordFile(`<w:p><w:pPr><w:outlineLvl w:val="0"/></w:pPr><w:r><w:t>${word}</w:t></w:r></w:p>`), kind: 'docx' }),
    ),
  );
  const outlines = await Promise.all(pdfs.map((pdf) => pages.outline(pdf)));
  assert.deepEqual(
    outlines.map(({ entries }) => entries[0]?.title),
    words,
  );
});

test('what is not the file that it is called never reaches LibreOffice', async () => {
  const noise = Uint8Array.from({ length: 5000 }, (_, i) => (i * 7919) % 251);
  await assert.rejects(office.toPdf({ bytes: noise, kind: 'docx' }), isRefusal(/cannot be drawn as docx/));
  await assert.rejects(office.toPdf({ bytes: new Uint8Array(0), kind: 'docx' }), isRefusal(/empty/));
  await assert.rejects(office.toPdf({ bytes: docx.subarray(0, docx.length / 2), kind: 'docx' }), isRefusal(/damaged/));
  await assert.rejects(office.toPdf({ bytes: docx, kind: 'xlsx' }), isRefusal(/it is a docx file/));
});

test('a Word file with broken XML is refused, and the next one is drawn', async () => {
  await assert.rejects(office.toPdf({ bytes: wordFile('<w:p><w:r><w:t>half'), kind: 'docx' }), isRefusal(/damaged/));
  assert.ok((await office.toPdf({ bytes: docx, kind: 'docx' })).length > 1000);
});

test('a thousand formulas are drawn: LibreOffice reserves far more for them than it takes', async () => {
  const formula = (n: number): string =>
    `<m:oMath xmlns:m="http://schemas.openxmlformats.org/officeDocument/2006/math"><m:r><m:t>x=${n}</m:t></m:r></m:oMath>`;
  const body = Array.from(
    { length: 100 },
    (_, at) => `<w:p>${Array.from({ length: 10 }, (_item, i) => formula(at * 10 + i)).join('')}</w:p>`,
  );
  const pdf = await office.toPdf({ bytes: wordFile(body.join('')), kind: 'docx' });
  assert.ok((await pages.outline(pdf)).pages > 1);
});

test('a conversion that takes too long is ended, and the next ones are served', async () => {
  await assert.rejects(office.toPdf({ bytes: docx, kind: 'docx' }, { timeoutMs: 1 }), isRefusal(/took too long/));
  assert.ok((await office.toPdf({ bytes: docx, kind: 'docx' })).length > 1000);
});

test('an aborted conversion ends with the reason of the signal', async () => {
  const controller = new AbortController();
  const drawing = office.toPdf({ bytes: docx, kind: 'docx' }, { signal: controller.signal });
  setTimeout(() => controller.abort(new Error('canceled')), 5);
  await assert.rejects(drawing, /canceled/);
  await assert.rejects(office.toPdf({ bytes: docx, kind: 'docx' }, { signal: AbortSignal.abort(new Error('before')) }), /before/);
  assert.ok((await office.toPdf({ bytes: docx, kind: 'docx' })).length > 1000);
});

test('files that point at others get nothing of them', async () => {
  const field = (code: string): string =>
    `<w:p><w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText>${code}</w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>-</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p>`;
  const pdf = await office.toPdf({
    bytes: wordFile(field('INCLUDETEXT "file:///etc/passwd"') + field('INCLUDEPICTURE "http://127.0.0.1:9/x.png"')),
    kind: 'docx',
  });
  assert.equal((await pages.outline(pdf)).pages, 1);
});

test('nothing of a job is left on the disk', async () => {
  await office.toPdf({ bytes: docx, kind: 'docx' });
  const left = readdirSync(workDir, { recursive: true, encoding: 'utf8' }).filter((name) => /\.(docx|pdf)$|scratch/.test(name));
  assert.deepEqual(left, []);
});

test('fonts and equations pass the check of the start', async () => {
  assert.deepEqual(
    await checkRendering({
      office,
      pages,
      recognizer: createTextRecognizer({ workDir }),
      browser: createPageBrowser({ workDir, chromium: '/usr/lib' }),
      workDir,
    }),
    [],
  );
});

test('without a sandbox the same comes out, and its folder goes', async () => {
  const bare = createOfficeRenderer({ workDir, workers: 1, sandboxed: false });
  try {
    assert.match(latin1(await bare.toPdf({ bytes: docx, kind: 'docx' })), /\/StructTreeRoot/);
  } finally {
    await bare.close();
  }
  assert.deepEqual(
    readdirSync(workDir).filter((name) => name.startsWith('scratch')),
    [],
  );
});

const corpus = process.env['OCTAVO_CORPUS'];

test('old Word files that kill LibreOfficeKit are drawn cold', { skip: corpus === undefined && 'OCTAVO_CORPUS is not set' }, async () => {
  const paths = globSync('**/{testWORD_numbered_list,testWORD_2006ml,MarkAuthorsTable}.doc', { cwd: corpus });
  assert.ok(paths.length > 0, 'the corpus has none of them');
  for (const path of paths)
    assert.match(latin1(await office.toPdf({ bytes: await readFile(join(corpus ?? '', path)), kind: 'doc' })), /^%PDF-/, path);
});

test('hostile Word files end in a PDF or a refusal', { skip: corpus === undefined && 'OCTAVO_CORPUS is not set' }, async () => {
  const names = globSync('hostile/*.docx', { cwd: corpus }).filter((name) => !name.includes('attr_bomb'));
  assert.ok(names.length > 5, 'the corpus has no hostile files');
  const outcomes = await Promise.all(
    names.map((name) =>
      office.toPdf({ bytes: readFileSync(join(corpus ?? '', name)), kind: 'docx' }).then(
        () => 'drawn',
        (error: unknown) => (error instanceof Refusal ? 'refused' : String(error)),
      ),
    ),
  );
  assert.deepEqual(
    outcomes.filter((outcome) => outcome !== 'drawn' && outcome !== 'refused'),
    [],
  );
});
