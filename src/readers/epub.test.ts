import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../base/refusal.ts';
import { blockText } from '../document/walk.ts';
import { writeZip } from '../ooxml/write-zip.ts';
import { readEpub } from './epub.ts';

const CONTAINER =
  '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="OEBPS/c.opf"/></rootfiles></container>';
const OPF =
  '<package xmlns="http://www.idpf.org/2007/opf"><metadata xmlns:dc="http://purl.org/dc/elements/1.1/"><dc:title>The book</dc:title></metadata>' +
  '<manifest><item id="a" href="t/a%20b.xhtml"/><item id="b" href="b.xhtml"/><item id="c" href="../gone.xhtml"/></manifest>' +
  '<spine><itemref idref="b"/><itemref idref="a"/><itemref idref="c"/></spine></package>';
const PAGES = [
  { name: 'OEBPS/t/a b.xhtml', data: '<html><body><h2>Second</h2><p>text</p></body></html>' },
  { name: 'OEBPS/b.xhtml', data: '<html><body><h2>First</h2></body></html>' },
];
const book = (more: { name: string; data: string }[] = []): Uint8Array =>
  writeZip([{ name: 'META-INF/container.xml', data: CONTAINER }, { name: 'OEBPS/c.opf', data: OPF }, ...PAGES, ...more]);

test('a book is its pages in the order of its spine; those that are not there are told', () => {
  const { value, notes } = readEpub(book());
  assert.deepEqual(value.blocks.map(blockText), ['The book', 'First', 'Second', 'text']);
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['part_left_out'],
  );
});

test('a page that the spine names again is read once', () => {
  const opf = OPF.replace('</spine>', `${'<itemref idref="b"/>'.repeat(5_000)}</spine>`);
  const bytes = writeZip([{ name: 'META-INF/container.xml', data: CONTAINER }, { name: 'OEBPS/c.opf', data: opf }, ...PAGES]);
  assert.deepEqual(readEpub(bytes).value.blocks.map(blockText), ['The book', 'First', 'Second', 'text']);
});

test('a book that is protected is refused, one whose fonts are masked is read', () => {
  const withMethod = (algorithm: string): Uint8Array =>
    book([
      {
        name: 'META-INF/encryption.xml',
        data: `<encryption><EncryptedData><EncryptionMethod Algorithm="${algorithm}"/></EncryptedData></encryption>`,
      },
    ]);
  assert.throws(
    () => readEpub(withMethod('http://www.w3.org/2001/04/xmlenc#aes128-cbc')),
    (error) => error instanceof Refusal,
  );
  assert.equal(readEpub(withMethod('http://www.idpf.org/2008/embedding')).value.blocks.length, 4);
});
