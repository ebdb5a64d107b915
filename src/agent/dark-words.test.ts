import assert from 'node:assert/strict';
import { test } from 'node:test';
import { asksForDark } from './dark-words.ts';

test('a deck on night is asked for in words of both languages', () => {
  for (const words of [
    'a dark theme, please',
    'Dark mode',
    'slides on a dark background',
    'night look',
    'tema oscuro',
    'con fondo negro y letra blanca',
    'diapositivas oscuras',
  ])
    assert.equal(asksForDark(words), true, words);
  for (const words of [
    'dark blue headings',
    'no dark theme',
    'sin fondo oscuro',
    'títulos en rojo oscuro',
    'the dark side of the moon',
    'a report on black markets',
    '',
  ])
    assert.equal(asksForDark(words), false, words);
});
