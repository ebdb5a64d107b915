/** Fills, lines and text of chart elements (DrawingML, ISO/IEC 29500-1 §20.1). */
import { escapeAttribute } from '../xml-text.ts';
import type { ChartSeries, ChartSpec } from '../chart.ts';

const EMU_PER_PT = 12_700;

export const solidFill = (color: string): string => `<a:solidFill><a:srgbClr val="${color}"/></a:solidFill>`;

export function line(color: string, widthPt: number, dashed = false): string {
  return `<a:ln w="${Math.round(widthPt * EMU_PER_PT)}" cap="rnd">${solidFill(color)}${dashed ? '<a:prstDash val="sysDash"/>' : ''}<a:round/></a:ln>`;
}

/** Light fills are outlined in text colour at 40 %. */
const outline = (spec: ChartSpec): string =>
  `<a:ln w="9525"><a:solidFill><a:srgbClr val="${spec.text.color}"><a:alpha val="40000"/></a:srgbClr></a:solidFill></a:ln>`;

export function fillProperties(spec: ChartSpec, color: string, outlined: boolean): string {
  return `<c:spPr>${solidFill(color)}${outlined ? outline(spec) : '<a:ln><a:noFill/></a:ln>'}</c:spPr>`;
}

export function lineProperties(series: ChartSeries): string {
  return `<c:spPr>${line(series.color, series.widthPt, series.dashed)}</c:spPr>`;
}

/** `c:txPr` with one size, colour and face. */
export function textProperties(spec: ChartSpec, color: string, bold = false): string {
  const { face, sizePt } = spec.text;
  return `<c:txPr><a:bodyPr/><a:lstStyle/><a:p><a:pPr><a:defRPr sz="${Math.round(sizePt * 100)}" b="${bold ? 1 : 0}">${solidFill(color)}<a:latin typeface="${escapeAttribute(face)}"/></a:defRPr></a:pPr><a:endParaRPr lang="${escapeAttribute(spec.lang)}"/></a:p></c:txPr>`;
}
