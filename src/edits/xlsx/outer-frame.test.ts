/** New sheets beside one whose cells have a line around them all: the cells of the new one look like those inside, not like those along the line. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validateOffice } from '../../../test/support/validate-office.ts';
import { wrapInXlsx } from '../../../test/support/workbook-parts.ts';
import { replacePart, saveOfficePackage } from '../../ooxml/change-package.ts';
import { S } from '../../ooxml/names.ts';
import { openOfficePackage, readPart } from '../../ooxml/office-package.ts';
import { attributeText } from '../../ooxml/sheet-text.ts';
import { cellAt, readWorkbookFile } from '../../ooxml/workbook-file.ts';
import { readPlace } from '../../spreadsheet/places.ts';
import { applyEdits } from '../apply-edits.ts';
import { readFormats } from './mechanics/formats.ts';

const SIDES = ['left', 'right', 'top', 'bottom'] as const;
type Line = '' | 'thin' | 'thick';

/** Rows of texts with a line around them and others between them, each cell with a format of its own. */
function boxed(rows: readonly (readonly (string | number)[])[], outer: Line, inner: Line): Uint8Array {
  const width = Math.max(...rows.map((row) => row.length));
  const borders = rows.flatMap((_, r) =>
    Array.from({ length: width }, (__, c) => {
      const isOuter = { left: c === 0, right: c === width - 1, top: r === 0, bottom: r === rows.length - 1 };
      const line = (side: keyof typeof isOuter): string => {
        const style = isOuter[side] ? outer : inner;
        return style === '' ? `<${side}/>` : `<${side} style="${style}"><color rgb="FF112233"/></${side}>`;
      };
      return `<border>${SIDES.map(line).join('')}<diagonal/></border>`;
    }),
  );
  const cellOf = (value: string | number, r: number, c: number): string => {
    const at = `r="${'ABCDEF'.charAt(c)}${r + 1}" s="${r * width + c + 1}"`;
    return typeof value === 'number' ? `<c ${at}><v>${value}</v></c>` : `<c ${at} t="inlineStr"><is><t>${value}</t></is></c>`;
  };
  const data = rows.map((row, r) => `<row r="${r + 1}">${row.map((value, c) => cellOf(value, r, c)).join('')}</row>`).join('');
  const styles =
    `<styleSheet xmlns="${S}"><fonts count="1"><font><sz val="11"/><name val="Calibri"/></font></fonts><fills count="1"><fill><patternFill patternType="none"/></fill></fills>` +
    `<borders count="${borders.length + 1}"><border><left/><right/><top/><bottom/><diagonal/></border>${borders.join('')}</borders>` +
    `<cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${borders.length + 1}">` +
    `${Array.from({ length: borders.length + 1 }, (_, id) => `<xf numFmtId="0" fontId="0" fillId="0" borderId="${id}" xfId="0"/>`).join('')}</cellXfs></styleSheet>`;
  const contentType = 'application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml';
  const opened = openOfficePackage(wrapInXlsx({ sheets: { Data: data }, parts: [{ name: 'xl/styles.xml', contentType, data: styles }] }));
  const rels = 'xl/_rels/workbook.xml.rels';
  const relation =
    '<Relationship Id="rId9" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/styles" Target="styles.xml"/>';
  const xml = Buffer.from(readPart(opened, rels)).toString('utf8').replace('</Relationships>', `${relation}</Relationships>`);
  replacePart(opened, rels, Buffer.from(xml));
  return saveOfficePackage(opened);
}

/** The lines of cells of a new sheet beside it: their styles on the left, the right, above and below. */
async function linesOfNew(book: Uint8Array, addresses: readonly string[]): Promise<string[]> {
  const values = [
    ['Item', 'Sold', 'Left'],
    ['Pens', 4, 5],
    ['Ink', 6, 7],
  ];
  const { bytes, results } = applyEdits(book, [{ op: 'add_sheet', name: 'New', values }], {
    author: 'Ana',
    date: '2026-01-01T00:00:00Z',
    mode: 'direct',
  });
  assert.equal(results[0]?.status, 'applied', results[0]?.message);
  assert.deepEqual(await validateOffice(bytes, 'xlsx'), []);
  const opened = openOfficePackage(bytes);
  const sheet = readWorkbookFile(opened).sheet('New');
  const formats = readFormats(opened);
  return addresses.map((address) => {
    const place = readPlace(address);
    const cell = sheet && place ? cellAt(sheet, place) : undefined;
    assert.ok(sheet && cell, address);
    const style = Number(attributeText(sheet.visible, cell, 's') ?? 0);
    return SIDES.map((side) => /style="(\w+)"/.exec(formats.lineOf(style, side))?.[1] ?? '-').join(' ');
  });
}

const ROWS = [
  ['Item', 'Sold', 'Left'],
  ['Pens', 1, 2],
  ['Ink', 3, 4],
];
const CELLS = ['A1', 'B1', 'C1', 'A2', 'B2', 'C2', 'A3', 'C3'];

test('cells of a new sheet had pieces of the line around the sheet beside it', async () => {
  assert.deepEqual(
    await linesOfNew(boxed(ROWS, 'thick', ''), CELLS),
    Array.from(CELLS, () => '- - - -'),
  );
});

test('within a grid that has a thicker line around it, they have the lines of the grid', async () => {
  assert.deepEqual(
    await linesOfNew(boxed(ROWS, 'thick', 'thin'), CELLS),
    Array.from(CELLS, () => 'thin thin thin thin'),
  );
});

test('in a grid of one kind of line, and where nothing is drawn around, they have what is there', async () => {
  assert.deepEqual(
    await linesOfNew(boxed(ROWS, 'thin', 'thin'), CELLS),
    Array.from(CELLS, () => 'thin thin thin thin'),
  );
  const [first, , , second] = await linesOfNew(boxed(ROWS, '', 'thin'), CELLS);
  assert.deepEqual([first, second], ['- thin - thin', '- thin thin thin']);
});
