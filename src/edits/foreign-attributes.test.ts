/** Attributes that other programs put on runs, and what becomes of them where a run is divided, deleted or written anew. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsText, wrapInDocx } from '../../test/support/office-parts.ts';
import { structureLines } from '../../test/support/word-structure.ts';
import { applyEdits, type EditOperation } from './apply-edits.ts';
import type { EditMode } from './define-edit.ts';
import { redlineFiles } from './redline.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z' };
const document = (bytes: Uint8Array): string => partsText(bytes, /document\.xml$/);
const lines = (bytes: Uint8Array): string[] => structureLines(document(bytes), null);
function edit(file: Uint8Array, operations: EditOperation[], mode: EditMode): Uint8Array {
  const { results, bytes } = applyEdits(file, operations, { ...CONTEXT, mode });
  for (const { status, message } of results) assert.equal(status, 'applied', message);
  return bytes;
}
const settled = (bytes: Uint8Array, verdict: string): string[] =>
  lines(edit(bytes, [{ op: `${verdict}_revision`, target: 'all' }], 'direct'));

const OURS = 'xmlns:x="urn:example:marks"';
const file = wrapInDocx(
  `<w:p ${OURS}><w:r x:mark="1" w:rsidR="00AA00AA"><w:t xml:space="preserve">One two </w:t></w:r><w:r x:mark="2"><w:t>three four</w:t></w:r></w:p><w:p/>`,
);

test('tracked changes took the attributes of other programs from the runs that they touched', () => {
  const requests: EditOperation[][] = [
    [{ op: 'replace_text', find: 'two', replace: 'zwei' }],
    [{ op: 'replace_text', find: 'two three', replace: 'zwei drei' }],
    [{ op: 'rewrite_block', target: 'p1', text: 'One two and four' }],
    [{ op: 'set_link', target: 'p1', find: 'two', url: 'https://example.org' }],
    [{ op: 'set_format', target: 'p1', find: 'three', bold: true }],
    [{ op: 'delete_block', target: 'p1' }],
  ];
  for (const request of requests) {
    const tracked = edit(file, request, 'tracked');
    const named = JSON.stringify(request);
    assert.deepEqual(settled(tracked, 'reject'), lines(file), named);
    assert.deepEqual(settled(tracked, 'accept'), lines(edit(file, request, 'direct')), named);
  }
});

test('a redline keeps them too, of both files', () => {
  const other = edit(file, [{ op: 'replace_text', find: 'two', replace: 'zwei' }], 'direct');
  const { bytes } = redlineFiles(file, other, CONTEXT);
  assert.deepEqual(settled(bytes, 'reject'), lines(file));
  assert.deepEqual(settled(bytes, 'accept'), lines(other));
});
