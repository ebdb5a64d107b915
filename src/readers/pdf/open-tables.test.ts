import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box, RenderedLine } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

const level = (y: number): Box => ({ left: 48, right: 480, top: y - 0.3, bottom: y + 0.3 });
const cells = (top: number, ...texts: string[]): RenderedLine[] =>
  texts.flatMap((text, index) => (text === '' ? [] : [line(text, 50 + index * 130, top)]));
const read = (lines: RenderedLine[], rules: readonly number[]): string[] =>
  readPdf(exampleDocument([examplePage(lines, { rules: rules.map(level) })])).value.pages.flatMap((blocks) => outlineOf(blocks));

test('between rules around the body of a table each line is a row, but for text that goes on below', () => {
  assert.deepEqual(
    read(
      [
        ...cells(105, 'Preparation', 'Injections', 'Purpose'),
        ...cells(125, 'Blank', '1', 'Blank'),
        ...cells(138, 'Suitability', '1', 'It is to show that the column'),
        ...cells(147, '', '', 'is clean'),
        ...cells(160, 'Sample 1', '1', ''),
        ...cells(173, 'Sample 2', '1', 'Sample analysis'),
      ],
      [100, 120, 190],
    ),
    [
      '| Preparation | Injections | Purpose',
      '| Blank | 1 | Blank',
      '| Suitability | 1 | It is to show that the column is clean',
      '| Sample 1 | 1 | ',
      '| Sample 2 | 1 | Sample analysis',
    ],
  );
});

test('tables whose rules are as wide as each other are tables by themselves, with the text between them', () => {
  const table = (top: number, name: string): RenderedLine[] => [
    ...cells(top + 5, 'Name', 'Recall', 'Time'),
    ...cells(top + 25, name, '0.81', '4 ms'),
    ...cells(top + 38, `${name} two`, '0.93', '9 ms'),
  ];
  assert.deepEqual(
    read(
      [...table(100, 'Alder'), line('What follows was measured a year later.', 50, 180), ...table(220, 'Birch')],
      [100, 120, 155, 220, 240, 275],
    ),
    [
      '| Name | Recall | Time',
      '| Alder | 0.81 | 4 ms',
      '| Alder two | 0.93 | 9 ms',
      'p What follows was measured a year later.',
      '| Name | Recall | Time',
      '| Birch | 0.81 | 4 ms',
      '| Birch two | 0.93 | 9 ms',
    ],
  );
});

test('lines below the heads of several tables are not those of one', () => {
  const tables = ['East', 'North', 'Up'].flatMap((name, index) => {
    const top = 100 + index * 100;
    const rows = ['albh', 'drao', 'cabl'].flatMap((site, row) => [
      line(site, 50, top + 18 + row * 14),
      ...[150, 250, 350].map((left, at) => line(`0.${index}${row}${at}`, left, top + 18 + row * 14)),
    ]);
    return [
      line(`Amplitudes of ${name}`, 140, top - 36),
      ...['Flicker', 'White', 'Seasonal'].map((head, at) => line(head, 150 + at * 100, top - 12)),
      ...rows,
    ];
  });
  const rules = [100, 200, 300].map((y) => ({ left: 50, right: 400, top: y, bottom: y + 0.5 }));
  const blocks = readPdf(exampleDocument([examplePage(tables, { rules })])).value.pages.flatMap((page) => outlineOf(page));
  assert.equal(blocks.filter((block) => block === '|  | Flicker | White | Seasonal').length, 3);
  assert.ok(blocks.includes('| drao | 0.110 | 0.111 | 0.112'));
});

test('heads that are wider than their columns keep their words where those of the next one begin near by', () => {
  const figures = (top: number, ...texts: string[]): RenderedLine[] =>
    texts.map((text, at) => line(text, at === 0 ? 50 : ([160, 280, 400][at - 1] ?? 0) - text.length * 5, top));
  const rows = read(
    [
      line('District', 50, 105),
      line('Mains, km', 115, 105),
      line('litres lost on each of all days', 166, 105, { size: 7.5 }),
      line('Share', 375, 105),
      ...figures(125, 'Harbour', '31', '1,410', '31.2'),
      ...figures(140, 'Old town', '24', '690', '20.5'),
      ...figures(155, 'Ironworks', '28', '640', '18.8'),
      ...figures(170, 'Station', '19', '410', '17.1'),
      ...figures(185, 'Canal', '33', '390', '14.2'),
    ],
    [100, 120, 200],
  );
  assert.deepEqual(rows.slice(0, 2), ['| District | Mains, km | litres lost on each of all days | Share', '| Harbour | 31 | 1,410 | 31.2']);
});

test('a long body whose heads no line rules off has a row for each of its lines', () => {
  const rows = Array.from({ length: 44 }, (_, row) => cells(120 + row * 12, `Brand ${row}`, `${50 + row}.4`, `${row + 100}`));
  const found = read([...cells(105, 'Brand', 'Yield', 'Stand'), ...rows.flat(), ...cells(652, 'Average', '61.2', '121')], [100, 648, 664]);
  assert.deepEqual(found.slice(0, 2), ['| Brand | Yield | Stand', '| Brand 0 | 50.4 | 100']);
  assert.deepEqual(found.slice(-2), ['| Brand 43 | 93.4 | 143', '| Average | 61.2 | 121']);
});

test('a numbered heading below a table and the text under it are no rows of it, though a line is further below', () => {
  const text = 'The sixteenth of December at ten in the morning, in the second meeting room, with papers a week before.';
  assert.deepEqual(
    read(
      [
        ...cells(105, 'Action', 'Who', 'By'),
        ...cells(125, 'Forecast', 'M. Reyes', '2 Dec 2026'),
        ...cells(145, 'Answer', 'S. Tan', '4 Dec 2026'),
        line('6', 50, 190, { size: 13, bold: true }),
        line('Next meeting', 72, 190, { size: 13, bold: true }),
        line(text, 50, 212, { size: 7 }),
      ],
      [100, 120, 140, 160, 340],
    ),
    ['| Action | Who | By', '| Forecast | M. Reyes | 2 Dec 2026', '| Answer | S. Tan | 4 Dec 2026', 'h1 6 Next meeting', `p ${text}`],
  );
});

test('the edge of a frame below a table makes no empty row of it', () => {
  assert.deepEqual(
    read(
      [
        ...cells(105, 'Bidder', 'Price', 'Weeks'),
        ...cells(125, 'Holt', '212,000', '9'),
        ...cells(145, 'Pennine', '236,500', '11'),
        line('Decision', 60, 195),
      ],
      [100, 120, 140, 160, 185],
    ),
    ['| Bidder | Price | Weeks', '| Holt | 212,000 | 9', '| Pennine | 236,500 | 11', 'p Decision'],
  );
});

test('a numbered heading and text above a table are no row of it, though a line as wide is above them', () => {
  assert.deepEqual(
    read(
      [
        line('3', 50, 110, { size: 13, bold: true }),
        line('Roof of the workshop', 72, 110, { size: 13, bold: true }),
        line('Three offers are in, of which one leaves out much.', 50, 132),
        ...cells(165, 'Bidder', 'Price', 'Weeks'),
        ...cells(185, 'Holt', '212,000', '9'),
        ...cells(205, 'Pennine', '236,500', '11'),
      ],
      [100, 160, 180, 200, 220],
    ),
    [
      'h1 3 Roof of the workshop',
      'p Three offers are in, of which one leaves out much.',
      '| Bidder | Price | Weeks',
      '| Holt | 212,000 | 9',
      '| Pennine | 236,500 | 11',
    ],
  );
});
