import assert from 'node:assert/strict';
import { test } from 'node:test';
import * as fc from 'fast-check';
import { wrapInDocx } from '../../test/support/office-parts.ts';
import { applyEdits } from './apply-edits.ts';
import { compareContent, type BlockChange } from './compare-content.ts';
import { listContent, type AddressedBlock } from './list-content.ts';
import { redlineFiles } from './redline.ts';

const blocksOf = (texts: readonly string[]): AddressedBlock[] =>
  texts.map((text, i) => ({ address: `p${i + 1}`, type: 'paragraph', text }));
const brief = ({ change, from, to }: BlockChange): string => `${change} ${from ?? '-'} ${to ?? '-'}`;
const check = (from: readonly string[], to: readonly string[], expected: readonly string[]): void =>
  assert.deepEqual(compareContent(blocksOf(from), blocksOf(to)).map(brief), expected);

test('what comes, goes and changes is reported where it stands', () => {
  check(['a b c', 'd e f'], ['a b c', 'd e f'], []);
  check(['one', 'three'], ['one', 'two', 'three'], ['inserted - p2']);
  check(['one', 'two', 'three'], ['one', 'three'], ['deleted p2 -']);
  check(['pay within ten days'], ['pay within thirty days'], ['changed p1 p1']);
  check(['alpha beta gamma', 'one two three four'], ['one two three five', 'alpha beta gamma'], ['inserted - p1', 'deleted p2 -']);
  check([], ['x'], ['inserted - p1']);
});

test('what comes, goes and changes in thousands of blocks is reported alone', () => {
  const old = Array.from({ length: 6_000 }, (_, i) => `Paragraph ${i} says something of its own, number ${i * 7}.`);
  const added = Array.from(
    { length: 20 },
    (_, i) => `An addition of the second author, the one with the letter ${'abcdefghijklmnopqrst'[i]}.`,
  );
  const next = [...old.slice(0, 5), ...added, ...old.slice(5, 5_990), ...old.slice(5_991)].with(
    3_025,
    `Paragraph 3005 says something else.`,
  );
  const changes = added.map((_, i) => `inserted - p${i + 6}`);
  check(old, next, [...changes.slice(0, 20), 'changed p3006 p3026', 'deleted p5991 -']);
  const rows = Array.from({ length: 9_000 }, (_, i) => (i % 3 === 0 ? 'nothing' : i % 3 === 1 ? 'nothing at all' : 'still nothing'));
  check(['first', ...rows, 'last'], ['another', 'first', ...rows, 'end'], ['inserted - p1', 'changed p9002 p9003']);
});

test('a long block that is elsewhere was moved', () => {
  const long = 'This paragraph is long enough to be known again.';
  check([long, 'b stays here', 'c stays here'], ['b stays here', 'c stays here', long], ['moved p1 p3']);
});

test('a block that is elsewhere with other words in it was moved, and its words are told', () => {
  const long = 'The fees are due thirty days after the invoice was received by post.';
  const changed = long.replace('thirty', 'ten');
  check([long, 'b stays here', 'c stays here'], ['b stays here', 'c stays here', changed], ['moved p1 p3']);
  const [move] = compareContent(blocksOf([long, 'b stays here']), blocksOf(['b stays here', changed]));
  assert.deepEqual(
    move?.words?.filter(({ kind }) => kind !== 'same').map(({ text }) => text),
    ['thirty', 'ten'],
  );
  assert.deepEqual([move?.before, move?.after], [long, changed]);
});

test('a block whose place another one took is still known where it went', () => {
  const long = 'This paragraph is long enough to be known again.';
  check([long, 'b stays here'], ['something quite different', 'b stays here', long], ['inserted - p1', 'moved p1 p3']);
});

test('what is short or stands there twice was not moved', () => {
  const twice = 'To be agreed between the parties.';
  check(['Fees', 'b stays here'], ['b stays here', 'Fees'], ['deleted p1 -', 'inserted - p2']);
  check([twice, 'b stays here', 'c'], ['b stays here', twice, 'c', twice], ['deleted p1 -', 'inserted - p2', 'inserted - p4']);
});

test('the words of a change give both texts', () => {
  const [change] = compareContent(blocksOf(['Pay within ten days of the invoice.']), blocksOf(['Pay in thirty days of the invoice.']));
  const text = (left: 'deleted' | 'inserted'): string =>
    (change?.words ?? [])
      .filter(({ kind }) => kind === 'same' || kind === left)
      .map((piece) => piece.text)
      .join('');
  assert.deepEqual([text('deleted'), text('inserted')], ['Pay within ten days of the invoice.', 'Pay in thirty days of the invoice.']);
});

