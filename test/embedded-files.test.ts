import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapInDocx } from './support/office-parts.ts';
import { writePlainMarkdown } from '../src/writers/plain-markdown.ts';
import { writeZip } from '../src/ooxml/write-zip.ts';
import { buildContentTypes, buildRelationships } from '../src/ooxml/package-parts.ts';
import { readDocx } from '../src/readers/docx.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships/';
const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document.main+xml';
const S = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const SHEET = 'application/vnd.openxmlformats-officedocument.spreadsheetml';

const workbook = (sheets: readonly string[]): Uint8Array =>
  writeZip([
    {
      name: '[Content_Types].xml',
      data: buildContentTypes([
        { name: 'xl/workbook.xml', contentType: `${SHEET}.sheet.main+xml` },
        ...sheets.map((_, at) => ({ name: `xl/s${at}.xml`, contentType: `${SHEET}.worksheet+xml` })),
      ]),
    },
    { name: '_rels/.rels', data: buildRelationships([{ id: 'r', type: `${OFFICE}officeDocument`, target: 'xl/workbook.xml' }]) },
    {
      name: 'xl/workbook.xml',
      data: `<workbook xmlns="${S}" xmlns:r="${OFFICE.slice(0, -1)}"><sheets>${sheets.map((_, at) => `<sheet name="S${at}" sheetId="${at + 1}" r:id="r${at}"/>`).join('')}</sheets></workbook>`,
    },
    {
      name: 'xl/_rels/workbook.xml.rels',
      data: buildRelationships(sheets.map((_, at) => ({ id: `r${at}`, type: `${OFFICE}worksheet`, target: `s${at}.xml` }))),
    },
    ...sheets.map((text, at) => ({
      name: `xl/s${at}.xml`,
      data: `<worksheet xmlns="${S}"><sheetData>${text === '' ? '' : `<row r="1"><c r="A1" t="inlineStr"><is><t>${text}</t></is></c></row>`}</sheetData></worksheet>`,
    })),
  ]);

/** A Word file with objects, each a file; `chunk` is taken in as text. */
function holding(files: readonly { name: string; data: Uint8Array | string; type: string; chunk?: boolean }[]): Uint8Array {
  const body = files.map(({ chunk }, at) =>
    chunk
      ? `<w:altChunk r:id="f${at}"/>`
      : `<w:p><w:r><w:object><o:OLEObject xmlns:o="urn:schemas-microsoft-com:office:office" Type="Embed" r:id="f${at}"/></w:object></w:r></w:p>`,
  );
  return wrapInDocx(`<w:p><w:r><w:t>before</w:t></w:r></w:p>${body.join('')}`, {
    entries: files.map(({ name, data }) => ({ name: `word/${name}`, data })),
    types: files.map(({ name, type }) => ({ name: `word/${name}`, contentType: type })),
    relationships: files.map(({ name, chunk }, at) => ({ id: `f${at}`, type: OFFICE + (chunk ? 'aFChunk' : 'package'), target: name })),
  });
}

function read(bytes: Uint8Array): { text: string; left: string[] } {
  const { value, notes } = readDocx(bytes);
  return {
    text: writePlainMarkdown(value.blocks),
    left: notes.filter(({ code }) => code === 'part_left_out').map(({ message }) => message),
  };
}

test('sheets that are embedded are read where they stand, several under their names', () => {
  const { text, left } = read(
    holding([
      { name: 'a.xlsx', data: workbook(['only', '']), type: SHEET },
      { name: 'b.xlsx', data: workbook(['one', 'two']), type: SHEET },
    ]),
  );
  assert.deepEqual(left, []);
  assert.equal(text.trim(), ['before', '| only |\n| --- |', '**S0**', '| one |\n| --- |', '**S1**', '| two |\n| --- |'].join('\n\n'));
});

test('Word files and archives of web pages that are taken in are read, with their footnotes', () => {
  const inner = wrapInDocx(`<w:p><w:r><w:t>inner</w:t></w:r></w:p>`);
  const page =
    'MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary="b"\r\n\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n<p>p=C3=A4ge</p>\r\n--b--\r\n';
  const { text, left } = read(
    holding([
      { name: 'a.docx', data: inner, type: WORD, chunk: true },
      { name: 'b.mht', data: page, type: 'message/rfc822', chunk: true },
      { name: 'c.rtf', data: '{\\rtf1 no}', type: 'application/rtf', chunk: true },
    ]),
  );
  assert.equal(text.trim(), 'before\n\ninner\n\npäge');
  assert.deepEqual(left, ['A file of another format is inside the document and was left out.']);
});

test('what cannot be read within a file is named, and files in embedded files are not read', () => {
  const deep = holding([{ name: 'b.docx', data: wrapInDocx('<w:p><w:r><w:t>deep</w:t></w:r></w:p>'), type: WORD }]);
  const { text, left } = read(
    holding([
      { name: 'a.docx', data: deep, type: WORD },
      { name: 'c.bin', data: 'no file of Office', type: 'application/vnd.openxmlformats-officedocument.oleObject' },
    ]),
  );
  assert.equal(text.trim(), 'before\n\nbefore');
  assert.match(left.join('\n'), /word\/b\.docx was not read: it is in a file that is embedded itself\.\n.*no Word, PowerPoint or Excel/);
});

test('of very many embedded files the first ones are read', () => {
  const { text, left } = read(
    holding(Array.from({ length: 60 }, (_, at) => ({ name: `w${at}.xlsx`, data: workbook([`cell ${at}`]), type: SHEET }))),
  );
  assert.equal(text.match(/cell \d+/g)?.length, 50);
  assert.ok(left.length > 0);
});

test('a workbook with some bytes behind its end, as LibreOffice embeds it, is read; one that is cut is not', () => {
  const whole = workbook(['only']);
  const { text, left } = read(
    holding([{ name: 'a.xlsx', data: Buffer.concat([whole, Buffer.from([0x9f, 0x53, 0, 0, 0, 0])]), type: SHEET }]),
  );
  assert.deepEqual(left, []);
  assert.match(text, /\| only \|/);
  const cut = read(holding([{ name: 'a.xlsx', data: whole.subarray(0, whole.length - 30), type: SHEET }]));
  assert.equal(cut.left.length, 1);
});
