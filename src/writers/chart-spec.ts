/** A plan in the terms of DrawingML: number formats, faces, colours. */
import type { Look } from '../document/look.ts';
import type { ChartAxis, ChartSpec } from '../ooxml/chart.ts';
import { CHART_INK, scaleDecimals, type AxisScale, type ChartPlan } from './chart-plan.ts';

/** Excel's format codes: separators are drawn by the reader's language, units are in quotes. */
function formatCode(decimals: number, unit: ChartPlan['unit']): string {
  const digits = decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`;
  if (unit === null || unit.place === 'above') return digits;
  const quoted = `"${unit.text.replaceAll('"', '')}"`;
  return unit.place === 'before' ? `${quoted}${digits};-${quoted}${digits}` : `${digits}${quoted}`;
}

const axisOf = (scale: AxisScale, unit: ChartPlan['unit']): ChartAxis => ({ ...scale, format: formatCode(scaleDecimals(scale), unit) });

const LABEL_PT = 9;
const GAP_PERCENT = 57;

export function toChartSpec(plan: ChartPlan, look: Look): ChartSpec {
  const { kind, lang, categories, categoryLabel, xs, series, sliceColors, valueLabels, endLabels, legend, unit } = plan;
  return {
    kind,
    lang,
    categories,
    categoryLabel,
    xs,
    series,
    sliceColors,
    valueLabels,
    endLabels,
    legend,
    xAxis: plan.xScale && axisOf(plan.xScale, null),
    axis: axisOf(plan.scale, unit),
    secondaryAxis: plan.secondaryScale && axisOf(plan.secondaryScale, null),
    format: formatCode(plan.decimals, unit),
    secondaryFormat: formatCode(plan.secondaryDecimals, null),
    unitLine: unit?.place === 'above' ? unit.text : '',
    text: { face: look.faces.text, sizePt: Math.round(LABEL_PT * look.scale * 2) / 2, color: CHART_INK.text, muted: CHART_INK.muted },
    grid: CHART_INK.grid,
    axisLine: CHART_INK.axis,
    gapPercent: GAP_PERCENT,
  };
}
