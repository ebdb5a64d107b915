/** Tracked changes of columns where rows leave some out or other programs have written the grid down, of controls with high ids, and of links. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsText, wrapInDocx } from '../../test/support/office-parts.ts';
import { validateAllOffice } from '../../test/support/validate-office.ts';
import { structureLines } from '../../test/support/word-structure.ts';
import { applyEdits, type EditOperation, type EditOutcome } from './apply-edits.ts';
import type { EditMode } from './define-edit.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z' };
const edit = (file: Uint8Array, operations: EditOperation[], mode: EditMode = 'direct'): EditOutcome => {
  const outcome = applyEdits(file, operations, { ...CONTEXT, mode });
  for (const { status, message } of outcome.results) assert.equal(status, 'applied', message);
  return outcome;
};
const xmlOf = (bytes: Uint8Array): string => partsText(bytes, /^word\/document\.xml$/);
const lines = (bytes: Uint8Array): string[] => structureLines(xmlOf(bytes), null);
const GRID_CHANGE = /<w:tblGridChange .*?<\/w:tblGridChange>/gs;
/** Set at once in either mode, for links to a paragraph. */
const HIDDEN = /<w:bookmark(?:Start w:id="\d+" w:name="_Ref\d+"|End w:id="\d+")\/>/g;

/** Tracked, it is what it is at once when it is accepted, and nothing when it is rejected. @returns the files to be validated */
function checkTracked(name: string, file: Uint8Array, operations: EditOperation[]): Record<string, { bytes: Uint8Array; kind: 'docx' }> {
  const { bytes, integrity } = edit(file, operations, 'tracked');
  assert.deepEqual([integrity.accept_matches, integrity.reject_matches], [true, true], name);
  const settled = (verdict: 'accept' | 'reject'): Uint8Array => edit(bytes, [{ op: `${verdict}_revision`, target: 'all' }]).bytes;
  const without = (one: Uint8Array): string[] => structureLines(xmlOf(one).replaceAll(GRID_CHANGE, '').replaceAll(HIDDEN, ''), null);
  assert.deepEqual(without(settled('accept')), without(edit(file, operations).bytes), `${name}, accepted`);
  assert.deepEqual(without(settled('reject')), without(file), `${name}, rejected`);
  return { [name]: { bytes, kind: 'docx' }, [`${name}, accepted`]: { bytes: settled('accept'), kind: 'docx' } };
}

const cell = (text: string, widthDxa = 3000): string =>
  `<w:tc><w:tcPr><w:tcW w:w="${widthDxa}" w:type="dxa"/></w:tcPr><w:p><w:r><w:t>${text}</w:t></w:r></w:p></w:tc>`;
const row = (cells: string, properties = ''): string => `<w:tr>${properties === '' ? '' : `<w:trPr>${properties}</w:trPr>`}${cells}</w:tr>`;
const table = (rows: string, change = ''): string =>
  `<w:tbl><w:tblPr><w:tblW w:w="0" w:type="auto"/></w:tblPr><w:tblGrid>${'<w:gridCol w:w="3000"/>'.repeat(3)}${change}</w:tblGrid>${rows}</w:tbl><w:p/>`;
const ABC = row(cell('a') + cell('b') + cell('c'));

test('columns of tables of which a row leaves some out were not inserted and deleted as tracked changes', async () => {
  const outputs = {};
  const rows = {
    'in front': row(cell('x'), '<w:cantSplit/><w:gridBefore w:val="2"/>'),
    behind: row(cell('x'), '<w:gridAfter w:val="2"/><w:wAfter w:w="6000" w:type="dxa"/>'),
    'one on each side': row(cell('x'), '<w:gridBefore w:val="1"/><w:gridAfter w:val="1"/>'),
  };
  for (const [name, short] of Object.entries(rows)) {
    const file = wrapInDocx(table(ABC + short));
    for (const column of [1, 2, 3]) {
      const target = `t1.r1.c${column}`;
      Object.assign(outputs, checkTracked(`insert ${name} ${column}`, file, [{ op: 'insert_columns', target, columns: [['n']] }]));
      const [result] = applyEdits(file, [{ op: 'delete_columns', target }], { ...CONTEXT, mode: 'tracked' }).results;
      if (result?.reason === 'merged_cells') assert.match(result.message ?? '', /without a cell/);
      else Object.assign(outputs, checkTracked(`delete ${name} ${column}`, file, [{ op: 'delete_columns', target }]));
    }
  }
  assert.equal(Object.keys(outputs).length, 30);
  assert.deepEqual(await validateAllOffice(outputs), {});
});

