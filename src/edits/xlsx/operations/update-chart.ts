import { append } from '../../../base/append.ts';
import { z } from 'zod';
import type { XmlEdit } from '../../../ooxml/edit-xml.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { loosenAxes } from '../../office/chart-axes.ts';
import { chartFiguresEdits, chartTitle, chartTitleEdits } from '../../office/chart-series.ts';
import { textFits } from '../../text-fits.ts';
import { findChart, readFigures } from '../mechanics/chart-cells.ts';
import type { WorkbookFile } from '../../../ooxml/workbook-file.ts';

const schema = z.strictObject({
  op: z.literal('update_chart'),
  target: z.string().min(1).max(300).describe('A chart: Sheet1!chart1.'),
  title: textFits(1, 500).optional(),
  data: z
    .string()
    .min(1)
    .max(300)
    .optional()
    .describe(
      'Other cells: names of the series in the first row, categories in the first column; columns apart by blocks of the same rows.',
    ),
  expect: z.string().max(500).optional().describe('Its title so far.'),
});

export const updateChart = defineEdit<WorkbookFile, z.infer<typeof schema>>({
  op: 'update_chart',
  format: 'xlsx',
  summary: 'Gives a chart other cells or another title; its colours, axes and labels stay',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such chart, or there are no such cells',
    expect_mismatch: 'it has another title',
    no_effect: 'neither title nor cells are named',
    unsupported: 'it is of a kind whose figures cannot be set',
  },
  schema,
  plan(file, { target, title, data, expect }) {
    const chart = findChart(file, target);
    if ('rejected' in chart) return chart;
    const before = chartTitle(chart);
    if (expect !== undefined && expect !== before)
      return reject('expect_mismatch', `The title of ${target} is "${before.slice(0, 300)}".`, [target]);
    if (title === undefined && data === undefined) return reject('no_effect', 'Name a title, or the cells of the chart.');
    const edits: XmlEdit[] = [];
    let message: string | undefined;
    if (data !== undefined) {
      const figures = readFigures(file, data);
      if ('rejected' in figures) return figures;
      const made = chartFiguresEdits(chart, figures);
      if (!Array.isArray(made)) return made;
      append(edits, made);
      message = figures.message;
    }
    const titled = title === undefined ? [] : chartTitleEdits(chart, title);
    if (!Array.isArray(titled)) return titled;
    return {
      parts: [{ part: chart.name, edits: [...edits, ...titled] }],
      before,
      after: title ?? data ?? '',
      ...(message === undefined ? {} : { message }),
      ...(data === undefined ? {} : { finish: (opened) => loosenAxes(opened, chart.name) }),
    };
  },
  examples: [
    {
      name: 'no such chart',
      operation: { op: 'update_chart', target: 'Data!chart1', title: 'Sales' },
      given: '',
      expected: { rejected: 'target_not_found' },
    },
  ],
});
