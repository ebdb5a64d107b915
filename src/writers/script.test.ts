import assert from 'node:assert/strict';
import { test } from 'node:test';
import { isRightToLeftLanguage, splitByScript, startsRightToLeft } from './script.ts';

const check = (text: string, expected: [string, string][]): void =>
  assert.deepEqual(
    splitByScript(text).map((span) => [span.script, span.text]),
    expected,
  );

test('text is split where the writing system changes', () => {
  check('Hello', [['plain', 'Hello']]);
  check('abc 日本語 def', [
    ['plain', 'abc '],
    ['eastAsian', '日本語 '],
    ['plain', 'def'],
  ]);
  check('מה 12 זה', [['rtl', 'מה 12 זה']]);
  check('go 🎉 now', [
    ['plain', 'go '],
    ['emoji', '🎉'],
    ['plain', ' now'],
  ]);
  check('👩‍👩‍👧', [['emoji', '👩‍👩‍👧']]);
});

test('the pieces joined are the text', () => {
  for (const text of ['a\ud800b', '日\u3000本', '⭐️ x', '\u200fمرحبا (abc) 5'])
    assert.equal(
      splitByScript(text)
        .map((span) => span.text)
        .join(''),
      text,
    );
});

test('the first letter decides the direction', () => {
  assert.equal(startsRightToLeft('(1) שלום abc'), true);
  assert.equal(startsRightToLeft('abc שלום'), false);
  assert.equal(startsRightToLeft('123 …'), undefined);
  assert.equal(isRightToLeftLanguage('he-IL'), true);
  assert.equal(isRightToLeftLanguage('en'), false);
});
