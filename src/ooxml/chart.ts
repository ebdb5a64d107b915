/**
 * DrawingML charts (ISO/IEC 29500-1 §21.2), the same part for Word, PowerPoint and Excel: every series with its
 * references into the workbook and the cached values, so that the chart is drawn without the workbook and edited with it.
 * Element order is the schema's; Office takes no other.
 */
import { xmlns } from './names.ts';
import { escapeAttribute, escapeText } from './xml-text.ts';
import { XML_DECLARATION } from './package-parts.ts';
import { axesXml } from './chart/axes.ts';
import { groupsXml } from './chart/groups.ts';
import { textProperties } from './chart/shapes.ts';

export interface ChartSeries {
  name: string;
  /** One per category; null leaves a gap. */
  values: (number | null)[];
  /** RRGGBB. */
  color: string;
  form: 'bar' | 'line' | 'area' | 'slices' | 'points';
  /** Light fills carry an outline, so that they are determined from the paper. */
  outlined: boolean;
  /** From the seventh on, colours come again with a dashed line. */
  dashed: boolean;
  widthPt: number;
  /** Has an axis of its own at the right. */
  secondary: boolean;
}

export interface ChartAxis {
  min: number;
  max: number;
  step: number;
  format: string;
}

export interface ChartSpec {
  kind: 'bar' | 'column' | 'stacked' | 'line' | 'area' | 'pie' | 'doughnut' | 'scatter' | 'combo';
  /** BCP 47. */
  lang: string;
  /** Read from the right: the first category is there, and the values' axis. */
  mirrored?: boolean;
  categories: string[];
  categoryLabel: string;
  /** Scatter only. */
  xs: number[];
  xAxis: ChartAxis | null;
  series: ChartSeries[];
  sliceColors: string[];
  axis: ChartAxis;
  secondaryAxis: ChartAxis | null;
  /** Number format of labels and cells. */
  format: string;
  secondaryFormat: string;
  /** Small line above the plot. */
  unitLine: string;
  valueLabels: boolean;
  endLabels: boolean;
  /** The only line has its first and its last figure in the place of its name. */
  endFigures?: boolean;
  legend: boolean;
  text: { face: string; sizePt: number; color: string; muted: string };
  grid: string | null;
  axisLine: string;
  /** Space between bars in percent of their width. */
  gapPercent: number;
  /** Colours of single bars, one per category. */
  pointColors?: string[];
  /** Figures at the points of lines. */
  lineLabels?: boolean;
  /** The axis of the values is not shown. */
  noAxis?: boolean;
  /** The plot itself, without its labels, as shares of the chart. */
  plot?: { x: number; y: number; w: number; h: number };
  /** Cells that hold the figures, where these are not in a workbook of the chart's own: formulas without `=`. */
  cells?: { categories: string | null; names: (string | null)[]; values: string[]; categoryFigures?: { values: number[]; format: string } };
}

const NAMESPACES = xmlns('c', 'a', 'r');

export const CHART_CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.drawingml.chart+xml';

function unitXml(spec: ChartSpec): string {
  if (spec.unitLine === '') return '<c:autoTitleDeleted val="1"/>';
  const { text } = spec;
  const run = `<a:rPr lang="${escapeAttribute(spec.lang)}" sz="${Math.round(text.sizePt * 100)}" b="0"><a:solidFill><a:srgbClr val="${text.muted}"/></a:solidFill><a:latin typeface="${escapeAttribute(text.face)}"/></a:rPr>`;
  return (
    `<c:title><c:tx><c:rich><a:bodyPr/><a:p><a:pPr algn="l"/><a:r>${run}<a:t>${escapeText(spec.unitLine)}</a:t></a:r></a:p></c:rich></c:tx>` +
    '<c:layout><c:manualLayout><c:xMode val="edge"/><c:yMode val="edge"/><c:x val="0"/><c:y val="0"/></c:manualLayout></c:layout><c:overlay val="0"/></c:title><c:autoTitleDeleted val="0"/>'
  );
}

function legendXml(spec: ChartSpec): string {
  if (!spec.legend) return '';
  const shares = spec.kind === 'pie' || spec.kind === 'doughnut';
  return `<c:legend><c:legendPos val="${shares ? (spec.mirrored === true ? 'l' : 'r') : 't'}"/><c:overlay val="0"/>${textProperties(spec, spec.text.color)}</c:legend>`;
}

const layoutXml = ({ plot }: ChartSpec): string =>
  plot === undefined
    ? '<c:layout/>'
    : `<c:layout><c:manualLayout><c:layoutTarget val="inner"/><c:xMode val="edge"/><c:yMode val="edge"/><c:x val="${plot.x}"/><c:y val="${plot.y}"/><c:w val="${plot.w}"/><c:h val="${plot.h}"/></c:manualLayout></c:layout>`;

/**
 * The chart part.
 * @param workbookRelationship id of the relationship from this part to its workbook; absent in a workbook, where the cells are the host's own
 */
export function writeChart(spec: ChartSpec, workbookRelationship?: string): string {
  const external =
    workbookRelationship === undefined
      ? ''
      : `<c:externalData r:id="${escapeAttribute(workbookRelationship)}"><c:autoUpdate val="0"/></c:externalData>`;
  return (
    `${XML_DECLARATION}<c:chartSpace ${NAMESPACES}><c:date1904 val="0"/><c:lang val="${escapeAttribute(spec.lang)}"/><c:roundedCorners val="0"/>` +
    `<c:chart>${unitXml(spec)}<c:plotArea>${layoutXml(spec)}${groupsXml(spec)}${axesXml(spec)}<c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr></c:plotArea>${legendXml(spec)}` +
    '<c:plotVisOnly val="1"/><c:dispBlanksAs val="gap"/></c:chart><c:spPr><a:noFill/><a:ln><a:noFill/></a:ln></c:spPr>' +
    `${textProperties(spec, spec.text.color)}${external}</c:chartSpace>`
  );
}