test('cells are determined by their addresses', () => {
  const sheet = (cells: Record<string, string>): AddressedBlock[] => [
    {
      address: 'Data',
      type: 'sheet',
      text: 'Data',
      rows: [{ address: 'Data!1:1', cells: Object.entries(cells).map(([address, text]) => ({ address, text })) }],
    },
  ];
  const changes = compareContent(sheet({ 'Data!A1': '1', 'Data!B1': '2' }), sheet({ 'Data!A1': '1', 'Data!B1': '3', 'Data!C1': '4' }));
  assert.deepEqual(changes.map(brief), ['changed Data!B1 Data!B1', 'inserted - Data!C1']);
});

const paragraph = (text: string): string => `<w:p><w:r><w:t xml:space="preserve">${text}</w:t></w:r></w:p>`;
const wordOf = (texts: readonly string[]): Uint8Array => wrapInDocx(texts.map(paragraph).join(''));
const textsOf = (bytes: Uint8Array): string[] =>
  listContent(bytes)
    .filter(({ type }) => type === 'paragraph')
    .map(({ text }) => text)
    .filter((text) => text !== '');
const settle = (bytes: Uint8Array, op: string): string[] =>
  textsOf(applyEdits(bytes, [{ op, target: 'all' }], { mode: 'direct', author: 'A', date: '2026-01-01T00:00:00Z' }).bytes);

test('a redlined file accepted is the newer one, rejected the older one', () => {
  const text = fc.constantFrom(
    'Pay within ten days of the invoice.',
    'Pay within thirty days of the invoice.',
    'Goods stay ours.',
    'Goods stay ours until they are paid for.',
    'A tail.',
    'Something else entirely, and long.',
  );
  fc.assert(
    fc.property(fc.array(text, { minLength: 1, maxLength: 7 }), fc.array(text, { minLength: 1, maxLength: 7 }), (from, to) => {
      const { bytes, left } = redlineFiles(wordOf(from), wordOf(to), { author: 'A', date: '2026-01-01T00:00:00Z' });
      if (left.length > 0) return;
      assert.deepEqual(settle(bytes, 'accept_revision'), to);
      assert.deepEqual(settle(bytes, 'reject_revision'), from);
    }),
    { numRuns: 60, seed: 11 },
  );
});

const book = (rows: Record<string, readonly (string | { text: string; formula: string })[]>): AddressedBlock[] => [
  {
    address: 'Data',
    type: 'sheet',
    text: 'Data',
    rows: Object.entries(rows).map(([number, cells]) => ({
      address: `Data!${number}:${number}`,
      cells: cells.map((cell, index) => ({
        address: `Data!${'ABCD'.charAt(index)}${number}`,
        ...(typeof cell === 'string' ? { text: cell } : cell),
      })),
    })),
  },
];
const counts = (formula: string) => ({ text: '0', formula });

test('a row that was inserted in a sheet is one change, and formulas that went along with their rows are none', () => {
  const changes = compareContent(
    book({ 1: ['Item', 'Units', 'Sum'], 2: ['Paper', '2', counts('=B2*10')], 3: ['Ink', '3', counts('=B3*10')] }),
    book({
      1: ['Item', 'Units', 'Sum'],
      2: ['Pens', '7', counts('=B2*10')],
      3: ['Paper', '2', counts('=B3*10')],
      4: ['Ink', '3', counts('=B4*12')],
    }),
  );
  assert.deepEqual(changes, [
    { change: 'inserted', type: 'row', from: null, to: 'Data!2:2', after: 'Pens\t7\t=B2*10' },
    { change: 'changed', type: 'cell', from: 'Data!C3', to: 'Data!C4', before: '=B3*10', after: '=B4*12' },
  ]);
});

test('a column that came or went is one change, and formulas that name the cells beside it are none', () => {
  const old = book({ 1: ['Item', 'Units', 'Sum'], 2: ['Paper', '2', counts('=B2*10')], 3: ['Ink', '3', counts('=SUM(B2:B3)')] });
  const next = book({
    1: ['Item', 'Size', 'Units', 'Sum'],
    2: ['Paper', 'A4', '2', counts('=C2*10')],
    3: ['Ink', 'black', '3', counts('=SUM(C2:C3)')],
  });
  assert.deepEqual(compareContent(old, next), [
    { change: 'inserted', type: 'column', from: null, to: 'Data!B:B', after: 'Size\tA4\tblack' },
  ]);
  assert.deepEqual(compareContent(next, old), [
    { change: 'deleted', type: 'column', from: 'Data!B:B', to: null, before: 'Size\tA4\tblack' },
  ]);
});

test('rows that were sorted are each told once, as moved, and what else changed beside them', () => {
  const row = (name: string, units: string, at: number) => [name, units, counts(`=B${at}*10`)];
  const changes = compareContent(
    book({ 1: ['Item', 'Units', 'Sum'], 2: row('Paper', '4', 2), 3: row('Ink', '3', 3), 4: row('Pens', '1', 4), 5: row('Glue', '9', 5) }),
    book({ 1: ['Item', 'Units', 'Sum'], 2: row('Pens', '1', 2), 3: row('Ink', '3', 3), 4: row('Paper', '4', 4), 5: row('Glue', '8', 5) }),
  );
  assert.deepEqual(
    changes.map(({ change, type, from, to }) => [change, type, from, to]),
    [
      ['moved', 'row', 'Data!4:4', 'Data!2:2'],
      ['moved', 'row', 'Data!2:2', 'Data!4:4'],
      ['changed', 'cell', 'Data!B5', 'Data!B5'],
    ],
  );
});

