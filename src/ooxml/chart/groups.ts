/** The groups of series of one form: bar, line, area, pie, doughnut and scatter charts (ISO/IEC 29500-1 §21.2.2). */
import { inkOn } from '../../base/color.ts';
import { escapeAttribute } from '../xml-text.ts';
import { moveApart } from '../../base/move-apart.ts';
import type { ChartSeries, ChartSpec } from '../chart.ts';
import { AXIS } from './axes.ts';
import { categoryReference, nameReference, valueReference, xReference } from './references.ts';
import { fillProperties, line, lineProperties, solidFill, textProperties } from './shapes.ts';

const NOTHING_SHOWN =
  '<c:showLegendKey val="0"/><c:showVal val="0"/><c:showCatName val="0"/><c:showSerName val="0"/><c:showPercent val="0"/><c:showBubbleSize val="0"/>';
const show = (what: 'Val' | 'SerName' | 'Percent'): string => NOTHING_SHOWN.replace(`<c:show${what} val="0"/>`, `<c:show${what} val="1"/>`);

function valueLabels(spec: ChartSpec, format: string, position: string, color = spec.text.color): string {
  if (!spec.valueLabels) return '';
  return `<c:dLbls><c:numFmt formatCode="${escapeAttribute(format)}" sourceLinked="0"/><c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>${textProperties(spec, color)}<c:dLblPos val="${position}"/>${show('Val')}</c:dLbls>`;
}

/** From which figure to which the line goes, in its colour. */
function endFigures(spec: ChartSpec, series: ChartSpec['series'][number], last: number): string {
  const first = series.values.findIndex((value) => value !== null);
  const rises = (series.values[last] ?? 0) >= (series.values[first] ?? 0);
  const label = (at: number, position: string): string =>
    `<c:dLbl><c:idx val="${at}"/><c:numFmt formatCode="${escapeAttribute(spec.format)}" sourceLinked="0"/><c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>${textProperties(spec, series.color, true)}<c:dLblPos val="${position}"/>${show('Val')}</c:dLbl>`;
  const labels = first === last ? '' : label(first, rises ? 'b' : 't') + label(last, spec.mirrored === true ? 'l' : 'r');
  return `<c:dLbls>${labels}${NOTHING_SHOWN}</c:dLbls>`;
}

const lastPoint = ({ values }: ChartSeries): number => values.findLastIndex((value) => value !== null);

/** Height of a line of labels, and of the plot, as shares of a chart as small as they are made. */
const LABEL_SHARE = 0.058;
const PLOT_SHARE = 0.8;

/** How far the name of each series goes down from its last point, as a share of the chart's height, so that no two names touch. */
function endLabelShifts({ series, axis, plot }: ChartSpec): number[] {
  const height = plot?.h ?? PLOT_SHARE;
  const places = series.map((one) => ((axis.max - (one.values[lastPoint(one)] ?? axis.min)) / (axis.max - axis.min || 1)) * height);
  return moveApart(places, LABEL_SHARE).map((place, at) => place - (places[at] ?? 0));
}

/** The name of a series at its last point, in its colour; `c:layout` moves it from there (ISO/IEC 29500-1 §21.2.2.88). */
function endLabel(spec: ChartSpec, index: number): string {
  const series = spec.series[index];
  const last = series ? lastPoint(series) : -1;
  if (!spec.endLabels || !series || last < 0 || series.name === '') return '';
  if (spec.endFigures === true) return endFigures(spec, series, last);
  const shift = endLabelShifts(spec)[index] ?? 0;
  const layout =
    Math.abs(shift) < 0.001 ? '' : `<c:layout><c:manualLayout><c:x val="0"/><c:y val="${shift.toFixed(4)}"/></c:manualLayout></c:layout>`;
  const label = `<c:dLbl><c:idx val="${last}"/>${layout}<c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>${textProperties(spec, series.color, true)}<c:dLblPos val="${spec.mirrored === true ? 'l' : 'r'}"/>${show('SerName')}</c:dLbl>`;
  return `<c:dLbls>${label}${NOTHING_SHOWN}</c:dLbls>`;
}

