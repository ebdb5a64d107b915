/** A drawing as native shapes of a slide (ISO/IEC 29500-1 §19.3.1): text in its shape, groups, connectors, tables, charts. */
import { DECORATIVE, DRAWINGML } from '../../../ooxml/names.ts';
import {
  flatItems,
  isCell,
  type DrawnPlace,
  type DrawnChart,
  type DrawnGroup,
  type DrawnItem,
  type RenderedLine,
  type DrawnPicture,
  type DrawnShape,
  type DrawnTable,
} from '../../../canvas/drawing.ts';
import type { Asset } from '../../../document/document.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import type { ChartSpec } from '../../../ooxml/chart.ts';
import {
  arrowsXml,
  connectorXml,
  emuOfPx,
  freeLine,
  geometryXml,
  offsetXml,
  paintXml,
  separateText,
  shadowXml,
  siteNumber,
  strokeXml,
  textFrame,
  themeColors,
  type ColorXml,
} from '../../drawing/drawing-ml.ts';
import type { DeckTheme } from '../deck-theme.ts';
import { relate } from '../../docx/relationships.ts';
import { SLIDE } from '../plan/layouts/frame.ts';
import { drawnParagraphs } from './drawn-text.ts';
import type { TextContext } from './text.ts';

const ALT_CHARS_MAX = 1_000;

export interface DrawingWriting {
  context: TextContext;
  next: () => number;
  /** Part name of a picture, relative to the slide, and of a chart. */
  mediaOf(asset: Asset): string;
  addChart(spec: ChartSpec): string;
  assets: ReadonlyMap<string, Asset>;
  /** The figures of each chart, by the id of its element. */
  charts: ReadonlyMap<string, { spec: ChartSpec; alt: string }>;
}

interface Drafting extends DrawingWriting {
  write: ColorXml;
  /** Two elements may carry one id: shapes have numbers of their own. */
  ids: ReadonlyMap<DrawnItem, number>;
  /** By the id of the element, for connectors. */
  shapes: ReadonlyMap<string, DrawnShape>;
}

const descriptionXml = (alt: string | undefined): string =>
  alt === undefined || alt === '' ? '' : ` descr="${escapeAttribute(alt.slice(0, ALT_CHARS_MAX).toWellFormed())}"`;

/** Colours of the theme by their value: what equals one is written as it, so that the slide follows when the theme changes. */
function deckColors(theme: DeckTheme): ColorXml {
  const accents = (['accent1', 'accent2', 'accent3', 'accent4', 'accent5', 'accent6'] as const).map((slot): [string, string] => [
    theme.slots[slot],
    slot,
  ]);
  const { map, slots } = theme;
  return themeColors(
    new Map([...accents.toReversed(), [slots[map.bg2], 'bg2'], [slots[map.tx2], 'tx2'], [slots[map.bg1], 'bg1'], [slots[map.tx1], 'tx1']]),
  );
}

const name = (item: DrawnItem, id: number): string => {
  const kind = { shape: 'Shape', picture: 'Picture', line: 'Connector', chart: 'Chart', table: 'Table', group: 'Group' }[item.kind];
  const own = /^e\d+(?:-|$)/.test(item.id) ? '' : `: ${item.id}`;
  return escapeAttribute(`${item.kind === 'shape' && item.text ? (item.heading === 1 ? 'Title' : 'Text') : kind} ${id}${own}`);
};

function bodyXml(shape: DrawnShape, { context, write }: Drafting): string {
  if (shape.text === undefined)
    return `<p:txBody><a:bodyPr rtlCol="0" anchor="ctr"/><a:lstStyle/><a:p><a:endParaRPr lang="${escapeAttribute(context.lang)}"/></a:p></p:txBody>`;
  const { attributes, paragraphs } = textFrame(shape, shape.text);
  return `<p:txBody><a:bodyPr ${attributes} rtlCol="0"><a:noAutofit/></a:bodyPr><a:lstStyle/>${drawnParagraphs(paragraphs, shape.opacity, write, context)}</p:txBody>`;
}

