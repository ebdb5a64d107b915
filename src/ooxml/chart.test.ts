import assert from 'node:assert/strict';
import { test } from 'node:test';
import { writeChart, type ChartSpec } from './chart.ts';
import { writeChartWorkbook } from './chart-workbook.ts';
import { columnLetters } from '../spreadsheet/cell-names.ts';
import { readZip } from './read-zip.ts';

const spec: ChartSpec = {
  kind: 'combo',
  lang: 'en',
  categories: ['Q1', 'Q2 & Q3'],
  categoryLabel: 'Quarter',
  xs: [],
  xAxis: null,
  series: [
    { name: 'Revenue', values: [10, null], color: '0E6E73', form: 'bar', outlined: false, dashed: false, widthPt: 2, secondary: false },
    { name: 'Margin', values: [0.1, 0.2], color: 'DD783C', form: 'line', outlined: false, dashed: false, widthPt: 2, secondary: true },
  ],
  sliceColors: [],
  axis: { min: 0, max: 10, step: 5, format: '#,##0' },
  secondaryAxis: { min: 0, max: 1, step: 0.5, format: '0.0' },
  format: '#,##0',
  secondaryFormat: '0.0',
  unitLine: '€ k',
  valueLabels: false,
  endLabels: false,
  legend: true,
  text: { face: 'Calibri', sizePt: 9, color: '252E38', muted: '55606C' },
  grid: 'E3E7EA',
  axisLine: '8A949D',
  gapPercent: 57,
};

test('columns of a sheet are named as Excel names them', () => {
  assert.deepEqual([0, 1, 25, 26, 27, 701, 702].map(columnLetters), ['A', 'B', 'Z', 'AA', 'AB', 'ZZ', 'AAA']);
});

test('a chart refers to the cells of its workbook and holds their values', () => {
  const xml = writeChart(spec, 'rId1');
  assert.ok(xml.includes('<c:f>Data!$B$2:$B$3</c:f>'));
  assert.ok(xml.includes('Q2 &amp; Q3'));
  assert.ok(xml.includes('<c:ptCount val="2"/><c:pt idx="0"><c:v>10</c:v></c:pt></c:numCache>'), 'a gap has no point');
  assert.equal(xml.match(/<c:valAx>/g)?.length, 2);
  assert.ok(xml.includes('<c:externalData r:id="rId1">'));
});

test('the workbook holds a column for each series', () => {
  const zip = readZip(writeChartWorkbook(spec));
  const sheet = new TextDecoder().decode(zip.parts.get('xl/worksheets/sheet1.xml')?.read());
  assert.ok(sheet.includes('<c r="C3" s="2"><v>0.2</v></c>'));
  assert.ok(!sheet.includes('r="B3"'), 'a gap has no cell');
});
