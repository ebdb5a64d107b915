/** Where the plot is in the drawing, its scales, and what surrounds it: unit, legend, grid, labels of both axes. */
import { CHART_INK, formatChartValue, scaleDecimals, type AxisScale, type ChartPlan } from '../chart-plan.ts';
import type { Pen } from './svg.ts';
import { estimateTextWidth, wrapText } from './text-width.ts';
import { maxOf } from '../../base/extremes.ts';

export interface Frame {
  left: number;
  right: number;
  top: number;
  bottom: number;
  /** Value → position along the value axis. */
  place(value: number): number;
  placeSecond(value: number): number;
  size: number;
}

const ROW = 1.35;
const GAP = 6;
/** Between the axis and the categories under it: the lowest value's label is beside the first of them. */
const LABEL_GAP = 8;

export function ticksOf(scale: AxisScale): number[] {
  const count = Math.round((scale.max - scale.min) / scale.step);
  return Array.from({ length: count + 1 }, (_, i) => Number((scale.min + i * scale.step).toPrecision(12)));
}

const tickText = (plan: ChartPlan, scale: AxisScale, value: number): string => formatChartValue(plan, value, scaleDecimals(scale));
/** Estimates are good to some percent: room is kept for the wider ones. */
const SAFETY = 1.07;
const widest = (texts: readonly string[], size: number): number =>
  Math.max(0, maxOf(texts.map((text) => estimateTextWidth(text, size)))) * SAFETY;

interface LegendRow {
  items: { index: number; x: number }[];
}

function legendRows(plan: ChartPlan, width: number, size: number): LegendRow[] {
  const rows: LegendRow[] = [{ items: [] }];
  let x = 0;
  plan.series.forEach((series, index) => {
    const needed = 14 + estimateTextWidth(series.name, size) + 14;
    if (x > 0 && x + needed > width) {
      rows.push({ items: [] });
      x = 0;
    }
    rows.at(-1)?.items.push({ index, x });
    x += needed;
  });
  return rows;
}

function drawLegend(pen: Pen, plan: ChartPlan, width: number, top: number, size: number): number {
  const rows = legendRows(plan, width, size);
  rows.forEach((row, i) => {
    const y = top + (i + 0.75) * size * ROW;
    for (const { index, x } of row.items) {
      const series = plan.series[index];
      if (!series) continue;
      if (series.form === 'line')
        pen.path(`M${x} ${y - size * 0.3}H${x + 10}`, { stroke: series.color, width: series.widthPt, dashed: series.dashed });
      else pen.rect(x + 1, y - size * 0.68, 8, 8, series.color, series.outlined ? CHART_INK.text : undefined);
      pen.text(x + 14, y, series.name, { color: CHART_INK.text, size });
    }
  });
  return top + rows.length * size * ROW + 4;
}

/** Unit line and legend; returns where the plot may begin. */
function drawHead(pen: Pen, plan: ChartPlan, width: number, size: number): number {
  let top = 2;
  if (plan.unit?.place === 'above') {
    pen.text(0, top + size * 0.8, plan.unit.text, { color: CHART_INK.muted, size });
    top += size * ROW + 2;
  }
  if (plan.legend) top = drawLegend(pen, plan, width, top, size);
  return top + size * 0.6;
}

/** How category labels fit under columns: in lines, turned, or only every so many. */
function fitCategories(
  categories: readonly string[],
  slot: number,
  size: number,
): { lines: string[][]; turned: boolean; every: number; height: number } {
  const lines = categories.map((category) => wrapText(category, size, slot - 4, 3));
  const fits = lines.every((wrapped) => widest(wrapped, size) <= slot - 2);
  if (fits) return { lines, turned: false, every: 1, height: Math.max(1, maxOf(lines.map((wrapped) => wrapped.length))) * size * 1.2 };
  const plain = categories.map((category) => [category]);
  const full = widest(categories, size);
  if (full + 6 <= slot * 4 && categories.length > 12)
    return { lines: plain, turned: false, every: Math.ceil((full + 8) / slot), height: size * 1.2 };
  return { lines: plain, turned: true, every: Math.max(1, Math.ceil((size * 1.3) / slot)), height: full * 0.58 + size };
}

/** Room that the first and last category label need beyond the plot: where points stand on its edges, or labels are turned. */
function edgeRoom(plan: ChartPlan, width: number, size: number): { left: number; right: number } {
  const half = (text: string | undefined): number => estimateTextWidth(text ?? '', size) / 2;
  if (plan.kind === 'scatter') return { left: 0, right: plan.xScale ? half(String(plan.xScale.max)) : 0 };
  const slot = width / Math.max(1, plan.categories.length);
  const fitted = fitCategories(plan.categories, slot, size);
  if (fitted.turned)
    return {
      left: Math.max(0, maxOf(plan.categories.slice(0, 3).map((category, i) => half(category) * 1.64 - (i + 0.5) * slot))),
      right: 0,
    };
  if (plan.kind !== 'line' && plan.kind !== 'area') return { left: 0, right: 0 };
  const [first, last] = [fitted.lines[0] ?? [], fitted.lines.at(-1) ?? []];
  const lastShown = (plan.categories.length - 1) % fitted.every === 0;
  return { left: Math.max(0, maxOf(first.map(half))), right: lastShown ? Math.max(0, maxOf(last.map(half))) : 0 };
}

