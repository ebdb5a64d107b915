import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

const read = (...texts: string[]): string[] =>
  outlineOf(readPdf(exampleDocument([examplePage(texts.map((text, at) => line(text, 50, 100 + at * 40)))])).value.pages.flat());

test('an asterisk that begins one line of a file refers to a note, several are bullets', () => {
  assert.deepEqual(read('Install it with pip.', '* On Linux, add sudo.'), ['p Install it with pip.', 'p * On Linux, add sudo.']);
  assert.deepEqual(read('Two ways:', '* on Linux', '* on Windows'), ['p Two ways:', '- on Linux', '- on Windows']);
});

test('a square right before the words of one line adorns them, a bullet with a gap behind it is one', () => {
  assert.deepEqual(read('Text of the page.', '■Afterword'), ['p Text of the page.', 'p ■ Afterword']);
  assert.deepEqual(read('Text of the page.', '■ Afterword'), ['p Text of the page.', '- Afterword']);
  assert.deepEqual(read('Text of the page.', '■Afterword', '□Index'), ['p Text of the page.', '- Afterword', '- Index']);
});
