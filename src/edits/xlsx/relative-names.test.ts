/** Defined names that mean no fixed cells: relative ones, names of names, and names that find their cells by themselves. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapInXlsx } from '../../../test/support/workbook-parts.ts';
import { openOfficePackage, readPart } from '../../ooxml/office-package.ts';
import { applyEdits, type EditOperation } from '../apply-edits.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };

function edit(row: string, names: Readonly<Record<string, string>>, operation: EditOperation): { book: string; sheet: string } {
  const behind = Object.entries(names).map(([name, text]) => `<definedName name="${name}">${text}</definedName>`);
  const { bytes } = applyEdits(
    wrapInXlsx({ sheets: { Data: row }, behind: `<definedNames>${behind.join('')}</definedNames>` }),
    [operation],
    CONTEXT,
  );
  const opened = openOfficePackage(bytes);
  const text = (part: string): string => Buffer.from(readPart(opened, part)).toString('utf8');
  return { book: text('xl/workbook.xml'), sheet: text('xl/worksheets/sheet1.xml') };
}

const meanings = ({ book }: { book: string }): string[] =>
  [...book.matchAll(/<definedName [^>]*>([^<]*)/g)].map(([, meaning = '']) => meaning);

test('relative rows and columns of a name stay where rows and columns come and go, and fixed ones go along', () => {
  const names = {
    Above: 'Data!A1048576',
    Left: 'Data!XFD1',
    Column: 'Data!$B1',
    Row: 'Data!A$3',
    UpTo: 'SUM(Data!A$2:A1048576)',
    Fixed: 'Data!$A$2:$B$3',
    '_xlnm.Print_Area': 'Data!A1:B3',
  };
  const row = '<row r="1"><c r="A1"><v>1</v></c></row>';
  assert.deepEqual(meanings(edit(row, names, { op: 'insert_rows', target: 'Data!2:2' })), [
    'Data!A1048576',
    'Data!XFD1',
    'Data!$B1',
    'Data!A$4',
    'SUM(Data!A$3:A1048576)',
    'Data!$A$3:$B$4',
    'Data!A1:B4',
  ]);
  assert.deepEqual(meanings(edit(row, names, { op: 'insert_columns', target: 'Data!B:B' })), [
    'Data!A1048576',
    'Data!XFD1',
    'Data!$C1',
    'Data!A$3',
    'SUM(Data!A$2:A1048576)',
    'Data!$A$2:$C$3',
    'Data!A1:C3',
  ]);
  assert.deepEqual(meanings(edit(row, names, { op: 'delete_rows', target: 'Data!2:2' })), [
    'Data!A1048576',
    'Data!XFD1',
    'Data!$B1',
    'Data!A$2',
    'SUM(Data!A$2:A1048576)',
    'Data!$A$2:$B$2',
    'Data!A1:B2',
  ]);
});

test('formulas through names of names, relative names, and names that seek their cells lose values that a change may have made untrue', () => {
  const names = {
    Inner: 'Data!$A$1:$A$1',
    Outer: 'SUM(Inner)',
    Left: 'Data!XFD1',
    Moving: 'OFFSET(Data!$H$1,0,-7)',
    Circle: 'Circle+1',
    Rate: 'Data!$Z$9',
  };
  const cells = ['Outer', 'Left', 'Moving', 'Circle', 'Rate']
    .map((name, at) => `<c r="${'BCDEF'[at] ?? ''}1"><f>${name}</f><v>1</v></c>`)
    .join('');
  const { sheet } = edit(`<row r="1"><c r="A1"><v>1</v></c>${cells}</row>`, names, { op: 'set_cells', target: 'Data!A1', values: [[5]] });
  assert.match(
    sheet,
    /<f>Outer<\/f><\/c>.*<f>Left<\/f><\/c>.*<f>Moving<\/f><\/c>.*<f>Circle<\/f><v>1<\/v><\/c>.*<f>Rate<\/f><v>1<\/v><\/c>/,
  );
});
