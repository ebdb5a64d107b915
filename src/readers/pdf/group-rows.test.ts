import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box, RenderedLine } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

const level = (y: number): Box => ({ left: 48, right: 420, top: y - 0.3, bottom: y + 0.3 });
const read = (lines: RenderedLine[], rules: readonly number[] = []): string[] =>
  readPdf(exampleDocument([examplePage(lines, { rules: rules.map(level) })])).value.pages.flatMap((blocks) => outlineOf(blocks));

const row = (top: number, label: string, ...figures: string[]): RenderedLine[] => [
  ...(label === '' ? [] : [line(label, 50, top)]),
  ...figures.map((text, at) => line(text, 260 + at * 60, top)),
];
const bold = (text: string, top: number, size = 10): RenderedLine => line(text, 50, top, { bold: true, size });

test('bold lines between rows of figures in the same columns are rows of their table, below its heads as well', () => {
  assert.deepEqual(
    read([
      ...row(100, '', 'TOTAL', 'RURAL', 'URBAN'),
      bold('Child feeding practices', 116),
      ...row(132, 'Breastfed', '76.9', '80.0', '71.2'),
      ...row(148, 'Solid food', '78.6', '75.0', '80.1'),
      bold('Birth weight', 164),
      ...row(180, 'Weighed at birth', '38.8', '41.0', '36.4'),
    ]),
    [
      '|  | TOTAL | RURAL | URBAN',
      '| Child feeding practices |  |  | ',
      '| Breastfed | 76.9 | 80.0 | 71.2',
      '| Solid food | 78.6 | 75.0 | 80.1',
      '| Birth weight |  |  | ',
      '| Weighed at birth | 38.8 | 41.0 | 36.4',
    ],
  );
});

test('a larger line, or one above heads of other columns, divides tables', () => {
  const tables = (heading: RenderedLine, below: RenderedLine[]): string[] =>
    read([...row(100, 'Harbour', '31', '45', '20'), ...row(114, 'Station', '19', '21', '17'), heading, ...below]);
  assert.ok(
    tables(bold('Costs', 134, 14), [...row(156, 'Drivers', '81', '38', '74'), ...row(170, 'Stops', '12', '7', '4')]).includes('h1 Costs'),
  );
  assert.equal(
    tables(bold('Costs', 134), [...row(150, 'Item', 'Euros', 'Share', 'Year'), ...row(164, 'Stops', '12', '7', '4')]).some((text) =>
      text.startsWith('| Costs'),
    ),
    false,
  );
});

test('a line between two rules is a row, where figures go on below it as above', () => {
  const rows = read(
    [
      ...row(105, 'Impacts on pupils', 'Interest', 'Support', 'Money'),
      ...row(125, 'Knowledge', '0.28', '0.39', '0.41'),
      ...row(139, 'Languages', '0.30', '0.41', '0.38'),
      bold('Impacts on teachers', 164),
      ...row(189, 'Knowledge', '0.15', '0.16', '0.13'),
      ...row(203, 'Languages', '0.05', '0.09', '0.05'),
    ],
    [100, 120, 156, 181, 220],
  );
  assert.deepEqual(rows.slice(2, 5), [
    '| Languages | 0.30 | 0.41 | 0.38',
    '| Impacts on teachers |  |  | ',
    '| Knowledge | 0.15 | 0.16 | 0.13',
  ]);
});