const head = (spec: ChartSpec, index: number): string => `<c:idx val="${index}"/><c:order val="${index}"/>${nameReference(spec, index)}`;

function pointColors(spec: ChartSpec, index: number): string {
  const own = spec.series[index]?.color;
  return (spec.pointColors ?? [])
    .map((color, i) =>
      color === own
        ? ''
        : `<c:dPt><c:idx val="${i}"/><c:invertIfNegative val="0"/><c:bubble3D val="0"/><c:spPr>${solidFill(color)}</c:spPr></c:dPt>`,
    )
    .join('');
}

function barSeries(spec: ChartSpec, index: number): string {
  const series = spec.series[index];
  if (!series) return '';
  // Office takes a file for damaged where labels of stacked bars are at their ends
  const labels =
    spec.kind === 'stacked' ? valueLabels(spec, spec.format, 'ctr', inkOn(series.color)) : valueLabels(spec, spec.format, 'outEnd');
  return `<c:ser>${head(spec, index)}${fillProperties(spec, series.color, series.outlined)}<c:invertIfNegative val="0"/>${pointColors(spec, index)}${labels}${categoryReference(spec)}<c:val>${valueReference(spec, index)}</c:val></c:ser>`;
}

const lineMarker = (spec: ChartSpec, color: string): string =>
  spec.lineLabels === true
    ? `<c:symbol val="circle"/><c:size val="6"/><c:spPr>${solidFill(color)}<a:ln><a:noFill/></a:ln></c:spPr>`
    : '<c:symbol val="none"/>';

/** The figure above each point, and behind the last one the name of its line where names are at the ends. */
function pointLabels(spec: ChartSpec, index: number): string {
  const series = spec.series[index];
  if (!series) return '';
  const format = series.secondary ? spec.secondaryFormat : spec.format;
  return `<c:dLbls><c:numFmt formatCode="${escapeAttribute(format)}" sourceLinked="0"/><c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>${textProperties(spec, spec.series.length > 1 ? series.color : spec.text.color, spec.series.length > 1)}<c:dLblPos val="t"/>${show('Val')}</c:dLbls>`;
}

function lineSeries(spec: ChartSpec, index: number): string {
  const series = spec.series[index];
  if (!series) return '';
  return `<c:ser>${head(spec, index)}${lineProperties(series)}<c:marker>${lineMarker(spec, series.color)}</c:marker>${spec.lineLabels === true ? pointLabels(spec, index) : endLabel(spec, index)}${categoryReference(spec)}<c:val>${valueReference(spec, index)}</c:val><c:smooth val="0"/></c:ser>`;
}

function areaSeries(spec: ChartSpec, index: number): string {
  const series = spec.series[index];
  if (!series) return '';
  return `<c:ser>${head(spec, index)}${fillProperties(spec, series.color, series.outlined)}${categoryReference(spec)}<c:val>${valueReference(spec, index)}</c:val></c:ser>`;
}

function pointSeries(spec: ChartSpec, index: number): string {
  const series = spec.series[index];
  if (!series) return '';
  const marker = `<c:marker><c:symbol val="circle"/><c:size val="7"/><c:spPr>${solidFill(series.color)}<a:ln w="6350"><a:solidFill><a:srgbClr val="FFFFFF"/></a:solidFill></a:ln></c:spPr></c:marker>`;
  return `<c:ser>${head(spec, index)}<c:spPr><a:ln w="19050"><a:noFill/></a:ln></c:spPr>${marker}<c:xVal>${xReference(spec)}</c:xVal><c:yVal>${valueReference(spec, index)}</c:yVal><c:smooth val="0"/></c:ser>`;
}

