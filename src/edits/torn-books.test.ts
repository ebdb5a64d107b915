/** What the proof of an edit of a workbook finds, told of files that were changed by hand in the place of an operation. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapInXlsx } from '../../test/support/workbook-parts.ts';
import { openOfficePackage, partNames, readPart } from '../ooxml/office-package.ts';
import { writeZip } from '../ooxml/write-zip.ts';
import { newlyTornBook, type BookAsk } from './torn-books.ts';

const ROWS = Array.from(
  { length: 40 },
  (_, at) =>
    `<row r="${at + 1}"><c r="A${at + 1}" t="str"><v>text ${at + 1}</v></c><c r="B${at + 1}"><f>A${at + 1}&amp;1</f><v>4</v></c></row>`,
).join('');
const BOOK = wrapInXlsx({ sheets: { Data: ROWS } });
const SHEET = partNames(openOfficePackage(BOOK)).find((name) => name.endsWith('sheet1.xml')) ?? '';

/** The book with its sheet written in another way. */
function rewritten(change: (sheet: string) => string): Uint8Array {
  const opened = openOfficePackage(BOOK);
  return writeZip(
    partNames(opened).map((name) => {
      const data = readPart(opened, name);
      return { name, data: name === SHEET ? change(Buffer.from(data).toString('utf8')) : data };
    }),
  );
}

const faults = (change: (sheet: string) => string, ask: Partial<BookAsk> = {}): string[] => {
  const told = { operations: [{ op: 'set_cells', target: 'Data!A7' }], touched: new Set(['Data!A7']), moved: false, ...ask };
  return newlyTornBook(openOfficePackage(BOOK), openOfficePackage(rewritten(change)), [SHEET], told);
};

test('a cell that was named may hold something else, and no other', () => {
  assert.deepEqual(
    faults((sheet) => sheet.replace('>text 7<', '>new<')),
    [],
  );
  assert.deepEqual(
    faults((sheet) => sheet.replace('>text 7<', '>new<').replace('>text 9<', '>other<')),
    ['Data, row 9, column 1 held str text 9 and holds str other'],
  );
  assert.match(faults((sheet) => sheet.replace(/<c r="A30".*?<\/c>/, '')).join(), /row 30, column 1 held str text 30 and holds nothing/);
  assert.match(faults((sheet) => sheet.replace('<f>A3&amp;1</f>', '<f>A4&amp;1</f>')).join(), /row 3, column 2/);
});

test('the value of a formula may go, as it is counted again', () => {
  assert.deepEqual(
    faults((sheet) => sheet.replace('<f>A7&amp;1</f><v>4</v>', '<f>A7&amp;1</f>')),
    [],
  );
});

test('formats, rows and settings beside the cells stay as they are', () => {
  assert.match(faults((sheet) => sheet.replace('<c r="A8"', '<c s="1" r="A8"')).join(), /another format|format 1, which is not there/);
  assert.match(faults((sheet) => sheet.replace('<row r="8">', '<row r="8" ht="40" customHeight="1">')).join(), /row 8 has other settings/);
  assert.match(
    faults((sheet) => sheet.replace('</sheetData>', '</sheetData><mergeCells><mergeCell ref="A1:B1"/></mergeCells>')).join(),
    /merged cells/,
  );
});

test('rows and cells out of order, and relationships that are not there, are found', () => {
  assert.match(
    faults((sheet) => sheet.replace('<row r="12">', '<row r="2">').replaceAll(/ r="[AB]12"/g, '')).join(),
    /out of order|behind row/,
  );
  assert.match(
    faults(
      (sheet) =>
        sheet.replace(
          '</sheetData>',
          '</sheetData><drawing xmlns:r="http://schemas.openxmlformats.org/officeDocument/2006/relationships" r:id="rId9"/>',
        ),
      {
        operations: [{ op: 'insert_image', target: 'Data!A7' }],
      },
    ).join(),
    /relationship rId9/,
  );
});
