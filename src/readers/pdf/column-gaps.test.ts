import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { RenderedLine } from '../../document/rendered-document.ts';
import { readPdf } from '../pdf.ts';
import { exampleDocument, exampleLine as line, examplePage, outlineOf } from './example-page.ts';

const read = (lines: RenderedLine[]): string[] =>
  readPdf(exampleDocument([examplePage(lines)])).value.pages.flatMap((blocks) => outlineOf(blocks));

test('figures nearer to each other than words of a spread line are columns all the same', () => {
  const row = (top: number, name: string, ...figures: string[]): RenderedLine =>
    line([name, ...figures].join(' '), 50, top, {
      at: Object.fromEntries(figures.map((text, index) => [index + 1, 150 + index * 36 - text.length * 5])),
    });
  assert.deepEqual(
    read([
      row(100, 'Trade', '1,113', '1,111', '1,241', '1,477', '1,260'),
      row(114, 'Parts', '123', '124', '757', '804', '556'),
      row(128, 'Cars', '49', '50', '151', '175', '414'),
    ]),
    ['| Trade | 1,113 | 1,111 | 1,241 | 1,477 | 1,260', '| Parts | 123 | 124 | 757 | 804 | 556', '| Cars | 49 | 50 | 151 | 175 | 414'],
  );
});

test('a label right behind the figure of the column before it is in its own column where other rows divide them', () => {
  const rows: [string, string, string][] = [
    ['Newsom', '64', 'Yes'],
    ['Nehring', '247', 'Werdegar'],
    ['Peterson', '248', 'Rothschild'],
    ['Padilla', '6', 'No'],
    ['Controller', '', 'Assessor'],
    ['Yee', '5', 'Johnson'],
    ['Treasurer', '', 'Sheriff'],
  ];
  assert.deepEqual(
    read(
      rows.flatMap(([name, votes, next], row) => [
        line(name, 50, 100 + row * 14),
        votes === ''
          ? line(next, 167, 100 + row * 14)
          : line(`${votes} ${next}`, 163 - votes.length * 5, 100 + row * 14, { at: { 1: 167 } }),
        line('90', 260, 100 + row * 14),
      ]),
    ),
    rows.map(([name, votes, next]) => `| ${name} | ${votes} | ${next} | 90`),
  );
});

test('words that only stand under each other are one cell', () => {
  const units = Array.from({ length: 5 }, (_, row) => [line(`Unit ${row + 1}`, 50, 100 + row * 14), line('running', 150, 100 + row * 14)]);
  assert.deepEqual(
    read(units.flat()),
    [1, 2, 3, 4, 5].map((unit) => `| Unit ${unit} | running`),
  );
});

test('a head that lies over several columns of figures does not make them one, nor is what is below it more of it', () => {
  const figures = (top: number, name: string, ...rest: string[]): RenderedLine[] => [
    line(name, 50, top),
    ...rest.map((text, index) => line(text, 180 + index * 40, top)),
  ];
  assert.deepEqual(
    read([
      line('Business', 50, 98),
      line('Establishments', 175, 98),
      line('Employees', 268, 98),
      ...figures(110, '', '1998', '1999', '1998', '1999').slice(1),
      ...['Trade', 'Parts', 'Cars', 'Boats', 'Food'].flatMap((name, row) =>
        figures(124 + row * 12, name, `1${row}`, `2${row}`, `3${row}`, `4${row}`),
      ),
    ]).slice(0, 3),
    ['| Business | Establishments ↔2 | Employees ↔2', '|  | 1998 | 1999 | 1998 | 1999', '| Trade | 10 | 20 | 30 | 40'],
  );
});

test('the widest figures of a table, which leave a space between them in one of its rows, are in the columns of the others', () => {
  const row = (top: number, name: string, ...figures: string[]): RenderedLine[] => [
    line(name, 50, top),
    ...figures.map((text, index) => line(text, 200 + index * 60 - text.length * 5, top)),
  ];
  const narrow = ['Maine', 'Vermont', 'Texas', 'Utah', 'Ohio'].flatMap((name, at) =>
    row(120 + at * 14, name, `${at}10`, `${at}20`, `${at}30`),
  );
  const wide = [line('All', 50, 106), line('2,753,438 2,799,250', 155, 106, { at: { 1: 215 } }), line('2,800', 295, 106)];
  assert.deepEqual(read([...wide, ...narrow]).slice(0, 3), [
    '| All | 2,753,438 | 2,799,250 | 2,800',
    '| Maine | 010 | 020 | 030',
    '| Vermont | 110 | 120 | 130',
  ]);
});

test('what one row alone does not divide is in the columns of all the others; figures with their thousands apart are whole', () => {
  const rows: [string, string][] = [
    ['Allegiant', 'Terminal Drive'],
    ['Delta', 'Airport Box'],
    ['United', 'Second Avenue'],
    ['Southwest Airline', 'Terminal Drive'],
    ['Endeavor', 'Third Avenue'],
  ];
  assert.deepEqual(
    read(
      rows.flatMap(([name, street], row) => [
        ...(name.length > 10
          ? [line(`${name} ${street}`, 50, 100 + row * 14, { at: { 2: 140 } })]
          : [line(name, 50, 100 + row * 14), line(street, 140, 100 + row * 14)]),
        line('Tulsa', 260, 100 + row * 14),
      ]),
    ),
    rows.map(([name, street]) => `| ${name} | ${street} | Tulsa`),
  );
  const counts = ['33 003', '15 421', '7 606', '1 833', '12 829', '570 102', '3 383', '8 103', '682 105'];
  const found = read(
    counts.flatMap((count, row) => [
      line('District', 50, 100 + row * 14),
      line(count, 200 - count.length * 5, 100 + row * 14),
      line('x', 260, 100 + row * 14),
    ]),
  );
  assert.deepEqual(
    found,
    counts.map((count) => `| District | ${count} | x`),
  );
});
