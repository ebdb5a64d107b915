import { z } from 'zod';
import { partNamed, relationshipsOf } from '../../../ooxml/office-package.ts';
import { attributeOf } from '../../../ooxml/xml-tree.ts';
import type { WordFile } from '../../../ooxml/word-file.ts';
import { defineEdit, reject } from '../../define-edit.ts';
import { CHART_DATA_REFUSES, chartDataFields, planChartData } from '../../office/chart-data.ts';
import { findPicture } from '../mechanics/find-picture.ts';

const schema = z.strictObject({
  op: z.literal('set_chart_data'),
  target: z.string().min(1).max(200).describe('Address of a chart, chart1.'),
  ...chartDataFields,
});

export const setWordChartData = defineEdit<WordFile, z.infer<typeof schema>>({
  op: 'set_chart_data',
  format: 'docx',
  summary: 'Gives a chart other figures, in what it shows and in its workbook; colours, axes and labels stay',
  tracked: false,
  refuses: CHART_DATA_REFUSES,
  schema,
  plan(file, fields) {
    const found = findPicture(file, fields.target);
    if ('rejected' in found) return found;
    const target = relationshipsOf(file.opened, found.part.name).find(({ id, external }) => id === found.chart && !external)?.target;
    const name = target === undefined ? undefined : partNamed(file.opened, target);
    if (name === undefined)
      return reject(
        'target_not_found',
        `${fields.target} is no chart with figures of its own.`,
        file.pictures.flatMap(({ address, chart }) => (chart === undefined ? [] : [address])),
      );
    return planChartData(file.opened, name, attributeOf(found.element, 'descr') ?? '', fields);
  },
  examples: [
    {
      name: 'no such chart',
      operation: { op: 'set_chart_data', target: 'chart1', categories: ['a'], series: [{ name: 'A', values: [1] }] },
      given: '<w:p/>',
      expected: { rejected: 'target_not_found' },
    },
  ],
});
