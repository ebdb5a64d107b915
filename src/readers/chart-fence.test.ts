import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Block, Chart } from '../document/block.ts';
import { readMarkdown } from './markdown.ts';

const read = (info: string, body: string): { block: Block | undefined; notes: string[] } => {
  const { value, notes } = readMarkdown(`\`\`\`${info}\n${body}\n\`\`\``, { pictures: 0 });
  return { block: value.blocks[0], notes: notes.map(({ code }) => code) };
};
/** The chart of a fence in one line: kind, title, axis, places, and the figures of each series by its name. */
function chartOf(info: string, body: string): string {
  const { block, notes } = read(info, body);
  assert.equal(block?.type, 'chart', body);
  assert.deepEqual(notes, []);
  const { kind, title = '', category_label = '', categories, series } = block as Chart;
  const figures = series.map((one) => `${one.name}${one.kind === undefined ? '' : ` (${one.kind})`}=${one.values.join(',')}`);
  return [kind, title, category_label, categories.join(','), ...figures].join('; ');
}

test('charts described for Chart.js are charts', () => {
  const data = { labels: ['A', 'B'], datasets: [{ label: 'Sales', data: [3, 4], backgroundColor: '#f00' }] };
  assert.equal(chartOf('chartjs', JSON.stringify({ type: 'bar', data })), 'column; ; ; A,B; Sales=3,4');
  assert.equal(chartOf('chart', JSON.stringify({ type: 'bar', data, options: { indexAxis: 'y' } })), 'bar; ; ; A,B; Sales=3,4');
  const options = { plugins: { title: { display: true, text: 'The year' } }, scales: { x: { stacked: true }, y: { stacked: true } } };
  assert.equal(chartOf('chart.js', JSON.stringify({ type: 'bar', data, options })), 'stacked; The year; ; A,B; Sales=3,4');
  const mixed = { labels: ['A', 'B'], datasets: [...data.datasets, { label: 'Goal', type: 'line', data: [5, 5] }] };
  assert.equal(chartOf('chartjs', JSON.stringify({ type: 'bar', data: mixed })), 'combo; ; ; A,B; Sales (column)=3,4; Goal (line)=5,5');
  const points = [
    { x: 1, y: 2 },
    { x: 3, y: 5 },
  ];
  assert.equal(
    chartOf('chartjs', JSON.stringify({ type: 'scatter', data: { datasets: [{ label: 'S', data: points }] } })),
    'scatter; ; ; 1,3; S=2,5',
  );
});

test('charts described for Vega-Lite, ECharts and Highcharts are charts', () => {
  const values = [
    { q: 'Q1', s: 3, r: 'N' },
    { q: 'Q1', s: 5, r: 'S' },
    { q: 'Q2', s: 4, r: 'N' },
  ];
  const encoding = { x: { field: 'q' }, y: { field: 's' }, color: { field: 'r' } };
  assert.equal(chartOf('vega-lite', JSON.stringify({ mark: 'bar', data: { values }, encoding })), 'column; ; q; Q1,Q2; N=3,4; S=5,');
  const pie = {
    mark: { type: 'arc', innerRadius: 50 },
    data: { values: [{ c: 'x', v: 3 }] },
    encoding: { theta: { field: 'v' }, color: { field: 'c' } },
  };
  assert.equal(chartOf('vega-lite', JSON.stringify(pie)), 'doughnut; ; c; x; =3');
  assert.equal(
    chartOf('echarts', '{"title":{"text":"E"},"xAxis":{"data":["Mon","Tue"]},"series":[{"name":"a","data":[150,230],"type":"line"}]}'),
    'line; E; ; Mon,Tue; a=150,230',
  );
  assert.equal(
    chartOf('echarts', '{"series":[{"type":"pie","data":[{"value":1048,"name":"Search"},{"value":735,"name":"Direct"}]}]}'),
    'pie; ; ; Search,Direct; =1048,735',
  );
  assert.equal(
    chartOf('highcharts', '{"chart":{"type":"column"},"xAxis":{"categories":["A","B"]},"series":[{"name":"n","data":[1,2]}]}'),
    'column; ; ; A,B; n=1,2',
  );
});

