/** Charts and pictures of a sheet: a drawing part with a frame for each, and the chart parts (ECMA-376-1 §20.5). */
import { C, xmlns } from '../../ooxml/names.ts';
import { languageAt } from '../../document/section-languages.ts';
import type { Chart } from '../../document/block.ts';
import { CHART_CONTENT_TYPE, writeChart } from '../../ooxml/chart.ts';
import { XML_DECLARATION } from '../../ooxml/package-parts.ts';
import { escapeAttribute } from '../../ooxml/xml-text.ts';
import { describeChart, planChart } from '../chart-plan.ts';
import { toChartSpec } from '../chart-spec.ts';
import { newRelationships, relate, type Relationships } from '../docx/relationships.ts';
import { valueOf } from './settle-formats.ts';
import { localFormat } from './number-formats.ts';
import { fixedName, quoteSheet } from './formula/write.ts';
import { warn } from './flow-context.ts';
import { bodyTop, type ChartPlace, type SheetPlan, type WorkbookPlan } from './plan.ts';

const NAMESPACES = xmlns('xdr', 'a', 'r');
const DRAWING_CONTENT_TYPE = 'application/vnd.openxmlformats-officedocument.drawing+xml';
const EMU_PER_PT = 12_700;

export interface DrawnPart {
  name: string;
  data: string | Uint8Array;
  contentType?: string;
  relationships?: Relationships;
}

/** Counts through the workbook. */
export interface DrawingCounts {
  charts: number;
  pictures: number;
}

/** The drawing of a sheet and what it refers to; none where nothing is drawn. */
export function drawingParts(sheet: SheetPlan, index: number, book: WorkbookPlan, counts: DrawingCounts): DrawnPart[] {
  if (sheet.charts.length === 0 && sheet.pictures.length === 0) return [];
  const relationships = newRelationships();
  const parts: DrawnPart[] = [];
  const { scale } = book.look;
  let id = 1;
  const frames = sheet.charts.map((place) => {
    const number = ++counts.charts;
    parts.push({ name: `xl/charts/chart${number}.xml`, data: chartXml(place, book), contentType: CHART_CONTENT_TYPE });
    return anchor(
      place,
      scale,
      chartFrame(
        ++id,
        describeChart(place.chart, languageAt(book.document, place.chart.id)),
        relate(relationships, 'chart', `../charts/chart${number}.xml`),
      ),
    );
  });
  const pictures = sheet.pictures.map((place) => {
    const extension = place.asset.contentType === 'image/png' ? 'png' : 'jpeg';
    const file = `image${++counts.pictures}.${extension}`;
    parts.push({ name: `xl/media/${file}`, data: place.asset.data });
    return anchor(
      place,
      scale,
      pictureFrame({
        id: ++id,
        alt: place.alt,
        relationship: relate(relationships, 'image', `../media/${file}`),
        cx: emu(place.widthPt * scale),
        cy: emu(place.heightPt * scale),
      }),
    );
  });
  const data = `${XML_DECLARATION}<xdr:wsDr ${NAMESPACES}>${frames.join('')}${pictures.join('')}</xdr:wsDr>`;
  return [{ name: `xl/drawings/drawing${index + 1}.xml`, data, contentType: DRAWING_CONTENT_TYPE, relationships }, ...parts];
}

const emu = (pt: number): number => Math.round(pt * EMU_PER_PT);

function anchor(
  { row, column, widthPt, heightPt }: { row: number; column: number; widthPt: number; heightPt: number },
  scale: number,
  frame: string,
): string {
  return `<xdr:oneCellAnchor><xdr:from><xdr:col>${column}</xdr:col><xdr:colOff>0</xdr:colOff><xdr:row>${row}</xdr:row><xdr:rowOff>0</xdr:rowOff></xdr:from><xdr:ext cx="${emu(widthPt * scale)}" cy="${emu(heightPt * scale)}"/>${frame}<xdr:clientData/></xdr:oneCellAnchor>`;
}

function chartFrame(id: number, alt: string, relationship: string): string {
  return (
    `<xdr:graphicFrame macro=""><xdr:nvGraphicFramePr><xdr:cNvPr id="${id}" name="Chart ${id}" descr="${escapeAttribute(alt)}"/><xdr:cNvGraphicFramePr/></xdr:nvGraphicFramePr><xdr:xfrm><a:off x="0" y="0"/><a:ext cx="0" cy="0"/></xdr:xfrm>` +
    `<a:graphic><a:graphicData uri="${C}"><c:chart xmlns:c="${C}" r:id="${relationship}"/></a:graphicData></a:graphic></xdr:graphicFrame>`
  );
}

function pictureFrame({
  id,
  alt,
  relationship,
  cx,
  cy,
}: {
  id: number;
  alt: string;
  relationship: string;
  cx: number;
  cy: number;
}): string {
  return (
    `<xdr:pic><xdr:nvPicPr><xdr:cNvPr id="${id}" name="Picture ${id}" descr="${escapeAttribute(alt)}"/><xdr:cNvPicPr><a:picLocks noChangeAspect="1"/></xdr:cNvPicPr></xdr:nvPicPr>` +
    `<xdr:blipFill><a:blip r:embed="${relationship}"/><a:stretch><a:fillRect/></a:stretch></xdr:blipFill><xdr:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${cx}" cy="${cy}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom></xdr:spPr></xdr:pic>`
  );
}

/** The chart with its figures as they are calculated, drawn from the cells of its table. */
function chartXml(place: ChartPlace, book: WorkbookPlan): string {
  const table = book.tables[place.table];
  if (!table) throw new Error('a chart without its table');
  const { lang } = book.document;
  const figures = (at: number): (number | null)[] =>
    (table.columns[at]?.cells ?? []).map((content) => {
      const value = valueOf(content);
      return typeof value === 'number' ? value : null;
    });
  const percents = place.series.every((at) => table.columns[at]?.format.includes('%'));
  const chart: Chart = {
    ...place.chart,
    series: place.chart.series.map((series, i) => ({ ...series, values: figures(place.series[i] ?? 0) })),
  };
  const { plan, notes } = planChart(chart, book.look, lang);
  for (const note of notes) warn({ book }, note);
  const first = bodyTop(table);
  const sheetName = quoteSheet(book.sheets[table.sheet]?.name ?? '');
  const column = (at: number): string =>
    `${sheetName}!${fixedName(first, table.left + at)}:${fixedName(first + table.rowCount - 1, table.left + at)}`;
  const spec = toChartSpec(plan, book.look);
  const named = table.columns[place.category];
  const serials = figures(place.category);
  // dates under an axis are figures with a format: as texts they would be drawn as day numbers
  const categoryFigures =
    named && serials.length > 0 && serials.every((value) => value !== null) && /[dmy]/.test(named.format)
      ? { categoryFigures: { values: serials, format: named.format } }
      : {};
  const local = (format: string): string => localFormat(format, lang);
  const shares = percents ? { format: '0%', unitLine: '' } : { format: local(spec.format), secondaryFormat: local(spec.secondaryFormat) };
  const axes = {
    axis: { ...spec.axis, format: percents ? '0%' : local(spec.axis.format) },
    secondaryAxis: spec.secondaryAxis && { ...spec.secondaryAxis, format: local(spec.secondaryAxis.format) },
  };
  return writeChart({
    ...spec,
    ...shares,
    ...axes,
    cells: {
      categories: column(place.category),
      ...categoryFigures,
      names: place.series.map((at) => `${sheetName}!${fixedName(first - 1, table.left + at)}`),
      values: place.series.map(column),
    },
  });
}
