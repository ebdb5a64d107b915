import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedLine } from '../../document/rendered-document.ts';
import type { Block } from '../../document/block.ts';
import type { Run } from '../../document/inline.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage } from './example-page.ts';

const runsText = (runs: readonly Run[]): string =>
  runs.map(({ text, footnote }) => (footnote === undefined ? text : `[^${footnote}]`)).join('');
const textOf = (block: Block): string =>
  block.type === 'footnotes'
    ? block.notes.map(({ id, blocks }) => `[^${id}]: ${blocks.map(textOf).join(' ')}`).join('\n')
    : 'runs' in block
      ? runsText(block.runs ?? [])
      : '';
const TEXT = 'This text goes on over the whole width of the page, as long as its lines can be';
const NOTE = { size: 8 };
const read = (...pages: RenderedLine[][]): string =>
  readPdf(exampleDocument(pages.map((lines) => examplePage(lines))))
    .value.pages.flatMap((blocks) => blocks.map(textOf))
    .join('\n');
const filler = (top: number): RenderedLine[] => Array.from({ length: 8 }, (_, at) => line(TEXT, 50, top + at * 12));

test('numbers behind words refer to the small texts at the foot of the page', () => {
  const markdown = read([
    line('The center1 counts what was lost, and the institute2 what it cost.', 50, 60),
    ...filler(90),
    line('1 www.center.example', 50, 760, NOTE),
    line('2 The institute asked 60 firms, and', 50, 770, NOTE),
    line('wrote to the others.', 50, 780, NOTE),
  ]);
  assert.match(markdown, /The center\[\^1\] counts what was lost, and the institute\[\^2\] what it cost\./);
  assert.match(markdown, /^\[\^1\]: www\.center\.example$/m);
  assert.match(markdown, /^\[\^2\]: The institute asked 60 firms, and wrote to the others\.$/m);
});

test('two notes on one word, and several of one line, are each referred to', () => {
  const markdown = read([
    line('The rule1)2) holds for goods3) and for others.', 50, 60),
    ...filler(90),
    ...['1) One.', '2) Two.', '3) Three.'].map((text, at) => line(text, 50, 760 + at * 10, NOTE)),
  ]);
  assert.match(markdown, /The rule\[\^1\]\[\^2\] holds for goods\[\^3\] and for others\./);
  assert.match(markdown, /^\[\^1\]: One\.\n\[\^2\]: Two\.\n\[\^3\]: Three\.$/m);
});

test('a sentence goes on in the next column over the notes below the first, and a note at the foot of it', () => {
  const column = (left: number): RenderedLine[] =>
    Array.from({ length: 6 }, (_, at) => line('this column has lines as long as it is wide', left, 72 + at * 12));
  const markdown = read([
    line('The rule3) holds where the goods are sold.', 50, 60),
    ...column(50),
    line('and so it is with all that the firm', 50, 144),
    line('3) Under the law of 2019, which', 50, 760, NOTE),
    line('sells in its own name.', 320, 60),
    ...column(320),
    line('was changed in 2021.', 320, 770, NOTE),
  ]);
  assert.match(markdown, /The rule\[\^3\] holds/);
  assert.match(markdown, /that the firm sells in its own name\./);
  assert.match(markdown, /^\[\^3\]: Under the law of 2019, which was changed in 2021\.$/m);
});

test('small print to which nothing refers, or more than one place may, stays as it is', () => {
  const terms = [line('1 Prices hold until May.', 50, 760, NOTE), line('2 Delivery takes a week.', 50, 770, NOTE)];
  assert.doesNotMatch(read([...filler(60), ...terms]), /\[\^/);
  const twice = [line('The center1 and the museum1 count what was lost2 in all.', 50, 60), ...filler(90)];
  assert.doesNotMatch(read([...twice, ...terms]), /\[\^/);
  const figures = [line('Chapter No.1 and section 3.2 of H2O say so.', 50, 60), ...filler(90)];
  assert.doesNotMatch(read([...figures, ...terms]), /\[\^/);
});

test('a sentence goes on overleaf over the notes of its page, where only full lines tell so', () => {
  const full = '가나다라마바사 아자차카타파하 거너더러머버서 어저처커터퍼허 고노도로모보소';
  const column = (top: number): RenderedLine[] => Array.from({ length: 8 }, (_, at) => line(full, 50, top + at * 14, { size: 12 }));
  const pages = [
    [line('법률3) 나다라', 50, 60, { size: 12 }), ...column(90), line('3) 생명보험', 50, 760, NOTE)],
    [line('조초코토포호.', 50, 60, { size: 12 }), ...column(90)],
  ];
  assert.match(read(...pages), /고노도로모보소 조초코토포호\./);
});
