import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readOfficePictureSize } from '../base/picture-header.ts';
import { makeDrawable } from './make-drawable.ts';
import { openOfficePackage, readPart } from '../ooxml/office-package.ts';
import { buildContentTypes, buildRelationships } from '../ooxml/package-parts.ts';
import { writeZip } from '../ooxml/write-zip.ts';

const MAIN = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const OFFICE_DOCUMENT = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument';

function pngOf(width: number, height: number): Buffer {
  const bytes = Buffer.from('89504e470d0a1a0a0000000d494844520000000000000000', 'hex');
  bytes.writeUInt32BE(width, 16);
  bytes.writeUInt32BE(height, 20);
  return bytes;
}

function bmpOf(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(54);
  bytes.write('BM');
  bytes.writeUInt32LE(40, 14);
  bytes.writeInt32LE(width, 18);
  bytes.writeInt32LE(height, 22);
  return bytes;
}

function tiffOf(width: number, height: number): Buffer {
  const bytes = Buffer.alloc(8 + 2 + 24);
  bytes.write('II*\0');
  bytes.writeUInt32LE(8, 4);
  bytes.writeUInt16LE(2, 8);
  for (const [at, tag, value] of [
    [10, 256, width],
    [22, 257, height],
  ] as const) {
    bytes.writeUInt16LE(tag, at);
    bytes.writeUInt16LE(4, at + 2);
    bytes.writeUInt32LE(1, at + 4);
    bytes.writeUInt32LE(value, at + 8);
  }
  return bytes;
}

const docxOf = (pictures: Record<string, Uint8Array>): Uint8Array =>
  writeZip(
    Object.entries({
      '[Content_Types].xml': buildContentTypes([{ name: 'word/document.xml', contentType: MAIN }], {
        png: 'image/png',
        bmp: 'image/bmp',
        tif: 'image/tiff',
        odd: 'image/png',
      }),
      '_rels/.rels': buildRelationships([{ id: 'rId1', type: OFFICE_DOCUMENT, target: 'word/document.xml' }]),
      'word/document.xml': '<w:document xmlns:w="w"><w:body/></w:document>',
      ...pictures,
    }).map(([name, data]) => ({ name, data: typeof data === 'string' ? Buffer.from(data) : data })),
  );

const leftOf = (pictures: Record<string, Uint8Array>): string[] => makeDrawable(docxOf(pictures)).left.map(({ part }) => part);

test('a picture of over 100 megapixels is one grey pixel in the copy that is drawn', () => {
  const small = pngOf(10_000, 10_000);
  const { bytes, left } = makeDrawable(docxOf({ 'word/media/a.png': pngOf(10_001, 10_000), 'word/media/b.png': small }));
  assert.deepEqual(left, [{ part: 'word/media/a.png', width: 10_001, height: 10_000 }]);
  const opened = openOfficePackage(bytes);
  assert.deepEqual(readOfficePictureSize(readPart(opened, 'word/media/a.png')), { width: 1, height: 1 });
  assert.deepEqual(Buffer.from(readPart(opened, 'word/media/b.png')), small);
});

test('a file whose pictures are small is drawn as it is', () => {
  const file = docxOf({ 'word/media/a.png': pngOf(2_000, 1_000) });
  assert.equal(makeDrawable(file).bytes, file);
});

test('all text behind a content control that has come or gone was drawn as changed', () => {
  const mark = (kind: string, id: number): string =>
    `<w:customXml${kind}RangeStart w:id="${id}" w:author="Ana"/><w:sdt><w:sdtContent><w:customXml${kind}RangeEnd w:id="${id}"/></w:sdtContent></w:sdt>`;
  const file = docxOf({
    'word/document.xml': Buffer.from(`<w:document xmlns:w="w"><w:body>${mark('Ins', 1)}${mark('Del', 2)}</w:body></w:document>`),
  });
  const control = '<w:sdt><w:sdtContent></w:sdtContent></w:sdt>';
  assert.equal(
    Buffer.from(readPart(openOfficePackage(makeDrawable(file).bytes), 'word/document.xml')).toString('utf8'),
    `<w:document xmlns:w="w"><w:body>${control}${control}</w:body></w:document>`,
  );
});

test('BMP and TIFF count too, and what is a picture by its type alone', () => {
  assert.deepEqual(
    leftOf({ 'a.bmp': bmpOf(20_000, -20_000), 'b.tif': tiffOf(30_000, 20_000), 'c.odd': pngOf(20_000, 10_000) }).toSorted(),
    ['a.bmp', 'b.tif', 'c.odd'],
  );
  assert.deepEqual(leftOf({ 'a.bmp': bmpOf(200, -200), 'b.tif': tiffOf(300, 200), 'c.png': Buffer.from('nothing') }), []);
});

test('many pictures that are large together are left out from the largest on, until 400 megapixels are left', () => {
  const pictures = Object.fromEntries(Array.from({ length: 6 }, (_, at) => [`word/media/${at}.png`, pngOf(9_000 + at, 9_000)]));
  assert.deepEqual(leftOf(pictures), ['word/media/5.png', 'word/media/4.png']);
});
