/** Two operations of one request on words in the middle of one run: each is there afterwards, in either order and in either mode. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapInDocx } from '../../test/support/office-parts.ts';
import { openOfficePackage, readPart } from '../ooxml/office-package.ts';
import { applyEdits, type EditOperation } from './apply-edits.ts';
import type { EditMode } from './define-edit.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z' };
const given = wrapInDocx('<w:p><w:r><w:t>See the big article in one</w:t></w:r></w:p><w:p/>');
const run = (bytes: Uint8Array, operations: EditOperation[], mode: EditMode): Uint8Array => {
  const outcome = applyEdits(bytes, operations, { ...CONTEXT, mode });
  assert.deepEqual(
    outcome.results.flatMap(({ message }) => message ?? []),
    [],
  );
  return outcome.bytes;
};
/** Each stretch of text with what its run says of its look. */
const looksOf = (bytes: Uint8Array): string => {
  const text = Buffer.from(readPart(openOfficePackage(bytes), 'word/document.xml')).toString('utf8');
  return Array.from(text.matchAll(/<w:r>(?:<w:rPr>(.*?)<\/w:rPr>)?<w:t[^>]*>([^<]+)<\/w:t>/g), ([, looks = '', words]) => {
    const all = Array.from(looks.matchAll(/<w:(b|i|rStyle)\b/g), ([, name]) => name).toSorted();
    return `${words?.trim()} [${all.join(' ')}]`;
  }).join(', ');
};

const LINK = { op: 'set_link', target: 'p1', url: 'https://example.org/' };
const BOLD = { op: 'set_format', target: 'p1', bold: true };
const CASES: readonly (readonly [name: string, EditOperation, EditOperation, looks: string])[] = [
  ['the same words', { ...LINK, find: 'article' }, { ...BOLD, find: 'article' }, 'See the big [], article [b rStyle], in one []'],
  ['some of them', { ...BOLD, find: 'big article' }, { ...LINK, find: 'article' }, 'See the [], big [b], article [b rStyle], in one []'],
  [
    'a comment on some of them',
    { ...BOLD, find: 'big article' },
    { op: 'add_comment', target: 'p1', find: 'article', text: 'Why?' },
    'See the [], big [b], article [b], in one []',
  ],
];
for (const [name, one, other, looks] of CASES)
  test(`${one.op} and ${other.op} on ${name}`, () => {
    for (const operations of [
      [one, other],
      [other, one],
    ]) {
      assert.equal(looksOf(run(given, operations, 'direct')), looks);
      assert.equal(looksOf(run(run(given, operations, 'tracked'), [{ op: 'accept_revision', target: 'all' }], 'direct')), looks);
    }
  });