test('charts in plain YAML and with a table are charts', () => {
  assert.equal(
    chartOf(
      'chart',
      'type: line\ntitle: Use (%)\nlabels: [Jan, Feb]\nseries:\n  - name: 2025\n    values: [78, 79]\n  - name: 2026\n    values: [80, null]',
    ),
    'line; Use (%); ; Jan,Feb; 2025=78,79; 2026=80,',
  );
  assert.equal(chartOf('chart', 'type: pie\ntitle: Spend\ndata:\n  Rent: 900\n  Food: 45%'), 'pie; Spend; ; Rent,Food; Spend=900,45');
  assert.equal(
    chartOf('chart', 'type: line\nx: [Q1, Q2]\nseries:\n  Sales: [1, 2]\n  Cost: [3, 4]'),
    'line; ; ; Q1,Q2; Sales=1,2; Cost=3,4',
  );
  assert.equal(
    chartOf('chart', 'type: bar\ntitle: T\n| Q | A | B |\n|---|--:|--:|\n| Q1 | 3 | 1,400 |\n| Q2 | 5 | 6 |'),
    'column; T; Q; Q1,Q2; A=3,5; B=1400,6',
  );
  assert.equal(
    chartOf(
      'json chart',
      '{"type":"bar","x":"month","y":["sales","cost"],"data":[{"month":"Jan","sales":"1,200","cost":8},{"month":"Feb","sales":15,"cost":9}]}',
    ),
    'column; ; month; Jan,Feb; sales=1200,15; cost=8,9',
  );
});

test("Mermaid's charts of bars and lines are charts", () => {
  const source = 'xychart-beta\n  title "Sales"\n  x-axis [jan, "feb, mar"]\n  y-axis "Revenue (€)" 0 --> 11000\n  bar [5000, 6000]';
  assert.equal(chartOf('mermaid', source), 'column; Sales; ; jan,feb, mar; Revenue (€)=5000,6000');
  assert.equal(chartOf('mermaid', `${source}\n  line [5000, 6000]`), chartOf('mermaid', source), 'the line says what the bars say');
  assert.match(chartOf('mermaid', `${source}\n  line [1, 2]`), /^combo; .*Revenue \(€\) \(column\)=5000,6000; 2 \(line\)=1,2$/);
  assert.equal(
    chartOf('mermaid', 'xychart horizontal\nx-axis "Year" 2020 --> 2022\nbar "n" [1, 2, 3]'),
    'bar; ; Year; 2020,2021,2022; n=1,2,3',
  );
});

test('what holds no figures stays code, with a note; other code is code', () => {
  for (const body of [
    'hello there',
    'type: bar\nlabels: [a, b]',
    'a: &a [1,2]\nb: [*a, *a]',
    '{"type": "bar", "data"',
    'series:\n  - [a, b]',
  ])
    assert.deepEqual([read('chart', body).block?.type, read('chart', body).notes], ['code', ['chart_invalid']], body);
  assert.deepEqual([read('json', '{"labels":["a"],"data":[1]}').block?.type, read('json', '{}').notes], ['code', []]);
  assert.equal(read('mermaid', 'flowchart LR\n  A --> B').block?.type, 'code');
});

test('a description of a hundred thousand characters is read in proportion to its length', () => {
  const rows = Array.from({ length: 3_000 }, (_, index) => `{"k":"${index % 1_500}","s":"${index % 2}","v":${index}}`).join(',');
  const spec = `{"mark":"bar","data":{"values":[${rows}]},"encoding":{"x":{"field":"k"},"y":{"field":"v"},"color":{"field":"s"}}}`;
  const { block } = read('vega-lite', spec);
  assert.equal(block?.type === 'chart' && block.categories.length, 1_500);
  assert.deepEqual(read('chart', `type: bar\nlabels: [${'a,'.repeat(60_000)}]`).notes, ['chart_invalid']);
});

test('descriptions of thousands of series, fields and levels stay code, and are not multiplied', () => {
  const many = (count: number, make: (index: number) => unknown): string =>
    JSON.stringify(Array.from({ length: count }, (_, i) => make(i)));
  for (const body of [
    `{"labels":${many(15_000, () => 1)},"series":${many(8_000, () => [1])}}`,
    `{"data":${many(6_000, (i) => ({ [`k${i}`]: i }))}}`,
    `{"series":${many(3_000, (i) => ({ data: [{ x: i, y: 1 }] }))}}`,
    '['.repeat(90_000),
    '- '.repeat(5_000),
    `xychart\n${'bar [1, 2]\n'.repeat(2)}`,
  ])
    assert.deepEqual([read('chart', body).block?.type, read('chart', body).notes], ['code', ['chart_invalid']], body.slice(0, 60));
  const bars = Array.from({ length: 5_000 }, (_, i) => `bar [${i}]`).join('\n');
  assert.deepEqual(read('mermaid', `xychart\n${bars}`).notes, ['chart_invalid']);
  assert.deepEqual(read('mermaid', `xychart\nx-axis ${'['.repeat(30_000)}\nbar${' '.repeat(30_000)}x`).notes, ['chart_invalid']);
});
