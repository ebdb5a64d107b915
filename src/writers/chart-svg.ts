/** A planned chart as vectors, for PDFs and web pages: the same picture as the native chart of an office file. */
import { inkOn } from '../base/color.ts';
import { languageOrEnglish } from '../base/known-language.ts';
import { moveApart } from '../base/move-apart.ts';
import { CHART_INK, formatChartValue, scaleDecimals, type ChartPlan, type PlannedSeries } from './chart-plan.ts';
import { drawCategories, frameSideways, frameUpright, ticksOf, type Frame } from './charts/frame.ts';
import { at, openPen, type Pen } from './charts/svg.ts';
import { estimateTextWidth, wrapText } from './charts/text-width.ts';

export interface ChartDrawing {
  svg: string;
  widthPt: number;
  heightPt: number;
}

/** Share of a category's room that stays empty: 57 % of a bar's width on each pair of sides. */
const GAP_SHARE = 0.57;
const SHARE_OF_WIDTH = 0.35;

const outlineOf = (series: PlannedSeries): string | undefined => (series.outlined ? CHART_INK.text : undefined);

function drawColumns(pen: Pen, plan: ChartPlan, frame: Frame): void {
  const bars = plan.series.filter((series) => series.form === 'bar');
  const slot = (frame.right - frame.left) / Math.max(1, plan.categories.length);
  const stacked = plan.kind === 'stacked';
  const beside = stacked ? 1 : Math.max(1, bars.length);
  const width = slot / (beside + (plan.gap ?? GAP_SHARE));
  plan.categories.forEach((_, i) => {
    const start = frame.left + i * slot + (slot - width * beside) / 2;
    const base = { up: 0, down: 0 };
    bars.forEach((series, j) => {
      const value = series.values[i];
      if (value === null || value === undefined) return;
      const from = stacked ? (value >= 0 ? base.up : base.down) : 0;
      const to = from + value;
      if (stacked) base[value >= 0 ? 'up' : 'down'] = to;
      const [high, low] = [frame.place(Math.max(from, to)), frame.place(Math.min(from, to))];
      const x = stacked ? start : start + j * width;
      pen.rect(x, high, width, low - high, plan.pointColors?.[i] ?? series.color, outlineOf(series));
      if (plan.valueLabels && stacked)
        pen.text(x + width / 2, (high + low) / 2 + frame.size * 0.35, formatChartValue(plan, value), {
          color: inkOn(series.color),
          size: frame.size,
          anchor: 'middle',
        });
      else if (plan.valueLabels)
        pen.text(x + width / 2, value >= 0 ? high - 3 : low + frame.size, formatChartValue(plan, value), {
          color: CHART_INK.text,
          size: frame.size,
          anchor: 'middle',
        });
    });
  });
}

/** Drawn after the data, so that bars are on it. */
function drawBase(pen: Pen, plan: ChartPlan, frame: Frame): void {
  const y = frame.place(Math.min(Math.max(0, plan.scale.min), plan.scale.max));
  pen.line(frame.left, y, frame.right, y, CHART_INK.axis, 0.75);
}

function pathThrough(series: PlannedSeries, x: (i: number) => number, y: (value: number) => number): string {
  let data = '';
  let open = false;
  series.values.forEach((value, i) => {
    if (value === null) {
      open = false;
      return;
    }
    data += `${open ? 'L' : 'M'}${at(x(i), y(value))}`;
    open = true;
  });
  return data;
}

/** Names at the ends of lines, moved apart where they would touch. */
function drawEndLabels(pen: Pen, plan: ChartPlan, frame: Frame, x: (i: number) => number): void {
  const ends = plan.series.flatMap((series) => {
    const last = series.values.findLastIndex((value) => value !== null);
    const value = series.values[last];
    return value === null || value === undefined ? [] : [{ series, x: x(last), y: frame.place(value) }];
  });
  const places = moveApart(
    ends.map(({ y }) => y),
    frame.size * 1.2,
  );
  for (const [i, end] of ends.entries())
    pen.text(Math.max(end.x, frame.right) + 6, (places[i] ?? end.y) + frame.size * 0.33, end.series.name, {
      color: end.series.color,
      size: frame.size,
      bold: true,
    });
}

function drawPointLabels(
  pen: Pen,
  plan: ChartPlan,
  series: PlannedSeries,
  size: number,
  x: (i: number) => number,
  y: (value: number) => number,
): void {
  const own = series.secondary ? { ...plan, unit: null, decimals: plan.secondaryDecimals } : plan;
  for (const [i, value] of series.values.entries()) {
    if (value === null) continue;
    pen.circle(x(i), y(value), 3, series.color);
    const color = plan.series.length > 1 ? series.color : CHART_INK.text;
    const anchor = i === 0 ? 'start' : i === series.values.length - 1 ? 'end' : 'middle';
    pen.text(x(i), y(value) - size * 0.6, formatChartValue(own, value), { color, size, anchor, bold: plan.series.length > 1 });
  }
}

