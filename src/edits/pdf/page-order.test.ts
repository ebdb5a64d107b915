/** Operations on pages one after another in a request: numbers are those of the file as it was sent, and what leads to a page that goes, goes. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PDFArray, PDFDict, PDFDocument, PDFName, PDFRef, StandardFonts, type PDFObject } from '@cantoo/pdf-lib';
import { faultsOfPdf } from '../../../test/support/pdf-model.ts';
import { applyPdfEdits } from '../apply-pdf-edits.ts';
import type { EditOperation } from '../apply-edits.ts';
import { openPdf, pageContent } from './mechanics/pdf-file.ts';

const CONTEXT = { author: 'Ann', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const key = (name: string): PDFName => PDFName.of(name);

async function fileOf(words: readonly string[]): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  for (const word of words) document.addPage([300, 400]).drawText(word, { x: 50, y: 300, size: 20, font });
  return document.save();
}

async function edit(bytes: Uint8Array, ...operations: EditOperation[]): ReturnType<typeof applyPdfEdits> {
  return applyPdfEdits(bytes, { pages: [], fonts: [], outline: [], tagged: false, title: '', lang: '' }, operations, CONTEXT);
}

/** The words of each page, and how it is turned. */
const wordsOf = async (bytes: Uint8Array): Promise<string[]> =>
  (await openPdf(bytes)).pages.map((page) => {
    const shown = Buffer.from(pageContent(page) ?? [])
      .toString('latin1')
      .matchAll(/<([0-9A-Fa-f]+)>\s*Tj/g);
    const turn = page.getRotation().angle;
    return `${Array.from(shown, ([, hex = '']) => Buffer.from(hex, 'hex').toString('latin1')).join(' ')}${turn === 0 ? '' : ` @${turn}`}`;
  });

test('pages are named as they were sent, whatever came in before', async () => {
  const sent = await fileOf(['one', 'two']);
  const data = Buffer.from(await fileOf(['A', 'B'])).toString('base64');
  const { bytes, results } = await edit(
    sent,
    { op: 'insert_pages', file: { data }, before: 2 },
    { op: 'move_pages', pages: [1], before: 3 },
    { op: 'rotate_pages', pages: [2], angle: 90 },
    { op: 'delete_pages', pages: [3] },
    { op: 'rotate_pages', pages: '3-4', angle: 90 },
    { op: 'set_bookmarks', bookmarks: [{ title: 'A', page: 3 }] },
    { op: 'add_page_numbers', text: 'p{page}' },
  );
  assert.deepEqual(
    results.map(({ reason, status }) => reason ?? status),
    ['applied', 'applied', 'applied', 'target_not_found', 'target_not_found', 'target_not_found', 'applied'],
  );
  assert.match(results[3]?.message ?? '', /have no number in this request/);
  assert.deepEqual(await wordsOf(bytes), ['A p1', 'B p2', 'two p3 @90', 'one p4']);
});

test('a page that came in alone, behind all others, is there', async () => {
  const { bytes } = await edit(await fileOf(['one']), { op: 'insert_pages', blank: 1 });
  assert.deepEqual(await wordsOf(bytes), ['one', '']);
});

test('a page takes its structure, its fields and what leads to it along', async () => {
  const document = await PDFDocument.load(await fileOf(['one', 'two']));
  const { context, catalog } = document;
  const [first, second] = document.getPages();
  assert.ok(first && second);
  for (const [index, page] of [first, second].entries())
    document
      .getForm()
      .createTextField(`field ${index + 1}`)
      .addToPage(page, { x: 50, y: 50, width: 100, height: 20 });
  const root = context.nextRef();
  const elements = [first, second].map((page, at) => {
    page.node.set(key('StructParents'), context.obj(at));
    return context.register(context.obj({ Type: 'StructElem', S: 'P', P: root, Pg: page.ref, K: 0 }));
  });
  const both = context.register(
    context.obj({ Type: 'StructElem', S: 'P', P: root, Pg: first.ref, K: [1, { Type: 'MCR', Pg: second.ref, MCID: 1 }] }),
  );
  const parents = context.register(context.obj({ Nums: [0, [elements[0], both], 1, [elements[1], both]] }));
  context.assign(root, context.obj({ Type: 'StructTreeRoot', K: [...elements, both], ParentTree: parents }));
  catalog.set(key('StructTreeRoot'), root);
  catalog.set(key('Dests'), context.obj({ here: [first.ref, 'Fit'], there: [second.ref, 'Fit'] }));
  catalog.set(key('OpenAction'), context.obj([first.ref, 'Fit']));

  const { bytes } = await edit(await document.save(), { op: 'delete_pages', pages: [1] });
  assert.deepEqual(await faultsOfPdf(bytes), []);
  const after = await PDFDocument.load(bytes);
  assert.deepEqual(
    after
      .getForm()
      .getFields()
      .map((field) => field.getName()),
    ['field 2'],
  );
  const tree = after.catalog.lookup(key('StructTreeRoot'), PDFDict);
  const listOf = (value: PDFObject | undefined): string[] => (value instanceof PDFArray ? value.asArray().map(String) : []);
  assert.equal(listOf(tree.lookup(key('K'))).length, 2, 'the paragraph of page 2, and that of both pages');
  assert.deepEqual(listOf(tree.lookup(key('ParentTree'), PDFDict).lookup(key('Nums')))[0], '1');
  assert.equal(after.catalog.lookup(key('Dests'), PDFDict).has(key('here')), false);
  assert.equal(after.catalog.has(key('OpenAction')), false);
});

