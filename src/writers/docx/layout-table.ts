/** Tables as XML, for figures and for layout. Element order: ECMA-376-1 §17.4.59 (table), §17.4.69 (cell). */
import type { Draft } from './draft.ts';

export interface CellInput {
  widthDxa: number;
  /** Paragraphs and tables; the last is a paragraph. */
  content: string;
  span?: number;
  vMerge?: 'restart' | 'continue' | undefined;
  /** Whole `w:tcBorders`. */
  bordersXml?: string;
  /** Whole `w:shd`. */
  shadingXml?: string;
  /** Whole `w:tcMar`. */
  marginsXml?: string;
  align?: 'top' | 'center' | 'bottom';
}

export interface RowInput {
  cells: readonly string[];
  header?: boolean;
  cantSplit?: boolean;
  height?: { dxa: number; rule: 'exact' | 'atLeast' };
}

export function cellXml({ widthDxa, content, span, vMerge, bordersXml, shadingXml, marginsXml, align }: CellInput): string {
  return [
    `<w:tc><w:tcPr><w:tcW w:w="${widthDxa}" w:type="dxa"/>`,
    span === undefined || span < 2 ? '' : `<w:gridSpan w:val="${span}"/>`,
    vMerge === undefined ? '' : vMerge === 'restart' ? '<w:vMerge w:val="restart"/>' : '<w:vMerge/>',
    bordersXml ?? '',
    shadingXml ?? '',
    marginsXml ?? '',
    align === undefined ? '' : `<w:vAlign w:val="${align}"/>`,
    `</w:tcPr>${content}</w:tc>`,
  ].join('');
}

export function rowXml({ cells, header, cantSplit, height }: RowInput): string {
  const properties = [
    cantSplit === true ? '<w:cantSplit/>' : '',
    height === undefined ? '' : `<w:trHeight w:val="${height.dxa}" w:hRule="${height.rule}"/>`,
    header === true ? '<w:tblHeader/>' : '',
  ].join('');
  return `<w:tr>${properties === '' ? '' : `<w:trPr>${properties}</w:trPr>`}${cells.join('')}</w:tr>`;
}

export interface TableInput {
  widths: readonly number[];
  rows: readonly string[];
  style?: string;
  indentDxa?: number;
  bordersXml?: string;
  /** Which conditional formats of the style hold. */
  firstRow?: boolean;
  lastRow?: boolean;
  bands?: boolean;
  /** Room inside the cells, left and right; the style's where absent. */
  sideDxa?: number;
}

/** A table of fixed widths; what follows it must be a paragraph, or Word joins it with the next table. */
export function tableXml(draft: Draft, input: TableInput): string {
  const { widths, rows, style, indentDxa = 0, bordersXml, firstRow = false, lastRow = false, bands = false, sideDxa } = input;
  const total = widths.reduce((sum, width) => sum + width, 0);
  const flag = (on: boolean): string => (on ? '1' : '0');
  const side =
    sideDxa === undefined
      ? ''
      : `<w:tblCellMar><w:left w:w="${sideDxa}" w:type="dxa"/><w:right w:w="${sideDxa}" w:type="dxa"/></w:tblCellMar>`;
  const value = (0x0400 | (firstRow ? 0x20 : 0) | (lastRow ? 0x40 : 0) | (bands ? 0 : 0x200)).toString(16).toUpperCase().padStart(4, '0');
  return [
    `<w:tbl><w:tblPr><w:tblStyle w:val="${style ?? 'TableNormal'}"/>`,
    draft.rightToLeft ? '<w:bidiVisual/>' : '',
    `<w:tblW w:w="${total}" w:type="dxa"/><w:tblInd w:w="${indentDxa}" w:type="dxa"/>`,
    bordersXml ?? '',
    `<w:tblLayout w:type="fixed"/>${side}`,
    `<w:tblLook w:val="${value}" w:firstRow="${flag(firstRow)}" w:lastRow="${flag(lastRow)}" w:firstColumn="0" w:lastColumn="0" w:noHBand="${flag(!bands)}" w:noVBand="1"/>`,
    '</w:tblPr>',
    `<w:tblGrid>${widths.map((width) => `<w:gridCol w:w="${width}"/>`).join('')}</w:tblGrid>`,
    ...rows,
    '</w:tbl>',
  ].join('');
}

/** Equal columns with gaps between; widths alternate column, gap, column. */
export function gappedWidths(count: number, totalDxa: number, gapDxa: number, ratio?: readonly number[]): number[] {
  const shares = Array.from({ length: count }, (_, at) => ratio?.[at] ?? 1);
  const sum = shares.reduce((all, share) => all + share, 0);
  const free = Math.max(count * 200, totalDxa - gapDxa * (count - 1));
  return shares.flatMap((share, at) => [...(at === 0 ? [] : [gapDxa]), Math.max(100, Math.floor((free * share) / sum))]);
}
