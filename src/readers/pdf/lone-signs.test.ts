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

test('asterisks that words of the page refer to are notes and no items, though several lines of the file begin so; each is a paragraph', () => {
  const pages = ['Income', 'Deaths'].map((measure) =>
    examplePage(
      [
        `${measure}* by year`,
        'The rates of the states are shown here for all of the years',
        '* Estimated from a sample.',
        '** p < 0.01',
      ].map((text, at) => line(text, 50, 100 + at * 12)),
    ),
  );
  assert.deepEqual(
    readPdf(exampleDocument(pages))
      .value.pages.flat()
      .map((block) => outlineOf([block]).join())
      .filter((block) => block.includes('p *')),
    ['p * Estimated from a sample.', 'p ** p < 0.01', 'p * Estimated from a sample.', 'p ** p < 0.01'],
  );
});
