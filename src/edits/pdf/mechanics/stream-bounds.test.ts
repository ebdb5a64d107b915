import assert from 'node:assert/strict';
import { deflateSync } from 'node:zlib';
import { test } from 'node:test';
import { PDFDocument, StandardFonts } from '@cantoo/pdf-lib';
import { openPdf } from './pdf-file.ts';
import { checkOpeningStreams, inflateBounded, mayUnpack, STREAM_BYTES_MAX } from './stream-bounds.ts';

const bomb = deflateSync(Buffer.alloc(STREAM_BYTES_MAX + 1));
const pdfWith = (dictionary: string, data: Uint8Array): Uint8Array =>
  Buffer.concat([
    Buffer.from(`%PDF-1.7\n1 0 obj\n<< ${dictionary} /Length ${data.length} >>\nstream\n`),
    data,
    Buffer.from('\nendstream\nendobj\n'),
  ]);
const refused = { code: 'file_rejected' };

test('streams of objects that unpack to too much are refused before anything opens them', () => {
  for (const type of [
    '/Type /ObjStm /Filter /FlateDecode',
    '/Type/XRef/Filter[/FlateDecode]',
    '/Type /Obj#53tm /Filter /Fl#61teDecode',
    '/Type /ObjStm /F 1 /Filter /Fl',
  ]) {
    assert.throws(() => checkOpeningStreams(pdfWith(type, bomb)), refused, type);
  }
  assert.throws(() => checkOpeningStreams(pdfWith('/Type /ObjStm /Filter [/FlateDecode /FlateDecode]', deflateSync(bomb))), refused);
  assert.throws(() => checkOpeningStreams(pdfWith('/Type /ObjStm /Filter 7 0 R', bomb)), refused);
  assert.throws(() => checkOpeningStreams(pdfWith('/Type /ObjStm /Filter /LZWDecode', Buffer.alloc(2_000_000))), refused);
  checkOpeningStreams(pdfWith('/Type /XObject /Subtype /Image /Filter /FlateDecode', bomb));
});

test('others are unpacked as far as they may be', () => {
  assert.equal(inflateBounded(deflateSync(Buffer.from('text')))?.length, 4);
  assert.equal(inflateBounded(Buffer.from('no deflate')), null);
  assert.throws(() => inflateBounded(bomb), refused);
  assert.deepEqual(
    [
      mayUnpack([], 1e9),
      mayUnpack(['LZWDecode'], 1_000),
      mayUnpack(['ASCII85Decode', 'FlateDecode'], 1_000),
      mayUnpack(['FlateDecode', 'LZWDecode'], 10),
      mayUnpack(['LZWDecode'], 1e9),
    ],
    [true, true, true, false, false],
  );
});

test('a sound file opens', async () => {
  const document = await PDFDocument.create();
  document.addPage().drawText('Hello', { font: await document.embedFont(StandardFonts.Helvetica) });
  const { pages, locked } = await openPdf(await document.save());
  assert.deepEqual([pages.length, locked], [1, null]);
});
