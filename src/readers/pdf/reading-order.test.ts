import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedLine } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

const read = (lines: RenderedLine[]): string[] =>
  readPdf(exampleDocument([examplePage(lines)])).value.pages.flatMap((blocks) => outlineOf(blocks));

test('the head of a form that is drawn behind its cells is read first, from top to bottom', () => {
  const cells = ['Claim', 'Policy', 'Phone', 'Colour'].flatMap((label, row) => [
    line(label, 50, 200 + row * 20),
    line(`A${row}`, 150, 200 + row * 20),
    line(`Part ${row}`, 300, 200 + row * 20),
    line(`B${row}`, 400, 200 + row * 20),
  ]);
  assert.deepEqual(
    read([
      ...cells,
      line('Customer', 50, 160),
      line('Vehicle', 300, 160),
      line('Zava Auto Repair', 180, 60, { size: 20 }),
      line('123 Main Street, Redmond', 180, 100),
    ]),
    [
      'h1 Zava Auto Repair',
      'p 123 Main Street, Redmond',
      'p Customer Vehicle',
      '| Claim | A0 | Part 0 | B0',
      '| Policy | A1 | Part 1 | B1',
      '| Phone | A2 | Part 2 | B2',
      '| Colour | A3 | Part 3 | B3',
    ],
  );
});

test('a title at the foot of a slide stays before what is smaller', () => {
  assert.deepEqual(
    read([line('This is backwards', 50, 400, { size: 24 }), line('A line above it', 50, 100), line('and one more', 50, 140)]),
    ['h1 This is backwards', 'p A line above it', 'p and one more'],
  );
});

test('columns that the file writes by their heights are read one after the other, with a table in one of them and cells beside lines that go across', () => {
  const text = (column: string, row: number): string => `${column} line ${row} that goes on in this column,`;
  const lines = Array.from({ length: 24 }, (_, row) => {
    const top = 140 + row * 12;
    const right = row >= 14 ? [line(`A${row}`, 320, top), line(`${row}`, 420, top)] : [line(text('right', row), 320, top + 4)];
    return [line(text('left', row), 50, top), ...right];
  });
  const head = [
    line('under 0.6', 50, 80),
    line('a low potential of which the words go across both of the columns of this page, and over the gap', 130, 80),
  ];
  const blocks = read([...head, ...lines.flat()]);
  const at = (words: string): number => blocks.findIndex((block) => block.includes(words));
  assert.match(blocks[at('under 0.6')] ?? '', /^p under 0\.6 a low potential/);
  assert.match(blocks[at('left line 0')] ?? '', /left line 23/);
  assert.ok(at('left line 23') <= at('right line 0') && at('right line 13') < at('| A14'));
  assert.deepEqual(
    blocks.filter((block) => block.startsWith('|')),
    Array.from({ length: 10 }, (_, row) => `| A${row + 14} | ${row + 14}`),
  );
});

test('headings that are drawn behind all text are read where they leave room for themselves, a running foot that is drawn first comes last', () => {
  const text = (from: number, to: number): RenderedLine[] =>
    Array.from({ length: to - from }, (_, row) =>
      line(`The words of line ${from + row} of a text that goes on and on`, 50, 120 + (from + row) * 14),
    );
  assert.deepEqual(
    read([
      line('Annual report of the company 7', 50, 780),
      ...text(0, 4),
      ...text(6, 10),
      ...text(12, 16),
      line('History', 50, 120 + 4.5 * 14, { size: 14, bold: true }),
      line('Behaviour', 50, 120 + 10.5 * 14, { size: 14, bold: true }),
    ]).map((block) => block.slice(0, 26)),
    [
      'p The words of line 0 of a',
      'h1 History',
      'p The words of line 6 of a',
      'h1 Behaviour',
      'p The words of line 12 of ',
      'p Annual report of the com',
    ],
  );
});

test('lists beside each other that are written line by line are read one after the other, ticks beside texts stay cells', () => {
  const rows = (mark: string): RenderedLine[] =>
    [...'ABCDEFGH'].flatMap((letter, row) => [
      line(`• ${letter} left`, 50, 100 + row * 12),
      line(`${mark}${letter} right`, 300, 100 + row * 12),
    ]);
  assert.deepEqual(read(rows('• ')), [
    ...[...'ABCDEFGH'].map((letter) => `- ${letter} left`),
    ...[...'ABCDEFGH'].map((letter) => `- ${letter} right`),
  ]);
  const ticked = [...'ABCDEFGH'].flatMap((letter, row) => [line(`Part ${letter}`, 50, 100 + row * 12), line('✓', 300, 100 + row * 12)]);
  assert.equal(read(ticked)[0], '| Part A | ✓');
});

