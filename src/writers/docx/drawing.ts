/**
 * A canvas as a group of DrawingML shapes (MS-ODRAWXML §2.2): in the line of the text, or over a whole page. Charts and
 * tables stay Word's own, each anchored at its place beside the group.
 */
import { C, DECORATIVE, WPG, WPS } from '../../ooxml/names.ts';
import { lineHeight } from '../../base/text-metrics.ts';
import { extentOf, spared } from './spare-room.ts';
import { clipDrawing } from '../../canvas/clip-drawing.ts';
import { boundsOf, isCell } from '../../canvas/drawing.ts';
import type {
  Drawing,
  DrawnCell,
  DrawnChart,
  DrawnGroup,
  DrawnItem,
  RenderedLine,
  DrawnParagraph,
  DrawnPicture,
  DrawnRun,
  DrawnShape,
  DrawnTable,
  Rect,
  TextBody,
} from '../../canvas/drawing.ts';
import type { Canvas, Code } from '../../document/block.ts';
import { canvasTexts } from '../../document/canvas.ts';
import { escapeAttribute } from '../../ooxml/xml-text.ts';
import { describeChart } from '../chart-plan.ts';
import { canvasChartSpec } from '../drawing/canvas-chart.ts';
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
  strokeXml,
  textFrame,
  themeColors,
  type ColorXml,
} from '../drawing/drawing-ml.ts';
import { drawOnPage, pageDiagram, PX_PER_PT } from '../page-canvas.ts';
import { addChartParts } from './chart.ts';
import { writeCode } from './code.ts';
import { colorXml } from './colors.ts';
import { note, roomDxa, type Draft, type Place } from './draft.ts';
import { dxaOfPt } from './measures.ts';
import { indented, paragraph } from './paragraph.ts';
import { drawingProperties, mediaPart } from './picture.ts';
import { relate } from './relationships.ts';
import { checked, textXml } from './runs.ts';

const DXA_PER_PT = 20;
const PX_PER_CM = 96 / 2.54;
const dxa = (px: number): number => dxaOfPt(px / PX_PER_PT);
/** As Word counts them; LibreOffice puts smaller ones in the order that it likes. */
const ORDER_FIRST = 251_658_240;

interface Writing {
  draft: Draft;
  write: ColorXml;
  /** Where the drawing begins on the page, for what is anchored beside it. */
  whole: boolean;
}

const COLOR_NAMES: Readonly<Record<string, string>> = {
  text1: 'tx1',
  background1: 'bg1',
  text2: 'tx2',
  background2: 'bg2',
  accent1: 'accent1',
};

// ---------------------------------------------------------------------------------------------------------------- text

/** Word's sizes are half points: rounded up, a line that was measured to fit would be broken once more. */
const sizeBelow = (pt: number): number => Math.floor(pt * 2 + SIZE_SLACK);
const SIZE_SLACK = 0.1;

