import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Box, RenderedLine } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

const level = (y: number, from: number, to: number): Box => ({ left: from, right: to, top: y - 0.3, bottom: y + 0.3 });
const upright = (x: number, from: number, to: number): Box => ({ left: x - 0.3, right: x + 0.3, top: from, bottom: to });
const EDGES = [50, 150, 250, 400];

const read = (lines: RenderedLine[], bottom: number): string[] =>
  readPdf(
    exampleDocument([
      examplePage(lines, { rules: [...[100, 120, bottom].map((y) => level(y, 50, 400)), ...EDGES.map((x) => upright(x, 100, bottom))] }),
    ]),
  ).value.pages.flatMap((blocks) => outlineOf(blocks));
const cells = (top: number, texts: readonly string[]): RenderedLine[] =>
  texts.flatMap((text, index) => (text === '' ? [] : [line(text, (EDGES[index] ?? 0) + 5, top)]));

test('entries of a log between two rules are rows, with columns that are empty in some and lines that go on below theirs', () => {
  const entries = [
    ['1', '00:17:57', 'begin recording'],
    ['2', '00:18:45', ''],
    ['3', '02:20:00', 'slew to the place that'],
    ['', '', 'is named above'],
    ['4', '02:37:57', ''],
    ['5', '04:44:17', 'end'],
  ];
  assert.deepEqual(
    read([...cells(105, ['No', 'Time', 'Event']), ...entries.flatMap((texts, row) => cells(125 + row * 12, texts))], 200),
    [
      '| No | Time | Event',
      '| 1 | 00:17:57 | begin recording',
      '| 2 | 00:18:45 |',
      '| 3 | 02:20:00 | slew to the place that is named above',
      '| 4 | 02:37:57 |',
      '| 5 | 04:44:17 | end',
    ].map((row) => row.replace(/\|$/, '| ')),
  );
});

test('cells of as many lines are no rows: each holds a text, or a list of its own', () => {
  const lines = [
    ['Alder, with all the', 'Stands by water and', 'A wet place and light soil'],
    ['species and hybrids', 'is cut in Septembers', 'such as those are at edges'],
    ['of it', 'and May', 'of a pond'],
  ];
  assert.deepEqual(read([...cells(105, ['Tree', 'Use', 'Place']), ...lines.flatMap((texts, row) => cells(125 + row * 12, texts))], 170), [
    '| Tree | Use | Place',
    '| Alder, with all the species and hybrids of it | Stands by water and is cut in Septembers and May | A wet place and light soil such as those are at edges of a pond',
  ]);
});

test('lines that an author has ended keep apart in their cell', () => {
  assert.deepEqual(
    read(
      [
        ...cells(105, ['Name', 'Share', 'Owners']),
        ...cells(125, ['Arnold', '70.0', 'Irving Utilities']),
        ...cells(137, ['', '20.0', 'Corn Belt']),
        ...cells(149, ['', '10.0', 'Others']),
      ],
      170,
    ),
    ['| Name | Share | Owners', '| Arnold | 70.0\n20.0\n10.0 | Irving Utilities\nCorn Belt\nOthers'],
  );
});

test('labels that head groups of others, without figures of their own, are rows of a table between two rules', () => {
  const entries = [
    ['All of them', '', ''],
    ['Threes', '', ''],
    ['Started', '85.1%', '14.9%'],
    ['Control', '17.3%', '82.7%'],
    ['Fours', '', ''],
    ['Started', '79.8%', '20.2%'],
    ['Control', '13.9%', '86.1%'],
  ];
  assert.deepEqual(
    read([...cells(105, ['Group', 'Some', 'None']), ...entries.flatMap((texts, row) => cells(125 + row * 14, texts))], 230),
    ['| Group | Some | None', ...entries.map((texts) => `| ${texts.join(' | ')}`)],
  );
});

test('a label of two lines with its figure beside one of them is no group', () => {
  const entries = [
    ['Children who have', ''],
    ['been in the centre', '85.1%'],
    ['Children who have', ''],
    ['never been there at', '17.3%'],
    ['Children of whom it', ''],
    ['is unknown by now', '79.8%'],
  ];
  const rows = read(
    [
      ...cells(105, ['Group', 'Some', 'None']),
      ...entries.flatMap(([label = '', figure = ''], row) => cells(125 + row * 12, [label, figure, figure])),
    ],
    200,
  );
  assert.equal(
    rows.some((row) => row.startsWith('| Children who have |')),
    false,
  );
});

test('entries of an invoice in a frame are rows by their amounts, and numbers of pages beside a text are not', () => {
  const entries = [
    ['Notice', '', '45,93'],
    ['File', '0,75', '0,75'],
    ['sent', '', ''],
    ['Paper', '3,50', '0,00'],
    ['', 'Total:', '46,68'],
    ['', 'Tax 20%:', '9,34'],
  ];
  assert.deepEqual(
    read([...cells(105, ['Item', 'Price', 'Amount']), ...entries.flatMap((texts, row) => cells(125 + row * 14, texts))], 215),
    [
      '| Item | Price | Amount',
      '| Notice |  | 45,93',
      '| File sent | 0,75 | 0,75',
      '| Paper | 3,50 | 0,00',
      '|  | Total: | 46,68',
      '|  | Tax 20%: | 9,34',
    ],
  );
  const pages = [
    ['33', '98, 114,', 'Traps and how precise they are'],
    ['', '114, 115,', 'Exceptions that occur are'],
    ['', '116', 'precise or are put off'],
  ];
  assert.equal(
    read([...cells(105, ['No', 'Pages', 'Text']), ...pages.flatMap((texts, row) => cells(125 + row * 14, texts))], 170).length,
    2,
  );
});

test('codes and counts that are set in the middle of their columns are rows', () => {
  const middle = (top: number, texts: readonly string[]): RenderedLine[] =>
    texts.map((text, at) => line(text, ((EDGES[at] ?? 0) + (EDGES[at + 1] ?? 0)) / 2 - text.length * 2.5, top));
  assert.deepEqual(
    read(
      [...cells(105, ['Model', 'Small', 'Large']), ...middle(125, ['Parts', 'Dense', '32B']), ...middle(139, ['Total', '52B', 'Full'])],
      155,
    ),
    ['| Model | Small | Large', '| Parts | Dense | 32B', '| Total | 52B | Full'],
  );
});

test('groups in a table from right to left have their labels at the right', () => {
  const entries = [
    ['', '', 'צריכה'],
    ['2.9', '2.8', 'סך הכל'],
    ['4.8', '2.9', 'אזרחית'],
    ['', '', 'השקעה'],
    ['8.6', '9.7', 'בנייה'],
  ];
  assert.deepEqual(read([...cells(105, ['2010', '2009', 'שנה']), ...entries.flatMap((texts, row) => cells(125 + row * 14, texts))], 200), [
    '| שנה | 2009 | 2010',
    ...entries.map((texts) => `| ${texts.toReversed().join(' | ')}`),
  ]);
});
