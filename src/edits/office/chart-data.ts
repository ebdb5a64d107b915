/** Other figures for a chart of a presentation or Word file: what it shows and the workbook that it keeps them in, together. */
import { z } from 'zod';
import { Refusal } from '../../base/refusal.ts';
import { replacePart } from '../../ooxml/change-package.ts';
import { partNamed, readPart, readXmlPart, relationshipsOf, type OfficePackage } from '../../ooxml/office-package.ts';
import { reject, type EditPlan, type Rejected } from '../define-edit.ts';
import { textFits } from '../text-fits.ts';
import { loosenAxes } from './chart-axes.ts';
import { chartFiguresEdits, chartTitle, chartTitleEdits } from './chart-series.ts';
import { findPlace, placedFigures, writeFigures, type Figures, type FiguresPlace } from './chart-workbook.ts';

const POINTS_MAX = 1_000;

/** The fields of `set_chart_data` beside its target. */
export const chartDataFields = {
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
};
const dataSchema = z.object({ target: z.string(), ...chartDataFields });
export type ChartDataFields = z.infer<typeof dataSchema>;

/** What `set_chart_data` refuses, for its documentation. */
export const CHART_DATA_REFUSES = {
  target_not_found: 'there is no such chart',
  expect_mismatch: 'it has another title',
  would_overflow: 'a series has more values than there are categories',
  unsupported: 'it is of a kind whose figures cannot be set, or its workbook cannot be read',
} as const;

/** The workbook with the figures; undefined where the chart has none of its own. */
function newWorkbook(
  opened: OfficePackage,
  chart: string,
  place: FiguresPlace,
  figures: Figures,
): { part: string; bytes: Uint8Array } | Rejected | undefined {
  const target = relationshipsOf(opened, chart).find(({ type, external }) => !external && type.endsWith('/package'))?.target;
  const part = target === undefined ? undefined : partNamed(opened, target);
  if (part === undefined) return undefined;
  try {
    const bytes = writeFigures(readPart(opened, part), place, figures);
    return 'rejected' in bytes ? bytes : { part, bytes };
  } catch (error) {
    // a binary workbook, or a damaged one: what the chart shows and what it holds would differ
    if (error instanceof Refusal)
      return reject('unsupported', "The chart's workbook cannot be read, so its figures cannot be changed with it.");
    throw error;
  }
}

/**
 * @param chart name of the chart's part
 * @param description its alternative text, which stays as it is; '' where it has none
 */
export function planChartData(opened: OfficePackage, chart: string, description: string, fields: ChartDataFields): EditPlan | Rejected {
  const part = readXmlPart(opened, chart);
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
  const workbook = newWorkbook(opened, chart, place, figures);
  if (workbook !== undefined && 'rejected' in workbook) return workbook;
  return {
    parts: [{ part: chart, edits: [...edits, ...titled] }],
    before,
    after: `${figures.series.length} series, ${figures.categories.length} categories`,
    ...(description === ''
      ? {}
      : { message: `Its description for those who do not see it stays ("${description.slice(0, 200)}"); set_alt_text gives it another.` }),
    finish(now) {
      loosenAxes(now, chart);
      if (workbook !== undefined) replacePart(now, workbook.part, workbook.bytes);
    },
  };
}
