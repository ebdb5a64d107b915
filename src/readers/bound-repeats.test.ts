import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readZip } from '../ooxml/read-zip.ts';
import { writeZip } from '../ooxml/write-zip.ts';
import { boundRepeats } from './bound-repeats.ts';

const odsOf = (rows: string): Uint8Array =>
  writeZip([
    { name: 'mimetype', data: 'application/vnd.oasis.opendocument.spreadsheet', store: true },
    { name: 'content.xml', data: `<office:document-content><table:table table:name="S">${rows}</table:table></office:document-content>` },
    { name: 'styles.xml', data: '<office:document-styles/>' },
  ]);
const cell = (text: string, more = ''): string =>
  `<table:table-cell office:value-type="string"${more}><text:p>${text}</text:p></table:table-cell>`;
const row = (cells: string, times = 1): string => `<table:table-row table:number-rows-repeated="${times}">${cells}</table:table-row>`;
const contentOf = (bytes: Uint8Array): string => Buffer.from(readZip(bytes).parts.get('content.xml')?.read() ?? []).toString();
const timesIn = (bytes: Uint8Array, what: 'rows' | 'columns'): number[] =>
  Array.from(contentOf(bytes).matchAll(new RegExp(`number-${what}-repeated="(\\d+)"`, 'g')), ([, times]) => Number(times));

test('what people repeat stays as it is, byte for byte', () => {
  const empty = row('<table:table-cell table:style-name="c" table:number-columns-repeated="1024"/>', 1_048_570);
  const group = `<table:table-row-group>${row(cell('a'), 20_000)}</table:table-row-group>`;
  const bytes = odsOf(row(cell('v') + cell('w', ' table:number-columns-repeated="40"'), 500) + group + empty);
  const { value, notes } = boundRepeats(bytes);
  assert.equal(value, bytes);
  assert.deepEqual(notes, []);
});

test('a sheet that is one XML file is bounded as one in an archive', () => {
  const flat = (times: number): Uint8Array =>
    Buffer.from(`<office:document><table:table>${row(cell('a'), times)}</table:table></office:document>`);
  const { value, notes } = boundRepeats(flat(1_048_570));
  assert.match(Buffer.from(value).toString(), /^<office:document><table:table><table:table-row table:number-rows-repeated="10\d{4}">/);
  assert.deepEqual(
    notes.map(({ code }) => code),
    ['part_left_out'],
  );
  const small = flat(3);
  assert.equal(boundRepeats(small).value, small);
});

test('a filled row that is repeated to the end of the sheet is repeated up to a bound, with a note', () => {
  const filled = cell('x', ' table:number-columns-repeated="50"');
  const { value, notes } = boundRepeats(odsOf(row(cell('first')) + row(filled, 1_048_570) + row(cell('last'))));
  assert.deepEqual(timesIn(value, 'rows'), [1, 2_000, 1]);
  assert.deepEqual(
    notes.map(({ code, message }) => [code, /a row 1,048,570 times/.test(message)]),
    [['part_left_out', true]],
  );
  assert.match(contentOf(value), /first[\s\S]*last/);
  assert.deepEqual([...readZip(value).parts.keys()], ['mimetype', 'content.xml', 'styles.xml']);
});

test('so are cells, and once the bound is reached each is there once', () => {
  const wide = cell('1', ' table:number-columns-repeated="16384"');
  const { value, notes } = boundRepeats(odsOf(row(wide, 9) + row(wide, 1_000) + row(wide, 5)));
  const [first = 0, second, third] = timesIn(value, 'rows');
  const [, , rest = 0] = timesIn(value, 'columns');
  assert.deepEqual([first > 1, second, third], [true, 1, 1]);
  assert.ok(rest < 16_384);
  assert.match(notes[0]?.message ?? '', /a row 1,000 times and a cell 16,384 times .* up to 100,000 in all/);
});

test('empty cells from edge to edge lose their look, which nobody reads', () => {
  const { value, notes } = boundRepeats(
    odsOf(row('<table:table-cell table:style-name="c" table:number-columns-repeated="16384"/>', 20_000)),
  );
  assert.ok(!contentOf(value).includes('style-name'));
  assert.deepEqual([timesIn(value, 'rows'), notes], [[20_000], []]);
});

test('what is no archive is left to the program that opens it, what unpacks without end is refused', () => {
  const broken = Buffer.from('PK\u0003\u0004');
  assert.equal(boundRepeats(broken).value, broken);
  assert.throws(() => boundRepeats(odsOf(' '.repeat(8 * 2 ** 20))), { code: 'file_rejected', message: /300 times/ });
});
