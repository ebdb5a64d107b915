import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf, type LineWishes } from './example-page.ts';
import { depthOf, isNumbered } from './heading-numbers.ts';

const TEXT = 'This text goes on over the whole width of the page, as long as its lines can be';

/** Headings among lines with air above them and two lines of text below each. */
function headings(...lines: [string, LineWishes?][]): string[] {
  const set = lines.flatMap(([text, wish], at) => [
    line(text, 50, 60 + at * 80, wish),
    line(TEXT, 50, 80 + at * 80),
    line('and it ends here.', 50, 92 + at * 80),
  ]);
  const { value } = readPdf(exampleDocument([examplePage(set)]));
  return value.pages.flatMap((blocks) => outlineOf(blocks)).filter((entry) => /^h\d/.test(entry));
}

test('numbers of headings are known in several scripts, and their depth', () => {
  for (const text of [
    '1.2 Title',
    'B. Title',
    'A.1 Units',
    'Chapter 3',
    'Anhang B: Tafeln',
    '第三章 总则',
    '一、总则',
    '제2장 총칙',
    '(1) 개요',
    '2.1 範囲',
  ])
    assert.equal(isNumbered(text), true, text);
  for (const text of ['Chapters of it', 'A title', '12 metres', 'Part of it', '(1) overview']) assert.equal(isNumbered(text), false, text);
  assert.deepEqual(['1 Title', '1.2 Title', 'A.1.2 Title', 'Title'].map(depthOf), [1, 2, 3, 1]);
});

test('bold lines with numbers in brackets in Korean are headings, and are no items', () => {
  const bold = { bold: true };
  assert.deepEqual(headings(['(1) 개요와 목적', bold], ['(2) 추진 방향', bold]), ['h1 (1) 개요와 목적', 'h1 (2) 추진 방향']);
});

test('a bold heading right above the first heading of its parts is one', () => {
  const bold = { bold: true };
  const { value } = readPdf(
    exampleDocument([
      examplePage([
        line('1 Venus', 50, 60, bold),
        line('1.1 How big it is', 50, 80, bold),
        line(TEXT, 50, 100),
        line('and it ends here.', 50, 112),
      ]),
    ]),
  );
  assert.deepEqual(outlineOf(value.pages.flat()).slice(0, 2), ['h1 1 Venus', 'h2 1.1 How big it is']);
});

test('small capitals over the middle of their column, slanted lettered lines and chapters by name are headings', () => {
  assert.deepEqual(headings(['Chapter 3'], ['B. Systems of many parts', { font: 'Serif-Italic' }]), [
    'h1 Chapter 3',
    'h1 B. Systems of many parts',
  ]);
  const { value } = readPdf(
    exampleDocument([
      examplePage([
        line(TEXT, 50, 60),
        line('I. INTRODUCTION', 206, 100, { size: 8 }),
        line(TEXT, 50, 120),
        line('and it ends here.', 50, 132),
      ]),
    ]),
  );
  assert.equal(outlineOf(value.pages.flat())[1], 'h1 I. INTRODUCTION');
});

test('a sentence that speaks of a chapter is text', () => {
  assert.deepEqual(
    headings(['Chapter 3 tells of the wells that were dug in the north, and of those who dug them.'], ['Some text that is short.']),
    [],
  );
});