function drawUpright(pen: Pen, plan: ChartPlan, width: number, height: number, size: number): void {
  const frame = frameUpright(pen, plan, width, height, size);
  const count = plan.categories.length;
  const between = plan.kind !== 'line' && plan.kind !== 'area';
  const slot = (frame.right - frame.left) / Math.max(1, between ? count : count - 1);
  const x = (i: number): number => frame.left + (between ? (i + 0.5) * slot : i * slot);
  if (plan.kind === 'area') drawAreas(pen, plan, frame, x);
  drawColumns(pen, plan, frame);
  drawBase(pen, plan, frame);
  for (const series of plan.series) {
    if (series.form !== 'line') continue;
    const y = series.secondary ? frame.placeSecond : frame.place;
    pen.path(pathThrough(series, x, y), { stroke: series.color, width: series.widthPt, dashed: series.dashed });
    if (plan.lineLabels === true) drawPointLabels(pen, plan, series, frame.size, x, y);
  }
  if (plan.endLabels) drawEndLabels(pen, plan, frame, x);
  drawCategories(
    pen,
    plan,
    frame,
    plan.categories.map((_, i) => x(i)),
    (frame.right - frame.left) / Math.max(1, count),
  );
}

function drawAreas(pen: Pen, plan: ChartPlan, frame: Frame, x: (i: number) => number): void {
  const below = plan.categories.map(() => 0);
  for (const series of plan.series) {
    const tops = below.map((base, i) => base + (series.values[i] ?? 0));
    const upper = tops.map((value, i) => `${i === 0 ? 'M' : 'L'}${at(x(i), frame.place(value))}`).join('');
    const lower = below
      .map((value, i) => `L${at(x(i), frame.place(value))}`)
      .toReversed()
      .join('');
    pen.path(`${upper}${lower}Z`, { fill: series.color, ...(series.outlined ? { outline: CHART_INK.text } : {}) });
    tops.forEach((value, i) => {
      below[i] = value;
    });
  }
}

function drawSideways(pen: Pen, plan: ChartPlan, width: number, height: number, size: number): void {
  const frame = frameSideways(pen, plan, width, height, size);
  const slot = (frame.bottom - frame.top) / Math.max(1, plan.categories.length);
  const bar = slot / (plan.series.length + (plan.gap ?? GAP_SHARE));
  plan.categories.forEach((_, i) => {
    const start = frame.top + i * slot + (slot - bar * plan.series.length) / 2;
    const lines = frame.labels[i] ?? [];
    const middle = frame.top + (i + 0.5) * slot;
    lines.forEach((text, row) =>
      pen.text(frame.left - 8, middle + size * 0.33 + (row - (lines.length - 1) / 2) * size * 1.15, text, {
        color: CHART_INK.text,
        size,
        anchor: 'end',
      }),
    );
    plan.series.forEach((series, j) => {
      const value = series.values[i];
      if (value === null || value === undefined) return;
      const [from, to] = [frame.place(Math.min(0, value)), frame.place(Math.max(0, value))];
      const y = start + j * bar;
      pen.rect(from, y, to - from, bar, plan.pointColors?.[i] ?? series.color, outlineOf(series));
      if (plan.valueLabels)
        pen.text(value >= 0 ? to + 5 : from - 5, y + bar / 2 + size * 0.33, formatChartValue(plan, value), {
          color: CHART_INK.text,
          size,
          anchor: value >= 0 ? 'start' : 'end',
        });
    });
  });
  pen.line(frame.place(0), frame.top, frame.place(0), frame.bottom, CHART_INK.axis, 0.75);
}

function slicePath(cx: number, cy: number, outer: number, inner: number, from: number, to: number): string {
  // a whole circle has no arc of its own: two halves
  if (to - from > 0.9999) return `${slicePath(cx, cy, outer, inner, 0, 0.5)}${slicePath(cx, cy, outer, inner, 0.5, 0.99999)}`;
  const point = (radius: number, share: number): string =>
    at(cx + radius * Math.sin(share * 2 * Math.PI), cy - radius * Math.cos(share * 2 * Math.PI));
  const large = to - from > 0.5 ? 1 : 0;
  const edge = `M${point(outer, from)}A${at(outer, outer)} 0 ${large} 1 ${point(outer, to)}`;
  return inner === 0 ? `${edge}L${at(cx, cy)}Z` : `${edge}L${point(inner, to)}A${at(inner, inner)} 0 ${large} 0 ${point(inner, from)}Z`;
}

