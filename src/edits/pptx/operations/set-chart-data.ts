import { R } from '../../../ooxml/names.ts';
import { z } from 'zod';
import { Refusal } from '../../../base/refusal.ts';
import { replacePart } from '../../../ooxml/change-package.ts';
import { partNamed, readPart, readXmlPart, relationshipsOf } from '../../../ooxml/office-package.ts';
import { attributeOf, walkElements } from '../../../ooxml/xml-tree.ts';
import { defineEdit, reject, type Rejected } from '../../define-edit.ts';
import { loosenAxes } from '../../office/chart-axes.ts';
import { chartFiguresEdits, chartTitle, chartTitleEdits } from '../../office/chart-series.ts';
import { textFits } from '../../text-fits.ts';
import { findPlace, placedFigures, writeFigures, type Figures, type FiguresPlace } from '../mechanics/chart-workbook.ts';
import { type DeckFile } from '../../../ooxml/deck-file.ts';
import { findObject } from '../mechanics/deck-objects.ts';

const POINTS_MAX = 1_000;
const schema = z.strictObject({
  op: z.literal('set_chart_data'),
  target: z.string().min(1).max(200).describe('Address of a chart, s2.chart1.'),
  categories: z
    .array(z.union([textFits(0, 500), z.number()]))
    .min(1)
    .max(POINTS_MAX),
  series: z
    .array(z.strictObject({ name: textFits(1, 200), values: z.array(z.number().nullable()).min(1).max(POINTS_MAX) }))
    .min(1)
    .max(64)
    .describe('A value for each category; null leaves a gap.'),
  title: textFits(1, 500).optional(),
  expect: z.string().max(500).optional().describe('Its title so far.'),
});

/** The workbook with the figures; undefined where the chart has none of its own. */
function newWorkbook(
  file: DeckFile,
  chart: string,
  place: FiguresPlace,
  figures: Figures,
): { part: string; bytes: Uint8Array } | Rejected | undefined {
  const target = relationshipsOf(file.opened, chart).find(({ type, external }) => !external && type.endsWith('/package'))?.target;
  const part = target === undefined ? undefined : partNamed(file.opened, target);
  if (part === undefined) return undefined;
  try {
    const bytes = writeFigures(readPart(file.opened, part), place, figures);
    return 'rejected' in bytes ? bytes : { part, bytes };
  } catch (error) {
    // a binary workbook, or a damaged one: what the chart shows and what it holds would differ
    if (error instanceof Refusal)
      return reject('unsupported', "The chart's workbook cannot be read, so its figures cannot be changed with it.");
    throw error;
  }
}

export const setChartData = defineEdit<DeckFile, z.infer<typeof schema>>({
  op: 'set_chart_data',
  format: 'pptx',
  summary: 'Gives a chart other figures, in what it shows and in its workbook; colours, axes and labels stay',
  tracked: false,
  alone: true,
  refuses: {
    target_not_found: 'there is no such chart',
    expect_mismatch: 'it has another title',
    would_overflow: 'a series has more values than there are categories',
    unsupported: 'it is of a kind whose figures cannot be set, or its workbook cannot be read',
  },
  schema,
  plan(file, fields) {
    const found = findObject(file, fields.target, ['chart']);
    if ('rejected' in found) return found;
    const id = [...walkElements(found.element)].flatMap((element) =>
      element.local === 'chart' ? (attributeOf(element, 'id', R) ?? []) : [],
    )[0];
    const target = relationshipsOf(file.opened, found.part.name).find((one) => one.id === id)?.target;
    const name = target === undefined ? undefined : partNamed(file.opened, target);
    if (name === undefined) return reject('unsupported', `${fields.target} has no chart in this file.`);
    const part = readXmlPart(file.opened, name);
    const before = chartTitle(part);
    if (fields.expect !== undefined && fields.expect !== before)
      return reject('expect_mismatch', `The title of ${fields.target} is "${before.slice(0, 300)}".`, [fields.target]);
    const long = fields.series.find(({ values }) => values.length > fields.categories.length);
    if (long !== undefined)
      return reject(
        'would_overflow',
        `The series "${long.name.slice(0, 100)}" has ${long.values.length} values for ${fields.categories.length} categories.`,
      );
    const figures: Figures = {
      categories: fields.categories,
      series: fields.series.map((one) => ({ name: one.name, values: fields.categories.map((_, index) => one.values[index] ?? null) })),
    };
    const place = findPlace(part.root);
    if (place === null) return reject('unsupported', 'The figures of this chart lie in its workbook in another way than as one block.');
    const edits = chartFiguresEdits(part, placedFigures(place, figures));
    if (!Array.isArray(edits)) return edits;
    const titled = fields.title === undefined ? [] : chartTitleEdits(part, fields.title);
    if (!Array.isArray(titled)) return titled;
    const workbook = newWorkbook(file, name, place, figures);
    if (workbook !== undefined && 'rejected' in workbook) return workbook;
    return {
      parts: [{ part: name, edits: [...edits, ...titled] }],
      before,
      after: `${figures.series.length} series, ${figures.categories.length} categories`,
      finish(opened) {
        loosenAxes(opened, name);
        if (workbook !== undefined) replacePart(opened, workbook.part, workbook.bytes);
      },
    };
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
