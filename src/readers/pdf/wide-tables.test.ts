import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box, RenderedLine } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

const YEARS = ['2001', '2002', '2003', '2004', '2005', '2006'];
const rule = (top: number): Box => ({ left: 50, top, right: 550, bottom: top + 1 });
/** Text in two columns, which the file writes by the heights of its lines. */
const text = Array.from({ length: 30 }, (_, row) =>
  [50, 320].map((left) => line(`${left < 100 ? 'left' : 'right'} line ${row} that goes on in this column, and`, left, 260 + row * 12)),
).flat();
const cells = (top: number, texts: readonly string[]): RenderedLine[] => texts.map((text, at) => line(text, 190 + at * 60, top));

/** The text below a table of its width. */
const page = (table: readonly RenderedLine[]): string[] =>
  readPdf(exampleDocument([examplePage([...table, ...text], { rules: [rule(120), rule(245)] })])).value.pages.flatMap((blocks) =>
    outlineOf(blocks),
  );

test('a table as wide as the page is not cut at the gutter of the columns of text below it', () => {
  const table = [
    line('Measure', 50, 100),
    ...cells(100, YEARS),
    ...[0, 1, 2].flatMap((row) => [
      line(`Rate ${row}`, 50, 130 + row * 24),
      ...cells(
        130 + row * 24,
        YEARS.map((_, at) => `0.${row}${at}`),
      ),
    ]),
  ];
  const blocks = page(table);
  assert.deepEqual(
    blocks.filter((block) => block.startsWith('| Rate')),
    [
      '| Rate 0 | 0.00 | 0.01 | 0.02 | 0.03 | 0.04 | 0.05',
      '| Rate 1 | 0.10 | 0.11 | 0.12 | 0.13 | 0.14 | 0.15',
      '| Rate 2 | 0.20 | 0.21 | 0.22 | 0.23 | 0.24 | 0.25',
    ],
  );
  const at = (words: string): number => blocks.findIndex((block) => block.includes(words));
  assert.ok(at('| Rate 2') < at('left line 0') && at('left line 29') <= at('right line 0'));
});

test('labels of two lines with their figures half way down are a row each', () => {
  const table = [
    line('Measure', 50, 100),
    ...cells(100, YEARS),
    line('All', 50, 126),
    ...cells(126, YEARS),
    ...['Between states', 'Within states', 'Elsewhere'].flatMap((label, row) => [
      line(label, 50, 152 + row * 28),
      line('(Gini index)', 50, 162 + row * 28),
      ...cells(
        157 + row * 28,
        YEARS.map((_, at) => `0.${row}${at}`),
      ),
    ]),
  ];
  assert.deepEqual(
    page(table).filter((block) => block.startsWith('|')),
    [
      `| Measure | ${YEARS.join(' | ')}`,
      `| All | ${YEARS.join(' | ')}`,
      '| Between states (Gini index) | 0.00 | 0.01 | 0.02 | 0.03 | 0.04 | 0.05',
      '| Within states (Gini index) | 0.10 | 0.11 | 0.12 | 0.13 | 0.14 | 0.15',
      '| Elsewhere (Gini index) | 0.20 | 0.21 | 0.22 | 0.23 | 0.24 | 0.25',
    ],
  );
});

test('columns of text between lines across the page stay columns', () => {
  const blocks = page([]);
  assert.equal(
    blocks.some((block) => block.startsWith('|')),
    false,
  );
  assert.match(blocks.join('\n'), /left line 29[^]*right line 0/);
});
