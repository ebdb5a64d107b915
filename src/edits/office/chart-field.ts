/** Charts that an operation describes: the same field in Word, PowerPoint and Excel. */
import { languageOrEnglish } from '../../base/known-language.ts';
import { OFFICE_RELATIONSHIP } from '../../ooxml/names.ts';
import { z } from 'zod';
import { CHART_KINDS, type Chart } from '../../document/block.ts';
import { resolveLook } from '../../document/look.ts';
import { addPart, addRelationship, freePartName } from '../../ooxml/change-package.ts';
import { CHART_CONTENT_TYPE, writeChart, type ChartSpec } from '../../ooxml/chart.ts';
import { writeChartWorkbook } from '../../ooxml/chart-workbook.ts';
import type { OfficePackage } from '../../ooxml/office-package.ts';
import { describeChart, planChart, type ChartPlan } from '../../writers/chart-plan.ts';
import { toChartSpec } from '../../writers/chart-spec.ts';
import { isEmptyChart } from '../../writers/chart-table.ts';
import { reject, type Rejected } from '../define-edit.ts';
import { textFits } from '../text-fits.ts';

const POINTS_MAX = 1_000;

export const chartField = z.strictObject({
  kind: z.enum(CHART_KINDS),
  title: textFits(1, 500).optional(),
  unit: textFits(1, 40).optional(),
  category_label: textFits(1, 200).optional(),
  categories: z.array(textFits(0, 500)).min(1).max(POINTS_MAX),
  series: z
    .array(
      z.strictObject({
        name: textFits(1, 200),
        values: z.array(z.number().nullable()).min(1).max(POINTS_MAX),
        kind: z.enum(['column', 'line']).optional(),
      }),
    )
    .min(1)
    .max(20),
});
export type ChartFields = z.infer<typeof chartField>;

export interface ChartMade {
  spec: ChartSpec;
  plan: ChartPlan;
  /** For those who do not see it. */ description: string;
}

/** @param options language of the file (BCP 47), and the face of its text */
export function planNewChart(
  fields: ChartFields,
  { lang: written, font }: { lang: string; font: string | undefined },
): ChartMade | Rejected {
  const lang = languageOrEnglish(written);
  const chart: Chart = { id: '', type: 'chart', ...fields };
  if (isEmptyChart(chart)) return reject('unsupported', 'The chart has no figures to draw; give `values` that are numbers.');
  const look = resolveLook('report', font === undefined ? {} : { font });
  const { plan } = planChart(chart, look, lang);
  return { spec: toChartSpec(plan, look), plan, description: describeChart(chart, lang) };
}

const PACKAGE = `${OFFICE_RELATIONSHIP}package`;
const WORKBOOK_TYPE = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet';

/**
 * Adds the chart with a workbook of its figures, and gives the chart's name.
 * @param folder `word` or `ppt`; '' for the top
 * @param recolor the chart's source → the same with other colours
 */
export function addChartParts(
  opened: OfficePackage,
  folder: string,
  spec: ChartSpec,
  recolor: (xml: string) => string = (xml) => xml,
): string {
  const within = folder === '' ? '' : `${folder}/`;
  const workbook = freePartName(opened, `${within}embeddings/Microsoft_Excel_Sheet`, '.xlsx');
  addPart(opened, { name: workbook, contentType: WORKBOOK_TYPE }, writeChartWorkbook(spec));
  const chart = freePartName(opened, `${within}charts/chart`, '.xml');
  addPart(opened, { name: chart, contentType: CHART_CONTENT_TYPE }, recolor(writeChart(spec, 'rId1')));
  addRelationship(opened, chart, { type: PACKAGE, target: workbook });
  return chart;
}
