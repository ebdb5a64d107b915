/** Charts of Word files: their figures are shown to whoever plans an edit, and change together with the workbook behind them. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { validateOffice } from '../../../test/support/validate-office.ts';
import { buildWord, p } from '../../../test/support/word-file.ts';
import type { Block } from '../../document/block.ts';
import { replacePart, saveOfficePackage } from '../../ooxml/change-package.ts';
import { openOfficePackage, partNames, readPart } from '../../ooxml/office-package.ts';
import { readWorkbookFile, textAt } from '../../ooxml/workbook-file.ts';

import { applyEdits, type EditOutcome } from '../apply-edits.ts';
import { listMaterial } from '../list-material.ts';

const chart = (title: string): Block => ({
  id: '',
  type: 'chart',
  kind: 'column',
  title,
  categories: ['2025', '2026'],
  series: [{ name: 'Sales', values: [3000, 4000] }],
});
const bytes = buildWord([p('Before.'), chart('Sales by year'), p('Between.'), chart('The same again')]).render;
const data = {
  op: 'set_chart_data',
  target: 'chart2',
  categories: ['2025', '2026', '2027'],
  series: [{ name: 'Sales', values: [3000, 4500, null] }],
};
const edit = (operations: (typeof data)[], mode: 'direct' | 'tracked' = 'direct'): EditOutcome =>
  applyEdits(bytes, operations, { author: 'Octavo', date: '2026-01-01T00:00:00Z', mode });
const partOf = (file: Uint8Array, name: string): string => Buffer.from(readPart(openOfficePackage(file), name)).toString('utf8');

test('the figures of charts are in the material, under addresses of their own', () => {
  const charts = listMaterial(bytes).filter(({ type }) => type === 'chart');
  assert.deepEqual(
    charts.map(({ address }) => address),
    ['chart1', 'chart2'],
  );
  assert.deepEqual(charts[1]?.data, [
    ['', 'Sales'],
    ['2025', '3000'],
    ['2026', '4000'],
  ]);
});

for (const mode of ['direct', 'tracked'] as const)
  test(`one chart gets other figures, in what it shows and in its workbook, and nothing else changes (${mode})`, async () => {
    const { bytes: edited, results, integrity } = edit([data], mode);
    assert.deepEqual(
      results.map(({ status, reason }) => reason ?? status),
      ['applied'],
    );
    assert.match(results[0]?.message ?? '', /description .* stays/);
    const parts = partNames(openOfficePackage(bytes));
    const [first, second] = parts.filter((name) => /charts\/chart[^/]*\.xml$/.test(name));
    const books = parts.filter((name) => name.endsWith('.xlsx'));
    assert.deepEqual(integrity.parts_changed, [second, books[1]].sort());
    assert.equal(partOf(edited, first ?? ''), partOf(bytes, first ?? ''));
    assert.match(partOf(edited, second ?? ''), /<c:v>2027<\/c:v>[^]*<c:v>4500<\/c:v>/);
    const book = readWorkbookFile(openOfficePackage(readPart(openOfficePackage(edited), books[1] ?? '')));
    const sheet = book.sheet(book.names[0] ?? '');
    assert.ok(sheet);
    assert.deepEqual([textAt(book, sheet, { row: 3, column: 2 }), textAt(book, sheet, { row: 4, column: 1 })], ['4500', '2027']);
    assert.deepEqual(
      listMaterial(edited)
        .findLast(({ type }) => type === 'chart')
        ?.data?.at(-1),
      ['2027', ''],
    );
    if (mode === 'tracked') assert.deepEqual([integrity.accept_matches, integrity.reject_matches], [true, true]);
    assert.deepEqual(await validateOffice(edited, 'docx'), []);
  });

test('a picture is no chart, a second set of figures meets the first, and a chart goes by its number among drawings too', () => {
  const reasons = (...operations: (typeof data)[]): (string | undefined)[] => edit(operations).results.map(({ reason }) => reason);
  assert.deepEqual(reasons({ ...data, target: 'chart3' }), ['target_not_found']);
  assert.deepEqual(reasons(data, data), [undefined, 'overlapping_operation']);
  assert.deepEqual(reasons({ ...data, target: 'img2' }), [undefined]);
});

test('replace_text with all reaches the titles in charts too', async () => {
  const opened = openOfficePackage(bytes);
  const [name = ''] = partNames(opened).filter((one) => /charts\/chart[^/]*\.xml$/.test(one));
  const title =
    '<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:r><a:t>Sales of paper</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>';
  const source = partOf(bytes, name).replace('<c:autoTitleDeleted val="1"/>', `${title}<c:autoTitleDeleted val="0"/>`);
  replacePart(opened, name, Buffer.from(source));
  const operation = { op: 'replace_text', find: 'paper', replace: 'ink', all: true };
  const context = { author: 'Octavo', date: '2026-01-01T00:00:00Z', mode: 'direct' as const };
  const { bytes: edited, results } = applyEdits(saveOfficePackage(opened), [operation], context);
  assert.equal(results[0]?.status, 'applied', results[0]?.message);
  assert.equal(partOf(edited, name), source.replace('Sales of paper', 'Sales of ink'));
  assert.deepEqual(await validateOffice(edited, 'docx'), []);
});
