import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';
import { isNameList } from './name-lists.ts';

test('names with commas between, with marks and degrees, are a list of people', () => {
  for (const text of [
    'Andreas Gal∗+, Brendan Eich∗ , Mike Shaver∗',
    'Sonja Batten, PhD',
    'Ana María de la Cruz y Juan Pérez',
    'Mohammad R. Haghighat$ and Blake Kaplan',
  ])
    assert.equal(isNameList(text), true, text);
  for (const text of [
    'Food, Drinks and Music',
    'Results and Discussion',
    'Sonja Batten',
    'Law, Order, PhD theses',
    'A New York story, told twice',
  ])
    assert.equal(isNameList(text), false, text);
});

test('authors below a title are neither headings nor the end of one', () => {
  const text = [0, 1, 2, 3].map((row) =>
    line('the study looked at how people of all ages sleep in towns and in the country', 50, 160 + row * 13),
  );
  const page = (author: ReturnType<typeof line>): string[] =>
    readPdf(exampleDocument([examplePage([line('A trial of a new treatment', 50, 100, { size: 16, bold: true }), author, ...text])]))
      .value.pages.flatMap((blocks) => outlineOf(blocks))
      .slice(0, 2);
  const wanted = ['h1 A trial of a new treatment', 'p Ann Lee, Bo Smith'];
  assert.deepEqual(page(line('Ann Lee, Bo Smith', 50, 130, { size: 13 })), wanted);
  assert.deepEqual(page(line('Ann Lee, Bo Smith', 50, 116, { size: 16, bold: true })), wanted);
});

test('one name with the mark of a note below the title is no heading', () => {
  const headings = (below: string): string[] =>
    readPdf(
      exampleDocument([
        examplePage([
          line('Inverted honour in the life of a jester', 60, 60, { size: 14, bold: true }),
          line(below, 60, 90, { size: 12, bold: true }),
          ...Array.from({ length: 12 }, (_, index) =>
            line('The text of this paper goes on from line to line, as papers do', 60, 120 + index * 12),
          ),
        ]),
      ]),
    )
      .value.pages.flatMap((blocks) => outlineOf(blocks))
      .filter((line) => /^h\d/.test(line));
  assert.equal(headings('Naaman Hirschfeld1').length, 1);
  assert.equal(headings('Project Phase 2').length, 2);
});
