import assert from 'node:assert/strict';
import { test } from 'node:test';
import { exampleDocument, exampleLine, examplePage, outlineOf } from './example-page.ts';
import { readPdf } from '../pdf.ts';

const read = (...texts: string[]): string[] =>
  outlineOf(readPdf(exampleDocument([examplePage(texts.map((text, at) => exampleLine(text, 60, 100 + at * 30)))])).value.pages[0] ?? []);

test('glyphs without a character and angle brackets that begin line after line are bullets', () => {
  assert.deepEqual(read('\uFFFD Akabane virus', '\uFFFD Goat pox virus', '\uFFFD Abrin'), [
    '- Akabane virus',
    '- Goat pox virus',
    '- Abrin',
  ]);
  assert.deepEqual(read('> Job title', '> Company', '> [Degree]'), ['- Job title', '- Company', '- [Degree]']);
});

test('two signs are enough where a gap is behind each', () => {
  const lines = ['+ Measure the flow', '+ mark the mains'].map((text, at) => exampleLine(text, 60, 100 + at * 30, { at: { 1: 84 } }));
  assert.deepEqual(outlineOf(readPdf(exampleDocument([examplePage(lines)])).value.pages[0] ?? []), [
    '- Measure the flow',
    '- mark the mains',
  ]);
});

test('such signs are none where they are few, before figures or in a message that is quoted', () => {
  assert.deepEqual(read('> Job title', 'Company'), ['p > Job title', 'p Company']);
  assert.deepEqual(read('§ 12 Notice', '§ 13 Fees', '§ 14 Law'), ['p § 12 Notice', 'p § 13 Fees', 'p § 14 Law']);
  assert.equal(
    read('> we meet on Monday', '> and talk about it', '> before the others').filter((block) => block.startsWith('- ')).length,
    0,
  );
});

test('signs of a symbol font that a file tells as letters are bullets where they begin lines, and none in cells', () => {
  const lines = ['Title I of the act', 'Title II of the act', 'Title III of the act'].flatMap((text, at) => [
    exampleLine('!', 60, 100 + at * 30, { font: 'WPTypographicSymbols' }),
    exampleLine(text, 95, 100 + at * 30),
  ]);
  const outline = (some: typeof lines): string[] => outlineOf(readPdf(exampleDocument([examplePage(some)])).value.pages[0] ?? []);
  assert.deepEqual(outline(lines), ['- Title I of the act', '- Title II of the act', '- Title III of the act']);
  const ticked = lines
    .filter(({ text }) => text !== '!')
    .flatMap((line) => [line, ...[300, 400].map((left) => exampleLine('u', left, line.top, { font: 'Wingdings' }))]);
  assert.deepEqual(outline(ticked), ['| Title I of the act | u | u', '| Title II of the act | u | u', '| Title III of the act | u | u']);
});

test('a bullet of two glyphs, of which the file tells one, is a bullet, and the words behind it stay whole', () => {
  assert.deepEqual(read('r\uFFFD Database performance', 'r\uFFFD Advanced knowledge', 'r\uFFFD Data design'), [
    '- Database performance',
    '- Advanced knowledge',
    '- Data design',
  ]);
});
