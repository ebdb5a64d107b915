/** Footnotes and endnotes of Word files: added, changed, deleted, in either mode. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsText, wrapInDocx } from '../../test/support/office-parts.ts';
import { validateAllOffice } from '../../test/support/validate-office.ts';
import { replacePart, saveOfficePackage } from '../ooxml/change-package.ts';
import { openOfficePackage, readPartText } from '../ooxml/office-package.ts';
import { applyEdits, type EditOperation, type EditOutcome } from './apply-edits.ts';
import type { EditMode } from './define-edit.ts';
import { listContent } from './list-content.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z' };
const edit = (file: Uint8Array, operations: EditOperation[], mode: EditMode = 'direct'): EditOutcome => {
  const outcome = applyEdits(file, operations, { ...CONTEXT, mode });
  for (const { status, message } of outcome.results) assert.equal(status, 'applied', message);
  return outcome;
};
const plain = wrapInDocx('<w:p><w:r><w:t>The fees rise.</w:t></w:r></w:p><w:p><w:r><w:t>More.</w:t></w:r></w:p>');
const noted = (): Uint8Array =>
  edit(plain, [
    { op: 'add_footnote', target: 'p1', find: 'fees', text: 'Without tax.\nSince 2020.' },
    { op: 'add_footnote', target: 'p2', text: 'Another.' },
    { op: 'add_footnote', target: 'p2', text: 'At the end.', kind: 'endnote' },
  ]).bytes;
const notesOf = (bytes: Uint8Array): string[] =>
  listContent(bytes).flatMap(({ address, text }) => (/^(?:foot|end)note/.test(address) ? [text.trim()] : []));
const firstNote = (bytes: Uint8Array): string =>
  listContent(bytes)
    .find(({ address }) => address.startsWith('footnote'))
    ?.address.split('.')[0] ?? '';

test('notes are added with their styles, also several in one request, and the file is valid', async () => {
  assert.deepEqual(notesOf(noted()), ['Without tax.', 'Since 2020.', 'Another.', 'At the end.']);
  const more = edit(noted(), [{ op: 'add_footnote', target: 'p1', text: 'Third.' }], 'tracked');
  assert.deepEqual([more.integrity.accept_matches, more.integrity.reject_matches], [true, true]);
  assert.deepEqual(await validateAllOffice({ noted: { bytes: noted(), kind: 'docx' }, tracked: { bytes: more.bytes, kind: 'docx' } }), {});
});

test('a note is changed as any paragraph and deleted with its number, in either mode', async () => {
  const file = noted();
  const note = firstNote(file);
  const changed = edit(file, [{ op: 'replace_text', target: `${note}.p1`, find: 'tax', replace: 'VAT' }], 'tracked');
  assert.match(partsText(changed.bytes, /footnotes\.xml$/), /<w:del [^>]*><w:r><w:delText[^>]*>tax</);
  const deleted = edit(file, [{ op: 'delete_footnote', target: note, expect: 'Without tax.\nSince 2020.' }]);
  assert.deepEqual(notesOf(deleted.bytes), ['Another.', 'At the end.']);
  const tracked = edit(file, [{ op: 'delete_footnote', target: note }], 'tracked');
  assert.deepEqual([tracked.integrity.accept_matches, tracked.integrity.reject_matches], [true, true]);
  assert.deepEqual(notesOf(edit(tracked.bytes, [{ op: 'reject_revision', target: 'all' }]).bytes), notesOf(file));
  const accepted = edit(tracked.bytes, [{ op: 'accept_revision', target: 'all' }]).bytes;
  assert.deepEqual(notesOf(accepted), ['Another.', 'At the end.']);
  assert.doesNotMatch(partsText(accepted, /footnotes\.xml$/), /Without/);
  assert.deepEqual(
    await validateAllOffice({ tracked: { bytes: tracked.bytes, kind: 'docx' }, accepted: { bytes: accepted, kind: 'docx' } }),
    {},
  );
});

test('rejecting a tracked note takes it out of its part too', () => {
  const tracked = edit(noted(), [{ op: 'add_footnote', target: 'p1', text: 'Third.' }], 'tracked').bytes;
  assert.deepEqual(notesOf(edit(tracked, [{ op: 'reject_revision', target: 'all' }]).bytes), notesOf(noted()));
  assert.equal(notesOf(edit(tracked, [{ op: 'accept_revision', target: 'all' }]).bytes).includes('Third.'), true);
});

test('notes where Word takes none are refused', () => {
  const file = edit(plain, [{ op: 'set_header_footer', place: 'header', text: 'Head' }]).bytes;
  const outcome = applyEdits(file, [{ op: 'add_footnote', target: 'header1.p1', text: 'No.' }], { ...CONTEXT, mode: 'direct' });
  assert.equal(outcome.results[0]?.reason, 'unsupported');
});

test('words are found over the number of a note, which stays where it is', () => {
  const text = (bytes: Uint8Array): string => listContent(bytes)[0]?.text ?? '';
  const file = edit(plain, [{ op: 'add_footnote', target: 'p1', find: 'fees', text: 'Without tax.' }]).bytes;
  for (const [replace, result] of [
    ['fees fall', 'The fees￼ fall.'],
    ['prices rise', 'The prices￼ rise.'],
    ['costs', 'The costs￼.'],
    ['fees do not go up', 'The fees￼ do not go up.'],
  ] as const) {
    const operation = { op: 'replace_text', find: 'fees rise', replace };
    assert.equal(text(edit(file, [operation]).bytes), result);
    const { integrity, bytes } = edit(file, [operation], 'tracked');
    assert.deepEqual([integrity.accept_matches, integrity.reject_matches], [true, true]);
    assert.equal(text(applyEdits(bytes, [{ op: 'accept_revision', target: 'all' }], { ...CONTEXT, mode: 'direct' }).bytes), result);
  }
});

test('a note that holds a table was not deleted as a tracked change', () => {
  const opened = openOfficePackage(noted());
  const table =
    '<w:tbl><w:tblPr/><w:tblGrid><w:gridCol/></w:tblGrid><w:tr><w:tc><w:tcPr/><w:p><w:r><w:t>cell</w:t></w:r></w:p></w:tc></w:tr></w:tbl><w:p/>';
  const { text } = readPartText(opened, 'word/footnotes.xml');
  replacePart(opened, 'word/footnotes.xml', Buffer.from(text.replace(/<\/w:footnote>(?=<\/w:footnotes>)/, `${table}$&`)));
  const file = saveOfficePackage(opened);
  const target =
    listContent(file)
      .findLast(({ address }) => address.startsWith('footnote'))
      ?.address.split('.')[0] ?? '';
  const { bytes, integrity } = edit(file, [{ op: 'delete_footnote', target }], 'tracked');
  assert.deepEqual([integrity.accept_matches, integrity.reject_matches], [true, true]);
  const accepted = applyEdits(bytes, [{ op: 'accept_revision', target: 'all' }], { ...CONTEXT, mode: 'direct' });
  assert.deepEqual(notesOf(accepted.bytes), ['Without tax.', 'Since 2020.', 'At the end.']);
});
