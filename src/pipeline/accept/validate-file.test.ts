import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal, type FileFault } from '../../base/refusal.ts';
import { wrapInDocx } from '../../../test/support/office-parts.ts';
import { createExtractTools } from '../extract.ts';
import type { PageReader } from '../extract.ts';
import { createFileValidation, validateFile } from './validate-file.ts';

const NO_PAGES: PageReader = { outline: () => assert.fail('no PDF is opened'), read: () => assert.fail('nothing is read') };
const validationOf = (pages: PageReader) => createFileValidation({ ...createExtractTools(null, { threads: false }), pages });
const validation = validationOf(NO_PAGES);

const wordWith = (name: string, data: string): Uint8Array =>
  wrapInDocx('<w:p/>', { entries: [{ name, data }], types: [], relationships: [] });

/** A PNG that says this size and holds nothing. */
function claimPng(width: number, height: number): Uint8Array {
  const bytes = Buffer.alloc(33);
  Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex').copy(bytes);
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

test('the kind shows in the bytes', async () => {
  assert.deepEqual(
    [(await validation(Buffer.from('text'), 'a.txt')).kind, (await validation(claimPng(10_000, 10_000), 'a.png')).pages],
    ['txt', null],
  );
});

test('pages of a PDF are counted by the renderer', async () => {
  const pages = (outline: PageReader['outline']): PageReader => ({ ...NO_PAGES, outline });
  const pdf = Buffer.from('%PDF-1.7');
  assert.equal((await validationOf(pages(async () => ({ pages: 7, entries: [] })))(pdf, 'a.pdf')).pages, 7);
  const faults: [FileFault | undefined, RegExp][] = [
    ['password_protected', /protected by a password/],
    ['too_many_pages', /it has 6000 pages, and at most 5000/],
    ['too_costly', /^The PDF cannot be drawn: it has/],
    [undefined, /damaged\. Open it in the program that made it/],
  ];
  for (const [fault, message] of faults) {
    const said = 'The PDF cannot be drawn: it has 6000 pages, and at most 5000 are rendered.';
    const failing = validationOf(pages(() => Promise.reject(new Refusal('processing_failed', said, { fault }))));
    await assert.rejects(failing(pdf, 'a.pdf'), { code: 'file_rejected', message });
  }
});

test('what must not be kept is refused, at the field that named it', async () => {
  const refused: [string, Uint8Array, RegExp][] = [
    ['a.png', claimPng(10_001, 10_000), /100 megapixels are accepted: make it smaller/],
    ['a.docx', Buffer.from('PK\u0003\u0004'), /damaged zip archive\. Open it in the program that made it/],
    ['a.png', Buffer.from('89504e470d0a1a0a', 'hex'), /not a readable picture: it is damaged\. Open it/],
    ['a.docx', wordWith('word/a.xml', '<!DOCTYPE a><a/>'), /document type\. Open it in the program/],
    ['a.docx', wordWith('word/a.xml', 'a'.repeat(2 ** 21)), /300 times its size\. Open it in/],
    ['a.exe', Buffer.from('MZ\0\0\u0001'), /program/],
    ['a.txt', new Uint8Array(), /empty/],
  ];
  for (const [filename, bytes, message] of refused) {
    await assert.rejects(
      validateFile({ validation }, '/sources/1', { bytes, filename }),
      (error) =>
        error instanceof Refusal && error.code === 'file_rejected' && message.test(error.message) && error.errors[0]?.path === '/sources/1',
      filename,
    );
  }
  await assert.rejects(
    validateFile({ validation }, '/sources/0', { bytes: Buffer.from('PK\u0003\u0004'), filename: 'a.docx' }, 'source_unreadable'),
    { code: 'source_unreadable' },
  );
});
