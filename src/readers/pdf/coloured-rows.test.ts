import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box, RenderedLine } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { findRowEdges } from './coloured-rows.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

const NAMES = ['District', 'Charged', 'Sentenced', 'Released', 'Other'];
const TOP = 100;
const HEIGHT = 26;
const FRAME = { left: 50, top: TOP, right: 450, bottom: TOP + NAMES.length * HEIGHT };
/** A table that is drawn column by column; the second name is of two lines. */
const lines: RenderedLine[] = [
  ...NAMES.flatMap((name, row) =>
    row === 1
      ? [line('Defendants', 60, TOP + row * HEIGHT + 4), line(name, 60, TOP + row * HEIGHT + 15)]
      : [line(name, 60, TOP + row * HEIGHT + 9)],
  ),
  ...[200, 280, 360].flatMap((left, column) => NAMES.map((_, row) => line(`${row}${column}`, left, TOP + row * HEIGHT + 9))),
];
/** Every other row, cell by cell. */
const fills: Box[] = [0, 2, 4].flatMap((row) =>
  [
    [50, 180],
    [180, 450],
  ].map(([left = 0, right = 0]) => ({ left, right, top: TOP + row * HEIGHT, bottom: TOP + (row + 1) * HEIGHT })),
);
const sides: Box[] = [
  { ...FRAME, bottom: FRAME.top + 1 },
  { ...FRAME, top: FRAME.bottom - 1 },
  { ...FRAME, right: FRAME.left + 1 },
  { ...FRAME, left: FRAME.right - 1 },
];

test('coloured rows that no line divides are rows of a table, in a frame and without one, in whatever order its cells are drawn', () => {
  for (const rules of [sides, []])
    assert.deepEqual(
      readPdf(exampleDocument([examplePage(lines, { rules, fills })])).value.pages.flatMap((blocks) => outlineOf(blocks)),
      [
        '| District | 00 | 01 | 02',
        '| Defendants Charged | 10 | 11 | 12',
        '| Sentenced | 20 | 21 | 22',
        '| Released | 30 | 31 | 32',
        '| Other | 40 | 41 | 42',
      ],
    );
});

test('two coloured boxes, boxes of other widths, headings between rows and coloured columns of a table rule no rows', () => {
  assert.equal(findRowEdges(fills, lines).length, 6);
  assert.deepEqual(findRowEdges(fills.slice(0, 4), lines), []);
  assert.deepEqual(
    findRowEdges(
      fills.filter((_, at) => at % 2 === 1).map((fill, at) => ({ ...fill, right: fill.right - at * 20 })),
      lines,
    ),
    [],
  );
  assert.deepEqual(
    findRowEdges(
      fills,
      lines.filter(({ left }) => left < 100),
    ),
    [],
  );
  assert.deepEqual(
    findRowEdges(
      fills.filter((_, at) => at % 2 === 1),
      lines,
    ),
    [],
  );
});

test('thousands of filled boxes are no rows', () => {
  const boxes = Array.from({ length: 4_000 }, (_, at) => ({ left: at % 7, right: 300, top: at * 10, bottom: at * 10 + 9 }));
  assert.deepEqual(findRowEdges(boxes, []), []);
});
