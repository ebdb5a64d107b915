/** Shared texts of a workbook that an edit leaves without a cell are not in the file any more; those that a cell shows stay. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validateOffice } from '../../../test/support/validate-office.ts';
import { wrapInXlsx } from '../../../test/support/workbook-parts.ts';
import { S } from '../../ooxml/names.ts';
import { replacePart, saveOfficePackage } from '../../ooxml/change-package.ts';
import { openOfficePackage, readPart, type OfficePackage } from '../../ooxml/office-package.ts';
import { applyEdits, type EditOperation, type EditOutcome } from '../apply-edits.ts';
import { listContent } from '../list-content.ts';
import { newlyTornBook } from '../torn-books.ts';

const CONTEXT = { author: 'Ana', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const STRINGS = 'xl/sharedStrings.xml';
const RELATIONS = 'xl/_rels/workbook.xml.rels';
const TEXTS = [
  '<si><t>Name</t></si>',
  '<si><r><rPr><b/></rPr><t>se</t></r><r><t>cret</t></r><rPh sb="0" eb="1"><t>spoken</t></rPh></si>',
  '<si><t>shared</t></si>',
  '<si><t>nobody shows this</t></si>',
  '<si><t>last</t></si>',
];
const shared = (place: string, index: number): string => `<c r="${place}" t="s"><v>${index}</v></c>`;
const DATA =
  `<row r="1">${shared('A1', 0)}<c r="B1"><v>1</v></c></row><row r="2">${shared('A2', 1)}${shared('B2', 2)}</row>` +
  `<row r="3"><c r="A3"><f>A2&amp;"!"</f><v>4</v></c>${shared('B3', 4)}</row>`;

const textOf = (opened: OfficePackage, part: string): string => Buffer.from(readPart(opened, part)).toString('utf8');

function book(data = DATA, other = `<row r="1">${shared('A1', 2)}</row>`): Uint8Array {
  const opened = openOfficePackage(
    wrapInXlsx({
      sheets: { Data: data, Other: other },
      parts: [
        {
          name: STRINGS,
          contentType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sharedStrings+xml',
          data: `<sst xmlns="${S}">${TEXTS.join('')}</sst>`,
        },
      ],
    }),
  );
  const row =
    '<Relationship Id="rId99" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/sharedStrings" Target="sharedStrings.xml"/>';
  opened.changes.set(RELATIONS, Buffer.from(textOf(opened, RELATIONS).replace('</Relationships>', `${row}</Relationships>`)));
  return saveOfficePackage(opened);
}

function edit(file: Uint8Array, ...operations: EditOperation[]): EditOutcome & { texts: string[] } {
  const outcome = applyEdits(file, operations, CONTEXT);
  assert.deepEqual(
    outcome.results.map(({ status, message }) => (status === 'applied' ? status : message)),
    operations.map(() => 'applied'),
  );
  const texts = textOf(openOfficePackage(outcome.bytes), STRINGS).match(/<si>.*?<\/si>/g) ?? [];
  return { ...outcome, texts };
}

const EMPTY = '<si><t/></si>';
const without = (...gone: number[]): string[] => TEXTS.map((text, index) => (gone.includes(index) ? EMPTY : text));

test('a text that is replaced is not in the file any more, with its pieces and its reading', async () => {
  const done = edit(book(), { op: 'replace_text', find: 'secret', replace: 'open', all: true });
  assert.deepEqual(done.texts, without(1));
  assert.ok(done.integrity.parts_changed.includes(STRINGS));
  assert.deepEqual(await validateOffice(done.bytes, 'xlsx'), []);
});

test('a text that another cell or another sheet shows stays, and a number of the same value does not keep one', () => {
  assert.deepEqual(edit(book(), { op: 'set_cells', target: 'Data!B2', values: [['x']] }).texts, TEXTS);
  // B1 holds the number 1, which is no text
  assert.deepEqual(edit(book(), { op: 'set_cells', target: 'Data!A2', values: [[null]] }).texts, without(1));
  const twice = DATA.replace('<c r="B1"><v>1</v></c>', '<c r="B1" t=\'s\' ><v> 1 </v></c>');
  assert.deepEqual(edit(book(twice), { op: 'set_cells', target: 'Data!A2', values: [['x']] }).texts, TEXTS);
});

test('texts of deleted rows, columns and sheets go with them', () => {
  assert.deepEqual(edit(book(), { op: 'delete_rows', target: 'Data!2:2' }).texts, without(1));
  assert.deepEqual(edit(book(), { op: 'delete_columns', target: 'Data!B:B' }).texts, without(4));
  assert.deepEqual(edit(book(), { op: 'delete_sheet', target: 'Data' }).texts, without(0, 1, 4));
});

test('an edit that leaves the texts leaves their part, and cells that move keep theirs', () => {
  const styled = edit(book(), { op: 'set_number_format', target: 'Data!A2', format: '@' });
  assert.ok(!styled.integrity.parts_changed.includes(STRINGS));
  assert.deepEqual(edit(book(), { op: 'insert_rows', target: 'Data!2:2' }).texts, TEXTS);
});

test('where it cannot be told what cells show, all texts stay', () => {
  const hidden = `<row r="1">${shared('A1', 2)}<c r="B1" t="s"><v><![CDATA[1]]></v></c></row>`;
  assert.deepEqual(edit(book(DATA, hidden), { op: 'set_cells', target: 'Data!A2', values: [['x']] }).texts, TEXTS);
  const entity = `<row r="1"><c r="B1" t="s"><v>&#49;</v></c></row>`;
  assert.deepEqual(edit(book(DATA, entity), { op: 'set_cells', target: 'Data!A2', values: [['x']] }).texts, TEXTS);
});

test('the proof finds a text that is another though a cell shows it', () => {
  const before = openOfficePackage(book());
  const after = openOfficePackage(book());
  after.changes.set(STRINGS, Buffer.from(textOf(after, STRINGS).replace('<si><t>shared</t></si>', EMPTY)));
  const ask = { operations: [{ op: 'set_cells', target: 'Data!A2' }], touched: new Set(['Data!A2']), moved: false };
  assert.match(newlyTornBook(before, after, [STRINGS], ask).join(), /Data!B2 says .*nobody asked for.*Other!A1 says/);
});

test('a cell that says it shares a text and names none is empty, not the first text', async () => {
  const bytes = book(`<row r="1">${shared('A1', 0)}<c r="B1" t="s"><v/></c><c r="C1" t="s"><v> </v></c><c r="D1" t="s"><v></v></c></row>`);
  const texts = listContent(bytes)[0]?.rows?.[0]?.cells.map(({ address, text }) => `${address}=${text}`);
  assert.deepEqual(texts, ['Data!A1=Name']);
  // what is deleted is not shown by these cells either
  const { bytes: edited, results } = await applyEdits(bytes, [{ op: 'set_cells', target: 'Data!A1', values: [['Other']] }], CONTEXT);
  assert.equal(results[0]?.status, 'applied');
  assert.doesNotMatch(textOf(openOfficePackage(edited), STRINGS), /<si><t>Name<\/t>/);
});

test('a word of a long text that very many cells show was replaced in each of them, until no memory was left', () => {
  const cells = Array.from({ length: 30 }, (_, row) => `<row r="${row + 1}">${shared(`A${row + 1}`, 4)}</row>`).join('');
  const opened = openOfficePackage(book(cells));
  const long = textOf(opened, STRINGS).replace('<t>last</t>', `<t>word ${Array.from({ length: 600_000 }, (_, at) => at).join(' ')}</t>`);
  replacePart(opened, STRINGS, Buffer.from(long, 'utf8'));
  const operation = { op: 'replace_text', find: 'word', replace: 'term', all: true };
  const [refused] = applyEdits(saveOfficePackage(opened), [operation], CONTEXT).results;
  assert.match(refused?.message ?? '', /in 30 places of this workbook, which hold more than 100000000 characters together/);
  const [few] = applyEdits(saveOfficePackage(opened), [{ ...operation, target: 'Data!A1:A3' }], CONTEXT).results;
  assert.equal(few?.status, 'applied', few?.message?.slice(0, 200));
});
