/** New tables on slides look like the tables of the presentation, also where those have no style but lines of their own. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { templateDeck } from '../../../test/support/template-deck.ts';
import { validateAllOffice } from '../../../test/support/validate-office.ts';
import { replacePart, saveOfficePackage } from '../../ooxml/change-package.ts';
import { openOfficePackage, partNames, readPart } from '../../ooxml/office-package.ts';
import { applyEdits } from '../apply-edits.ts';
import { listContent } from '../list-content.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const LINE = (color: string): string => `<a:lnB w="9525"><a:solidFill><a:srgbClr val="${color}"/></a:solidFill></a:lnB>`;
const cell = (text: string, { run = '', inner = '', line = 'DDDDDD' } = {}): string =>
  `<a:tc><a:txBody><a:bodyPr/><a:lstStyle/><a:p><a:r><a:rPr lang="en-GB"${run}>${inner}</a:rPr><a:t>${text}</a:t></a:r></a:p></a:txBody><a:tcPr anchor="b">${line === '' ? '' : LINE(line)}</a:tcPr></a:tc>`;
const HEAD = { run: ' sz="1200" b="1"', inner: '<a:solidFill><a:srgbClr val="AA0000"/></a:solidFill>', line: 'AA0000' };
const BODY = { run: ' sz="2000"' };
const LAST = { ...BODY, line: '00AA00' };
const rowXml = (cells: string): string => `<a:tr h="600000">${cells}</a:tr>`;
const TABLE =
  '<a:tbl><a:tblPr firstRow="1"/><a:tblGrid><a:gridCol w="2000000"/><a:gridCol w="2000000"/></a:tblGrid>' +
  [HEAD, BODY, LAST].map((look) => rowXml(cell('x', look) + cell('1', look))).join('') +
  '</a:tbl>';
const ROWS = [
  ['Region', 'Sales'],
  ['North', '1,200'],
  ['South', '980'],
];

/** A deck whose last slide but one has this table, and the last slide a new one. */
function withTable(own: string): { bytes: Uint8Array; table: string } {
  const deck = templateDeck();
  const on = listContent(deck).length + 1;
  const first = applyEdits(
    deck,
    [
      { op: 'insert_slide', layout: 'Title alone', title: 'Old' },
      { op: 'insert_table', target: `s${on}`, rows: ROWS },
    ],
    CONTEXT,
  );
  const opened = openOfficePackage(first.bytes);
  const name = partNames(opened).find((one) => /slides\/slide\d+\.xml$/.test(one) && textOf(one).includes('<a:tbl>')) ?? '';
  function textOf(part: string): string {
    return Buffer.from(readPart(opened, part)).toString('utf8');
  }
  replacePart(opened, name, Buffer.from(textOf(name).replace(/<a:tbl>.*<\/a:tbl>/s, own)));
  const { bytes, results } = applyEdits(
    saveOfficePackage(opened),
    [
      { op: 'insert_slide', layout: 'Title alone', title: 'New' },
      { op: 'insert_table', target: `s${on + 1}`, rows: ROWS },
    ],
    CONTEXT,
  );
  for (const { status, message } of results) assert.equal(status, 'applied', message);
  const made = openOfficePackage(bytes);
  const slides = partNames(made).filter((one) => /slides\/slide\d+\.xml$/.test(one));
  const xml = slides.map((one) => Buffer.from(readPart(made, one)).toString('utf8')).find((one) => one.includes('1,200')) ?? '';
  return { bytes, table: /<a:tbl>.*<\/a:tbl>/s.exec(xml)?.[0] ?? '' };
}

test('lines, sizes and colours of head, body and last row are those of the table that is there', async () => {
  const { bytes, table } = withTable(TABLE);
  const [head = '', body = '', last = ''] = table.split('<a:tr ').slice(1);
  assert.equal(table.includes('tableStyleId'), false);
  assert.match(head, /sz="1200" b="1"><a:solidFill><a:srgbClr val="AA0000"\/>.*<a:tcPr anchor="b"><a:lnB/s);
  assert.match(body, /sz="2000">.*DDDDDD/s);
  assert.match(last, /00AA00/);
  assert.equal(/ b="1"/.test(body + last), false);
  assert.deepEqual(await validateAllOffice({ deck: { bytes, kind: 'pptx' } }), {});
});

test('a table without lines is no pattern, and totals do not end every table', () => {
  assert.match(withTable(TABLE.replaceAll(/<a:lnB.*?<\/a:lnB>/gs, '')).table, /<a:tableStyleId>/);
  const total = rowXml(cell('x', { ...LAST, run: ' sz="2000" b="1"' }) + cell('1', { ...LAST, run: ' sz="2000" b="1"' }));
  const { table } = withTable(TABLE.replace(rowXml(cell('x', LAST) + cell('1', LAST)), total));
  assert.equal(/00AA00/.test(table), false);
});