function shapeXml(shape: DrawnShape, drafting: Drafting, ends = ''): string {
  const id = drafting.ids.get(shape) ?? drafting.next();
  const isTitle = shape.heading === 1 && shape.text !== undefined;
  const decorative = shape.text === undefined && (shape.alt === undefined || shape.alt === '') ? DECORATIVE : '';
  const link =
    shape.link !== undefined && /^https?:\/\/[^\s<>"]{1,2000}$/i.test(shape.link)
      ? `<a:hlinkClick r:id="${relate(drafting.context.relationships, 'hyperlink', shape.link, true)}"/>`
      : '';
  const kind = isTitle
    ? '<p:cNvSpPr><a:spLocks noGrp="1"/></p:cNvSpPr><p:nvPr><p:ph type="title"/></p:nvPr>'
    : `<p:cNvSpPr${shape.text && shape.paint === undefined && shape.stroke === undefined ? ' txBox="1"' : ''}/><p:nvPr/>`;
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="${name(shape, id)}"${descriptionXml(shape.alt)}>${link}${decorative}</p:cNvPr>${kind}</p:nvSpPr>` +
    `<p:spPr>${offsetXml(shape.rect)}${geometryXml(shape.form, shape.rect)}${paintXml(shape.paint, shape.opacity, drafting.write)}${strokeXml(shape.stroke, shape.opacity, drafting.write, ends)}${shadowXml(shape, drafting.write)}</p:spPr>${bodyXml(shape, drafting)}</p:sp>`
  );
}

function pictureXml(picture: DrawnPicture, drafting: Drafting): string {
  const asset = drafting.assets.get(picture.asset);
  if (asset === undefined) return '';
  const id = drafting.ids.get(picture) ?? drafting.next();
  const { left, top, right, bottom } = picture.crop;
  const share = (value: number): number => Math.round(value * 100_000);
  const crop =
    left + top + right + bottom === 0 ? '' : `<a:srcRect l="${share(left)}" t="${share(top)}" r="${share(right)}" b="${share(bottom)}"/>`;
  const alpha = picture.opacity < 0.999 ? `<a:alphaModFix amt="${share(picture.opacity)}"/>` : '';
  return (
    `<p:pic><p:nvPicPr><p:cNvPr id="${id}" name="${name(picture, id)}"${descriptionXml(picture.alt)}>${picture.alt === '' ? DECORATIVE : ''}</p:cNvPr><p:cNvPicPr><a:picLocks noChangeAspect="1"/></p:cNvPicPr><p:nvPr/></p:nvPicPr>` +
    `<p:blipFill><a:blip r:embed="${relate(drafting.context.relationships, 'image', drafting.mediaOf(asset))}">${alpha}</a:blip>${crop}<a:stretch><a:fillRect/></a:stretch></p:blipFill><p:spPr>${offsetXml(picture.rect)}${geometryXml(picture.form, picture.rect)}</p:spPr></p:pic>`
  );
}

function lineXml(line: RenderedLine, drafting: Drafting): string {
  const free = freeLine(line);
  if (free) return shapeXml(free, drafting, arrowsXml(line));
  const id = drafting.ids.get(line) ?? drafting.next();
  const end = (tag: string, at: RenderedLine['from']): string => {
    const shape = at && drafting.shapes.get(at.id);
    const site = shape && at && siteNumber(shape, at.side);
    const target = shape && drafting.ids.get(shape);
    return site === undefined || target === undefined ? '' : `<a:${tag} id="${target}" idx="${site}"/>`;
  };
  const { transform, geometry } = connectorXml(line);
  return (
    `<p:cxnSp><p:nvCxnSpPr><p:cNvPr id="${id}" name="${name(line, id)}">${DECORATIVE}</p:cNvPr><p:cNvCxnSpPr>${end('stCxn', line.from)}${end('endCxn', line.to)}</p:cNvCxnSpPr><p:nvPr/></p:nvCxnSpPr>` +
    `<p:spPr>${transform}${geometry}${strokeXml(line.stroke, line.opacity, drafting.write, arrowsXml(line))}</p:spPr></p:cxnSp>`
  );
}

const frameXml = (item: DrawnChart | DrawnTable, id: number, alt: string, uri: string, graphic: string): string =>
  `<p:graphicFrame><p:nvGraphicFramePr><p:cNvPr id="${id}" name="${name(item, id)}"${descriptionXml(alt)}/><p:cNvGraphicFramePr><a:graphicFrameLocks noGrp="1"/></p:cNvGraphicFramePr><p:nvPr/></p:nvGraphicFramePr>` +
  `${offsetXml(item.rect, 'p:xfrm')}<a:graphic><a:graphicData uri="${DRAWINGML}/${uri}">${graphic}</a:graphicData></a:graphic></p:graphicFrame>`;

function chartXml(item: DrawnChart, drafting: Drafting): string {
  const chart = drafting.charts.get(item.id);
  if (chart === undefined) return '';
  const id = drafting.ids.get(item) ?? drafting.next();
  const relation = relate(drafting.context.relationships, 'chart', `../${drafting.addChart(chart.spec)}`);
  return frameXml(item, id, chart.alt, 'chart', `<c:chart xmlns:c="${DRAWINGML}/chart" r:id="${relation}"/>`);
}

const EDGES = ['T', 'R', 'B', 'L'] as const;

const emptyCellXml = (merge: string): string => `<a:tc ${merge}><a:txBody><a:bodyPr/><a:lstStyle/><a:p/></a:txBody><a:tcPr/></a:tc>`;

/** A place that another cell covers: from its left, from above, or both. */
function coveredXml(cells: readonly DrawnPlace[], column: number): string {
  const cell = cells[column];
  if (typeof cell === 'object' && !isCell(cell)) return emptyCellXml(`${cell.below > 1 ? `gridSpan="${cell.below}" ` : ''}vMerge="1"`);
  const owner = cells.slice(0, column).findLast((before) => before !== 'covered');
  if (typeof owner !== 'object') return emptyCellXml('hMerge="1"');
  if (!isCell(owner)) return emptyCellXml('hMerge="1" vMerge="1"');
  return emptyCellXml(`${owner.rowspan > 1 ? `rowSpan="${owner.rowspan}" ` : ''}hMerge="1"`);
}

function cellXml(cells: readonly DrawnPlace[], column: number, item: DrawnTable, drafting: Drafting): string {
  const cell = cells[column];
  if (cell === undefined || !isCell(cell)) return coveredXml(cells, column);
  const [top, right, bottom, left] = cell.padding.map(emuOfPx);
  const line = (at: number): string => {
    const side = cell.borders[at];
    return strokeXml(side, item.opacity, drafting.write)
      .replace('<a:ln>', `<a:ln${EDGES[at]}>`)
      .replace('<a:ln ', `<a:ln${EDGES[at]} `)
      .replace('</a:ln>', `</a:ln${EDGES[at]}>`);
  };
  const fill = cell.paint === undefined ? '<a:noFill/>' : paintXml({ kind: 'solid', color: cell.paint }, item.opacity, drafting.write);
  return (
    `<a:tc${cell.rowspan > 1 ? ` rowSpan="${cell.rowspan}"` : ''}${cell.colspan > 1 ? ` gridSpan="${cell.colspan}"` : ''}><a:txBody><a:bodyPr/><a:lstStyle/>${drawnParagraphs(cell.text.paragraphs, item.opacity, drafting.write, drafting.context)}</a:txBody>` +
    `<a:tcPr marL="${left}" marR="${right}" marT="${top}" marB="${bottom}" anchor="ctr">${line(3)}${line(1)}${line(0)}${line(2)}${fill}</a:tcPr></a:tc>`
  );
}

function tableXml(item: DrawnTable, drafting: Drafting): string {
  const id = drafting.ids.get(item) ?? drafting.next();
  const header = item.rows[0]?.cells.every((cell) => !isCell(cell) || cell.header) === true;
  const rows = item.rows.map(
    ({ height, cells }) =>
      `<a:tr h="${emuOfPx(height)}">${cells.map((_, column) => cellXml(cells, column, item, drafting)).join('')}</a:tr>`,
  );
  const columns = item.columns.map((width) => `<a:gridCol w="${emuOfPx(width)}"/>`);
  return frameXml(
    item,
    id,
    '',
    'table',
    `<a:tbl><a:tblPr${header ? ' firstRow="1"' : ''}/><a:tblGrid>${columns.join('')}</a:tblGrid>${rows.join('')}</a:tbl>`,
  );
}

function groupXml(group: DrawnGroup, drafting: Drafting): string {
  const id = drafting.next();
  const { rect } = group;
  const child = `<a:chOff x="${emuOfPx(rect.x)}" y="${emuOfPx(rect.y)}"/><a:chExt cx="${emuOfPx(rect.w)}" cy="${emuOfPx(rect.h)}"/></a:xfrm>`;
  return `<p:grpSp><p:nvGrpSpPr><p:cNvPr id="${id}" name="${name(group, id)}"/><p:cNvGrpSpPr/><p:nvPr/></p:nvGrpSpPr><p:grpSpPr>${offsetXml(rect).replace('</a:xfrm>', child)}</p:grpSpPr>${group.items.map((item) => itemXml(item, drafting)).join('')}</p:grpSp>`;
}

function itemXml(item: DrawnItem, drafting: Drafting): string {
  switch (item.kind) {
    case 'shape':
      return shapeXml(item, drafting);
    case 'picture':
      return pictureXml(item, drafting);
    case 'line':
      return lineXml(item, drafting);
    case 'chart':
      return chartXml(item, drafting);
    case 'table':
      return tableXml(item, drafting);
    case 'group':
      return groupXml(item, drafting);
  }
}

const PX_PER_INCH = 96;
const EDGE = 1;

/** What fills the whole slide is its background: the first shape, where it has no text and no more than a paint. */
export function backgroundOf(items: readonly DrawnItem[]): { background: DrawnShape | undefined; items: readonly DrawnItem[] } {
  const [first, ...rest] = items;
  if (first?.kind !== 'shape' || first.paint === undefined || first.paint.kind === 'picture') return { background: undefined, items };
  const plain = first.text === undefined && first.stroke === undefined && first.form.kind === 'rect' && first.opacity === 1;
  const { x, y, w, h } = first.rect;
  const whole = x <= EDGE && y <= EDGE && x + w >= SLIDE.w * PX_PER_INCH - EDGE && y + h >= SLIDE.h * PX_PER_INCH - EDGE;
  return plain && whole ? { background: first, items: rest } : { background: undefined, items };
}

export const backgroundXml = (shape: DrawnShape | undefined, theme: DeckTheme): string =>
  shape === undefined ? '' : `<p:bg><p:bgPr>${paintXml(shape.paint, 1, deckColors(theme))}<a:effectLst/></p:bgPr></p:bg>`;

/** The shapes in order. Ids are given first, since connectors may come before what they connect. */
export function drawingXml(given: readonly DrawnItem[], writing: DrawingWriting): string {
  const items = separateText(given);
  const flat = [...flatItems(items)];
  const shapes = new Map(flat.flatMap((item): [string, DrawnShape][] => (item.kind === 'shape' ? [[item.id, item]] : [])));
  const ids = new Map<DrawnItem, number>(flat.map((item) => [item, writing.next()]));
  const drafting: Drafting = { ...writing, write: deckColors(writing.context.theme), ids, shapes };
  return items.map((item) => itemXml(item, drafting)).join('');
}
