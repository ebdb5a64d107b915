/** A chart of a canvas: planned as any chart, then as its author asks for it, the same in every format. */
import { looksAlike } from '../../base/color.ts';
import type { DrawnChart } from '../../canvas/drawing.ts';
import type { Note } from '../../base/note.ts';
import type { Look } from '../../document/look.ts';
import type { ChartSpec } from '../../ooxml/chart.ts';
import { CHART_INK, chooseScale, planChart, type AxisScale, type ChartPlan } from '../chart-plan.ts';
import { localFormat, toChartSpec } from '../chart-spec.ts';
import { deckTheme, type DeckTheme } from '../pptx/deck-theme.ts';

type DeckColors = Pick<DeckTheme, 'chartColors'>;

const PX_PER_PT = 96 / 72;

function scaleFor({ scale, kind, series }: ChartPlan, { wishes }: DrawnChart): AxisScale {
  const { min, max, step } = wishes;
  if (min === undefined && max === undefined && step === undefined) return scale;
  const [low, high] = [min ?? scale.min, max ?? scale.max];
  if (high <= low) return scale;
  const lines = kind === 'line' || kind === 'scatter';
  const round =
    min === undefined && max === undefined ? scale : chooseScale([low, high], !lines && series.length > 0 && low >= 0 && low === 0);
  return { min: low, max: high, step: step ?? round.step };
}

/** A colour that one before it has becomes the first of the palette that none has. */
function distinct(colors: readonly string[], palette: readonly string[]): string[] {
  const used: string[] = [];
  for (const color of colors) {
    const taken = used.some((other) => looksAlike(other, color));
    used.push((taken ? palette.find((one) => !used.some((other) => looksAlike(other, one))) : undefined) ?? color);
  }
  return used;
}

/** The colours that the chart has without its author's, on its ground; and the author's in their order. */
function colored(
  plan: ChartPlan,
  item: DrawnChart,
  theme: ReadonlyMap<string, string>,
): Pick<ChartPlan, 'series' | 'sliceColors' | 'pointColors'> {
  const { colors, wishes, rule } = item;
  const own = distinct(
    (plan.sliceColors.length > 0 ? plan.sliceColors : plan.series.map((one) => one.color)).map((one) => theme.get(one) ?? one),
    item.palette,
  );
  const color = (at: number, otherwise: string): string => colors[at % Math.max(1, colors.length)] ?? own[at] ?? otherwise;
  const series = plan.series.map((one, at) => ({
    ...one,
    color: color(at, one.color),
    outlined: one.outlined && !item.dark && colors.length === 0,
  }));
  const sliceColors = plan.sliceColors.map((slice, at) => color(at, slice));
  const [only] = series;
  if (only === undefined || series.length > 1 || only.form !== 'bar') return { series, sliceColors };
  if (wishes.highlight !== undefined) {
    const back = colors[1] ?? rule;
    return {
      series,
      sliceColors,
      pointColors: plan.categories.map((name) => (wishes.highlight?.includes(name.trim()) === true ? only.color : back)),
    };
  }
  return colors.length > 1
    ? { series, sliceColors, pointColors: plan.categories.map((_, at) => color(at, only.color)) }
    : { series, sliceColors };
}

/** The plan of a chart with what its author asks for. */
export function planCanvasChart(item: DrawnChart, look: Look, lang: string, deck?: DeckColors): { plan: ChartPlan; notes: Note[] } {
  const { plan, notes } = planChart(item.chart, look, lang);
  const { labels, legend, grid, axis, format, plot, gap } = item.wishes;
  const lines = plan.series.some(({ form }) => form === 'line');
  const bars = plan.series.some(({ form }) => form === 'bar');
  const shares = plan.sliceColors.length > 0;
  const lineLabels = lines && labels === true;
  const endLabels = plan.endLabels && !lineLabels && legend !== false;
  return {
    notes,
    plan: {
      ...plan,
      ...colored(plan, item, (deck ?? deckTheme(look, item.dark ? 'dark' : 'light')).chartColors),
      scale: scaleFor(plan, item),
      valueLabels: labels === undefined ? plan.valueLabels : labels && (bars || shares) && plan.kind !== 'combo',
      endLabels,
      legend: legend ?? (plan.legend || (plan.endLabels && !endLabels && plan.series.length > 1)),
      gridlines: grid === undefined ? plan.gridlines : grid !== false,
      ...(lineLabels ? { lineLabels: true } : {}),
      ...(axis === false ? { noAxis: true } : {}),
      ...(format === undefined ? {} : { affix: { before: format.before, after: format.after }, decimals: format.decimals, unit: null }),
      ...(plot === undefined ? {} : { plot: plot.map((inset) => inset / PX_PER_PT) as NonNullable<ChartPlan['plot']> }),
      ...(gap === undefined ? {} : { gap }),
    },
  };
}

/** Points of the labels: half points, as Office has them. */
export const chartTextPt = ({ text }: DrawnChart): number => Math.min(28, Math.max(5, Math.round((text.size / PX_PER_PT) * 2) / 2));

const chartRule = ({ wishes, rule }: DrawnChart): string => (typeof wishes.grid === 'string' ? wishes.grid : rule);

/** A chart that is drawn as vectors, in the inks of its canvas. */
export function inkChart(svg: string, item: DrawnChart): string {
  const inks = new Map<string, string>([
    [CHART_INK.text, item.text.color],
    [CHART_INK.muted, item.text.color],
    [CHART_INK.grid, chartRule(item)],
    [CHART_INK.axis, item.rule],
  ]);
  return svg.replaceAll(/#([0-9A-F]{6})(?=")/g, (whole, ink: string) => (inks.has(ink) ? `#${inks.get(ink)}` : whole));
}

/**
 * What Office's chart part is written from.
 * @param deck whose colours it takes; undefined: those of the look
 */
export function canvasChartSpec(item: DrawnChart, look: Look, lang: string, deck?: DeckColors): { spec: ChartSpec; notes: Note[] } {
  const { plan, notes } = planCanvasChart(item, look, lang, deck);
  const spec = toChartSpec(plan, look);
  const local = <T extends { format: string }>(axis: T): T => ({ ...axis, format: localFormat(axis.format, spec.lang) });
  const { w, h } = item.rect;
  const share = (inset: number, of: number): number => Number(((inset * PX_PER_PT) / Math.max(1, of)).toFixed(4));
  const [top, right, bottom, left] = plan.plot ?? [0, 0, 0, 0];
  return {
    notes,
    spec: {
      ...spec,
      axis: local(item.wishes.max === undefined && item.wishes.min === undefined ? spec.axis : { ...spec.axis, ...plan.scale }),
      secondaryAxis: spec.secondaryAxis && local(spec.secondaryAxis),
      xAxis: spec.xAxis && local(spec.xAxis),
      format: localFormat(spec.format, spec.lang),
      secondaryFormat: localFormat(spec.secondaryFormat, spec.lang),
      text: { face: item.text.face, sizePt: chartTextPt(item), color: item.text.color, muted: item.text.color },
      grid: plan.gridlines ? chartRule(item) : null,
      axisLine: item.rule,
      ...(plan.plot === undefined
        ? {}
        : {
            plot: {
              x: share(left, w),
              y: share(top, h),
              w: Math.max(0.05, Number((1 - share(left, w) - share(right, w)).toFixed(4))),
              h: Math.max(0.05, Number((1 - share(top, h) - share(bottom, h)).toFixed(4))),
            },
          }),
    },
  };
}
