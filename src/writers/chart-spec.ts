/** A plan in the terms of DrawingML: number formats, faces, colours. */
import type { Look } from '../document/look.ts';
import type { ChartAxis, ChartSpec } from '../ooxml/chart.ts';
import { CHART_INK, scaleDecimals, type AxisScale, type ChartPlan } from './chart-plan.ts';
import { maxOf, minOf } from '../base/extremes.ts';

/** Excel's format codes: separators are drawn by the reader's language, units are in quotes. */
function formatCode(decimals: number, unit: ChartPlan['unit']): string {
  const digits = decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`;
  if (unit === null || unit.place === 'above') return digits;
  const quoted = `"${unit.text.replaceAll('"', '')}"`;
  return unit.place === 'before' ? `${quoted}${digits};-${quoted}${digits}` : `${digits}${quoted}`;
}

const axisOf = (scale: AxisScale, unit: ChartPlan['unit']): ChartAxis => ({ ...scale, format: formatCode(scaleDecimals(scale), unit) });

/** Of the longest bar's length: programs cut labels that go over the plot, or leave them out. */
const BAR_LABEL_SHARE = 1.18;
const COLUMN_LABEL_SHARE = 1.08;

/** Beyond the longest bar there is room for its figure; the axis itself is not shown where figures are. */
function withRoom({ kind, valueLabels, series }: ChartPlan, axis: ChartAxis): ChartAxis {
  if (!valueLabels || (kind !== 'bar' && kind !== 'column')) return axis;
  const values = series.flatMap((one) => one.values.filter((value) => value !== null));
  const share = kind === 'bar' ? BAR_LABEL_SHARE : COLUMN_LABEL_SHARE;
  const tidy = (value: number): number => Number(value.toPrecision(6));
  return {
    ...axis,
    max: Math.max(axis.max, tidy(Math.max(0, maxOf(values)) * share)),
    min: Math.min(axis.min, tidy(Math.min(0, minOf(values)) * share)),
  };
}

const LABEL_PT = 9;
const GAP_PERCENT = 57;

/** A planned chart with the sizes, faces and colours of the look: what Office's chart parts are written from. */
export function toChartSpec(plan: ChartPlan, look: Look): ChartSpec {
  const { kind, lang, categories, categoryLabel, xs, series, sliceColors, valueLabels, endLabels, legend, unit } = plan;
  return {
    kind,
    lang,
    ...(plan.mirrored ? { mirrored: true } : {}),
    categories,
    categoryLabel,
    xs,
    series,
    sliceColors,
    valueLabels,
    endLabels,
    legend,
    xAxis: plan.xScale && axisOf(plan.xScale, null),
    axis: withRoom(plan, axisOf(plan.scale, unit)),
    secondaryAxis: plan.secondaryScale && axisOf(plan.secondaryScale, null),
    format: formatCode(plan.decimals, unit),
    secondaryFormat: formatCode(plan.secondaryDecimals, null),
    unitLine: unit?.place === 'above' ? unit.text : '',
    text: { face: look.faces.text, sizePt: Math.round(LABEL_PT * look.scale * 2) / 2, color: CHART_INK.text, muted: CHART_INK.muted },
    grid: plan.gridlines ? CHART_INK.grid : null,
    axisLine: CHART_INK.axis,
    gapPercent: GAP_PERCENT,
  };
}
