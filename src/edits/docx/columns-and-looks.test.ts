/** Operations of one request of which one takes looks or room from what the other changes; and columns that are taken back. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsText, wrapInDocx } from '../../../test/support/office-parts.ts';
import { validateAllOffice } from '../../../test/support/validate-office.ts';
import { structureLines } from '../../../test/support/word-structure.ts';
import { applyEdits, type EditOperation } from '../apply-edits.ts';
import type { EditMode } from '../define-edit.ts';

function edit(file: Uint8Array, operations: EditOperation[], mode: EditMode = 'direct', author = 'Octavo'): Uint8Array {
  const { results, bytes } = applyEdits(file, operations, { author, date: '2026-01-01T00:00:00Z', mode });
  for (const { op, status, message } of results) assert.equal(status, 'applied', `${op}: ${message}`);
  return bytes;
}
const document = (bytes: Uint8Array): string => partsText(bytes, /document\.xml$/);
const lines = (bytes: Uint8Array): string[] => structureLines(document(bytes), null);
const settle = (bytes: Uint8Array, verdict: string, author = 'Octavo'): string[] =>
  lines(edit(bytes, [{ op: `${verdict}_revision`, target: 'all', author }]));

const cell = (text: string): string =>
  `<w:tc><w:tcPr><w:tcW w:w="3000" w:type="dxa"/></w:tcPr><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
const row = (...texts: string[]): string => `<w:tr>${texts.map(cell).join('')}</w:tr>`;
const grid = '<w:tblGrid><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/><w:gridCol w:w="3000"/></w:tblGrid>';
const file = wrapInDocx(
  `<w:tbl><w:tblPr><w:tblW w:w="9000" w:type="dxa"/></w:tblPr>${grid}${row('a', 'b', 'c')}${row('d', 'e', 'f')}</w:tbl><w:p><w:r><w:t>This is it.</w:t></w:r></w:p>`,
);

/** Tracked, a request gives when it is accepted what it gives directly, and rejected the file. */
async function holds(operations: EditOperation[]): Promise<Uint8Array> {
  const [direct, tracked] = [edit(file, operations), edit(file, operations, 'tracked')];
  assert.deepEqual(settle(tracked, 'accept'), lines(direct));
  assert.deepEqual(settle(tracked, 'reject'), lines(file));
  assert.deepEqual(await validateAllOffice({ direct: { bytes: direct, kind: 'docx' }, tracked: { bytes: tracked, kind: 'docx' } }), {});
  return direct;
}

test('tracked columns that come into a table of which others go were made as if those stayed', async () => {
  const direct = await holds([
    { op: 'delete_columns', target: 't1.r1.c1' },
    { op: 'insert_columns', target: 't1.r1.c2', columns: [['x']] },
  ]);
  assert.match(document(direct), /<w:tblGrid>(?:<w:gridCol w:w="2000"\/>){3}<\/w:tblGrid>/);
});

test('columns of one author that were taken back stayed in the grid of the table', () => {
  const columns: EditOperation[] = [{ op: 'insert_columns', target: 't1.r1.c2', columns: [['x', 'y']] }];
  const tracked = edit(file, columns, 'tracked');
  assert.deepEqual(settle(tracked, 'reject'), lines(file));
  assert.deepEqual(settle(tracked, 'accept'), lines(edit(file, columns)));
  // the grid is as both have left it, until the last of them is settled
  const both = edit(tracked, [{ op: 'delete_columns', target: 't1.r1.c1' }], 'tracked', 'Ana');
  const one = edit(both, [{ op: 'reject_revision', target: 'all', author: 'Ana' }]);
  assert.deepEqual(settle(one, 'reject'), lines(file));
});

test('new rows and columns of a table that the same request formats had the old looks', async () => {
  const format: EditOperation = { op: 'set_format', target: 't1', fill: 'EEEEEE', bold: true, align: 'right' };
  const insertions: EditOperation[] = [
    { op: 'insert_columns', target: 't1.r1.c2', columns: [['x', 'y']] },
    { op: 'insert_rows', target: 't1.r2', rows: [['x', 'y', 'z']] },
  ];
  for (const insertion of insertions)
    for (const request of [
      [insertion, format],
      [format, insertion],
    ]) {
      const xml = document(await holds(request));
      const cells = xml.match(/<w:tc>/g)?.length;
      assert.equal(xml.match(/w:fill="EEEEEE"/g)?.length, cells, `${request[0]?.op} first`);
      assert.equal(xml.match(/<w:jc w:val="right"\/>/g)?.length, cells, `${request[0]?.op} first`);
    }
});

test('words that come in front of others had the format that the same request gives to those', async () => {
  const direct = await holds([
    { op: 'rewrite_block', target: 'p1', text: 'Now, This is it.' },
    { op: 'set_format', target: 'p1', find: 'This', bold: true },
  ]);
  assert.match(document(direct), /<w:t[^>]*>Now, <\/w:t><\/w:r><w:r><w:rPr><w:b\/>(?:<w:bCs\/>)?<\/w:rPr><w:t[^>]*>This</);
});
