/** What was refused or wrong as a tracked change though it is right where it is done at once, and in content controls, each named after its symptom. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsText, wrapInDocx, type ExtraParts } from '../../test/support/office-parts.ts';
import { validateOffice } from '../../test/support/validate-office.ts';
import { differentLines, structureLines } from '../../test/support/word-structure.ts';
import { OFFICE_RELATIONSHIP, R, W } from '../ooxml/names.ts';
import { applyEdits, type EditOperation, type EditOutcome } from './apply-edits.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z' };
const TYPE = 'application/vnd.openxmlformats-officedocument.wordprocessingml.';
const edit = (bytes: Uint8Array, operation: EditOperation, mode: 'direct' | 'tracked'): EditOutcome => {
  const outcome = applyEdits(bytes, [operation], { ...CONTEXT, mode });
  assert.equal(outcome.results[0]?.status, 'applied', outcome.results[0]?.message);
  return outcome;
};
const p = (text: string, properties = ''): string =>
  `<w:p>${properties === '' ? '' : `<w:pPr>${properties}</w:pPr>`}<w:r><w:t>${text}</w:t></w:r></w:p>`;

test('a table of contents whose headings have no bookmarks was not refreshed in a tracked request', () => {
  const mark = (kind: string): string => `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`;
  const contents = `<w:p>${mark('begin')}<w:r><w:instrText> TOC \\u </w:instrText></w:r>${mark('separate')}<w:r><w:t>old</w:t></w:r>${mark('end')}</w:p>`;
  const headings = ['One', 'Two'].map((text) => p(text, '<w:outlineLvl w:val="0"/>')).join('');
  const { bytes } = edit(wrapInDocx(contents + headings), { op: 'refresh_toc' }, 'tracked');
  const names = [...partsText(bytes, /document\.xml$/).matchAll(/bookmarkStart w:id="\d+" w:name="(_Toc\d+)"/g)].map(([, name]) => name);
  assert.equal(new Set(names).size, 2);
});

/** A header of two paragraphs that look otherwise, as many programs write it: words, then an empty one. */
const header = (paragraphs: string): ExtraParts => ({
  entries: [{ name: 'word/header1.xml', data: `<w:hdr xmlns:w="${W}">${paragraphs}</w:hdr>` }],
  types: [{ name: 'word/header1.xml', contentType: `${TYPE}header+xml` }],
  relationships: [{ id: 'rId7', type: `${OFFICE_RELATIONSHIP}header`, target: 'header1.xml' }],
});

test('a header whose paragraphs look otherwise was not written as a tracked change, or came out as its last one', async () => {
  const section = `<w:sectPr><w:headerReference xmlns:r="${R}" w:type="default" r:id="rId7"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>`;
  const looks = ['<w:jc w:val="right"/><w:rPr><w:b/></w:rPr>', '<w:spacing w:after="0"/><w:rPr><w:sz w:val="16"/></w:rPr>'];
  const file = wrapInDocx(p('Text') + section, header(p('Old', looks[0]) + p('', looks[1])));
  const linesOf = (bytes: Uint8Array, verdict: 'accept' | 'reject' | null): string[] =>
    structureLines(partsText(bytes, /header1\.xml$/), verdict === null ? null : { verdict, author: CONTEXT.author, idAbove: 0 });
  for (const align of [undefined, 'center'])
    for (const text of ['New', 'New\nand more']) {
      const operation = { op: 'set_header_footer', place: 'header', text, ...(align === undefined ? {} : { align }) };
      const [direct, tracked] = [edit(file, operation, 'direct'), edit(file, operation, 'tracked')];
      assert.deepEqual(linesOf(tracked.bytes, 'accept'), linesOf(direct.bytes, null));
      assert.deepEqual(linesOf(tracked.bytes, 'reject'), linesOf(file, null));
      assert.match(partsText(direct.bytes, /header1\.xml$/), /<w:rPr><w:b\/><\/w:rPr><\/w:pPr>/);
      assert.deepEqual(await validateOffice(tracked.bytes, 'docx'), []);
    }
});

