import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Chart } from '../document/block.ts';
import { resolveLook } from '../document/look.ts';
import { SERIES_CONTEXT } from '../document/palette.ts';
import { chooseScale, describeChart, formatChartValue, planChart } from './chart-plan.ts';
import { drawChart } from './chart-svg.ts';

const look = resolveLook('report');
const chart = (kind: Chart['kind'], series: [name: string, ...values: (number | null)[]][], more: Partial<Chart> = {}): Chart => ({
  id: 'b1',
  type: 'chart',
  kind,
  categories: (series[0] ?? []).slice(1).map((_, i) => `C${i + 1}`),
  series: series.map(([name, ...values]) => ({ name, values })),
  ...more,
});

test('scales have round steps, and bars begin at zero', () => {
  assert.deepEqual(chooseScale([120, 182], true), { min: 0, max: 200, step: 50 });
  assert.deepEqual(chooseScale([61, 82], false), { min: 60, max: 85, step: 5 });
  assert.deepEqual(chooseScale([-350, 1820], true), { min: -500, max: 2000, step: 500 });
  assert.deepEqual(chooseScale([0, 0], true), { min: 0, max: 0.2, step: 0.2 });
});

test('one series is the accent, the second is what it is compared with', () => {
  assert.deepEqual(
    planChart(chart('column', [['a', 1, 2]]), look, 'en').plan.series.map((one) => one.color),
    [look.palette.accent],
  );
  assert.deepEqual(
    planChart(
      chart('line', [
        ['a', 1, 2],
        ['b', 2, 3],
      ]),
      look,
      'en',
    ).plan.series.map((one) => one.color),
    [look.palette.accent, SERIES_CONTEXT],
  );
});

test('slices beyond six were merged into one, and their names and figures were gone', () => {
  const { plan, notes } = planChart(chart('pie', [['a', 30, 60, 25, 40, 55, 10, 8, 5]]), look, 'en');
  assert.equal(plan.kind, 'bar');
  assert.equal(plan.categories.length, 8);
  assert.deepEqual(plan.series[0]?.values, [30, 60, 25, 40, 55, 10, 8, 5]);
  assert.match(notes[0]?.message ?? '', /more than 6 slices cannot be distinguished/);
});

test('what cannot be drawn as asked is drawn as the nearest kind, and said', () => {
  const negative = planChart(chart('pie', [['a', 3, -1]]), look, 'en');
  assert.equal(negative.plan.kind, 'bar');
  assert.equal(negative.notes[0]?.code, 'chart_kind_changed');
  assert.equal(planChart(chart('scatter', [['a', 1, 2]]), look, 'en').plan.kind, 'line');
});

test('a line of another magnitude has an axis of its own', () => {
  const { plan } = planChart(
    chart('combo', [
      ['Revenue', 1200, 1350],
      ['Margin', 12, 13.5],
    ]),
    look,
    'en',
  );
  assert.deepEqual(
    plan.series.map((one) => [one.form, one.secondary]),
    [
      ['bar', false],
      ['line', true],
    ],
  );
  assert.deepEqual(plan.secondaryScale, { min: 0, max: 15, step: 5 });
});

test('values are written by the language', () => {
  const euro = planChart(chart('column', [['a', 1234.5, 2]], { unit: '€' }), look, 'es').plan;
  assert.equal(formatChartValue(euro, -12345), '−12.345\u00a0€');
  assert.equal(formatChartValue(planChart(chart('column', [['a', 1.5, 2]], { unit: '%' }), look, 'en').plan, 1.5), '1.5%');
});

test('the alternative text says what the chart shows', () => {
  assert.equal(
    describeChart(chart('line', [['Cost', 82, 90, 61]], { title: 'Cost falls' }), 'en'),
    'Chart: Cost falls. Cost: C1 82, C3 61, highest 90 (C2).',
  );
});

test('every kind is drawn, with every label, whatever the figures', () => {
  const kinds: Chart['kind'][] = ['bar', 'column', 'stacked', 'line', 'area', 'pie', 'doughnut', 'scatter', 'combo'];
  for (const kind of kinds) {
    for (const values of [
      [1, 2, 3],
      [0, 0, 0],
      [-1, null, 5],
      [1e9, 1e-3, 7],
    ]) {
      const { plan } = planChart(
        chart(kind, [
          ['Alpha', ...values],
          ['Beta <&>', 3, 2, 1],
        ]),
        look,
        'en',
      );
      const { svg } = drawChart(plan, 'Source Sans 3', { widthPt: 400, sizePt: 9 });
      assert.ok(!/NaN|Infinity|undefined/.test(svg), `${kind} ${values.join()}`);
      assert.ok(svg.includes('C2'), kind);
      assert.ok(!svg.includes('Beta <'), kind);
    }
  }
});
