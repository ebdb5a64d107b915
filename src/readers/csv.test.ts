import assert from 'node:assert/strict';
import { test } from 'node:test';
import { plainText } from '../document/inline.ts';
import { readCsv } from './csv.ts';

const cells = (text: string): string[][] => {
  const [table] = readCsv(Buffer.from(text)).value.blocks;
  return table?.type === 'table' ? table.rows.map((row) => row.cells.map(({ runs }) => plainText(runs))) : [];
};

test('values between commas, semicolons or tabs are a table; quotes hold separators, formulas stay text', () => {
  assert.deepEqual(cells('Name,Qty\n"A, ""b""",=1+1\n'), [
    ['Name', 'Qty'],
    ['A, "b"', '=1+1'],
  ]);
  assert.deepEqual(cells('a;b\r\n1,5;2\r\n'), [
    ['a', 'b'],
    ['1,5', '2'],
  ]);
  assert.deepEqual(cells('sep=\t\na\tb\n1\t2'), [
    ['a', 'b'],
    ['1', '2'],
  ]);
});

test('the separator is the one that divides records alike, whatever titles, quoted lines and figures hold', () => {
  const widths = (text: string): number[] => cells(text).map((row) => row.filter((cell) => cell !== '').length);
  assert.deepEqual(widths('Name;Wert;Datum\n"Müller; A";1,5;01.02.2024\n"two\nlines";2;x\n'), [3, 3, 3]);
  assert.deepEqual(widths('Sales of the year\n\nRegion;Q1;Q2\nNorth;1,5;2\nSouth;3;4\n'), [1, 3, 3, 3]);
  assert.deepEqual(widths('1,5;2,5\n3,5;4,5\n'), [2, 2]);
  assert.deepEqual(widths('a,b,c\nx; y,z,w\n'), [3, 3]);
  assert.deepEqual(widths('a,b,c\n1,2\n1,2,3\n'), [3, 2, 3]);
});

test('exports of hundreds of columns are a table', () => {
  const line = (value: string): string => Array.from({ length: 300 }, () => value).join(',');
  assert.deepEqual(
    cells(`${line('a')}\n${line('1')}`).map((row) => row.length),
    [300, 300],
  );
  assert.deepEqual(cells(`${line('a')},${line('a')},${line('a')},${line('a')}\n1`), []);
});

test('what is no table stays as it is', () => {
  const [block] = readCsv(Buffer.from('one column\nof text')).value.blocks;
  assert.equal(block?.type === 'code' && block.text, 'one column\nof text');
});

test('values that are too many for a table are cut at the end of a line, and that is said', () => {
  const { value, notes } = readCsv(Buffer.from('a,b\n'.repeat(600_000)));
  const [table] = value.blocks;
  assert.equal(table?.type === 'table' && table.rows.length, 500_000);
  assert.deepEqual(
    notes.map(({ message }) => message),
    ['The values were read up to line 500000; the last 100000 lines of the file were left out.'],
  );
  assert.deepEqual(readCsv(Buffer.from('a,b\n'.repeat(1_000))).notes, []);
});