test('of rows that are alike and fewer than before none is said to have moved', () => {
  const changes = compareContent(
    book({ 1: ['a', '1'], 2: ['x', '2'], 3: ['x', '2'], 4: ['b', '3'], 5: ['c', '4'] }),
    book({ 1: ['a', '1'], 2: ['b', '3'], 3: ['c', '4'], 4: ['x', '2'] }),
  );
  assert.ok(changes.length > 0 && changes.every(({ change }) => change !== 'moved'));
});

test('a column that moved is one change', () => {
  const changes = compareContent(
    book({ 1: ['Item', 'Units', 'Price', 'Note'], 2: ['Paper', '2', '5', 'new'], 3: ['Ink', '3', '6', 'old'] }),
    book({ 1: ['Note', 'Item', 'Units', 'Price'], 2: ['new', 'Paper', '2', '5'], 3: ['old', 'Ink', '3', '6'] }),
  );
  assert.deepEqual(changes, [
    { change: 'moved', type: 'column', from: 'Data!D:D', to: 'Data!A:A', before: 'Note\tnew\told', after: 'Note\tnew\told' },
  ]);
});

test('a sheet by another name is one change, rows within a sum are, and values that are counted anew are none', () => {
  const old = book({ 1: ['Item', 'Units'], 2: ['Paper', '2'], 3: ['Ink', '3'], 4: ['All', { text: '5', formula: '=SUM(B2:B3)+Data!B2' }] });
  const next = book({
    1: ['Item', 'Units'],
    2: ['Paper', '2'],
    3: ['Pens', '9'],
    4: ['Ink', '3'],
    5: ['All', { text: '14', formula: '=SUM(B2:B4)+Orders!B2' }],
  }).map((sheet) => ({ ...sheet, address: 'Orders', text: 'Orders' }));
  assert.deepEqual(compareContent(old, next), [
    { change: 'changed', type: 'sheet', from: 'Data', to: 'Orders', before: 'Data', after: 'Orders' },
    { change: 'inserted', type: 'row', from: null, to: 'Data!3:3', after: 'Pens\t9' },
  ]);
});

test('sheets that came or went, and text beside the cells, are changes of a workbook', () => {
  const [sheet] = book({ 1: ['a'] });
  assert.ok(sheet);
  const box = (text: string): AddressedBlock => ({ ...sheet, blocks: [{ address: 'Data!shape1.p1', type: 'text_box', text }] });
  const other: AddressedBlock = { address: 'Old', type: 'sheet', text: 'Old' };
  assert.deepEqual(
    compareContent([box('Draft of May'), other], [box('Draft of June')]).map(({ change, type, from, to }) => [change, type, from, to]),
    [
      ['deleted', 'sheet', 'Old', null],
      ['changed', 'text_box', 'Data!shape1.p1', 'Data!shape1.p1'],
    ],
  );
});

const sheetOf = (...blocks: AddressedBlock[]): AddressedBlock[] => [{ address: 'Data', type: 'sheet', text: 'Data', rows: [], blocks }];

test('a title of a chart was told twice, as the chart and as its text', () => {
  const titled = (title: string): AddressedBlock[] => [
    { address: 'Data!chart1', type: 'chart', text: title },
    { address: 'Data!chart1.p1', type: 'chart_text', text: title },
    { address: 'Data!chart1.p2', type: 'chart_text', text: 'Units' },
  ];
  const told = (from: AddressedBlock[], to: AddressedBlock[]): string[] => compareContent(sheetOf(...from), sheetOf(...to)).map(brief);
  assert.deepEqual(told([], titled('Sales')), ['inserted - Data!chart1', 'inserted - Data!chart1.p2']);
  assert.deepEqual(told(titled('Sales'), titled('Costs')), ['changed Data!chart1 Data!chart1']);
  assert.deepEqual(told(titled('Units').slice(0, 2), titled('Units')), ['inserted - Data!chart1.p2']);
});

test('a comment on another cell was told as a change of the one that went', () => {
  const comment = (cell: string, text: string): AddressedBlock[] =>
    sheetOf({ address: `Data!${cell}.comment`, type: 'comment', text }, { address: 'Data!shape1.p1', type: 'text_box', text: 'Stays' });
  assert.deepEqual(compareContent(comment('A3', 'Look at this'), comment('C3', 'Why?')).map(brief), [
    'deleted Data!A3.comment -',
    'inserted - Data!C3.comment',
  ]);
  assert.deepEqual(compareContent(comment('A3', 'Look at this'), comment('A3', 'Why?')).map(brief), [
    'changed Data!A3.comment Data!A3.comment',
  ]);
});
