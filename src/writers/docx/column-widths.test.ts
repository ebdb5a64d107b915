import assert from 'node:assert/strict';
import { test } from 'node:test';
import { columnWidths, textWidth, type ColumnContent } from './column-widths.ts';
import { maxOf } from '../../base/extremes.ts';

const words = (longest: number, more: Partial<ColumnContent> = {}): ColumnContent => ({
  longest,
  word: Math.min(longest, 8),
  mean: longest / 2,
  numeric: false,
  column: undefined,
  ...more,
});
const number = (longest: number): ColumnContent => ({ longest, word: longest, mean: longest, numeric: true, column: undefined });
const TOTAL = 8_505;
const widths = (columns: ColumnContent[], total = TOTAL): number[] => columnWidths(columns, total, 9.5, 200);
const sum = (numbers: number[]): number => numbers.reduce((all, one) => all + one, 0);

test('the widths fill the table exactly, whatever is in it', () => {
  for (const columns of [
    [words(10)],
    [words(500), words(3)],
    [number(5), number(6)],
    Array.from({ length: 40 }, () => words(30)),
    [words(1, { word: 40 }), words(2_000)],
  ]) {
    const found = widths(columns);
    assert.equal(sum(found), TOTAL);
    assert.ok(found.every((width) => width > 0));
  }
});

test('numbers take 2.2 to 3.2 cm and words the rest', () => {
  const [name = 0, ...figures] = widths([words(30), number(5), number(9), number(4)]);
  assert.ok(
    figures.every((width) => width >= 1_247 && width <= 1_815),
    String(figures),
  );
  assert.ok(name > maxOf(figures));
});

test('a long column does not starve the others of their longest word', () => {
  const [short = 0, long = 0] = widths([words(12, { word: 12 }), words(2_000)]);
  assert.ok(short >= 12 * 9.5 * 0.54 * 20);
  assert.ok(long > short);
});

test('a width that the author gave is kept where there is room', () => {
  const [given = 0] = widths([words(5, { column: { width: 0.5 } }), words(10)]);
  assert.ok(Math.abs(given - TOTAL / 2) < 3);
});

test('wide characters count twice', () => {
  assert.equal(textWidth('abc'), 3);
  assert.equal(textWidth('日本'), 4);
});