test('addresses, dates and the head of an invoice that are drawn behind its table are read where they show', () => {
  const grid = [200, 220, 240].map((y) => ({ left: 50, right: 350, top: y - 0.3, bottom: y + 0.3 }));
  const sides = [50, 200, 350].map((x) => ({ left: x - 0.3, right: x + 0.3, top: 200, bottom: 240 }));
  const page = examplePage(
    [
      line('Invoice 4711', 50, 110, { size: 20 }),
      line('Item', 55, 205),
      line('Amount', 205, 205),
      line('Paper', 55, 225),
      line('12.50', 205, 225),
      line('Please pay within thirty days of the date above.', 50, 300),
      line('Invoice date:', 50, 150),
      line('3 May 2026', 50, 164),
      line('Reference:', 250, 150),
      line('ORDER 123', 250, 164),
      line('Azure Interior', 50, 40),
      line('4557 De Silva Street', 50, 54),
    ],
    { rules: [...grid, ...sides] },
  );
  assert.deepEqual(
    readPdf(exampleDocument([page])).value.pages.flatMap((blocks) => outlineOf(blocks)),
    [
      'p Azure Interior',
      'p 4557 De Silva Street',
      'h1 Invoice 4711',
      'p Invoice date:',
      'p 3 May 2026',
      'p Reference:',
      'p ORDER 123',
      '| Item | Amount',
      '| Paper | 12.50',
      'p Please pay within thirty days of the date above.',
    ],
  );
});

test('columns of text stay whole where lines of one would find room between those of the other', () => {
  const left = Array.from({ length: 8 }, (_, index) => line(`left line ${index} of a text that goes on`, 50, 100 + index * 14));
  const right = Array.from({ length: 5 }, (_, index) => line(`right line ${index} of another text`, 320, 107 + index * 14));
  const read = readPdf(exampleDocument([examplePage([...left, ...right])]))
    .value.pages.flatMap((blocks) => outlineOf(blocks))
    .join(' ');
  assert.ok(read.indexOf('left line 7') < read.indexOf('right line 0'));
});

test('a block of titles that is drawn behind the columns of its page is read first', () => {
  const body = (left: number): RenderedLine[] =>
    Array.from({ length: 14 }, (_, at) => line(`column at ${left} with its line number ${at} goes`, left, 300 + at * 12));
  const head = [
    line('No. 1695', 480, 40, { size: 12 }),
    line('Issued on 2 April', 50, 60, { size: 9 }),
    line('by the research service', 50, 74, { size: 9 }),
    line('www.service.example', 50, 88, { size: 9 }),
    line('Issues', 400, 62, { size: 26, bold: true }),
    line('What insurers have to pay', 50, 120, { size: 32, bold: true }),
    line('An abstract over both of the columns says what the paper is for and whom it', 60, 200, { size: 11 }),
    line('concerns, in a few lines.', 60, 214, { size: 11 }),
  ];
  const blocks = read([...body(50), ...body(330), ...head, line('* Anna Lee, a.lee@example.com', 50, 800, { size: 8 })]);
  assert.deepEqual(blocks.slice(0, 5), [
    'p No. 1695',
    'p Issued on 2 April by the research service www.service.example',
    'p Issues',
    'h1 What insurers have to pay',
    'p An abstract over both of the columns says what the paper is for and whom it concerns, in a few lines.',
  ]);
});

test('columns that are written by their heights are told from cells though short lines end their paragraphs', () => {
  const paragraph = (column: string, left: number, from: number): RenderedLine[] =>
    Array.from({ length: 4 }, (_, row) =>
      line(row === 3 ? `ends ${column}.` : `The ${column} text goes on in line ${from + row}, and then`, left, 100 + (from + row) * 12),
    );
  const columns = [
    [0, 4, 8, 12, 16].flatMap((from) => paragraph('first', 50, from)),
    [0, 4, 8, 12, 16].flatMap((from) => paragraph('second', 320, from)),
  ];
  const blocks = read(columns.flat().toSorted((a, b) => a.top - b.top || a.left - b.left));
  assert.equal(blocks.length, 10);
  assert.match(blocks[4] ?? '', /^p The first text goes on in line 16, .* ends first\.$/);
  assert.match(blocks[5] ?? '', /^p The second text goes on in line 0, .* ends second\.$/);
});
