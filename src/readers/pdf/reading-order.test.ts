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
