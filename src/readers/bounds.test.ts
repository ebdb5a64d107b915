/** Readers bound what they take of a file. What is beyond a bound is told, with how much it is. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Note } from '../base/note.ts';
import { buildContentTypes, buildRelationships } from '../ooxml/package-parts.ts';
import { writeZip } from '../ooxml/write-zip.ts';
import { readDocx } from './docx.ts';
import { readMessage } from './email.ts';
import { readEpub } from './epub.ts';
import { readHtml } from './html.ts';
import { readPptx } from './pptx.ts';
import { readXlsx } from './xlsx.ts';

const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const FORMATS = 'application/vnd.openxmlformats-officedocument';
const NAMESPACES = `xmlns:r="${OFFICE}" xmlns:w="http://schemas.openxmlformats.org/wordprocessingml/2006/main" xmlns:p="http://schemas.openxmlformats.org/presentationml/2006/main" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"`;

interface Part {
  name: string;
  data: string;
  /** Of its relationship, which has the part's name without folder and ending for an id. */
  kind: string;
}

/** A package with a main part, and parts that hang on it. */
function makePackage(main: { name: string; data: string; type: string }, parts: readonly Part[]): Uint8Array {
  const [folder = '', file = ''] = main.name.split('/');
  return writeZip([
    { name: '[Content_Types].xml', data: buildContentTypes([{ name: main.name, contentType: `${FORMATS}.${main.type}.main+xml` }]) },
    { name: '_rels/.rels', data: buildRelationships([{ id: 'r1', type: `${OFFICE}/officeDocument`, target: main.name }]) },
    { name: main.name, data: main.data },
    {
      name: `${folder}/_rels/${file}.rels`,
      data: buildRelationships(
        parts
          .filter(({ kind }) => kind !== '')
          .map(({ name, kind }) => ({ id: name.replace(/\.xml$/, ''), type: `${OFFICE}/${kind}`, target: name })),
      ),
    },
    ...parts.map(({ name, data }) => ({ name: `${folder}/${name}`, data })),
  ]);
}

const makeDocx = (body: string, parts: readonly Part[] = []): Uint8Array =>
  makePackage(
    {
      name: 'word/document.xml',
      data: `<w:document ${NAMESPACES}><w:body>${body}</w:body></w:document>`,
      type: 'wordprocessingml.document',
    },
    parts,
  );
const makePptx = (ids: string, parts: readonly Part[]): Uint8Array =>
  makePackage(
    {
      name: 'ppt/presentation.xml',
      data: `<p:presentation ${NAMESPACES}><p:sldIdLst>${ids}</p:sldIdLst></p:presentation>`,
      type: 'presentationml.presentation',
    },
    parts,
  );
const S = `xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main" xmlns:r="${OFFICE}"`;
const makeXlsx = (sheets: string, parts: readonly Part[]): Uint8Array =>
  makePackage(
    { name: 'xl/workbook.xml', data: `<workbook ${S}><sheets>${sheets}</sheets></workbook>`, type: 'spreadsheetml.sheet' },
    parts,
  );

const times = (count: number, what: (index: number) => string): string => Array.from({ length: count }, (_, index) => what(index)).join('');

function check(notes: readonly Note[], expected: RegExp): void {
  const told = notes.filter(({ code }) => code === 'part_left_out' || code === 'text_cut').map(({ message }) => message);
  assert.match(told.join('\n'), expected);
}

test('of a web page, cells beyond the last column are told, and lists to choose from are read to their end', () => {
  const { notes } = readHtml(Buffer.from(`<table><tr>${times(1_007, (at) => `<td>${at}</td>`)}</tr></table>`));
  check(notes, /^7 cells of tables/);
  const pushed = '<table><tr><td colspan="1000">a</td><td>b</td></tr></table>';
  check(readHtml(Buffer.from(pushed)).notes, /^1 cells of tables/);
  const list = readHtml(Buffer.from(`<p><select multiple>${times(1_200, (at) => `<option>o${at}</option>`)}</select></p>`));
  assert.match(JSON.stringify(list.value.blocks), /o1199/);
});

test('of a formula that is nested deeply, the innermost words stay', () => {
  const formula = `${'<msqrt>'.repeat(90)}<mi>x</mi><mi>y</mi>${'</msqrt>'.repeat(90)}`;
  assert.match(JSON.stringify(readHtml(Buffer.from(`<p><math>${formula}</math></p>`)).value.blocks), /text\{xy\}/);
});

test('of a book with too many pages, those that were left out are counted apart from those that are missing', () => {
  const opf = `<package xmlns="http://www.idpf.org/2007/opf"><manifest>${times(2_004, (at) => `<item id="i${at}" href="p${at}.xhtml"/>`)}</manifest><spine>${times(2_004, (at) => `<itemref idref="i${at}"/>`)}</spine></package>`;
  const container =
    '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles><rootfile full-path="c.opf"/></rootfiles></container>';
  const { notes } = readEpub(
    writeZip([
      { name: 'META-INF/container.xml', data: container },
      { name: 'c.opf', data: opf },
      { name: 'p0.xhtml', data: '<p>One</p>' },
    ]),
  );
  check(notes, /^1999 pages that the book names are not in it\.\nOf 2004 pages .* 4 were left out/);
});

