import assert from 'node:assert/strict';
import { test } from 'node:test';
import { countLines, measureWidth, widestWord } from './text-metrics.ts';

const calibri = { name: 'Calibri', bold: false };

test('widths are those of the faces themselves', () => {
  const cases: [string, { name: string; bold: boolean }, number][] = [
    ['n', calibri, 5.25],
    ['n', { name: 'Arial', bold: false }, 5.56],
    ['n', { name: 'Arial', bold: true }, 6.11],
    ['i', { name: 'Consolas', bold: false }, 6.02],
    ['', calibri, 0],
  ];
  for (const [text, face, expected] of cases)
    assert.ok(Math.abs(measureWidth(text, face, 10) - expected) < 0.02, `${text} in ${face.name}: ${measureWidth(text, face, 10)}`);
});

test('full-width characters fill their square, marks take no room', () => {
  assert.ok(measureWidth('日本', calibri, 10) >= 20);
  assert.equal(measureWidth('e\u0301', calibri, 10), measureWidth('e', calibri, 10));
});

test('lines break at blanks and hyphens, at breaks of the text, and inside what is wider than the box', () => {
  const check = (text: string, widthPt: number, lines: number): void =>
    assert.equal(countLines([{ text, face: calibri, sizePt: 10 }], widthPt), lines, text.slice(0, 30));
  check('', 100, 1);
  check('one two', 100, 1);
  check('one two', 20, 2);
  check('one\ntwo', 100, 2);
  check('well-known', 30, 2);
  check('100\u00a0000', 20, 2);
  check('n'.repeat(100), 105, 5);
  check('日本語日本語', 32, 2);
});

test('a line goes on over the pieces', () => {
  assert.equal(
    countLines(
      [
        { text: 'one ', face: calibri, sizePt: 10 },
        { text: 'two', face: { name: 'Calibri', bold: true }, sizePt: 10 },
      ],
      100,
    ),
    1,
  );
  assert.equal(
    countLines(
      [
        { text: 'one ', face: calibri, sizePt: 10 },
        { text: 'two', face: calibri, sizePt: 10 },
      ],
      20,
    ),
    2,
  );
});

test('an unknown face is taken for a wide one', () => {
  assert.ok(measureWidth('word', { name: 'Nobody Sans', bold: false }, 10) > measureWidth('word', { name: 'Arial', bold: false }, 10));
});

test('the widest word decides how narrow a column may be', () => {
  assert.equal(widestWord('a nnn nn', calibri, 10), measureWidth('nnn', calibri, 10));
});
