import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PDFDocument, PDFName, PDFRawStream, StandardFonts } from '@cantoo/pdf-lib';
import { openPdf, pageContent, savePdf } from './pdf-file.ts';
import { balancedContent } from './balance-states.ts';
import { stampOn } from './page-operations.ts';

const balanced = (content: string): string => Buffer.from(balancedContent(Buffer.from(content))).toString('latin1');

test('states that match stay as they are, to the byte', () => {
  for (const content of ['', 'q 1 0 0 1 0 0 cm Q', 'BT (q Q) Tj ET % Q Q']) assert.equal(balanced(content), content);
});

test('what restores nothing goes, and what is open is ended', () => {
  assert.equal(balanced('Q q 2 0 0 2 0 0 cm Q Q 0 0 9 9 re f'), ' q 2 0 0 2 0 0 cm Q  0 0 9 9 re f\n');
  assert.equal(balanced('q q 0 0 9 9 re f'), 'q q 0 0 9 9 re f\nQ\nQ\n');
  assert.equal(balanced('q BT (a) Tj'), 'q BT (a) Tj\nET\nQ\n');
});

test('what cannot be read stays as it is', () => assert.equal(balanced('Q (open'), ' (open\n'));

/** What is drawn where no state is saved or restored that is not the page's own. */
async function stamped(content: string): Promise<string> {
  const document = await PDFDocument.create();
  const page = document.addPage([200, 200]);
  page.setFont(await document.embedFont(StandardFonts.Helvetica));
  page.node.set(PDFName.of('Contents'), document.context.register(document.context.flateStream(content)));
  const file = await openPdf(await savePdf(document));
  await stampOn(file, [1], { op: 'stamp', text: 'DRAFT', position: 'top_left' });
  const reopened = await openPdf(await savePdf(file.document));
  const [only] = reopened.pages;
  assert.ok(only && !(only.node.lookup(PDFName.of('Contents')) instanceof PDFRawStream));
  return Buffer.from(pageContent(only) ?? []).toString('latin1');
}

test('a stamp on a page that leaves states open, or ends too many, is drawn in the space of the page', async () => {
  for (const content of ['q 0.1 0 0 0.1 0 0 cm 0 0 9 9 re f', 'q 2 0 0 2 0 0 cm Q Q 3 0 0 3 0 0 cm 0 0 9 9 re f']) {
    const drawn = await stamped(content);
    let depth = 0;
    for (const [token] of drawn.slice(0, drawn.indexOf('/Artifact')).matchAll(/(?<=^|\s)[qQ](?=\s|$)/g)) {
      depth += token === 'q' ? 1 : -1;
      assert.ok(depth >= 0, drawn);
    }
    assert.equal(depth, 0, drawn);
  }
});
