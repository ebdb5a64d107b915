import assert from 'node:assert/strict';
import { test } from 'node:test';
import { wrapInDocx } from '../../../test/support/office-parts.ts';
import { blockText } from '../../document/walk.ts';
import { readDocx } from '../docx.ts';

const REL = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const C = 'http://schemas.openxmlformats.org/drawingml/2006/chart';
const TYPE = 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml';

/** The blocks of a Word file with one chart. */
function read(series: string) {
  const chart = `<c:chartSpace xmlns:c="${C}" xmlns:a="http://schemas.openxmlformats.org/drawingml/2006/main"><c:chart><c:title><c:tx><c:rich><a:p><a:r><a:t>Sales</a:t></a:r></a:p></c:rich></c:tx></c:title><c:plotArea><c:lineChart>${series}</c:lineChart></c:plotArea></c:chart></c:chartSpace>`;
  return readDocx(
    wrapInDocx('<w:p><w:r><w:drawing><c:chart r:id="c1"/></w:drawing></w:r></w:p>', {
      entries: [{ name: 'word/chart1.xml', data: chart }],
      types: [{ name: 'word/chart1.xml', contentType: TYPE }],
      relationships: [{ id: 'c1', type: `${REL}/chart`, target: 'chart1.xml' }],
    }),
  );
}
const points = (values: readonly (string | number)[]): string =>
  values.map((value, at) => `<c:pt idx="${at}"><c:v>${value}</c:v></c:pt>`).join('');
const values = `<c:val><c:numRef><c:numCache>${points([1, 2])}</c:numCache></c:numRef></c:val>`;
const label = (words: string): string =>
  `<c:dLbls><c:dLbl><c:idx val="0"/><c:tx><c:rich><a:p>${words}</a:p></c:rich></c:tx></c:dLbl></c:dLbls>`;

test('days that categories count are dates, other figures are as they stand', () => {
  const categories = (format: string): string =>
    `<c:cat><c:numRef><c:numCache><c:formatCode>${format}</c:formatCode>${points([45292, 45323])}</c:numCache></c:numRef></c:cat>`;
  for (const [format, shown] of [
    ['mmm\\-yy', ['Jan-24', 'Feb-24']],
    ['General', ['45292', '45323']],
  ] as const) {
    const [chart] = read(`<c:ser>${categories(format)}${values}</c:ser>`).value.blocks;
    assert.deepEqual(chart?.type === 'chart' && chart.categories, shown);
  }
});

test('words that were typed at a point are behind the chart, fields for its value are not', () => {
  const typed = read(`<c:ser>${label('<a:r><a:t>best month</a:t></a:r>')}${values}</c:ser>`).value.blocks;
  assert.deepEqual(typed.slice(1).map(blockText), ['best month']);
  assert.equal(read(`<c:ser>${label('<a:fld type="VALUE"><a:t>[VALUE]</a:t></a:fld>')}${values}</c:ser>`).value.blocks.length, 1);
});

test('a chart whose values are not in the file is named', () => {
  const { value, notes } = read('<c:ser></c:ser>');
  assert.deepEqual(value.blocks.map(blockText), ['Sales']);
  assert.match(
    notes.map(({ code, message }) => `${code}: ${message}`).join('\n'),
    /part_left_out: The file does not hold the values of a chart/,
  );
});