/** Shares outside of a pie; within a ring, where Office offers no other place, in what is read on each slice. */
function sliceLabels(spec: ChartSpec): string {
  if (!spec.valueLabels) return '<c:dLbls><c:delete val="1"/></c:dLbls>';
  const format = '<c:numFmt formatCode="0%" sourceLinked="0"/><c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>';
  if (spec.kind === 'pie')
    return `<c:dLbls>${format}${textProperties(spec, spec.text.color)}<c:dLblPos val="outEnd"/>${show('Percent')}<c:showLeaderLines val="0"/></c:dLbls>`;
  const single = spec.sliceColors.flatMap((color, i) => {
    const ink = inkOn(color);
    return ink === 'FFFFFF' ? [] : [`<c:dLbl><c:idx val="${i}"/>${format}${textProperties(spec, ink, true)}${show('Percent')}</c:dLbl>`];
  });
  return `<c:dLbls>${single.join('')}${format}${textProperties(spec, 'FFFFFF', true)}${show('Percent')}<c:showLeaderLines val="0"/></c:dLbls>`;
}

function sliceSeries(spec: ChartSpec): string {
  const slices = spec.sliceColors
    .map((color, i) => `<c:dPt><c:idx val="${i}"/><c:bubble3D val="0"/><c:spPr>${solidFill(color)}${line('FFFFFF', 1.5)}</c:spPr></c:dPt>`)
    .join('');
  return `<c:ser>${head(spec, 0)}${slices}${sliceLabels(spec)}${categoryReference(spec)}<c:val>${valueReference(spec, 0)}</c:val></c:ser>`;
}

const axisIds = (secondary: boolean): string =>
  secondary
    ? `<c:axId val="${AXIS.secondaryCategory}"/><c:axId val="${AXIS.secondaryValue}"/>`
    : `<c:axId val="${AXIS.category}"/><c:axId val="${AXIS.value}"/>`;

const indexes = (spec: ChartSpec, form: ChartSpec['series'][number]['form'], secondary: boolean): number[] =>
  spec.series.flatMap((series, i) => (series.form === form && series.secondary === secondary ? [i] : []));

function barGroup(spec: ChartSpec, secondary: boolean): string {
  const found = indexes(spec, 'bar', secondary);
  if (found.length === 0) return '';
  const stacked = spec.kind === 'stacked';
  return `<c:barChart><c:barDir val="${spec.kind === 'bar' ? 'bar' : 'col'}"/><c:grouping val="${stacked ? 'stacked' : 'clustered'}"/><c:varyColors val="0"/>${found.map((i) => barSeries(spec, i)).join('')}<c:gapWidth val="${spec.gapPercent}"/><c:overlap val="${stacked ? 100 : 0}"/>${axisIds(secondary)}</c:barChart>`;
}

function lineGroup(spec: ChartSpec, secondary: boolean): string {
  const found = indexes(spec, 'line', secondary);
  if (found.length === 0) return '';
  return `<c:lineChart><c:grouping val="standard"/><c:varyColors val="0"/>${found.map((i) => lineSeries(spec, i)).join('')}<c:marker val="1"/>${axisIds(secondary)}</c:lineChart>`;
}

/** All series of the chart in their groups, in the order in which they are painted. */
export function groupsXml(spec: ChartSpec): string {
  switch (spec.kind) {
    case 'pie':
      return `<c:pieChart><c:varyColors val="1"/>${sliceSeries(spec)}<c:firstSliceAng val="0"/></c:pieChart>`;
    case 'doughnut':
      return `<c:doughnutChart><c:varyColors val="1"/>${sliceSeries(spec)}<c:firstSliceAng val="0"/><c:holeSize val="60"/></c:doughnutChart>`;
    case 'scatter':
      return `<c:scatterChart><c:scatterStyle val="lineMarker"/><c:varyColors val="0"/>${spec.series.map((_, i) => pointSeries(spec, i)).join('')}${axisIds(false)}</c:scatterChart>`;
    case 'area':
      return `<c:areaChart><c:grouping val="${spec.series.length > 1 ? 'stacked' : 'standard'}"/><c:varyColors val="0"/>${spec.series.map((_, i) => areaSeries(spec, i)).join('')}${axisIds(false)}</c:areaChart>`;
    case 'bar':
    case 'column':
    case 'stacked':
    case 'line':
    case 'combo':
      return barGroup(spec, false) + lineGroup(spec, false) + lineGroup(spec, true);
  }
}
