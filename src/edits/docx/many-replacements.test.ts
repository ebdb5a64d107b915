/** Requests of hundreds of replacements in a long file: what they look through is read once for all of them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapInDocx } from '../../../test/support/office-parts.ts';
import { openOfficePackage } from '../../ooxml/office-package.ts';
import { readWordFile } from '../../ooxml/word-file.ts';
import type { EditContext, EditPlan, Rejected } from '../define-edit.ts';
import { beginIntention } from '../prove-tracked.ts';
import { paragraphPlacesOf } from './mechanics/word-places.ts';
import { replaceText } from './operations/replace-text.ts';

const DIRECT: EditContext = { author: 'Octavo', date: '2026-01-01T00:00:00Z', mode: 'direct' };
const TRACKED: EditContext = { ...DIRECT, mode: 'tracked' };
const WORDS = 20;
const paragraphs = Array.from({ length: WORDS }, (_, at) => `<w:p><w:r><w:t>word${at}x</w:t></w:r></w:p>`).join('');
const operations = Array.from({ length: WORDS }, (_, at) => ({ op: 'replace_text', find: `word${at}x`, replace: `new${at}`, all: true }));

for (const [mode, context] of [
  ['direct', DIRECT],
  ['tracked', TRACKED],
] as const) {
  test(`${mode}: each paragraph is read once for all replacements of a request`, () => {
    const file = readWordFile(openOfficePackage(wrapInDocx(paragraphs)));
    let asked = 0;
    const counted = { ...file, textOf: (paragraph: Parameters<typeof file.textOf>[0]) => (asked++, file.textOf(paragraph)) };
    const intention = beginIntention(counted, context);
    const plans = operations.flatMap((operation): (EditPlan | Rejected)[] => [
      replaceText.plan(counted, operation, context),
      ...(mode === 'tracked' ? [intention.plan(operation)] : []),
    ]);
    assert.ok(plans.every((plan) => 'parts' in plan));
    // once to look through them, and once more of each that is changed, in each of the two states of a tracked request
    assert.ok(asked <= WORDS * 4, `${asked} readings of ${WORDS} paragraphs`);
  });
}

test('paragraphs of one file are the same places for every operation', () => {
  const file = readWordFile(openOfficePackage(wrapInDocx(paragraphs)));
  assert.equal(paragraphPlacesOf(file, DIRECT), paragraphPlacesOf(file, DIRECT));
  assert.notEqual(paragraphPlacesOf(file, DIRECT), paragraphPlacesOf(file, TRACKED));
});