test('a control of several list items was not filled', () => {
  const item = (text: string): string => p(text, '<w:numPr><w:ilvl w:val="0"/><w:numId w:val="1"/></w:numPr><w:jc w:val="right"/>');
  const control = `<w:sdt><w:sdtPr><w:tag w:val="c"/></w:sdtPr><w:sdtContent>${p('Click')}${item('a')}${item('b')}</w:sdtContent></w:sdt>`;
  const { bytes } = edit(wrapInDocx(control + p('End')), { op: 'set_control', target: 'c', value: 'Filled' }, 'direct');
  assert.match(partsText(bytes, /document\.xml$/), /<w:sdtContent><w:p><w:r><w:t>Filled<\/w:t><\/w:r><\/w:p><\/w:sdtContent>/);
});

test('a control with bookmarks and a comment in it was not filled', async () => {
  const [start, end] = ['<w:bookmarkStart w:id="1" w:name="Client"/>', '<w:bookmarkEnd w:id="1"/>'];
  const note =
    '<w:commentRangeStart w:id="0"/><w:r><w:t>old</w:t></w:r><w:commentRangeEnd w:id="0"/><w:r><w:commentReference w:id="0"/></w:r>';
  const comments = {
    entries: [
      {
        name: 'word/comments.xml',
        data: `<w:comments xmlns:w="${W}"><w:comment w:id="0" w:author="B">${p('Who?')}</w:comment></w:comments>`,
      },
    ],
    types: [{ name: 'word/comments.xml', contentType: `${TYPE}comments+xml` }],
    relationships: [{ id: 'rId7', type: `${OFFICE_RELATIONSHIP}comments`, target: 'comments.xml' }],
  };
  const control = `<w:sdt><w:sdtPr><w:tag w:val="c"/></w:sdtPr><w:sdtContent><w:p>${start}${note}</w:p><w:p>${end}<w:r><w:t>more</w:t></w:r></w:p></w:sdtContent></w:sdt>`;
  const { bytes } = edit(wrapInDocx(control + p('End'), comments), { op: 'set_control', target: 'c', value: 'Ana' }, 'direct');
  const filled = `${start}${note.replace('old', 'Ana')}${end}`;
  assert.ok(
    partsText(bytes, /document\.xml$/).includes(`<w:sdtContent><w:p>${filled}</w:p></w:sdtContent>`),
    partsText(bytes, /document\.xml$/),
  );
  assert.deepEqual(await validateOffice(bytes, 'docx'), []);
});

test('a table that is all that a header, a cell, a control or the text holds was not deleted as a tracked change', async () => {
  const grid = '<w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid><w:gridCol w:w="900"/></w:tblGrid>';
  const around = (content: string): string => `<w:tbl>${grid}<w:tr><w:tc>${content}</w:tc></w:tr></w:tbl>`;
  const table = around(p('cell'));
  const section = `<w:sectPr><w:headerReference xmlns:r="${R}" w:type="default" r:id="rId7"/><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>`;
  const cases: readonly (readonly [Uint8Array, string])[] = [
    [wrapInDocx(table), 't1'],
    [wrapInDocx(p('Text') + table + table), 't2'],
    [wrapInDocx(p('Text') + section, header(table)), 'header1.t1'],
    [wrapInDocx(around(table) + p('Text')), 't1.r1.c1.t1'],
    [wrapInDocx(`<w:sdt><w:sdtContent>${table}</w:sdtContent></w:sdt>${p('Text')}`), 't1'],
  ];
  for (const [file, target] of cases) {
    const { bytes, results } = edit(file, { op: 'delete_block', target }, 'tracked');
    assert.match(results[0]?.message ?? '', /empty paragraph/);
    const lines = (of: Uint8Array): string[] =>
      ['document', 'header1'].flatMap((name) => {
        const source = partsText(of, new RegExp(`${name}\\.xml$`));
        return source === '' ? [] : structureLines(source, null);
      });
    const settled = (op: string): string[] => lines(applyEdits(bytes, [{ op, target: 'all' }], { ...CONTEXT, mode: 'direct' }).bytes);
    assert.deepEqual(settled('accept_revision'), lines(edit(file, { op: 'delete_block', target }, 'direct').bytes), target);
    // the paragraph that has to be there is all that stays of a change that is rejected
    const { gone, come } = differentLines(lines(file), settled('reject_revision'));
    assert.deepEqual({ gone, come }, { gone: [], come: ['<w:p></>'] }, target);
    assert.deepEqual(await validateOffice(bytes, 'docx'), []);
  }
});
