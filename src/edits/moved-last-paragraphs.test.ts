/** Paragraphs that are all of a cell, or the last behind a table: they move, and an empty one stays where there must be one. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsText, wrapInDocx } from '../../test/support/office-parts.ts';
import { validateAllOffice } from '../../test/support/validate-office.ts';
import { structureLines } from '../../test/support/word-structure.ts';
import { applyEdits, type EditOperation, type EditOutcome } from './apply-edits.ts';
import type { EditMode } from './define-edit.ts';
import { listContent } from './list-content.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z' };
const run = (file: Uint8Array, operations: EditOperation[], mode: EditMode = 'direct'): EditOutcome =>
  applyEdits(file, operations, { ...CONTEXT, mode });
const edit = (file: Uint8Array, operations: EditOperation[], mode: EditMode = 'direct'): Uint8Array => {
  const { results, bytes } = run(file, operations, mode);
  for (const { status, message } of results) assert.equal(status, 'applied', message);
  return bytes;
};
const lines = (bytes: Uint8Array): string[] => structureLines(partsText(bytes, /^word\/document\.xml$/), null);
const p = (text: string): string => `<w:p><w:pPr><w:jc w:val="right"/></w:pPr><w:r><w:t>${text}</w:t></w:r></w:p>`;
const table = (...cells: string[]): string =>
  `<w:tbl><w:tblPr/><w:tblGrid>${'<w:gridCol w:w="2000"/>'.repeat(cells.length)}</w:tblGrid><w:tr>${cells.map((cell) => `<w:tc><w:tcPr/>${cell}</w:tc>`).join('')}</w:tr></w:tbl>`;
const texts = (bytes: Uint8Array): string[] =>
  listContent(bytes).flatMap(({ text, rows }) =>
    rows === undefined ? [text] : rows.flatMap(({ cells }) => cells.map((cell) => `|${cell.text}`)),
  );

const CELL = 't1.r1.c1.p1';
const MOVES: Readonly<Record<string, { file: string; operation: EditOperation; moved: string[] }>> = {
  'all of a cell': {
    file: table(p('one'), p('two')) + p('End'),
    operation: { op: 'move_block', target: CELL, to: 'p1' },
    moved: ['|', '|two', 'End', 'one'],
  },
  'both paragraphs of a cell': {
    file: table(p('one') + p('more'), p('two')) + p('End'),
    operation: { op: 'move_block', target: CELL, count: 2, to: 'p1' },
    moved: ['|', '|two', 'End', 'one', 'more'],
  },
  'from cell to cell': {
    file: table(p('one'), p('two')) + p('End'),
    operation: { op: 'move_block', target: CELL, to: 't1.r1.c2.p1' },
    moved: ['|', '|two\none', 'End'],
  },
  'the last one, behind a table': {
    file: p('First') + table(p('one'), p('two')) + p('End'),
    operation: { op: 'move_block', target: 'p2', to: 'p1', position: 'before' },
    moved: ['End', 'First', '|one', '|two', ''],
  },
  'a table and what is last, behind a paragraph': {
    file: p('First') + p('Second') + table(p('one'), p('two')) + p('End'),
    operation: { op: 'move_block', target: 't1', count: 2, to: 'p1' },
    moved: ['First', '|one', '|two', 'End', 'Second'],
  },
};

test('the only paragraph of a cell and the last one behind a table did not move, in either mode', async () => {
  const outputs: Record<string, { bytes: Uint8Array; kind: 'docx' }> = {};
  for (const [name, { file: body, operation, moved }] of Object.entries(MOVES)) {
    const file = wrapInDocx(body);
    const direct = edit(file, [operation]);
    assert.deepEqual(texts(direct), moved, name);
    const tracked = edit(file, [operation], 'tracked');
    const settled = (verdict: 'accept' | 'reject'): Uint8Array => edit(tracked, [{ op: `${verdict}_revision`, target: 'all' }]);
    assert.deepEqual([lines(settled('accept')), lines(settled('reject'))], [lines(direct), lines(file)], name);
    for (const [kind, bytes] of Object.entries({ direct, tracked })) outputs[`${name}, ${kind}`] = { bytes, kind: 'docx' };
  }
  assert.deepEqual(await validateAllOffice(outputs), {});
});

test('what cannot leave its place is refused with what is so there, not with what might be', () => {
  const control = `<w:sdt><w:sdtPr><w:id w:val="7"/></w:sdtPr><w:sdtContent>${p('Only')}</w:sdtContent></w:sdt>`;
  const refused = (body: string, operation: EditOperation): string[] => {
    const [result] = run(wrapInDocx(body), [operation]).results;
    return [result?.reason ?? 'applied', result?.message ?? ''];
  };
  const [kept = '', why = ''] = refused(control + p('End'), { op: 'move_block', target: 'p1', to: 'p2' });
  assert.deepEqual([kept, why.startsWith('p1 is all that its content control holds')], ['read_only_content', true], why);
  const [empty = '', said = ''] = refused(table('<w:p/>', p('two')) + p('End'), { op: 'move_block', target: CELL, to: 'p1' });
  assert.deepEqual([empty, /is empty and has to stay/.test(said)], ['no_effect', true], said);
});
