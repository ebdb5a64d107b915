/** Axes: horizontal grid lines only, no frame; the value axis is hidden where the values themselves are written. */
import { escapeAttribute, escapeText } from '../xml-text.ts';
import type { ChartAxis, ChartSpec } from '../chart.ts';
import { line, solidFill, textProperties } from './shapes.ts';

/** Ids within one chart part. */
export const AXIS = { category: 111_111_111, value: 222_222_222, secondaryCategory: 333_333_333, secondaryValue: 444_444_444 } as const;

const NO_LINE = '<c:spPr><a:ln><a:noFill/></a:ln></c:spPr>';
const TICKS = '<c:majorTickMark val="none"/><c:minorTickMark val="none"/>';

const scaling = (axis: ChartAxis | null, reversed = false): string =>
  `<c:scaling><c:orientation val="${reversed ? 'maxMin' : 'minMax'}"/>${axis === null ? '' : `<c:max val="${axis.max}"/><c:min val="${axis.min}"/>`}</c:scaling>`;

const gridLines = ({ grid }: ChartSpec): string =>
  grid === null ? '' : `<c:majorGridlines><c:spPr>${line(grid, 0.75)}</c:spPr></c:majorGridlines>`;

interface ValueAxis {
  id: number;
  crosses: number;
  axis: ChartAxis;
  position: 'l' | 'b' | 'r';
  grid: boolean;
  deleted: boolean;
  crossing: 'autoZero' | 'min' | 'max';
  between: 'between' | 'midCat';
  /** What it measures, where nothing else says it. */
  title?: string;
}

function axisTitle(spec: ChartSpec, title: string, upright: boolean): string {
  if (title === '') return '';
  const { face, sizePt, muted } = spec.text;
  const format = `sz="${Math.round(sizePt * 100)}" b="0"`;
  return (
    `<c:title><c:tx><c:rich><a:bodyPr${upright ? ' rot="-5400000" vert="horz"' : ''}/><a:p><a:pPr><a:defRPr ${format}/></a:pPr><a:r><a:rPr lang="${escapeAttribute(spec.lang)}" ${format}>${solidFill(muted)}<a:latin typeface="${escapeAttribute(face)}"/></a:rPr>` +
    `<a:t>${escapeText(title)}</a:t></a:r></a:p></c:rich></c:tx><c:overlay val="0"/></c:title>`
  );
}

function valueAxis(spec: ChartSpec, { id, crosses, axis, position, grid, deleted, crossing, between, title = '' }: ValueAxis): string {
  return (
    `<c:valAx><c:axId val="${id}"/>${scaling(axis, spec.mirrored === true && spec.kind === 'bar')}<c:delete val="${deleted ? 1 : 0}"/><c:axPos val="${position}"/>${grid ? gridLines(spec) : ''}${axisTitle(spec, title, position !== 'b')}` +
    `<c:numFmt formatCode="${escapeAttribute(axis.format)}" sourceLinked="0"/>${TICKS}<c:tickLblPos val="nextTo"/>${NO_LINE}${textProperties(spec, spec.text.muted)}` +
    `<c:crossAx val="${crosses}"/><c:crosses val="${crossing}"/><c:crossBetween val="${between}"/><c:majorUnit val="${axis.step}"/></c:valAx>`
  );
}

function categoryAxis(spec: ChartSpec, id: number, crosses: number, deleted: boolean): string {
  const horizontal = spec.kind === 'bar';
  const mirrored = spec.mirrored === true;
  // categories of horizontal bars read from the top
  return (
    `<c:catAx><c:axId val="${id}"/>${scaling(null, horizontal || mirrored)}<c:delete val="${deleted ? 1 : 0}"/><c:axPos val="${horizontal ? (mirrored ? 'r' : 'l') : 'b'}"/>` +
    `<c:numFmt formatCode="${escapeAttribute(spec.cells?.categoryFigures?.format ?? 'General')}" sourceLinked="${spec.cells === undefined ? 0 : 1}"/>${TICKS}<c:tickLblPos val="low"/><c:spPr>${line(spec.axisLine, 0.75)}</c:spPr>${textProperties(spec, spec.text.color)}` +
    `<c:crossAx val="${crosses}"/><c:crosses val="autoZero"/><c:auto val="1"/><c:lblAlgn val="ctr"/><c:lblOffset val="100"/><c:noMultiLvlLbl val="1"/></c:catAx>`
  );
}

/** Empty for pies and doughnuts. */
export function axesXml(spec: ChartSpec): string {
  if (spec.kind === 'pie' || spec.kind === 'doughnut') return '';
  const between = spec.kind === 'line' || spec.kind === 'area' ? 'midCat' : 'between';
  const value: ValueAxis = {
    id: AXIS.value,
    crosses: AXIS.category,
    axis: spec.axis,
    position: spec.kind === 'bar' ? 'b' : spec.mirrored === true ? 'r' : 'l',
    grid: !spec.valueLabels,
    deleted: spec.valueLabels || spec.noAxis === true,
    crossing: 'autoZero',
    between,
  };
  if (spec.kind === 'scatter' && spec.xAxis) {
    const x: ValueAxis = {
      id: AXIS.category,
      crosses: AXIS.value,
      axis: spec.xAxis,
      position: 'b',
      grid: false,
      deleted: false,
      crossing: 'min',
      between: 'midCat',
      title: spec.categoryLabel,
    };
    const title = spec.series.length === 1 ? (spec.series[0]?.name ?? '') : '';
    return valueAxis(spec, x) + valueAxis(spec, { ...value, crossing: 'min', between: 'midCat', title });
  }
  const first = categoryAxis(spec, AXIS.category, AXIS.value, false) + valueAxis(spec, value);
  if (spec.secondaryAxis === null) return first;
  const second: ValueAxis = {
    id: AXIS.secondaryValue,
    crosses: AXIS.secondaryCategory,
    axis: spec.secondaryAxis,
    position: spec.mirrored === true ? 'l' : 'r',
    grid: false,
    deleted: false,
    crossing: 'max',
    between: 'between',
  };
  return first + valueAxis(spec, second) + categoryAxis(spec, AXIS.secondaryCategory, AXIS.secondaryValue, true);
}
