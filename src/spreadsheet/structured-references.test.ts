import assert from 'node:assert/strict';
import { test } from 'node:test';
import { renameColumns } from './structured-references.ts';

const NAMES: Readonly<Record<string, string>> = { units: 'Pieces', 'no. [#]': "It's", total: 'a]b' };
const rename = (formula: string): string =>
  renameColumns(formula, (table, column) => (table.toLowerCase() === 'sales' ? NAMES[column.toLowerCase()] : undefined));

test('columns are renamed wherever a formula names them, and nothing else of it changes', () => {
  for (const [before, after] of [
    ['SUM(Sales[Units])', 'SUM(Sales[Pieces])'],
    ['sales[UNITS] & "Sales[Units]"', 'sales[Pieces] & "Sales[Units]"'],
    ['Sales[[#This Row],[Units]]*2', 'Sales[[#This Row],[Pieces]]*2'],
    ['Sales[@Units]+Sales[@[Units]]', 'Sales[@Pieces]+Sales[@[Pieces]]'],
    ['SUM(Sales[[Units]:[Total]])', "SUM(Sales[[Pieces]:[a']b]])"],
    ["Sales[No. '['#']]", "Sales[It''s]"],
    ['Sales[#All]+Sales[#Totals]+Other[Units]+Units', 'Sales[#All]+Sales[#Totals]+Other[Units]+Units'],
    ['[1]Sheet1!A1+[Units]', '[1]Sheet1!A1+[Units]'],
    ['Sales[Units', 'Sales[Units'],
    ['A1+B2', 'A1+B2'],
  ] as const)
    assert.equal(rename(before), after, before);
});
