import assert from 'node:assert/strict';
import { test } from 'node:test';
import { openOfficePackage } from '../../ooxml/office-package.ts';
import { sheetFileOf, type RowInput } from '../example-workbooks.ts';
import { openPackageFile } from '../package-file.ts';
import { openWorkbookView } from '../workbook-view.ts';
import { formulaError } from '../rules/workbook/formula-error.ts';
import { formulaInconsistent } from '../rules/workbook/formula-inconsistent.ts';
import { formulaReadsNothing } from '../rules/workbook/formula-reads-nothing.ts';

const messagesOf = (rule: typeof formulaError, rows: readonly RowInput[]): string[] =>
  rule.check(openWorkbookView(openPackageFile(openOfficePackage(sheetFileOf(rows))))).map(({ message }) => message);

test('a formula over nothing that stands in many cells is one finding', () => {
  const sum = (row: number): RowInput[number] => ({ f: `SUM(E${row}:G${row})`, v: 0 });
  const rows: RowInput[] = [
    ['Item', 'Sum'],
    ['x', sum(2), { f: 'SUM(G2:H2)', v: 0 }],
    ...[3, 4].map((row): RowInput => ['x', sum(row)]),
    ['y'],
    ['x', sum(6)],
    ['x', sum(7)],
  ];
  assert.deepEqual(messagesOf(formulaReadsNothing, rows), [
    'Sheet1!B2 goes by E2:G2, where there is nothing; so do 4 more cells with the same formula.',
    'Sheet1!C2 goes by G2:H2, where there is nothing.',
  ]);
});

test('an error with an empty formula is one that was typed', () => {
  assert.deepEqual(messagesOf(formulaError, [['A', { f: '', error: '#VALUE!' }]]), ['Sheet1!B1 holds #VALUE!.']);
});

test('cells beyond the first ten that are calculated otherwise are counted', () => {
  const rows = Array.from({ length: 200 }, (_, at): RowInput => [at, { f: `A${at + 1}*${at % 12 === 5 ? 3 : 2}`, v: at }]);
  const messages = messagesOf(formulaInconsistent, rows);
  assert.equal(messages.length, 11);
  assert.match(messages[10] ?? '', /^\d more cells of Sheet1 are typed or calculated otherwise/);
});