/** Frame of charts whose values rise: columns, lines, areas, points. */
export function frameUpright(pen: Pen, plan: ChartPlan, width: number, height: number, size: number): Frame {
  const head = drawHead(pen, plan, width, size);
  const top = plan.plot?.[0] ?? head + (plan.lineLabels === true ? size * 0.8 : 0);
  const ticks = ticksOf(plan.scale);
  const edge = edgeRoom(plan, width, size);
  const left =
    plan.plot?.[3] ??
    Math.max(
      edge.left,
      plan.valueLabels || plan.noAxis === true
        ? 0
        : widest(
            ticks.map((tick) => tickText(plan, plan.scale, tick)),
            size,
          ) + GAP,
    );
  const second = plan.secondaryScale;
  const secondPlan: ChartPlan = { ...plan, unit: null };
  const ends = plan.endLabels
    ? widest(
        plan.series.map((series) => series.name),
        size,
      ) +
      GAP +
      2
    : 0;
  const rightRoom = Math.max(
    edge.right,
    ends,
    second
      ? widest(
          ticksOf(second).map((tick) => tickText(secondPlan, second, tick)),
          size,
        ) + GAP
      : 0,
  );
  const right = width - (plan.plot?.[1] ?? rightRoom + 2);
  const count = Math.max(1, plan.kind === 'scatter' ? 1 : plan.categories.length);
  const labels = plan.kind === 'scatter' ? size * 1.4 : fitCategories(plan.categories, (right - left) / count, size).height;
  const bottom = height - (plan.plot?.[2] ?? labels + LABEL_GAP);
  const along = (scale: AxisScale, value: number): number => bottom - ((value - scale.min) / (scale.max - scale.min)) * (bottom - top);
  const frame: Frame = {
    left,
    right,
    top,
    bottom,
    size,
    place: (value) => along(plan.scale, value),
    placeSecond: (value) => along(second ?? plan.scale, value),
  };
  if (!plan.valueLabels) {
    for (const tick of ticks) {
      const y = frame.place(tick);
      if (tick !== 0 && plan.gridlines) pen.line(left, y, right, y, CHART_INK.grid, 0.75);
      if (plan.noAxis !== true)
        pen.text(left - GAP, y + size * 0.33, tickText(plan, plan.scale, tick), { color: CHART_INK.muted, size, anchor: 'end' });
    }
  }
  if (second)
    for (const tick of ticksOf(second))
      pen.text(right + GAP, frame.placeSecond(tick) + size * 0.33, tickText(secondPlan, second, tick), { color: CHART_INK.muted, size });
  return frame;
}

/** Category labels under the plot. @param positions centre of each category */
export function drawCategories(pen: Pen, plan: ChartPlan, frame: Frame, positions: readonly number[], slot: number): void {
  const { lines, turned, every } = fitCategories(plan.categories, slot, frame.size);
  const style = { color: CHART_INK.text, size: frame.size };
  positions.forEach((x, i) => {
    if (i % every !== 0) return;
    const y = frame.bottom + LABEL_GAP + frame.size * 0.75;
    if (turned) return pen.text(x + frame.size * 0.3, y, lines[i]?.[0] ?? '', { ...style, anchor: 'end', rotate: -35 });
    lines[i]?.forEach((text, row) => pen.text(x, y + row * frame.size * 1.2, text, { ...style, anchor: 'middle' }));
  });
}

/** Frame of horizontal bars: categories down the left, values to the right. */
export function frameSideways(pen: Pen, plan: ChartPlan, width: number, height: number, size: number): Frame & { labels: string[][] } {
  const head = drawHead(pen, plan, width, size) - size * 0.4;
  const top = plan.plot?.[0] ?? head;
  const labels = plan.categories.map((category) => wrapText(category, size, width * 0.34, 2));
  const left = plan.plot?.[3] ?? Math.min(width * 0.45, widest(labels.flat(), size) + GAP + 2);
  const ticks = ticksOf(plan.scale);
  const values = plan.series.flatMap((series) => series.values.flatMap((value) => (value === null ? [] : [formatChartValue(plan, value)])));
  const right =
    width -
    (plan.plot?.[1] ??
      (plan.valueLabels ? widest(values, size) + GAP : widest([tickText(plan, plan.scale, ticks.at(-1) ?? 0)], size) / 2) + 2);
  const bottom = height - (plan.plot?.[2] ?? (plan.valueLabels || plan.noAxis === true ? 3 : size * 1.5));
  const place = (value: number): number => left + ((value - plan.scale.min) / (plan.scale.max - plan.scale.min)) * (right - left);
  if (!plan.valueLabels) {
    for (const tick of ticks) {
      if (tick !== 0 && plan.gridlines) pen.line(place(tick), top, place(tick), bottom, CHART_INK.grid, 0.75);
      if (plan.noAxis !== true)
        pen.text(place(tick), bottom + size * 1.15, tickText(plan, plan.scale, tick), { color: CHART_INK.muted, size, anchor: 'middle' });
    }
  }
  return { left, right, top, bottom, size, place, placeSecond: place, labels };
}
