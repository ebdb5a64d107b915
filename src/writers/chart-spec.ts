/** A plan in the terms of DrawingML: number formats, faces, colours. */
import type { Look } from '../document/look.ts';
import type { ChartAxis, ChartSpec } from '../ooxml/chart.ts';
import { CHART_INK, scaleDecimals, type AxisScale, type ChartPlan } from './chart-plan.ts';
import { maxOf, minOf } from '../base/extremes.ts';

/** Excel's format codes: separators are drawn by the reader's language, units are in quotes. */
function formatCode(decimals: number, unit: ChartPlan['unit'], affix?: ChartPlan['affix']): string {
  const digits = decimals === 0 ? '#,##0' : `#,##0.${'0'.repeat(decimals)}`;
  if (affix !== undefined) {
    const [before, after] = [affix.before, affix.after].map((text) => (text === '' ? '' : `"${text.replaceAll('"', '')}"`));
    return `${before}${digits}${after};-${before}${digits}${after}`;
  }
  if (unit === null || unit.place === 'above') return digits;
  const quoted = `"${unit.text.replaceAll('"', '')}"`;
  return unit.place === 'before' ? `${quoted}${digits};-${quoted}${digits}` : `${digits}${quoted}`;
}

const axisOf = (scale: AxisScale, unit: ChartPlan['unit'], affix?: ChartPlan['affix']): ChartAxis => ({
  ...scale,
  format: formatCode(scaleDecimals(scale), unit, affix),
});

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

/** Windows codes of languages (MS-LCID): a renderer that knows no language of the file separates thousands by them. */
const LANGUAGE_CODES: Readonly<Record<string, string>> = {
  es: 'C0A',
  fr: '40C',
  de: '407',
  it: '410',
  pt: '816',
  ca: '403',
  nl: '413',
  gl: '456',
};

/** A format code that keeps the separators of its language wherever it is shown. */
export const localFormat = (format: string, lang: string): string => {
  const code = LANGUAGE_CODES[lang.slice(0, 2).toLowerCase()];
  return code === undefined || format === 'General'
    ? format
    : format
        .split(';')
        .map((part) => `[$-${code}]${part}`)
        .join(';');
};

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
    axis: withRoom(plan, axisOf(plan.scale, unit, plan.affix)),
    secondaryAxis: plan.secondaryScale && axisOf(plan.secondaryScale, null),
    format: formatCode(plan.decimals, unit, plan.affix),
    secondaryFormat: formatCode(plan.secondaryDecimals, null),
    unitLine: unit?.place === 'above' ? unit.text : '',
    text: { face: look.faces.text, sizePt: Math.round(LABEL_PT * look.scale * 2) / 2, color: CHART_INK.text, muted: CHART_INK.muted },
    grid: plan.gridlines ? CHART_INK.grid : null,
    axisLine: CHART_INK.axis,
    gapPercent: plan.gap === undefined ? GAP_PERCENT : Math.round(Math.min(5, plan.gap) * 100),
    ...(plan.pointColors === undefined ? {} : { pointColors: plan.pointColors }),
    ...(plan.lineLabels === true ? { lineLabels: true } : {}),
    ...(plan.noAxis === true ? { noAxis: true } : {}),
  };
}