test('fields that become part of their pages leave the structure', async () => {
  const document = await PDFDocument.load(await fileOf(['one']));
  const { context, catalog } = document;
  const [page] = document.getPages();
  assert.ok(page);
  const field = document.getForm().createTextField('name');
  field.setText('Ada');
  field.addToPage(page, { x: 50, y: 50, width: 100, height: 20 });
  const annotations = page.node.lookup(key('Annots'), PDFArray);
  const widget = annotations.get(0);
  annotations.lookup(0, PDFDict).set(key('StructParent'), context.obj(1));
  page.node.set(key('StructParents'), context.obj(0));
  const root = context.nextRef();
  const text = context.register(context.obj({ Type: 'StructElem', S: 'P', P: root, Pg: page.ref, K: 0 }));
  const form = context.register(
    context.obj({ Type: 'StructElem', S: 'Form', P: root, Pg: page.ref, K: { Type: 'OBJR', Obj: widget, Pg: page.ref } }),
  );
  const parents = context.register(context.obj({ Nums: [0, [text], 1, form] }));
  context.assign(root, context.obj({ Type: 'StructTreeRoot', K: [text, form], ParentTree: parents }));
  catalog.set(key('StructTreeRoot'), root);

  const { bytes } = await edit(await document.save(), { op: 'flatten_form' });
  assert.deepEqual(await faultsOfPdf(bytes), []);
  const tree = (await PDFDocument.load(bytes)).catalog.lookup(key('StructTreeRoot'), PDFDict);
  assert.equal(tree.lookup(key('K'), PDFArray).size(), 1);
  assert.equal(tree.lookup(key('ParentTree'), PDFDict).lookup(key('Nums'), PDFArray).size(), 2);
});

test('a file of PDF/A-1 is written as that allows, and a page without a size gets the usual one', async () => {
  const document = await PDFDocument.load(await fileOf(['one']));
  const xmp =
    '<x:xmpmeta xmlns:x="adobe:ns:meta/"><rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#"><rdf:Description rdf:about="" xmlns:pdfaid="http://www.aiim.org/pdfa/ns/id/"><pdfaid:part>1</pdfaid:part><pdfaid:conformance>B</pdfaid:conformance></rdf:Description></rdf:RDF></x:xmpmeta>';
  document.catalog.set(key('Metadata'), document.context.register(document.context.stream(xmp, { Type: 'Metadata', Subtype: 'XML' })));
  document.getPages()[0]?.node.delete(key('MediaBox'));
  const { bytes, results } = await edit(await document.save({ useObjectStreams: false }), { op: 'stamp', text: 'DRAFT' });
  assert.equal(results[0]?.status, 'applied');
  assert.equal(Buffer.from(bytes).includes('/ObjStm'), false);
  assert.deepEqual((await openPdf(bytes)).pages[0]?.getSize(), { width: 612, height: 792 });
});

test('a file whose list of pages only some readers understand is not changed', async () => {
  const bytes = await fileOf(['one']);
  const page = { widthPt: 300, heightPt: 400, lines: [], pictures: [], missingGlyphs: 0 };
  const drawn = { pages: [1, 2].map((number) => ({ ...page, page: number })), fonts: [], outline: [], tagged: false, title: '', lang: '' };
  const outcome = await applyPdfEdits(bytes, drawn, [{ op: 'insert_pages', blank: 1 }], CONTEXT);
  assert.equal(outcome.results[0]?.reason, 'unsupported');
  assert.deepEqual(outcome.bytes, bytes);
});

test('what is added is not taken for an object that the file names and has not', async () => {
  const document = await PDFDocument.load(await fileOf(['one']));
  const missing = PDFRef.of(document.context.largestObjectNumber + 2);
  document.getPage(0).node.set(key('Contents'), document.context.obj([missing]));
  const data = Buffer.from(await fileOf(['A', 'B'])).toString('base64');
  const { bytes } = await edit(await document.save({ useObjectStreams: false }), { op: 'insert_pages', file: { data }, before: 2 });
  assert.deepEqual(await wordsOf(bytes), ['', 'A', 'B']);
});

test('what an object leads to that is not well-formed stays with it', async () => {
  const plain = await PDFDocument.load(await fileOf(['one']));
  const source = Buffer.from(await plain.save({ useObjectStreams: false })).toString('latin1');
  // a name with a space in it, as some writers of fonts leave it
  const torn = source
    .replace(/\/Type \/Font\b/, '/BaseFont /Arial,Unicode MS\n/Kept 900 0 R\n/Type /Font')
    .replace(/(\n)(\d+ 0 obj)/, '$1900 0 obj\n<< /Mine (kept) >>\nendobj\n$2');
  assert.notEqual(torn, source);
  const { bytes, results } = await edit(Buffer.from(torn, 'latin1'), { op: 'set_property', name: 'title', value: 'New' });
  assert.equal(results[0]?.status, 'applied');
  const { context } = await PDFDocument.load(bytes, { throwOnInvalidObject: false });
  assert.equal(context.enumerateIndirectObjects().filter(([, object]) => object instanceof PDFDict && object.has(key('Mine'))).length, 1);
});
