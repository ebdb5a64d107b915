/** What comes new into a Word file that sets its text run by run looks like the text around it, and sticks to nothing. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsText, wrapInDocx, type ExtraParts } from '../../test/support/office-parts.ts';
import { validateAllOffice } from '../../test/support/validate-office.ts';
import { OFFICE_RELATIONSHIP, W } from '../ooxml/names.ts';
import { applyEdits, type EditOperation, type EditOutcome } from './apply-edits.ts';
import type { EditMode } from './define-edit.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z' };
const FACE = '<w:rFonts w:ascii="Arial" w:hAnsi="Arial"/><w:sz w:val="16"/>';
const paragraph = (text: string): string => `<w:p><w:r><w:rPr>${FACE}</w:rPr><w:t>${text}</w:t></w:r></w:p>`;
const SECTION = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>';
const file = wrapInDocx(paragraph('Small text of a contract') + paragraph('goes on here') + SECTION);
const PIXEL = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAIAAACQd1PeAAAADElEQVQI12P4z8AAAAMBAQAY3Y2wAAAAAElFTkSuQmCC';

function edit(bytes: Uint8Array, operation: EditOperation, mode: EditMode = 'direct'): EditOutcome {
  const outcome = applyEdits(bytes, [operation], { ...CONTEXT, mode });
  assert.equal(outcome.results[0]?.status, 'applied', outcome.results[0]?.message);
  return outcome;
}
/** What stands in front of a text in its run. */
const lookBefore = (xml: string, text: string): string => xml.slice(0, xml.indexOf(text)).split('<w:r>').at(-1) ?? '';

test('cells, numbers of lists, quotes, captions, notes and footers are in the face of the running text', async () => {
  const list = { type: 'list', ordered: true, items: ['An item'] };
  const made = {
    cell: edit(file, { op: 'insert_blocks', target: 'p1', blocks: [{ type: 'table', rows: [['Head'], ['Cell']] }] }),
    quote: edit(file, { op: 'insert_blocks', target: 'p1', blocks: [{ type: 'quote', text: 'Quoted' }] }),
    list: edit(file, { op: 'insert_blocks', target: 'p1', blocks: [list] }),
    listTracked: edit(file, { op: 'insert_blocks', target: 'p1', blocks: [list] }, 'tracked'),
    note: edit(file, { op: 'add_footnote', target: 'p1', text: 'A note' }),
    footer: edit(file, { op: 'set_header_footer', place: 'footer', text: 'Page {page}' }),
    caption: edit(file, { op: 'insert_image', target: 'p1', image: { data: PIXEL }, caption: 'Below' }),
    control: edit(file, { op: 'add_control', target: 'p1', kind: 'text', prompt: 'Name?' }),
  };
  const xml = (outcome: EditOutcome, part = /document\.xml$/): string => partsText(outcome.bytes, part);
  for (const [look, text] of [
    [xml(made.cell), 'Cell'],
    [xml(made.quote), 'Quoted'],
    [xml(made.note, /footnotes\.xml$/), 'A note'],
    [xml(made.footer, /footer\d*\.xml$/), 'Page '],
    [xml(made.footer, /footer\d*\.xml$/), 'PAGE'],
    [xml(made.control), 'Name?'],
  ] as const) {
    assert.match(lookBefore(look, text), /"Arial"/, text);
    assert.match(lookBefore(look, text), /w:sz w:val="16"/, text);
  }
  assert.match(lookBefore(xml(made.caption), '>Below<'), /"Arial"/);
  // numbers of lists are set as the end of their paragraph
  for (const one of [made.list, made.listTracked]) assert.match(xml(one), /<\/w:numPr><w:rPr>(?:<w:ins [^>]*>)?<w:rFonts w:ascii="Arial"/);
  const files = Object.fromEntries(Object.entries(made).map(([name, { bytes }]) => [name, { bytes, kind: 'docx' as const }]));
  assert.deepEqual(await validateAllOffice(files), {});
});

test('a control is a space away from the words beside it, and what is filled into it is in their face', () => {
  const text = partsText(edit(file, { op: 'add_control', target: 'p1', kind: 'date' }).bytes, /document\.xml$/);
  assert.match(
    text,
    /contract<\/w:t><\/w:r><w:r>.{0,120}<w:t xml:space="preserve"> <\/w:t><\/w:r><w:sdt><w:sdtPr><w:rPr><w:rFonts w:ascii="Arial"/,
  );
  const box = partsText(edit(file, { op: 'add_control', target: 'p1', kind: 'checkbox' }).bytes, /document\.xml$/);
  assert.match(box, /\u2610<\/w:t><\/w:r><\/w:sdtContent><\/w:sdt><w:r>.{0,120}<w:t xml:space="preserve"> <\/w:t><\/w:r><w:r>.*Small text/);
});

test('another text of a header is in the formatting of the one before', () => {
  const header: ExtraParts = {
    entries: [{ name: 'word/header1.xml', data: `<w:hdr xmlns:w="${W}">${paragraph('Old')}</w:hdr>` }],
    types: [{ name: 'word/header1.xml', contentType: 'application/vnd.openxmlformats-officedocument.wordprocessingml.header+xml' }],
    relationships: [{ id: 'rId9', type: `${OFFICE_RELATIONSHIP}header`, target: 'header1.xml' }],
  };
  const body = `${paragraph('a')}<w:sectPr><w:headerReference w:type="default" r:id="rId9"/></w:sectPr>`;
  for (const mode of ['direct', 'tracked'] as const) {
    const { bytes } = edit(wrapInDocx(body, header), { op: 'set_header_footer', place: 'header', text: 'New' }, mode);
    assert.match(lookBefore(partsText(bytes, /header1\.xml$/), 'New'), /"Arial".*w:sz w:val="16"/);
  }
});

test('a table in a file whose tables have their lines cell by cell has lines', () => {
  const known = '<w:tbl><w:tblPr><w:tblStyle w:val="Bare"/></w:tblPr><w:tr><w:tc><w:p/></w:tc></w:tr></w:tbl>';
  const made = edit(wrapInDocx(known + paragraph('a') + SECTION), {
    op: 'insert_blocks',
    target: 'p1',
    blocks: [{ type: 'table', rows: [['a'], ['b']] }],
  });
  assert.match(partsText(made.bytes, /document\.xml$/), /<w:tblBorders><w:top w:val="single"/);
});
