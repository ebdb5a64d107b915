import assert from 'node:assert/strict';
import { test } from 'node:test';
import { listRequirements } from './list-requirements.ts';
import { limitsOf, nearlyRequirement, pageLimitsOf, rangeOf, settleRequirements, type RequirementGuess } from './requirements.ts';

const guess = (more: Partial<RequirementGuess>): RequirementGuess => ({
  kind: 'other',
  words: 'as asked',
  names: [],
  unit: null,
  min: null,
  max: null,
  about: null,
  ...more,
});

test('a maximum in the words is kept where the model lost it, and the model rules where it has a range', () => {
  const words = [{ text: 'at most 2 pages', range: { unit: 'pages' as const, max: 2 } }];
  assert.deepEqual(limitsOf(settleRequirements([], words)), { pagesMax: 2 });
  const both = settleRequirements([guess({ kind: 'length', words: 'two pages', unit: 'pages', min: 2, max: 2 })], words);
  assert.deepEqual(limitsOf(both), { pagesMin: 2, pagesMax: 2 });
});

test('of several ranges the strictest holds; a range of no sense is none', () => {
  const settled = settleRequirements(
    [
      guess({ kind: 'length', unit: 'pages', max: 5 }),
      guess({ kind: 'length', unit: 'pages', max: 3, words: 'or three' }),
      guess({ kind: 'length', unit: 'slides', about: 10, words: 'some ten' }),
      guess({ kind: 'length', unit: 'words', max: 500, words: 'short' }),
      guess({ kind: 'length', words: 'not too long' }),
      guess({ words: '  ' }),
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
        guess({ kind: 'length', words: 'una página como máximo', unit: 'pages', max: 1 }),
        guess({ kind: 'language', words: 'in both languages', names: ['en', 'es'] }),
        guess({ kind: 'tone', words: 'formal' }),
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
  assert.deepEqual(nearlyRequirement.parse('no jargon'), guess({ words: 'no jargon' }));
  assert.equal(nearlyRequirement.parse({ kind: 'mood', words: 'cheerful', max: 'two' }).kind, 'other');
});
