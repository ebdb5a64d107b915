import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Refusal } from '../../base/refusal.ts';
import { checkSheetPages, checkTextLength, undrawnReason } from './request-target.ts';

const refused = (said: RegExp) => (error: unknown) =>
  error instanceof Refusal && error.code === 'document_too_long' && said.test(error.message);

test('a workbook is refused before it is drawn where it is far too long, or a cell far away makes it so', () => {
  checkSheetPages({ filled: 600, spanned: 2_500_000, last: 'A!B2' });
  assert.throws(() => checkSheetPages({ filled: 601, spanned: 601, last: 'A!B2' }), refused(/about 601 pages/));
  assert.throws(
    () => checkSheetPages({ filled: 2, spanned: 2_500_001, last: 'A!XFD9' }),
    refused(/2,500,001 pages large.*A!XFD9 is in use/),
  );
});

test('a workbook is edited without being drawn where drawing it would take minutes', () => {
  assert.equal(undrawnReason({ filled: 3_000, spanned: 2_500_000, last: 'A!B2' }), null);
  assert.match(undrawnReason({ filled: 3_001, spanned: 3_001, last: 'A!B2' }) ?? '', /about 3,001 pages/);
  assert.match(undrawnReason({ filled: 2, spanned: 2_500_001, last: 'A!XFD9' }) ?? '', /A!XFD9 is in use/);
});

test('a Word file is refused before it is laid out where its text cannot stand on fifty pages', () => {
  checkTextLength(2_500_000);
  assert.throws(() => checkTextLength(2_500_001), refused(/2,500,001 characters/));
});