const SLIDE = `<p:sld ${NAMESPACES}><p:cSld><p:spTree/></p:cSld></p:sld>`;

test('of a presentation with too many slides, and of a slide with too many comments', () => {
  const slide = { name: 's1.xml', data: SLIDE, kind: 'slide' };
  check(readPptx(makePptx('<p:sldId r:id="s1"/>'.repeat(5_002), [slide])).notes, /^Of 5002 slides the first 5000 .* 2 were left out/);
  const list = `<p:cmLst ${NAMESPACES}>${times(2_003, (at) => `<p:cm authorId="0"><p:text>c${at}</p:text></p:cm>`)}</p:cmLst>`;
  const comments = makePptx('<p:sldId r:id="s1"/>', [
    slide,
    { name: 'c.xml', data: list, kind: '' },
    { name: '_rels/s1.xml.rels', data: buildRelationships([{ id: 'c', type: `${OFFICE}/comments`, target: 'c.xml' }]), kind: '' },
  ]);
  check(readPptx(comments).notes, /^Of 2003 comments on a slide .* 3 were left out/);
});

test('of a table on a slide with too many columns', () => {
  const row = `<a:tr>${times(204, (at) => `<a:tc><a:txBody><a:p><a:r><a:t>${at}</a:t></a:r></a:p></a:txBody></a:tc>`)}</a:tr>`;
  const table = `<p:graphicFrame><a:graphic><a:graphicData uri="http://schemas.openxmlformats.org/drawingml/2006/table"><a:tbl>${row}</a:tbl></a:graphicData></a:graphic></p:graphicFrame>`;
  const slide = { name: 's1.xml', data: SLIDE.replace('<p:spTree/>', `<p:spTree>${table}</p:spTree>`), kind: 'slide' };
  check(readPptx(makePptx('<p:sldId r:id="s1"/>', [slide])).notes, /^Of 204 cells .* 4 were left out/);
});

test('of a Word file, the cells of a row, headers, and the text of one header', () => {
  const paragraph = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const row = `<w:tbl><w:tr>${times(203, (at) => `<w:tc>${paragraph(`${at}`)}</w:tc>`)}</w:tr></w:tbl>`;
  check(readDocx(makeDocx(row)).notes, /^Of 203 cells .* 3 were left out/);
  const sections = times(52, (at) => `<w:p><w:pPr><w:sectPr><w:headerReference r:id="h${at}"/></w:sectPr></w:pPr></w:p>`);
  const headers = Array.from({ length: 52 }, (_, at) => ({
    name: `h${at}.xml`,
    data: `<w:hdr ${NAMESPACES}>${paragraph(at === 0 ? 'long '.repeat(900) : `Header ${at}`)}</w:hdr>`,
    kind: 'header',
  }));
  const { value, notes } = readDocx(makeDocx(sections, headers));
  assert.equal(value.furniture?.headers.length, 50);
  check(notes, /A header or footer has 4499 characters; the first 4000 were read\.\nOf 52 different headers .* 2 were left out/);
});

test('of a workbook, sheets, comments on cells, and merged areas', () => {
  const sheet = (after = ''): Part => ({
    name: 's1.xml',
    data: `<worksheet ${S}><sheetData><row r="1"><c r="A1"><v>1</v></c></row></sheetData>${after}</worksheet>`,
    kind: 'worksheet',
  });
  const one = '<sheet name="A" r:id="s1"/>';
  check(readXlsx(makeXlsx(one.repeat(1_003), [sheet()])).notes, /^Of 1003 sheets .* 3 were left out/);
  const comments = `<comments ${S}><commentList>${times(20_002, (at) => `<comment ref="A1"><text><t>c${at}</t></text></comment>`)}</commentList></comments>`;
  const commented = makeXlsx(one, [
    sheet(),
    { name: 'c.xml', data: comments, kind: '' },
    { name: '_rels/s1.xml.rels', data: buildRelationships([{ id: 'c', type: `${OFFICE}/comments`, target: 'c.xml' }]), kind: '' },
  ]);
  check(readXlsx(commented).notes, /^Of 20002 comments on cells of a sheet .* 2 were left out/);
  const merges = times(50_001, (at) => `<mergeCell ref="C${at + 1}:D${at + 1}"/>`);
  check(readXlsx(makeXlsx(one, [sheet(`<mergeCells>${merges}</mergeCells>`)])).notes, /1 merges and 0 links were left out/);
});

test('of the calendar of a message, events', () => {
  const events = times(203, (at) => `BEGIN:VEVENT\nSUMMARY:e${at}\nEND:VEVENT\n`);
  const message = `Subject: s\nContent-Type: text/calendar\n\nBEGIN:VCALENDAR\n${events}END:VCALENDAR\n`;
  check(readMessage(Buffer.from(message)).notes, /^3 events of a calendar/);
});
