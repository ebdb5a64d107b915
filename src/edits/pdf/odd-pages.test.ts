/** Pages as few programs write them: boxes by reference, wrong parents, content that is cut off, pages named by keys that nobody knows. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PDFBool, PDFDict, PDFDocument, PDFHexString, PDFName, PDFStream, StandardFonts, type PDFPage } from '@cantoo/pdf-lib';
import { faultsOfPdf } from '../../../test/support/pdf-model.ts';
import { applyPdfEdits } from '../apply-pdf-edits.ts';
import type { EditOperation } from '../apply-edits.ts';
import { isCutOff } from './mechanics/balance-states.ts';
import { openPdf, pageContent } from './mechanics/pdf-file.ts';

const CONTEXT = { author: 'Ann', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const NOTHING_DRAWN = { pages: [], fonts: [], outline: [], tagged: false, title: '', lang: '' };
const key = (name: string): PDFName => PDFName.of(name);

async function fileOf(words: readonly string[], change: (document: PDFDocument, pages: PDFPage[]) => void): Promise<Uint8Array> {
  const document = await PDFDocument.create();
  const font = await document.embedFont(StandardFonts.Helvetica);
  const pages = words.map((word) => {
    const page = document.addPage([300, 400]);
    page.drawText(word, { x: 50, y: 300, size: 20, font });
    return page;
  });
  // what was drawn is written before it is changed
  const drawn = await PDFDocument.load(await document.save());
  change(drawn, drawn.getPages());
  assert.equal(pages.length, words.length);
  return drawn.save();
}

const edit = async (bytes: Uint8Array, ...operations: EditOperation[]): ReturnType<typeof applyPdfEdits> =>
  applyPdfEdits(bytes, NOTHING_DRAWN, operations, CONTEXT);
const TITLE: EditOperation = { op: 'set_property', name: 'title', value: 'T' };

test('a page whose box is an object of its own keeps its size', async () => {
  const sent = await fileOf(['one'], ({ context }, [page]) =>
    page?.node.set(key('MediaBox'), context.register(context.obj([0, 0, 300, 400]))),
  );
  const [page] = (await openPdf((await edit(sent, TITLE)).bytes)).pages;
  assert.deepEqual(page?.getSize(), { width: 300, height: 400 });
});

test('a page that names another parent is found, and gets the one that it has', async () => {
  const sent = await fileOf(['one', 'two'], ({ catalog, context }, pages) => {
    // an object that is no node of the tree
    for (const { node } of pages) node.set(key('Parent'), context.register(context.obj({ Type: 'Font' })));
    assert.ok(catalog.Pages());
  });
  const { bytes, results } = await edit(sent, { op: 'move_pages', pages: [2], before: 1 });
  assert.equal(results[0]?.status, 'applied');
  const { document, pages } = await openPdf(bytes);
  assert.equal(pages.length, 2);
  for (const { node } of pages) assert.equal(node.get(key('Parent')), document.catalog.get(key('Pages')));
});

test('a page that goes leaves the file, by whatever keys it is named', async () => {
  const sent = await fileOf(['one', 'secret'], ({ catalog, context }, [first, second]) => {
    catalog.set(key('Xyz'), context.obj({ Somewhere: context.obj([second?.ref ?? 0, 'x']) }));
    first?.node.set(key('Next'), second?.ref ?? context.obj(0));
  });
  const { bytes } = await edit(sent, { op: 'delete_pages', pages: [2] });
  assert.deepEqual(await faultsOfPdf(bytes), []);
  const { document } = await openPdf(bytes);
  const pages = document.context
    .enumerateIndirectObjects()
    .filter(([, object]) => object instanceof PDFDict && object.get(key('Type')) === key('Page'));
  const reached = pages.filter(([ref]) => document.getPages().some((page) => page.ref === ref));
  assert.equal(reached.length, 1);
  const somewhere = document.catalog.lookup(key('Xyz'), PDFDict).lookup(key('Somewhere'));
  assert.equal(String(somewhere), '[ null /x ]');
});

test('content that ends within a text, an array or a picture is cut off, and no other', () => {
  for (const whole of ['', 'BT (a) Tj ET', '[(a) 3] TJ % (open', 'q 1 0 0', 'BI /W 1 /H 1 ID x EI', '/Name'])
    assert.equal(isCutOff(Buffer.from(whole)), false, whole);
  for (const cut of ['BT (open Tj ET', 'BT [(a) 3 ET', 'q <48', 'q << /A', 'BI /W 1 /H 1 ID x'])
    assert.equal(isCutOff(Buffer.from(cut)), true, cut);
});

test('a stamp on a page whose content is cut off is not swallowed by it, and the content is drawn with its own resources', async () => {
  for (const broken of ['BT /F 36 Tf (Hello Tj', 'BT /F 12 Tf [(Hello) 3 ET Q Q'])
    for (const packed of [true, false]) {
      const sent = await fileOf(['one'], ({ context }, [page]) => {
        const stream = packed ? context.flateStream(broken) : context.stream(broken);
        page?.node.set(key('Contents'), context.register(stream));
      });
      const { bytes } = await edit(sent, { op: 'stamp', text: 'DRAFT', position: 'top' });
      const [page] = (await openPdf(bytes)).pages;
      const content = Buffer.from((page && pageContent(page)) ?? []).toString('latin1');
      assert.ok(!content.includes('Hello'));
      assert.match(content, /^\s*q\s+q \/Page0 Do Q\s+Q[\s\S]*Tj/);
      const form = page?.node.Resources()?.lookup(key('XObject'), PDFDict).lookup(key('Page0'));
      assert.ok(form instanceof PDFStream);
      assert.ok(form.dict.lookup(key('Resources'), PDFDict).has(key('Font')));
    }
});

test('a text that is longer than its field is refused with the length that it may have', async () => {
  const document = await PDFDocument.create();
  const page = document.addPage([300, 400]);
  const field = document.getForm().createTextField('code');
  field.addToPage(page, { x: 10, y: 10 });
  field.setMaxLength(3);
  const { results } = await edit(await document.save(), { op: 'fill_form', fields: { code: 'four' } });
  assert.deepEqual([results[0]?.status, results[0]?.reason], ['rejected', 'unsupported']);
  assert.match(results[0]?.message ?? '', /code takes at most 3 characters; the text has 4/);
});

test('where the form of pages that come in cannot be drawn, the answer says so', async () => {
  const sent = await fileOf(['one'], () => undefined);
  const form = async (text: string): Promise<Uint8Array> => {
    const document = await PDFDocument.create();
    const field = document.getForm().createTextField('code');
    field.addToPage(document.addPage([300, 400]), { x: 10, y: 10 });
    const drawn = await PDFDocument.load(await document.save());
    const { acroForm } = drawn.getForm();
    acroForm.dict.set(key('NeedAppearances'), PDFBool.True);
    drawn.getForm().getTextField('code').acroField.dict.set(key('V'), PDFHexString.fromText(text));
    return drawn.save({ updateFieldAppearances: false });
  };
  const insert = async (text: string): Promise<string> => {
    const data = Buffer.from(await form(text)).toString('base64');
    const { results } = await edit(sent, { op: 'insert_pages', file: { data } });
    assert.equal(results[0]?.status, 'applied');
    return results[0]?.message ?? '';
  };
  assert.match(await insert('Jane'), /without its form, which is part of the pages now/);
  const message = await insert('名前');
  assert.match(message, /without its form, and what its fields hold may be seen no more \(The field code cannot show 名 前/);
  assert.doesNotMatch(message, /part of the pages now/);
});