test('columns were not inserted as tracked changes where the grid has a change of its own, as other programs write it', async () => {
  const change = (widthDxa: number): string =>
    `<w:tblGridChange w:id="0"><w:tblGrid>${`<w:gridCol w:w="${widthDxa}"/>`.repeat(3)}</w:tblGrid></w:tblGridChange>`;
  const insert: EditOperation = { op: 'insert_columns', target: 't1.r1.c2', columns: [['n']] };
  const same = wrapInDocx(table(ABC, change(3000)));
  const outputs = checkTracked('the same widths', same, [insert]);
  assert.match(xmlOf(edit(same, [insert], 'tracked').bytes), /<w:gridCol w:w="2250"\/><w:tblGridChange w:id="[1-9]\d*">/);
  // one that says something stays, and so do the widths
  const other = wrapInDocx(table(ABC, change(2000)));
  const { bytes, integrity } = edit(other, [insert], 'tracked');
  assert.deepEqual([integrity.accept_matches, integrity.reject_matches], [true, true]);
  assert.match(xmlOf(bytes), /<w:tblGrid>(?:<w:gridCol w:w="3000"\/>){4}<w:tblGridChange w:id="0"><w:tblGrid><w:gridCol w:w="2000"/);
  // so that a second column can come before the first one is settled
  const second = edit(edit(same, [insert], 'tracked').bytes, [{ ...insert, target: 't1.r1.c4' }], 'tracked');
  assert.deepEqual([second.integrity.accept_matches, second.integrity.reject_matches], [true, true]);
  assert.deepEqual(
    lines(edit(second.bytes, [{ op: 'reject_revision', target: 'all' }]).bytes),
    structureLines(xmlOf(same).replaceAll(GRID_CHANGE, ''), null),
  );
  assert.deepEqual(await validateAllOffice({ ...outputs, second: { bytes: second.bytes, kind: 'docx' } }), {});
});

test('a control whose id is a high number was not moved as a tracked change', () => {
  const control =
    '<w:sdt><w:sdtPr><w:id w:val="1727877568"/><w:text/></w:sdtPr><w:sdtContent><w:r><w:t>fee</w:t></w:r></w:sdtContent></w:sdt>';
  const file = wrapInDocx(`<w:p>${control}</w:p><w:p><w:r><w:t>b</w:t></w:r></w:p><w:p/>`);
  const { integrity } = edit(file, [{ op: 'move_block', target: 'p1', to: 'p2' }], 'tracked');
  assert.deepEqual([integrity.accept_matches, integrity.reject_matches], [true, true]);
});

const link = (inner: string): string => `<w:hyperlink w:anchor="A"><w:r>${inner}</w:r></w:hyperlink>`;

test('links with breaks of a kind, and links to the paragraph that they are in, were not set as tracked changes', async () => {
  const breaks =
    '<w:t>line</w:t><w:br w:type="textWrapping"/><w:tab/><w:t xml:space="preserve"> next</w:t><w:br w:type="page"/><w:t>page</w:t>';
  const bodies = {
    'a link with breaks': `<w:p>${link(breaks)}</w:p>`,
    'words with breaks': `<w:p><w:r>${breaks}</w:r></w:p>`,
    'a link that is all of its paragraph': `<w:p>${link('<w:t>line</w:t>')}</w:p>`,
  };
  const outputs = {};
  for (const [name, body] of Object.entries(bodies)) {
    const file = wrapInDocx(`${body}<w:p/>`);
    Object.assign(outputs, checkTracked(`${name}, to an address`, file, [{ op: 'set_link', target: 'p1', url: 'https://example.org' }]));
    Object.assign(outputs, checkTracked(`${name}, to itself`, file, [{ op: 'set_link', target: 'p1', find: 'line', to: 'p1' }]));
    if (name.startsWith('a link')) Object.assign(outputs, checkTracked(`${name}, taken away`, file, [{ op: 'remove_link', target: 'p1' }]));
  }
  assert.deepEqual(await validateAllOffice(outputs), {});
});
