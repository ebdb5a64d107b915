/** A link or control around words, and something else that one request sets in front of the first or behind the last of them: the same in both modes and in either order. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapInDocx } from '../../test/support/office-parts.ts';
import { openOfficePackage, readPart } from '../ooxml/office-package.ts';
import { applyEdits, type EditOperation } from './apply-edits.ts';
import type { EditMode } from './define-edit.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z' };
const given = wrapInDocx('<w:p><w:r><w:t xml:space="preserve">All the </w:t></w:r><w:r><w:t>words</w:t></w:r></w:p><w:p/>');
const run = (bytes: Uint8Array, operations: EditOperation[], mode: EditMode): Uint8Array => {
  const outcome = applyEdits(bytes, operations, { ...CONTEXT, mode });
  assert.deepEqual(
    outcome.results.flatMap(({ message }) => message ?? []),
    [],
  );
  return outcome.bytes;
};
/** The elements of the first paragraph one after the other, without their attributes. */
const shapeOf = (bytes: Uint8Array): string => {
  const text = Buffer.from(readPart(openOfficePackage(bytes), 'word/document.xml')).toString('utf8');
  const first = text.slice(text.indexOf('<w:p>'), text.lastIndexOf('<w:p/>'));
  return Array.from(first.matchAll(/<\/?w:(?:hyperlink|sdt|footnoteReference|commentReference|drawing|bookmarkStart)\b/g), ([tag]) =>
    tag.replace('w:', ''),
  ).join(' ');
};

const LINK = { op: 'set_link', target: 'p1', url: 'https://example.org/' };
const CONTROL = { op: 'add_control', target: 'p1', kind: 'text', find: 'words' };
const NOTE = { op: 'add_footnote', target: 'p1', text: 'Note' };
const COMMENT = { op: 'add_comment', target: 'p1', text: 'Why?' };
const BOX = { op: 'insert_text_box', target: 'p1', text: 'Beside' };
const BOOKMARK = { op: 'add_bookmark', target: 'p1', name: 'here' };
const SHAPES: readonly (readonly [EditOperation, EditOperation, shape: string])[] = [
  [LINK, NOTE, '<hyperlink </hyperlink <footnoteReference'],
  [{ ...LINK, find: 'words' }, NOTE, '<hyperlink </hyperlink <footnoteReference'],
  [LINK, COMMENT, '<hyperlink </hyperlink <commentReference'],
  [LINK, BOX, '<drawing </drawing <hyperlink </hyperlink'],
  [{ ...CONTROL, find: 'All' }, BOX, '<drawing </drawing <sdt </sdt'],
  [LINK, BOOKMARK, '<bookmarkStart <hyperlink </hyperlink'],
  [CONTROL, NOTE, '<sdt </sdt <footnoteReference'],
];
for (const [around, behind, shape] of SHAPES)
  test(`${around.op} ${String(around['find'] ?? '')} and ${behind.op} beside its words do not depend on their order or the mode`, () => {
    for (const operations of [
      [around, behind],
      [behind, around],
    ]) {
      assert.equal(shapeOf(run(given, operations, 'direct')), shape);
      assert.equal(shapeOf(run(run(given, operations, 'tracked'), [{ op: 'accept_revision', target: 'all' }], 'direct')), shape);
    }
  });
