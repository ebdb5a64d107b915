/** Every definition's worked examples, run: what a client reads in the documentation is what happens. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapInDocx } from '../../test/support/office-parts.ts';
import { openOfficePackage, readPart } from '../ooxml/office-package.ts';
import { WORD_EDITS } from './all-edits.ts';
import { applyEdits, type EditOperation } from './apply-edits.ts';
import { REJECTIONS, type EditExample } from './define-edit.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z' };

function bodyOf(file: Uint8Array): string {
  const text = Buffer.from(readPart(openOfficePackage(file), 'word/document.xml')).toString('utf8');
  return text.slice(text.indexOf('<w:body>') + 8, text.indexOf('</w:body>'));
}

function check({ given, operation, mode, expected }: EditExample): void {
  const file = wrapInDocx(given);
  const { results: [result], bytes, integrity } = applyEdits(file, [operation as EditOperation], { ...CONTEXT, mode: mode ?? 'direct' });
  if (typeof expected === 'string') {
    assert.equal(result?.status, 'applied', result?.message);
    assert.equal(bodyOf(bytes), expected);
  } else {
    assert.equal(result?.reason, expected.rejected, result?.message);
    assert.deepEqual(bytes, file);
  }
  if (mode === 'tracked') assert.deepEqual([integrity.accept_matches, integrity.reject_matches], [true, true]);
}

for (const edit of WORD_EDITS) {
  for (const example of edit.examples) {
    test(`${edit.format} ${edit.op}: ${example.name}`, () => {
      assert.ok(edit.schema.safeParse(example.operation).success);
      check(example);
    });
  }
  test(`${edit.format} ${edit.op} names its refusals`, () => {
    for (const reason of Object.keys(edit.refuses)) assert.ok(REJECTIONS.some((known) => known === reason), reason);
  });
}
