/** Scanned pages and pictures through the whole way: drawn, recognized in the sandbox, read, written as Markdown. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, test } from 'node:test';
import sharp from 'sharp';
import { Refusal } from '../src/base/refusal.ts';
import { createExtractTools, extractMarkdown } from '../src/pipeline/extract.ts';
import { createPageRecognizer } from '../src/render/page-recognizer.ts';
import { createPageRenderer } from '../src/render/page-renderer.ts';
import { createPictureDecoder } from '../src/render/picture-decoder.ts';
import { createTextRecognizer } from '../src/render/text-recognizer.ts';
import { pdfOfScans, scanPage } from './support/scanned-pdf.ts';
import { typeset } from './support/typeset.ts';

const workDir = await mkdtemp(join(tmpdir(), 'octavo-recognition-'));
const pages = createPageRenderer({ threads: 1 });
const pictures = createPictureDecoder({ workDir });
const recognizer = createTextRecognizer({ workDir });
after(async () => {
  await Promise.all([pages.close(), pictures.close(), recognizer.close()]);
  await rm(workDir, { recursive: true, force: true });
});
const recognition = createPageRecognizer({ pages, pictures, recognizer });
const tools = createExtractTools({ pages, office: null, recognition }, { threads: false });

const SOURCE = `#set page("a5"); #set text(font: "Liberation Serif", size: 11pt, lang: "en")
#heading[Minutes of the meeting]
The committee met on 14 March and heard the report of the treasurer, who asked for a larger budget.

- The roof is to be repaired before winter.
- The library opens on Saturdays.

El comité aprobó el presupuesto del año próximo sin ningún voto en contra.`;
const { pdf } = await typeset({ source: SOURCE, assets: new Map() });

const words = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
/** Share of the words of the source that are in the text. */
function shareRead(markdown: string): number {
  const wanted = words(SOURCE.slice(SOURCE.indexOf('[') + 1));
  const found = new Set(words(markdown));
  return wanted.filter((word) => found.has(word)).length / wanted.length;
}

test('a scanned page beside a written one is read, and said to be', async () => {
  const scan = pdfOfScans([await scanPage(pages, pdf, 1)]);
  const { markdown, notes, pages: count } = await extractMarkdown({ bytes: scan, filename: 'scan.pdf' }, tools);
  assert.equal(count, 1);
  assert.ok(shareRead(markdown) > 0.97, markdown);
  assert.match(markdown, /^<!-- Page 1 -->\n\n# Minutes of the meeting\n/);
  assert.match(markdown, /^- The library opens on Saturdays\.$/m);
  assert.match(markdown, /aprobó el presupuesto del año próximo/);
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['pages_recognized'],
  );
});

test('what stands on a shade, and single figures beside it, are read from a scan', async () => {
  const source = `#set page("a5"); #set text(font: "Liberation Sans", size: 11pt)
#table(columns: (1fr, 1fr, 1fr, 1fr), inset: 8pt, fill: (_, y) => if y == 0 { rgb("#8db4e2") },
  [*Category*], [*Participants*], [*Accuracy*], [*Seconds*],
  [Blind], [5], [34.5 %], [1199], [Dexterity], [4], [98.3 %], [1672], [Mobility], [3], [95.4 %], [1416])`;
  const { pdf: table } = await typeset({ source, assets: new Map() });
  const { markdown } = await extractMarkdown({ bytes: pdfOfScans([await scanPage(pages, table, 1)]), filename: 'scan.pdf' }, tools);
  assert.match(markdown, /Category.*Participants.*Accuracy.*Seconds/, markdown);
  assert.match(markdown, /Mobility *\| *3 *\| *95\.4 ?%/, markdown);
});

test('pages on their side or on their head are turned upright', async () => {
  const scans = await Promise.all(([1, 2, 3] as const).map((turns) => scanPage(pages, pdf, 1, { turns, skew: 0 })));
  const { markdown } = await extractMarkdown({ bytes: pdfOfScans(scans), filename: 'scan.pdf' }, tools);
  const parts = markdown.split(/<!-- Page \d -->/).slice(1);
  assert.equal(parts.length, 3);
  for (const part of parts) assert.ok(shareRead(part) > 0.95, part);
});

test('pictures of every kind are read, small ones too', async () => {
  const { jpeg } = await scanPage(pages, pdf, 1, { dpi: 110, skew: 0, grain: 2 });
  const kinds = {
    jpg: jpeg,
    png: await sharp(jpeg).png().toBuffer(),
    webp: await sharp(jpeg).webp({ lossless: true }).toBuffer(),
    gif: await sharp(jpeg).gif().toBuffer(),
  };
  for (const [kind, bytes] of Object.entries(kinds)) {
    const { format, markdown, pages: count, notes } = await extractMarkdown({ bytes, filename: `scan.${kind}` }, tools);
    assert.deepEqual([format, count, notes.map(({ code }) => code)], [kind, null, ['picture_recognized']]);
    assert.ok(shareRead(markdown) > 0.9, `${kind}: ${markdown}`);
  }
});

test('a picture without text is no text, a damaged one is refused', async () => {
  const blank = await sharp({ create: { width: 400, height: 300, channels: 3, background: '#88aacc' } })
    .png()
    .toBuffer();
  const { markdown, notes } = await extractMarkdown({ bytes: blank, filename: 'sky.png' }, tools);
  assert.deepEqual([markdown.trim(), notes.map(({ code }) => code)], ['', ['picture_without_text']]);
  await assert.rejects(
    extractMarkdown({ bytes: blank.subarray(0, blank.length - 60), filename: 'sky.png' }, tools),
    (error) => error instanceof Refusal && error.code === 'file_rejected',
  );
});

test('a picture that takes too long costs its own file alone, a page its own page', async () => {
  const hasty = createTextRecognizer({ workDir, timeoutMs: 1 });
  const scan = await scanPage(pages, pdf, 1);
  const impatient = createExtractTools(
    { pages, office: null, recognition: createPageRecognizer({ pages, pictures, recognizer: hasty }) },
    { threads: false },
  );
  await assert.rejects(
    extractMarkdown({ bytes: scan.jpeg, filename: 'a.jpg' }, impatient),
    (error) => error instanceof Refusal && error.code === 'processing_failed',
  );
  const { notes } = await extractMarkdown({ bytes: pdfOfScans([scan]), filename: 'a.pdf' }, impatient);
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['pages_without_text'],
  );
  await hasty.close();
});

test('where nothing recognizes text, pictures are refused and scanned pages said', async () => {
  const without = createExtractTools({ pages, office: null, recognition: null }, { threads: false });
  const scan = await scanPage(pages, pdf, 1);
  await assert.rejects(
    extractMarkdown({ bytes: scan.jpeg, filename: 'a.jpg' }, without),
    (error) => error instanceof Refusal && error.code === 'feature_unavailable',
  );
  const { notes } = await extractMarkdown({ bytes: pdfOfScans([scan]), filename: 'a.pdf' }, without);
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['pages_without_text'],
  );
});
