import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedPage } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

const read = (...pages: RenderedPage[]): string[] => readPdf(exampleDocument(pages)).value.pages.flatMap((blocks) => outlineOf(blocks));
const headingsOf = (...pages: RenderedPage[]): string[] => read(...pages).filter((entry) => /^h\d/.test(entry));
const TEXT = 'This text goes on over the whole width of the page, as long as its lines can be';
const bold = { bold: true };
const prose = (top: number): ReturnType<typeof line>[] => [line(TEXT, 50, top), line('and it ends here.', 50, top + 12)];

test('labels under each other with nothing or a blank between them are no headings', () => {
  const labels = ['Signature', 'Print Name', 'Company', 'Notice Address'];
  assert.deepEqual(
    headingsOf(
      examplePage([
        line('Agreement', 50, 60, { size: 18 }),
        ...prose(90),
        ...labels.map((text, at) => line(text, 50, 150 + at * 40, { size: 12 })),
      ]),
    ),
    ['h1 Agreement'],
  );
});

test('a label with its value beside it is no heading, and neither are dates and addresses', () => {
  assert.deepEqual(
    headingsOf(
      examplePage([
        line('Report', 50, 60, { size: 18 }),
        ...prose(90),
        line('June 20-24, 2005', 50, 140, { size: 13 }),
        line('info@example.com', 50, 160, { size: 13 }),
        line('123 Main Street, Springfield, WA 98052', 50, 180, { size: 13 }),
        line('544 MOUNTAIN ROAD', 50, 200, { size: 13 }),
        line('Total', 50, 230, bold),
        line('4711', 400, 230),
        ...prose(250),
      ]),
    ),
    ['h1 Report'],
  );
});

test('a subtitle and authors below the title are no headings, the first heading below them is one', () => {
  assert.deepEqual(
    headingsOf(
      examplePage([
        line('Department of Roads', 200, 40, { size: 14 }),
        line('Bridges of the North', 180, 80, { size: 24 }),
        line('What we saw in ten years', 190, 120, { size: 15 }),
        line('A. Berg and B. Lund', 210, 150),
        line('Summary', 50, 190, { size: 13, bold: true }),
        ...prose(210),
        line('Results', 50, 260, { size: 13, bold: true }),
        ...prose(280),
      ]),
    ),
    ['h1 Bridges of the North', 'h2 Summary', 'h2 Results'],
  );
});

test('sentences in large or bold letters over many lines are text', () => {
  const quote = [
    'We went there to see how the work goes on',
    'and came back with more questions than we',
    'had had before. Nobody could tell us who',
    'had built it.',
  ];
  for (const wish of [{ size: 13 }, { bold: true, size: 12 }])
    assert.deepEqual(
      headingsOf(
        examplePage([
          line('Report', 50, 60, { size: 18 }),
          ...prose(90),
          ...quote.map((text, at) => line(text, 50, 150 + at * 15, wish)),
          ...prose(250),
          ...prose(280),
          ...prose(310),
        ]),
      ),
      ['h1 Report'],
    );
});

test('a slide has one title, and the large lines below an item go on with it', () => {
  const slide = (title: string, texts: string[]): RenderedPage =>
    examplePage(
      [
        line(title, 60, 40, { size: 36 }),
        ...texts.map((text, at) => line(text, text.startsWith('•') ? 60 : 76, 130 + at * 26, { size: 22 })),
      ],
      {
        widthPt: 720,
        heightPt: 540,
      },
    );
  assert.deepEqual(
    read(
      slide('About us', ['• Ten years of bridges in the north of', 'the country and beyond', '• Forty people']),
      slide('Results', ['• More than last year', 'by a third', '• Less steel']),
    ),
    [
      'h1 About us',
      '- Ten years of bridges in the north of the country and beyond',
      '- Forty people',
      'h1 Results',
      '- More than last year by a third',
      '- Less steel',
    ],
  );
});

test('a page across with a wide table has no title of a slide', () => {
  const rows = Array.from({ length: 44 }, (_, at) => line(`Row ${at} 12 14`, 50, 40 + at * 11, { at: { 2: 300, 3: 500 } }));
  assert.deepEqual(headingsOf(examplePage(rows, { widthPt: 842, heightPt: 595 })), []);
});

test('amounts and bar codes are no headings, and labels on the roll of a till are none', () => {
  const label = { size: 12, bold: true };
  assert.deepEqual(
    headingsOf(
      examplePage([
        line('Invoice', 50, 60, { size: 18 }),
        ...prose(90),
        line('TOTAL $1,821.14', 50, 150, label),
        ...prose(170),
        line('*TXN98765202411*', 50, 230, label),
        ...prose(250),
        line('Summe 21,00 €', 50, 310, label),
        ...prose(330),
      ]),
    ),
    ['h1 Invoice'],
  );
  const roll = [
    line('CORNER SHOP', 40, 20, { size: 10, bold: true }),
    line('2 apples at $1.20', 20, 40, { size: 8 }),
    line('PAYMENT METHOD', 20, 60, { size: 8 }),
    line('Card ending in 4782', 20, 70, { size: 8 }),
    line('MEMBERS', 20, 90, { size: 8 }),
    line('Sarah Mitchell', 20, 100, { size: 8 }),
  ];
  assert.deepEqual(headingsOf(examplePage(roll, { widthPt: 205, heightPt: 500 })), ['h1 CORNER SHOP']);
});
