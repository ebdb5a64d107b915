/** Contents that are written anew in requests that change headings, too. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { partsText, wrapInDocx } from '../../test/support/office-parts.ts';
import { validateAllOffice } from '../../test/support/validate-office.ts';
import { applyEdits, type EditOperation, type EditOutcome } from './apply-edits.ts';
import type { EditMode } from './define-edit.ts';

const edit = (file: Uint8Array, operations: EditOperation[], mode: EditMode = 'direct'): EditOutcome =>
  applyEdits(file, operations, { author: 'Octavo', date: '2026-01-01T00:00:00Z', mode });
const p = (text: string): string => `<w:p><w:r><w:t>${text}</w:t></w:r></w:p>`;
const heading = (text: string, level = 1): object => ({ type: 'heading', level, text });
const plain = wrapInDocx(`${p('Begin')}${p('End')}`);
const given = edit(plain, [
  { op: 'insert_blocks', target: 'p1', blocks: [{ type: 'contents' }, heading('First')] },
  { op: 'refresh_toc' },
]).bytes;
/** Style and words of each entry. */
const entriesOf = (bytes: Uint8Array): string[] =>
  [...partsText(bytes, /^word\/document\.xml$/).matchAll(/<w:p>(?:(?!<\/w:p>).)*PAGEREF(?:(?!<\/w:p>).)*<\/w:p>/gs)].map(
    ([entry]) => `${/pStyle w:val="(\w+)"/.exec(entry)?.[1] ?? 'none'}: ${/<w:t[^>]*>([^<]*)/.exec(entry)?.[1] ?? ''}`,
  );
const reasons = ({ results }: EditOutcome): string[] => results.map(({ status, reason }) => reason ?? status);

test('contents that came in the same request had no entries, and the first entry had another look than the others', () => {
  assert.deepEqual(entriesOf(given), ['Toc1: First']);
});

for (const mode of ['direct', 'tracked'] as const)
  test(`contents were written from the headings before the request, wherever in it they were asked for: ${mode}`, async () => {
    const operations = [
      { op: 'refresh_toc' },
      { op: 'insert_blocks', target: 'p3', position: 'before', blocks: [heading('Deeper', 2)] },
      { op: 'insert_blocks', target: 'p4', blocks: [heading('Last')] },
    ];
    const made = edit(given, operations, mode);
    assert.deepEqual(reasons(made), ['applied', 'applied', 'applied']);
    assert.deepEqual(entriesOf(made.bytes), ['Toc2: Deeper', 'Toc1: First', 'Toc1: Last']);
    assert.deepEqual(await validateAllOffice({ made: { bytes: made.bytes, kind: 'docx' } }), {});
  });

test('contents say themselves what became of them, also where nothing else of the request is done', () => {
  const nowhere = { op: 'replace_text', find: 'Nowhere', replace: 'x' };
  assert.deepEqual(reasons(edit(given, [{ op: 'refresh_toc' }, nowhere])), ['no_effect', 'target_not_found']);
  assert.deepEqual(reasons(edit(plain, [nowhere, { op: 'refresh_toc' }])), ['target_not_found', 'target_not_found']);
  const changed = edit(given, [{ op: 'rewrite_block', target: 'p3', text: 'Second' }, { op: 'refresh_toc' }]);
  assert.deepEqual([reasons(changed), entriesOf(changed.bytes)], [['applied', 'applied'], ['Toc1: Second']]);
});
