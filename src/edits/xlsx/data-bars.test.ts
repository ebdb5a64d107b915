import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validateOffice } from '../../../test/support/validate-office.ts';
import { wrapInXlsx } from '../../../test/support/workbook-parts.ts';
import { openOfficePackage, readPart } from '../../ooxml/office-package.ts';
import { applyEdits, type EditOperation } from '../apply-edits.ts';

const CONTEXT = { author: 'Octavo', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
const ROWS = [-40, -2, 0, 30].map((value, at) => `<row r="${at + 1}"><c r="A${at + 1}"><v>${value}</v></c></row>`).join('');
const BARS = { op: 'add_conditional_format', target: 'Data!A1:A4', kind: 'data_bar' };

function edit(...operations: EditOperation[]): { bytes: Uint8Array; xml: string; statuses: string[] } {
  const { bytes, results } = applyEdits(wrapInXlsx({ sheets: { Data: ROWS } }), operations, CONTEXT);
  return {
    bytes,
    xml: Buffer.from(readPart(openOfficePackage(bytes), 'xl/worksheets/sheet1.xml')).toString('utf8'),
    statuses: results.map(({ status, reason }) => reason ?? status),
  };
}

test('bars of values below zero begin at an axis and lead to the left', async () => {
  const { bytes, xml, statuses } = edit(BARS, { ...BARS, target: 'Data!C1:C4', colors: ['00AA00'] });
  assert.deepEqual(statuses, ['applied', 'applied']);
  const ids = [...xml.matchAll(/<x14:id>([^<]+)</g)].map(([, id]) => id);
  assert.equal(new Set(ids).size, 2);
  assert.deepEqual(
    [...xml.matchAll(/<x14:cfRule[^>]* id="([^"]+)"/g)].map(([, id]) => id),
    ids,
  );
  assert.match(xml, /<x14:cfvo type="autoMin"\/><x14:cfvo type="autoMax"\/><x14:negativeFillColor [^>]+><x14:axisColor /);
  assert.equal(xml.match(/<x14:conditionalFormattings /g)?.length, 1);
  assert.match(xml, /<xm:sqref>C1:C4<\/xm:sqref>/);
  assert.deepEqual(await validateOffice(bytes, 'xlsx'), []);
});

test('bars stand before sparklines, and both go with their cells', async () => {
  const { bytes, xml } = edit({ op: 'add_sparklines', target: 'Data!D1:D4', data: 'Data!A1:C4' }, BARS, {
    op: 'insert_rows',
    target: 'Data!1:1',
  });
  assert.match(xml, /x14:conditionalFormattings.+<xm:sqref>A2:A5<\/xm:sqref>.+x14:sparklineGroups/s);
  assert.match(xml, /<xm:sqref>D2<\/xm:sqref>/);
  assert.deepEqual(await validateOffice(bytes, 'xlsx'), []);
});

test('bars are taken away from some of their cells, and from all of them with what newer programs read of them', async () => {
  const some = edit(BARS, { op: 'remove_rules', target: 'Data!A3:A4', kind: 'conditional_format' });
  assert.deepEqual(some.statuses, ['applied', 'applied']);
  assert.match(some.xml, /<conditionalFormatting sqref="A1:A2">/);
  assert.match(some.xml, /<xm:sqref>A1:A2<\/xm:sqref>/);
  const all = edit(BARS, { ...BARS, target: 'Data!C1:C4' }, { op: 'remove_rules', target: 'Data!C1:C9', kind: 'conditional_format' });
  assert.equal(all.xml.match(/<x14:conditionalFormatting>/g)?.length, 1);
  assert.deepEqual(await validateOffice(all.bytes, 'xlsx'), []);
  const none = edit(BARS, { op: 'remove_rules', target: 'Data', kind: 'conditional_format' });
  assert.doesNotMatch(none.xml, /onditionalFormatting|extLst/);
});
