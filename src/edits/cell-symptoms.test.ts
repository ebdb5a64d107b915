/** What was wrong with cells of Word tables that are given another text or look, each named after its symptom. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsText, wrapInDocx } from '../../test/support/office-parts.ts';
import { validateOffice } from '../../test/support/validate-office.ts';
import { structureLines } from '../../test/support/word-structure.ts';
import { applyEdits, type EditOperation, type EditOutcome } from './apply-edits.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z' };
const WHO = 'w:author="Ana" w:date="2026-01-01T00:00:00Z"';
const SECTION = '<w:sectPr><w:pgSz w:w="11906" w:h="16838"/></w:sectPr>';
const table = (paragraphs: string, properties = ''): string =>
  `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid><w:gridCol w:w="4000"/></w:tblGrid><w:tr><w:tc><w:tcPr><w:tcW w:w="4000" w:type="dxa"/>${properties}</w:tcPr>${paragraphs}</w:tc></w:tr></w:tbl><w:p/>${SECTION}`;
const textOf = (bytes: Uint8Array): string => partsText(bytes, /^word\/document\.xml$/);
const edit = (body: string, operation: EditOperation, mode: 'direct' | 'tracked'): EditOutcome =>
  applyEdits(wrapInDocx(body), [operation], { ...CONTEXT, mode });
const TEXT = { op: 'set_cell_text', target: 't1.r1.c1', text: 'new' };

test('a cell of paragraphs whose marks look otherwise was not given a text as a tracked change', async () => {
  const p = (text: string, look: string): string => `<w:p><w:pPr>${look}</w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
  const looks = ['<w:rPr><w:b/></w:rPr>', '<w:jc w:val="center"/>', '<w:rPr><w:i/></w:rPr>', ''];
  for (const [first, last] of looks.flatMap((one) => looks.map((other) => [one, other] as const))) {
    const body = table(p('a', first) + p('b', '') + p('c', last));
    const [direct, tracked] = [edit(body, TEXT, 'direct'), edit(body, TEXT, 'tracked')];
    assert.equal(tracked.results[0]?.status, 'applied', tracked.results[0]?.message);
    const settled = (verdict: 'accept' | 'reject'): string[] =>
      structureLines(textOf(tracked.bytes), { verdict, author: CONTEXT.author, idAbove: 0 });
    assert.deepEqual(settled('accept'), structureLines(textOf(direct.bytes), null));
    assert.deepEqual(settled('reject'), structureLines(textOf(wrapInDocx(body)), null));
  }
  const { bytes } = edit(table(p('a', looks[0] ?? '') + p('c', looks[2] ?? '')), TEXT, 'tracked');
  assert.deepEqual(await validateOffice(bytes, 'docx'), []);
});

test('a cell in which somebody else has deleted a paragraph was not given a text', () => {
  const gone = `<w:p><w:del w:id="1" ${WHO}><w:r><w:delText>gone</w:delText></w:r></w:del><w:r><w:t>b</w:t></w:r></w:p>`;
  for (const mode of ['direct', 'tracked'] as const) {
    const { results } = edit(table(`<w:p><w:r><w:t>a</w:t></w:r></w:p>${gone}`), TEXT, mode);
    assert.deepEqual([results[0]?.status, results[0]?.message], ['applied', undefined]);
  }
});

test('a cell whose formatting somebody else has changed is named before it is changed as a tracked change', () => {
  const changed = `<w:shd w:val="clear" w:color="auto" w:fill="FFFF00"/><w:tcPrChange w:id="1" ${WHO}><w:tcPr><w:tcW w:w="4000" w:type="dxa"/></w:tcPr></w:tcPrChange>`;
  const operations: EditOperation[] = [
    { op: 'set_format', target: 't1', fill: 'EEEEEE' },
    { op: 'insert_columns', target: 't1.r1.c1', columns: [['x']] },
  ];
  for (const operation of operations) {
    const body = table('<w:p><w:r><w:t>a</w:t></w:r></w:p>', changed);
    assert.equal(edit(body, operation, 'direct').results[0]?.status, 'applied');
    const [result] = edit(body, operation, 'tracked').results;
    assert.deepEqual([result?.status, result?.message?.includes('by Ana')], ['rejected', true]);
  }
});

test('a column of cells in controls leaves the grid where its deletion is accepted', () => {
  const cell = (text: string): string =>
    `<w:tc><w:tcPr><w:tcW w:w="2000" w:type="dxa"/></w:tcPr><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
  const row = `<w:tr>${cell('a')}<w:sdt><w:sdtPr/><w:sdtContent>${cell('b')}</w:sdtContent></w:sdt></w:tr>`;
  const body = `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid><w:gridCol w:w="2000"/><w:gridCol w:w="2001"/></w:tblGrid>${row}</w:tbl><w:p/>${SECTION}`;
  const { bytes, results } = edit(body, { op: 'delete_columns', target: 't1.r1.c2' }, 'tracked');
  assert.equal(results[0]?.status, 'applied', results[0]?.message);
  const accepted = applyEdits(bytes, [{ op: 'accept_revision', target: 'all' }], { ...CONTEXT, mode: 'direct' });
  assert.match(textOf(accepted.bytes), /<w:tblGrid><w:gridCol w:w="2000"\/><\/w:tblGrid>/);
});
