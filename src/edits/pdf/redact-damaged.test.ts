/** Redaction of files with damaged objects, and of text that no page draws: what cannot be taken out is refused, never left without a word. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { deflateSync } from 'node:zlib';
import { PDFDocument, PDFInvalidObject, PDFName, StandardFonts, type PDFRef } from '@cantoo/pdf-lib';
import type { RenderedDocument, RenderedLine } from '../../document/rendered-document.ts';
import { applyPdfEdits, type PdfOutcome } from '../apply-pdf-edits.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const LINE: RenderedLine = {
  text: 'one secret',
  left: 50,
  right: 150,
  top: 100,
  bottom: 120,
  sizePt: 20,
  font: 'Helvetica',
  bold: false,
  words: [0, 50, 90, 4, 95, 150],
};
const DRAWN: RenderedDocument = {
  pages: [{ page: 1, widthPt: 300, heightPt: 400, lines: [LINE], pictures: [], missingGlyphs: 0 }],
  fonts: [],
  outline: [],
  tagged: false,
  title: '',
  lang: '',
};

/** A page that says "one secret", with more objects. */
async function write(more: (document: PDFDocument, damaged: (source: string) => PDFRef) => void): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const page = document.addPage([300, 400]);
  page.drawText('one secret', { x: 50, y: 280, size: 20, font: await document.embedFont(StandardFonts.Helvetica) });
  more(document, (source) => document.context.register(PDFInvalidObject.of(Buffer.from(source, 'latin1'))));
  return document.save({ useObjectStreams: false });
}

const redact = async (bytes: Uint8Array, operation: object = { find: 'secret' }): Promise<PdfOutcome> =>
  applyPdfEdits(bytes, DRAWN, [{ op: 'redact', ...operation }], CONTEXT);
/** What becomes of the redaction where the catalog leads to a damaged object. */
async function besides(source: string): Promise<string> {
  const { results } = await redact(await write((document, damaged) => document.catalog.set(PDFName.of('Foo'), damaged(source))));
  return results[0]?.reason ?? results[0]?.status ?? '';
}

test('words that stand in a damaged object are not redacted', async () => {
  assert.equal(await besides('<< /Title (a Secret plan) /Bad >>>'), 'unsupported');
  assert.equal(await besides(String.raw`<< /Title (a \163ecret plan) /Bad >>>`), 'unsupported');
  assert.equal(await besides('<< /Title (a secret plan'), 'unsupported');
  assert.equal(await besides('<< /Title <736563726574> /Bad >>>'), 'unsupported');
  assert.equal(await besides('<< /Title (\xfe\xff\0s\0e\0c\0r\0e\0t) /Bad >>>'), 'unsupported');
  assert.equal(await besides('<< /Title (a plan) /Bad >>>'), 'applied');
});

test('a damaged object that nobody can look into keeps words from being redacted, a damaged picture does not', async () => {
  const packed = (text: string): string => Buffer.from(deflateSync(text)).toString('latin1');
  assert.equal(await besides('<< /Filter /LZWDecode /Bad >>> stream\nxxxx\nendstream'), 'unsupported');
  assert.equal(await besides(`<< /Filter /FlateDecode /Bad >>> stream\n${packed('(a secret) Tj')}\nendstream`), 'unsupported');
  assert.equal(await besides(`<< /Filter /FlateDecode /Bad >>> stream\n${packed('(a plan) Tj')}\nendstream`), 'applied');
  assert.equal(await besides('<< /Subtype /Image /Filter /LZWDecode /Bad >>> stream\nxxxx\nendstream'), 'applied');
});

test('a damaged object that nothing leads to goes, and does not matter', async () => {
  const bytes = await write((_, damaged) => void damaged('<< /Title (a secret plan) /Bad >>>'));
  const { results, bytes: after } = await redact(bytes);
  assert.equal(results[0]?.status, 'applied');
  assert.ok(Buffer.from(bytes).includes('a secret plan'));
  assert.ok(!Buffer.from(after).includes('a secret plan'));
});

test('a damaged note may lie anywhere on its page', async () => {
  const bytes = await write((document, damaged) =>
    document.getPage(0).node.set(PDFName.of('Annots'), document.context.obj([damaged('<< /Contents (note) /Bad >>>')])),
  );
  assert.equal((await redact(bytes)).results[0]?.reason, 'unsupported');
  assert.equal((await redact(bytes, { page: 1, box: [50, 90, 160, 130] })).results[0]?.reason, 'unsupported');
});

test('a page of which a part is damaged becomes a picture', async () => {
  const bytes = await write((document, damaged) => {
    const { node } = document.getPage(0);
    const own = node.get(PDFName.of('Contents'));
    if (own !== undefined)
      node.set(PDFName.of('Contents'), document.context.obj([own, damaged('<< /Length 3 /Bad >>> stream\nq Q\nendstream')]));
  });
  const { results, redacted } = await redact(bytes);
  assert.equal(results[0]?.status, 'applied', results[0]?.message);
  assert.deepEqual(
    redacted.map(({ unsure }) => unsure),
    [true],
  );
});

test('words go from forms in XML and from scripts, where they stand alone too', async () => {
  const given = (word: string) => (document: PDFDocument) => {
    const { context, catalog } = document;
    const stream = (text: string): PDFRef => context.register(context.flateStream(Buffer.from(text)));
    catalog.set(PDFName.of('AcroForm'), context.obj({ XFA: ['datasets', stream(`<data><a>R&amp;D ${word}</a></data>`)], Fields: [] }));
    catalog.set(PDFName.of('OpenAction'), context.obj({ S: 'JavaScript', JS: stream(`app.alert("${word}")`) }));
  };
  const said = async (bytes: Uint8Array): Promise<string> => {
    const { context } = await PDFDocument.load(bytes);
    const streams = context.enumerateIndirectObjects().map(([, object]) => object);
    const { decodeStream } = await import('./mechanics/pdf-file.ts');
    const { PDFRawStream } = await import('@cantoo/pdf-lib');
    return streams
      .flatMap((one) => (one instanceof PDFRawStream ? [Buffer.from(decodeStream(one) ?? []).toString('utf8')] : []))
      .filter((text) => /data|alert/.test(text))
      .toSorted()
      .join(' ');
  };
  const both = await redact(await write(given('secret')));
  assert.equal(await said(both.bytes), '<data><a>R&amp;D </a></data> app.alert("")');
  const titled = await redact(await write((document) => void document.setTitle('A hidden plan')), { find: 'hidden' });
  assert.equal((await PDFDocument.load(titled.bytes, { updateMetadata: false })).getTitle(), 'A plan');
  const alone = await redact(await write(given('hidden')), { find: 'R&D hidden' });
  assert.equal(alone.results[0]?.status, 'applied', alone.results[0]?.message);
  assert.equal(await said(alone.bytes), '<data><a></a></data> app.alert("hidden")');
});
