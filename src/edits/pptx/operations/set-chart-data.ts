import { R } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { partNamed, relationshipsOf } from '../../../ooxml/office-package.ts';
import { attributeOf, walkElements } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { CHART_DATA_REFUSES, chartDataFields, planChartData } from '../../office/chart-data.ts';
import { type DeckFile } from '../../../ooxml/deck-file.ts';
import { findObject } from '../mechanics/deck-objects.ts';

const schema = z.strictObject({
  op: z.literal('set_chart_data'),
  target: z.string().min(1).max(200).describe('Address of a chart, s2.chart1.'),
  ...chartDataFields,
});

export const setChartData = defineEdit<DeckFile, z.infer<typeof schema>>({
  op: 'set_chart_data',
  format: 'pptx',
  summary: 'Gives a chart other figures, in what it shows and in its workbook; colours, axes and labels stay',
  tracked: false,
  alone: true,
  refuses: CHART_DATA_REFUSES,
  schema,
  plan(file, fields) {
    const found = findObject(file, fields.target, ['chart']);
    if ('rejected' in found) return found;
    const inside = [...walkElements(found.element)];
    const id = inside.flatMap((element) => (element.local === 'chart' ? (attributeOf(element, 'id', R) ?? []) : []))[0];
    const target = relationshipsOf(file.opened, found.part.name).find((one) => one.id === id)?.target;
    const name = target === undefined ? undefined : partNamed(file.opened, target);
    if (name === undefined) return reject('unsupported', `${fields.target} has no chart in this file.`);
    const frame = inside.find(({ local }) => local === 'cNvPr');
    return planChartData(file.opened, name, (frame && attributeOf(frame, 'descr')) ?? '', fields);
  },
  examples: [
    {
      name: 'no such chart',
      operation: { op: 'set_chart_data', target: 's1.chart1', categories: ['a'], series: [{ name: 'A', values: [1] }] },
      given: '<a:p/>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});