function drawSlices(pen: Pen, plan: ChartPlan, width: number, height: number, size: number): void {
  const values = plan.categories.map((_, i) => Math.max(0, plan.series[0]?.values[i] ?? 0));
  const total = values.reduce((sum, value) => sum + value, 0) || 1;
  // names and figures are beside the ring, or it is alone
  const outer = Math.max(size, Math.min(height / 2 - size * 1.4, plan.legend ? width * 0.3 : width / 2 - size * 3));
  const [cx, cy] = [plan.legend ? outer + size * 3 : width / 2, height / 2];
  const inner = plan.kind === 'doughnut' ? outer * 0.6 : 0;
  const left = cx + outer + size * 4.5;
  const share = new Intl.NumberFormat(languageOrEnglish(plan.lang), { style: 'percent', maximumFractionDigits: 0 });
  let from = 0;
  values.forEach((value, i) => {
    const to = from + value / total;
    const color = plan.sliceColors[i] ?? CHART_INK.axis;
    pen.path(slicePath(cx, cy, outer, inner, from, to), { fill: color, stroke: 'FFFFFF', width: 1.5 });
    const middle = (from + to) * Math.PI;
    const radius = inner === 0 ? outer + size * 0.9 : outer + size;
    if (plan.valueLabels && value / total >= 0.02)
      pen.text(cx + radius * 1.04 * Math.sin(middle), cy - radius * Math.cos(middle) + size * 0.33, share.format(value / total), {
        color: CHART_INK.text,
        size,
        anchor: Math.sin(middle) > 0.25 ? 'start' : Math.sin(middle) < -0.25 ? 'end' : 'middle',
      });
    from = to;
  });
  if (!plan.legend) return;
  const row = Math.min(size * 1.9, height / Math.max(1, values.length));
  const firstY = cy - (values.length * row) / 2;
  plan.categories.forEach((category, i) => {
    const y = firstY + (i + 0.5) * row;
    const amount = formatChartValue(plan, values[i] ?? 0);
    pen.rect(left, y - 4, 8, 8, plan.sliceColors[i] ?? CHART_INK.axis);
    const room = width - left - 14 - estimateTextWidth(amount, size) - 12;
    const name = wrapText(category, size, room, 1)[0] ?? '';
    pen.text(left + 14, y + size * 0.33, name, { color: CHART_INK.text, size });
    pen.text(width - 2, y + size * 0.33, amount, { color: CHART_INK.muted, size, anchor: 'end' });
  });
}

function drawPoints(pen: Pen, plan: ChartPlan, width: number, height: number, size: number): void {
  const frame = frameUpright(pen, plan, width, height, size);
  const { xScale } = plan;
  if (!xScale) return;
  const x = (value: number): number => frame.left + ((value - xScale.min) / (xScale.max - xScale.min)) * (frame.right - frame.left);
  pen.line(frame.left, frame.bottom, frame.right, frame.bottom, CHART_INK.axis, 0.75);
  const plain: ChartPlan = { ...plan, unit: null };
  for (const tick of ticksOf(xScale))
    pen.text(x(tick), frame.bottom + 5 + size * 0.75, formatChartValue(plain, tick, scaleDecimals(xScale)), {
      color: CHART_INK.muted,
      size,
      anchor: 'middle',
    });
  for (const series of plan.series) {
    series.values.forEach((value, i) => {
      if (value !== null) pen.circle(x(plan.xs[i] ?? 0), frame.place(value), 3.2, series.color);
    });
  }
}

/** Height that the chart deserves at this width: taller where rows or slices need it. */
export function chartHeight(plan: ChartPlan, widthPt: number, sizePt: number): number {
  const usual = widthPt * SHARE_OF_WIDTH;
  if (plan.kind === 'bar')
    return Math.max(usual * 0.6, plan.categories.length * Math.max(1.9, plan.series.length * 1.3) * sizePt + sizePt * 3);
  return Math.max(usual, sizePt * 12);
}

/**
 * @param face family name of labels
 * @param options width of the drawing, size of its labels, and the height where it is given, in points
 */
export function drawChart(plan: ChartPlan, face: string, options: { widthPt: number; sizePt: number; heightPt?: number }): ChartDrawing {
  const { widthPt, sizePt } = options;
  const heightPt = options.heightPt ?? chartHeight(plan, widthPt, sizePt);
  const pen = openPen(widthPt, heightPt, face, plan.mirrored);
  switch (plan.kind) {
    case 'bar':
      drawSideways(pen, plan, widthPt, heightPt, sizePt);
      break;
    case 'pie':
    case 'doughnut':
      drawSlices(pen, plan, widthPt, heightPt, sizePt);
      break;
    case 'scatter':
      drawPoints(pen, plan, widthPt, heightPt, sizePt);
      break;
    case 'column':
    case 'stacked':
    case 'line':
    case 'area':
    case 'combo':
      drawUpright(pen, plan, widthPt, heightPt, sizePt);
      break;
  }
  return { svg: pen.finish(), widthPt, heightPt };
}