function runXml(run: DrawnRun, { draft }: Writing): string {
  if (run.text === '\n') return '<w:r><w:br/></w:r>';
  const face = escapeAttribute(run.face);
  const size = Math.max(2, sizeBelow(run.size / PX_PER_PT));
  const properties =
    `<w:rFonts w:ascii="${face}" w:hAnsi="${face}" w:cs="${face}"/>` +
    (run.bold ? '<w:b/><w:bCs/>' : '<w:b w:val="0"/><w:bCs w:val="0"/>') +
    (run.italic ? '<w:i/><w:iCs/>' : '') +
    (run.upper ? '<w:caps/>' : '') +
    (run.strike ? '<w:strike/>' : '') +
    colorXml(draft.slots, run.color.hex) +
    (run.letterSpacing === 0 ? '' : `<w:spacing w:val="${dxa(run.letterSpacing)}"/>`) +
    `<w:sz w:val="${size}"/><w:szCs w:val="${size}"/>${run.underline ? '<w:u w:val="single"/>' : ''}`;
  const xml = `<w:r><w:rPr>${properties}</w:rPr>${textXml(checked(draft, run.text))}</w:r>`;
  if (run.link === undefined || !/^(?:https?:\/\/|mailto:)[^\s<>"]{1,2000}$/i.test(run.link)) return xml;
  return `<w:hyperlink r:id="${relate(draft.relationships, 'hyperlink', run.link, true)}" w:history="1">${xml}</w:hyperlink>`;
}

/** As the layout measures it. */
const BULLET_EM = 1.15;

/** Marks are typed: a text box of a group has no list that other lists could count with. */
function paragraphXml(given: DrawnParagraph, writing: Writing): string {
  const [first] = given.runs;
  if (first === undefined) return '<w:p/>';
  const own = lineHeight({ name: first.face, bold: first.bold }, 1);
  const line = Math.round(240 * (given.lineHeight === undefined ? 1 : given.lineHeight / own));
  const indent = given.bullet === undefined ? 0 : dxa(first.size * BULLET_EM);
  const mark =
    given.bullet === undefined
      ? ''
      : `${runXml({ ...first, text: given.bullet.kind === 'dot' ? '•' : `${given.bullet.number}.`, bold: false, link: undefined }, writing)}<w:r><w:tab/></w:r>`;
  const tabs = indent === 0 ? '' : `<w:tabs><w:tab w:val="left" w:pos="${indent}"/></w:tabs>`;
  const align = given.align === 'justify' ? 'both' : given.align;
  return (
    '<w:p><w:pPr>' +
    `${tabs}<w:spacing w:before="0" w:after="${dxa(given.after)}" w:line="${line}" w:lineRule="auto"/><w:ind w:left="${indent}" w:right="0" w:hanging="${indent}"/><w:jc w:val="${align}"/></w:pPr>` +
    `${mark}${given.runs.map((run) => runXml(run, writing)).join('')}</w:p>`
  );
}

/** Of no height to speak of: one in the style of the text would make its cell higher. */
const EMPTY_PARAGRAPH = '<w:p><w:pPr><w:spacing w:before="0" w:after="0" w:line="20" w:lineRule="exact"/></w:pPr></w:p>';

const textContent = ({ paragraphs }: Pick<TextBody, 'paragraphs'>, writing: Writing): string =>
  paragraphs.map((each) => paragraphXml(each, writing)).join('') || EMPTY_PARAGRAPH;

// -------------------------------------------------------------------------------------------------------------- shapes

/** Properties that do not show, with an id of its own in the file. */
function named({ draft }: Writing, tag: string, name: string, alt: string | undefined, decorative: boolean): string {
  draft.drawingCount += 1;
  const description = alt === undefined || alt === '' ? '' : ` descr="${escapeAttribute(alt.slice(0, 1_000).toWellFormed())}"`;
  return `<${tag} id="${draft.drawingCount}" name="${escapeAttribute(name)} ${draft.drawingCount}"${description}${decorative ? `>${DECORATIVE}</${tag}>` : '/>'}`;
}

function shapeXml(shape: DrawnShape, writing: Writing, ends = ''): string {
  const { rect, text, opacity, alt } = shape;
  const decorative = text === undefined && (alt === undefined || alt === '');
  const framed = text && textFrame(shape, text);
  const box = framed === undefined ? '' : `<wps:txbx><w:txbxContent>${textContent(framed, writing)}</w:txbxContent></wps:txbx>`;
  const body =
    framed === undefined
      ? '<wps:bodyPr/>'
      : `<wps:bodyPr rot="0" vert="horz" ${framed.attributes} anchorCtr="0"><a:noAutofit/></wps:bodyPr>`;
  return (
    `<wps:wsp>${named(writing, 'wps:cNvPr', text ? 'Text' : 'Shape', alt, decorative)}<wps:cNvSpPr${text ? ' txBox="1"' : ''}/>` +
    `<wps:spPr>${offsetXml(rect)}${geometryXml(shape.form, rect)}${paintXml(shape.paint, opacity, writing.write)}${strokeXml(shape.stroke, opacity, writing.write, ends)}${shadowXml(shape, writing.write)}</wps:spPr>${box}${body}</wps:wsp>`
  );
}

function lineXml(line: RenderedLine, writing: Writing): string {
  const free = freeLine(line);
  if (free) return shapeXml(free, writing, arrowsXml(line));
  const { transform, geometry } = connectorXml(line);
  return `<wps:wsp>${named(writing, 'wps:cNvPr', 'Connector', undefined, true)}<wps:cNvCnPr/><wps:spPr>${transform}${geometry}${strokeXml(line.stroke, line.opacity, writing.write, arrowsXml(line))}</wps:spPr><wps:bodyPr/></wps:wsp>`;
}

function pictureXml(picture: DrawnPicture, writing: Writing): string {
  const { draft } = writing;
  const asset = draft.document.assets.get(picture.asset);
  if (asset === undefined) return '';
  const id = relate(draft.relationships, 'image', mediaPart(draft, asset));
  const { left, top, right, bottom } = picture.crop;
  const share = (value: number): number => Math.round(value * 100_000);
  const crop =
    left + top + right + bottom === 0 ? '' : `<a:srcRect l="${share(left)}" t="${share(top)}" r="${share(right)}" b="${share(bottom)}"/>`;
  const alpha = picture.opacity < 0.999 ? `<a:alphaModFix amt="${share(picture.opacity)}"/>` : '';
  return (
    `<pic:pic><pic:nvPicPr>${named(writing, 'pic:cNvPr', 'Picture', picture.alt, picture.alt === '')}<pic:cNvPicPr/></pic:nvPicPr>` +
    `<pic:blipFill><a:blip r:embed="${id}">${alpha}</a:blip>${crop}<a:stretch><a:fillRect/></a:stretch></pic:blipFill><pic:spPr>${offsetXml(picture.rect)}${geometryXml(picture.form, picture.rect)}</pic:spPr></pic:pic>`
  );
}

function frame(rect: Rect): string {
  const child = `<a:chOff x="${emuOfPx(rect.x)}" y="${emuOfPx(rect.y)}"/><a:chExt cx="${emuOfPx(rect.w)}" cy="${emuOfPx(rect.h)}"/></a:xfrm>`;
  return `<wpg:grpSpPr>${offsetXml(rect).replace('</a:xfrm>', child)}</wpg:grpSpPr>`;
}

function groupXml(group: DrawnGroup, writing: Writing): string {
  const inner = group.items.map((item) => itemXml(item, writing)).join('');
  return inner === ''
    ? ''
    : `<wpg:grpSp>${named(writing, 'wpg:cNvPr', 'Group', undefined, false)}<wpg:cNvGrpSpPr/>${frame(group.rect)}${inner}</wpg:grpSp>`;
}

/** '' for what is anchored beside the group. */
function itemXml(item: DrawnItem, writing: Writing): string {
  switch (item.kind) {
    case 'shape':
      return shapeXml(item, writing);
    case 'picture':
      return pictureXml(item, writing);
    case 'line':
      return lineXml(item, writing);
    case 'group':
      return groupXml(item, writing);
    case 'chart':
    case 'table':
      return '';
  }
}

// ----------------------------------------------------------------------------------------- charts and tables beside it

/**
 * The start of an anchor: from the corner of the page, or from the paragraph that the drawing is in. LibreOffice counts from the
 * paragraph where a chart is laid out as in a cell.
 */
function anchorXml({ rect, whole, order, behind }: { rect: Rect; whole: boolean; order: number; behind: boolean }): string {
  const from = whole ? ['page', 'page'] : ['column', 'paragraph'];
  return (
    `<wp:anchor distT="0" distB="0" distL="0" distR="0" simplePos="0" relativeHeight="${ORDER_FIRST + order * 1_024}" behindDoc="${behind ? 1 : 0}" locked="0" layoutInCell="${whole ? 0 : 1}" allowOverlap="1"><wp:simplePos x="0" y="0"/>` +
    `<wp:positionH relativeFrom="${from[0]}"><wp:posOffset>${emuOfPx(rect.x)}</wp:posOffset></wp:positionH><wp:positionV relativeFrom="${from[1]}"><wp:posOffset>${emuOfPx(rect.y)}</wp:posOffset></wp:positionV>` +
    `<wp:extent cx="${emuOfPx(rect.w)}" cy="${emuOfPx(rect.h)}"/><wp:effectExtent l="0" t="0" r="0" b="0"/><wp:wrapNone/>`
  );
}

function chartRun(item: DrawnChart, { draft, whole }: Writing): string {
  const { spec, notes } = canvasChartSpec(item, draft.look, draft.document.lang);
  for (const entry of notes) note(draft, entry);
  const id = addChartParts(draft, spec);
  const alt = item.chart.alt ?? describeChart(item.chart, draft.document.lang);
  return `<w:r><w:drawing>${anchorXml({ rect: item.rect, whole, order: 40, behind: false })}${drawingProperties(draft, 'Chart', alt)}<wp:cNvGraphicFramePr/><a:graphic><a:graphicData uri="${C}"><c:chart r:id="${id}"/></a:graphicData></a:graphic></wp:anchor></w:drawing></w:r>`;
}

const SIDES = ['top', 'left', 'bottom', 'right'] as const;
const SIDE_AT = { top: 0, right: 1, bottom: 2, left: 3 } as const;
const LINES = { solid: 'single', dashed: 'dashed', dotted: 'dotted' } as const;

function cellXml(cell: DrawnCell, width: number, writing: Writing): string {
  const borders = SIDES.map((side) => {
    const line = cell.borders[SIDE_AT[side]];
    return line === undefined
      ? ''
      : `<w:${side} w:val="${LINES[line.line]}" w:sz="${Math.max(2, Math.round((line.width / PX_PER_PT) * 8))}" w:space="0" w:color="${line.color.hex}"/>`;
  }).join('');
  const margins = SIDES.map((side) => `<w:${side} w:w="${dxa(cell.padding[SIDE_AT[side]] ?? 0)}" w:type="dxa"/>`).join('');
  const span = (cell.colspan > 1 ? `<w:gridSpan w:val="${cell.colspan}"/>` : '') + (cell.rowspan > 1 ? '<w:vMerge w:val="restart"/>' : '');
  const fill = cell.paint === undefined ? '' : `<w:shd w:val="clear" w:color="auto" w:fill="${cell.paint.hex}"/>`;
  return `<w:tc><w:tcPr><w:tcW w:w="${dxa(width)}" w:type="dxa"/>${span}${borders === '' ? '' : `<w:tcBorders>${borders}</w:tcBorders>`}${fill}<w:tcMar>${margins}</w:tcMar><w:vAlign w:val="center"/></w:tcPr>${textContent(cell.text, writing)}</w:tc>`;
}

/** What a cell above covers. */
const belowXml = (columns: number, width: number): string =>
  `<w:tc><w:tcPr><w:tcW w:w="${dxa(width)}" w:type="dxa"/>${columns > 1 ? `<w:gridSpan w:val="${columns}"/>` : ''}<w:vMerge/></w:tcPr>${EMPTY_PARAGRAPH}</w:tc>`;

function tableXml({ rows, columns }: DrawnTable, writing: Writing): string {
  const written = rows.map(({ height, cells }, at) => {
    const header = at === 0 && cells.every((cell) => !isCell(cell) || cell.header) ? '<w:tblHeader/>' : '';
    const widthOf = (column: number, span: number): number => columns.slice(column, column + span).reduce((sum, width) => sum + width, 0);
    const own = cells.flatMap((cell, column) => {
      if (cell === 'covered') return [];
      return isCell(cell) ? [cellXml(cell, widthOf(column, cell.colspan), writing)] : [belowXml(cell.below, widthOf(column, cell.below))];
    });
    return `<w:tr><w:trPr><w:cantSplit/><w:trHeight w:val="${dxa(height)}" w:hRule="atLeast"/>${header}</w:trPr>${own.join('')}</w:tr>`;
  });
  const width = dxa(columns.reduce((sum, each) => sum + each, 0));
  return `<w:tbl><w:tblPr><w:tblW w:w="${width}" w:type="dxa"/><w:tblLayout w:type="fixed"/></w:tblPr><w:tblGrid>${columns.map((each) => `<w:gridCol w:w="${dxa(each)}"/>`).join('')}</w:tblGrid>${written.join('')}</w:tbl>`;
}

/** A table needs a text box of its own: groups hold none in every program. */
function tableRun(item: DrawnTable, writing: Writing): string {
  const properties = drawingProperties(writing.draft, 'Table', '');
  const box = `<wps:wsp><wps:cNvSpPr txBox="1"/><wps:spPr>${offsetXml({ ...item.rect, x: 0, y: 0 })}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:noFill/><a:ln><a:noFill/></a:ln></wps:spPr><wps:txbx><w:txbxContent>${tableXml(item, writing)}${EMPTY_PARAGRAPH}</w:txbxContent></wps:txbx><wps:bodyPr lIns="0" tIns="0" rIns="0" bIns="0" anchor="t"><a:noAutofit/></wps:bodyPr></wps:wsp>`;
  return alternative(
    'wps',
    `<w:drawing>${anchorXml({ rect: item.rect, whole: writing.whole, order: 41, behind: false })}${properties}<wp:cNvGraphicFramePr/><a:graphic><a:graphicData uri="${WPS}">${box}</a:graphicData></a:graphic></wp:anchor></w:drawing>`,
  );
}

/** Word 2010's own shapes; programs that do not know them show nothing (ISO/IEC 29500-3 §7). */
const alternative = (requires: 'wps' | 'wpg', content: string): string =>
  `<w:r><mc:AlternateContent><mc:Choice Requires="${requires}">${content}</mc:Choice><mc:Fallback/></mc:AlternateContent></w:r>`;

const besides = (items: readonly DrawnItem[], writing: Writing): string =>
  items
    .map((item) =>
      item.kind === 'chart'
        ? chartRun(item, writing)
        : item.kind === 'table'
          ? tableRun(item, writing)
          : item.kind === 'group'
            ? besides(item.items, writing)
            : '',
    )
    .join('');

// ----------------------------------------------------------------------------------------------------------- the whole

/**
 * LibreOffice takes the bounds of a group from what is in it: without a shape of its whole size it would be stretched. On a page of
 * its own it is the paper, which hides header and footer.
 */
function boundsXml(rect: Rect, writing: Writing, paint: string): string {
  return `<wps:wsp>${named(writing, 'wps:cNvPr', 'Frame', undefined, true)}<wps:cNvSpPr/><wps:spPr>${offsetXml(rect)}<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>${paint}<a:ln><a:noFill/></a:ln></wps:spPr><wps:bodyPr/></wps:wsp>`;
}

function drawingRuns(given: Drawing, alt: string, writing: Writing): string {
  const drawing = { ...given, items: separateText(given.items).map(spared) };
  // what bleeds over the edge makes the group larger than its canvas
  const page = { x: 0, y: 0, w: writing.draft.look.page.widthCm * PX_PER_CM, h: writing.draft.look.page.heightCm * PX_PER_CM };
  const paper = writing.draft.section.landscape ? { ...page, w: page.h, h: page.w } : page;
  const rect = boundsOf([
    { rect: { x: 0, y: 0, w: drawing.width, h: drawing.height } },
    ...(writing.whole ? [{ rect: paper }] : []),
    { rect: extentOf(drawing.items) },
  ]);
  const properties = drawingProperties(writing.draft, 'Canvas', alt);
  const group = `<wpg:wgp><wpg:cNvGrpSpPr/>${frame(rect)}${boundsXml(rect, writing, writing.whole ? paintXml({ kind: 'solid', color: { hex: 'FFFFFF', alpha: 1 } }, 1, writing.write) : '<a:noFill/>')}${drawing.items.map((item) => itemXml(item, writing)).join('')}</wpg:wgp>`;
  const graphic = `<wp:cNvGraphicFramePr/><a:graphic><a:graphicData uri="${WPG}">${group}</a:graphicData></a:graphic>`;
  const start = writing.whole
    ? anchorXml({ rect, whole: true, order: 4, behind: false })
    : `<wp:inline distT="0" distB="0" distL="0" distR="0"><wp:extent cx="${emuOfPx(rect.w)}" cy="${emuOfPx(rect.h)}"/><wp:effectExtent l="0" t="0" r="0" b="0"/>`;
  const content = `<w:drawing>${start}${properties}${graphic}</wp:${writing.whole ? 'anchor' : 'inline'}></w:drawing>`;
  return alternative('wpg', content) + besides(drawing.items, writing);
}

const ALT_CHARS = 300;
/** A drawing as high as the page would have no line below it. */
const HEIGHT_SHARE_MAX = 0.97;

export function writeCanvas(draft: Draft, canvas: Canvas, place: Place): string {
  const whole = canvas.page === true && place.room === 'body';
  const { drawing: drawn, notes } = drawOnPage(whole ? canvas : { ...canvas, page: undefined }, draft.document, draft.look, {
    widthPt: roomDxa(place) / DXA_PER_PT,
    heightPt: (place.heightDxa / DXA_PER_PT) * HEIGHT_SHARE_MAX,
    landscape: draft.section.landscape,
  });
  const drawing = clipDrawing(drawn);
  for (const entry of notes) note(draft, entry);
  const names = new Map(
    [...draft.slots.names].flatMap(([hex, name]) => (COLOR_NAMES[name] === undefined ? [] : [[hex, COLOR_NAMES[name]] as const])),
  );
  const writing: Writing = { draft, write: themeColors(names), whole };
  const alt = canvas.alt ?? canvasTexts(canvas.nodes).join('. ').slice(0, ALT_CHARS);
  if (!whole)
    return paragraph(draft, { style: 'Figure', content: drawingRuns(drawing, alt, writing), leftDxa: indented(place), beforeDxa: 0 });
  // a page of its own: it begins one unless it is the first, and what follows begins the next
  if (!draft.section.empty) draft.pageBreakPending = true;
  const xml = paragraph(draft, { style: 'Spacer', content: drawingRuns(drawing, alt, writing), lineDxa: 20 });
  draft.pageBreakPending = true;
  return xml;
}

/** A diagram as its canvas; as its source where it cannot be drawn. */
export function writeDiagram(draft: Draft, block: Code, place: Place): string {
  const { canvas, notes } = pageDiagram(block, draft.look, {
    widthPt: roomDxa(place) / DXA_PER_PT,
    heightPt: place.heightDxa / DXA_PER_PT,
  });
  for (const entry of notes) note(draft, entry);
  return canvas === undefined ? writeCode(draft, block, place) : writeCanvas(draft, canvas, place);
}
