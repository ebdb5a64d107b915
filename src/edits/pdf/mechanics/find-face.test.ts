import assert from 'node:assert/strict';
import { test } from 'node:test';
import { PDFDocument, PDFFont, StandardFonts } from '@cantoo/pdf-lib';
import { findFace } from './find-face.ts';

test('a face is asked for its letters once, however many fields want it', async () => {
  const document = await PDFDocument.create();
  const first = await findFace(document, StandardFonts.Helvetica, ['Jane']);
  assert.ok(first instanceof PDFFont);
  let asked = 0;
  first.getCharacterSet = () => {
    asked++;
    return [];
  };
  assert.equal(await findFace(document, StandardFonts.Helvetica, ['Roe']), first);
  assert.equal(asked, 0);
});
