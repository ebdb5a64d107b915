/** Words that are replaced everywhere in a Word file: what cannot be changed is left and named, and does not keep the rest from being changed. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsText, wrapInDocx } from '../../test/support/office-parts.ts';
import { structureLines } from '../../test/support/word-structure.ts';
import { applyEdits, type EditOperation, type EditOutcome } from './apply-edits.ts';
import type { EditMode } from './define-edit.ts';
import { listContent } from './list-content.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z' };
const run = (file: Uint8Array, operations: EditOperation[], mode: EditMode = 'direct'): EditOutcome =>
  applyEdits(file, operations, { ...CONTEXT, mode });
const texts = (bytes: Uint8Array): string[] => listContent(bytes).flatMap(({ type, text }) => (type === 'paragraph' ? [text] : []));
const lines = (bytes: Uint8Array): string[] => structureLines(partsText(bytes, /^word\/document\.xml$/), null);

const t = (text: string): string => `<w:r><w:t xml:space="preserve">${text}</w:t></w:r>`;
const mark = (kind: string): string => `<w:r><w:fldChar w:fldCharType="${kind}"/></w:r>`;
const field = (code: string, result: string): string =>
  `${mark('begin')}<w:r><w:instrText xml:space="preserve"> ${code} </w:instrText></w:r>${mark('separate')}${result}${mark('end')}`;
const bound = `<w:sdt><w:sdtPr><w:id w:val="7"/><w:dataBinding w:xpath="/a" w:storeItemID="{00000000-0000-0000-0000-000000000000}"/></w:sdtPr><w:sdtContent>${t('Acme')}</w:sdtContent></w:sdt>`;
const REPLACE: EditOperation = { op: 'replace_text', find: 'Acme', replace: 'Northwind', all: true };

test('one place that cannot be changed kept words from being replaced everywhere else', () => {
  const file = wrapInDocx(
    `<w:p>${bound}</w:p><w:p>${t('Acme pays ')}${field('REF name', t('Acme'))}${t(', and Acme signs.')}</w:p><w:p>${t('Acme')}</w:p><w:p>${field('DOCPROPERTY Company', t('Acme'))}</w:p>`,
  );
  const wanted = ['Acme', 'Northwind pays Acme, and Northwind signs.', 'Northwind', 'Acme'];
  const direct = run(file, [REPLACE]);
  assert.deepEqual([direct.results[0]?.status, texts(direct.bytes)], ['applied', wanted], direct.results[0]?.message);
  assert.match(
    direct.results[0]?.message ?? '',
    /^The text in p1 cannot be changed: it lies in a content control that shows data of the file\. It was left in p2, p4, too\.$/,
  );
  assert.deepEqual(
    [direct.results[0]?.before, direct.results[0]?.after],
    ['Acme pays Acme, and Acme signs.', 'Northwind pays Acme, and Northwind signs.'],
  );
  const tracked = run(file, [REPLACE], 'tracked');
  assert.deepEqual([tracked.integrity.accept_matches, tracked.integrity.reject_matches], [true, true]);
  const accepted = run(tracked.bytes, [{ op: 'accept_revision', target: 'all' }]).bytes;
  assert.deepEqual(lines(accepted), lines(direct.bytes));
  // where no place can be changed, and where not all places were asked for, it is refused
  const locked = wrapInDocx(`<w:p>${bound}</w:p><w:p>${field('REF name', t('Acme'))}</w:p>`);
  for (const [body, operation] of [
    [locked, REPLACE],
    [file, { ...REPLACE, all: false, target: 'p4' }],
  ] as const)
    assert.equal(run(body, [operation]).results[0]?.reason, 'read_only_content');
});

const contents = (...entries: string[]): string => {
  const [first = '', ...others] = entries.map(t);
  const body = others.map((entry) => `<w:p>${entry}</w:p>`).join('');
  return `<w:p>${mark('begin')}<w:r><w:instrText> TOC \\o "1-3" </w:instrText></w:r>${mark('separate')}${first}</w:p>${body}<w:p>${mark('end')}</w:p>`;
};
const heading = (text: string): string => `<w:p><w:pPr><w:pStyle w:val="Heading1"/><w:outlineLvl w:val="0"/></w:pPr>${t(text)}</w:p>`;

test('the first line of contents could not be changed, where all others could', () => {
  const file = wrapInDocx(`${contents('Acme and we', 'What Acme pays')}<w:p>${t('Acme and we')}</w:p>`);
  const { results, bytes } = run(file, [REPLACE]);
  assert.deepEqual([results[0]?.message, texts(bytes)], [undefined, ['Northwind and we', 'What Northwind pays', '', 'Northwind and we']]);
});

test('contents whose lines hold tracked changes were written anew and taken back', () => {
  const file = wrapInDocx(
    `${contents('Acme and we', 'What Acme pays')}${heading('Acme and they')}${heading('What Acme pays')}`.replace('\\o "1-3"', '\\u'),
  );
  const { results, integrity } = run(file, [REPLACE, { op: 'refresh_toc' }], 'tracked');
  assert.deepEqual([results[0]?.status, integrity.accept_matches, integrity.reject_matches], ['applied', true, true]);
  assert.deepEqual(
    [results[1]?.reason, /holds tracked changes/.test(results[1]?.message ?? '')],
    ['unsupported', true],
    results[1]?.message,
  );
  assert.deepEqual(
    run(file, [REPLACE, { op: 'refresh_toc' }]).results.map(({ status }) => status),
    ['applied', 'applied'],
  );
});
