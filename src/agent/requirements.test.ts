import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listRequirements } from './list-requirements.ts';
import { limitsOf, nearlyRequirement, pageLimitsOf, rangeOf, settleRequirements } from './requirements.ts';
import { guessRequirement } from '../../test/support/guess-requirement.ts';

test('a maximum in the words is kept where the model lost it, and the model rules where it has a range', () => {
  const words = [{ text: 'at most 2 pages', range: { unit: 'pages' as const, max: 2 } }];
  assert.deepEqual(limitsOf(settleRequirements([], words)), { pagesMax: 2 });
  const both = settleRequirements([guessRequirement({ kind: 'length', words: 'two pages', unit: 'pages', min: 2, max: 2 })], words);
  assert.deepEqual(limitsOf(both), { pagesMin: 2, pagesMax: 2 });
});

test('of several ranges the strictest holds; a range of no sense is none', () => {
  const settled = settleRequirements(
    [
      guessRequirement({ kind: 'length', unit: 'pages', max: 5 }),
      guessRequirement({ kind: 'length', unit: 'pages', max: 3, words: 'or three' }),
      guessRequirement({ kind: 'length', unit: 'slides', about: 10, words: 'some ten' }),
      guessRequirement({ kind: 'length', unit: 'words', max: 500, words: 'short' }),
      guessRequirement({ kind: 'length', words: 'not too long' }),
      guessRequirement({ words: '  ' }),
    ],
    [],
  );
  assert.deepEqual(limitsOf(settled), { pagesMax: 3, slidesMin: 8, slidesMax: 12 });
  assert.deepEqual(pageLimitsOf(settled), { required: true, pagesMax: 3 });
  assert.equal(pageLimitsOf([]), undefined);
  assert.deepEqual(
    settled.map(({ kind }) => kind),
    ['length', 'length', 'length', 'length', 'other'],
  );
  assert.deepEqual(rangeOf('pages', { min: 5, max: 2 }), { unit: 'pages', max: 2 });
  assert.equal(rangeOf('pages', { max: -1 }), undefined);
});

test('a requirement is listed with its words and with what it evaluates to', () => {
  const listed = listRequirements(
    settleRequirements(
      [
        guessRequirement({ kind: 'length', words: 'una página como máximo', unit: 'pages', max: 1 }),
        guessRequirement({ kind: 'language', words: 'in both languages', names: ['en', 'es'] }),
        guessRequirement({ kind: 'tone', words: 'formal' }),
      ],
      [],
    ),
  );
  assert.equal(
    listed,
    '1. "una página como máximo": at most 1 page; plan at most 340 words in all, a third fewer with tables, charts or pictures\n2. "in both languages": complete in each of en, es\n3. "formal"',
  );
});

test('an entry in words alone, or with a kind of its own, is a condition all the same', () => {
  assert.deepEqual(nearlyRequirement.parse('no jargon'), guessRequirement({ words: 'no jargon' }));
  assert.equal(nearlyRequirement.parse({ kind: 'mood', words: 'cheerful', max: 'two' }).kind, 'other');
});
