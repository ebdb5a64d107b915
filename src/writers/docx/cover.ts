/**
 * The cover of a report (looks §5.6): a block of colour from edge to edge behind the text, the title at its foot in a
 * row of exact height, the subtitle below, facts at the bottom. The block is a shape in a theme colour, so it recolours.
 */
import { DECORATIVE, WPS } from '../../ooxml/names.ts';
import type { Cover } from '../../document/block.ts';
import { note, type Draft } from './draft.ts';
import { borderXml } from './colors.ts';
import { cellXml, gappedWidths, rowXml, tableXml } from './layout-table.ts';
import { dxaOfCm, emuOfCm } from './measures.ts';
import { titleText } from '../typography.ts';
import { paragraph, spacer } from './paragraph.ts';
import { anchoredPicture, anchorStart, drawingProperties } from './picture.ts';
import { textRun } from './runs.ts';
import { coverSectionXml } from './sections.ts';
import { NEUTRALS } from '../../document/look.ts';

/** Heights in cm on A4 upright; other pages keep the proportions. */
const A4_HEIGHT_CM = 29.7;
const BLOCK_CM = 17.6;
const TITLE_END_CM = 16;
const SUBTITLE_CM = 19.1;
const FACTS_CM = 25.2;
const TOP_MARGIN_CM = 2.2;
const BOTTOM_MARGIN_CM = 1;
const SUBTITLE_WIDTH_CM = 11;
/** Width of a band at the left edge. */
const BAND_CM = 1.4;
/** A title of more characters may push the rest down rather than be cut. */
const EXACT_TITLE_CHARS_MAX = 300;

export function writeCover(draft: Draft, cover: Cover): string {
  const { page } = draft.look;
  const scale = page.heightCm / A4_HEIGHT_CM;
  const width = dxaOfCm(page.widthCm - page.leftCm - page.rightCm);
  const title = cover.title ?? draft.document.title;
  const long = title.length > EXACT_TITLE_CHARS_MAX || (cover.subtitle?.length ?? 0) > EXACT_TITLE_CHARS_MAX;
  const rule = long ? ('atLeast' as const) : ('exact' as const);
  const band = (dxa: number, content: string, align: 'top' | 'bottom'): string =>
    rowXml({ cells: [cellXml({ widthDxa: width, content, align })], height: { dxa: Math.max(200, dxa), rule }, cantSplit: true });
  const cm = (from: number, to: number): number => dxaOfCm((to - from) * scale);
  const eyebrow =
    cover.eyebrow === undefined
      ? ''
      : paragraph(draft, { style: 'CoverEyebrow', content: textRun(draft, cover.eyebrow), text: cover.eyebrow });
  const rows = [
    band(dxaOfCm(TITLE_END_CM * scale - TOP_MARGIN_CM), eyebrow + titleXml(draft, title), 'bottom'),
    band(cm(TITLE_END_CM, SUBTITLE_CM), spacer(draft, 20), 'top'),
    band(cm(SUBTITLE_CM, FACTS_CM), subtitleXml(draft, cover.subtitle, width), 'top'),
  ];
  const anchor = paragraph(draft, { style: 'Spacer', content: shapesXml(draft, cover, scale), lineDxa: 20 });
  const section = coverSectionXml(draft, { topCm: TOP_MARGIN_CM, bottomCm: BOTTOM_MARGIN_CM });
  const end = spacer(draft, 20).replace('</w:pPr>', `${section}</w:pPr>`);
  return anchor + tableXml(draft, { widths: [width], rows, sideDxa: 0 }) + spacer(draft, 20) + factsXml(draft, cover, width) + end;
}

/** 40 pt, less for long titles, so that three or four lines fit. */
function titleXml(draft: Draft, title: string): string {
  const sizePt = title.length > 220 ? 20 : title.length > 110 ? 28 : title.length > 60 ? 34 : 40;
  const run = textRun(draft, titleText(title));
  const content =
    sizePt === 40
      ? run
      : run.replaceAll('<w:r><w:t', `<w:r><w:rPr><w:sz w:val="${sizePt * 2}"/><w:szCs w:val="${sizePt * 2}"/></w:rPr><w:t`);
  return paragraph(draft, { style: 'CoverTitle', content, text: title });
}

function subtitleXml(draft: Draft, subtitle: string | undefined, width: number): string {
  if (subtitle === undefined || subtitle === '') return spacer(draft, 20);
  const centred = draft.look.roles.title.align === 'center';
  const rest = Math.max(0, width - dxaOfCm(SUBTITLE_WIDTH_CM));
  return paragraph(draft, {
    style: 'CoverSubtitle',
    content: textRun(draft, subtitle),
    text: subtitle,
    ...(centred ? { leftDxa: Math.round(rest / 2), rightDxa: Math.round(rest / 2) } : { rightDxa: rest }),
  });
}

/** Who, when, which version; at most four columns. */
function factsXml(draft: Draft, cover: Cover, width: number): string {
  const { labels } = draft;
  const facts = [
    [labels.organization, cover.organization ?? ''],
    [labels.preparedBy, cover.author ?? ''],
    [labels.date, cover.date ?? ''],
    [labels.version, cover.version ?? ''],
  ].filter(([, value]) => value !== '');
  if (facts.length === 0) return '';
  const widths = gappedWidths(4, width, dxaOfCm(0.3));
  const line = `<w:tcBorders>${borderXml(draft.slots, 'top', { pt: 0.75, color: NEUTRALS.rule })}</w:tcBorders>`;
  const cells = widths.map((widthDxa, at) => {
    const [label = '', value = ''] = at % 2 === 0 ? (facts[at / 2] ?? []) : [];
    const content =
      label === ''
        ? spacer(draft, 20)
        : paragraph(draft, { style: 'CoverLabel', content: textRun(draft, label) }) +
          paragraph(draft, { style: 'CoverValue', content: textRun(draft, value), text: value });
    return cellXml({ widthDxa, content, bordersXml: line });
  });
  return tableXml(draft, { widths, rows: [rowXml({ cells, cantSplit: true })], sideDxa: 0 });
}

function shapesXml(draft: Draft, cover: Cover, scale: number): string {
  const { page, plainCover, roles, forms, palette } = draft.look;
  const height = BLOCK_CM * scale;
  const ground = forms.coverGround;
  const fill = ground === undefined || ground === palette.deep ? '<a:schemeClr val="tx2"/>' : `<a:srgbClr val="${ground}"/>`;
  const banded = forms.cover === 'band';
  const barLeft = roles.title.align === 'center' ? (page.widthCm - 3.2) / 2 : page.leftCm;
  const block =
    plainCover && !banded
      ? ''
      : shapeXml(
          draft,
          {
            leftCm: 0,
            topCm: 0,
            widthCm: banded ? BAND_CM : page.widthCm,
            heightCm: banded || forms.cover === 'full' ? page.heightCm : height,
            order: 1,
          },
          fill,
        );
  const bar = shapeXml(
    draft,
    { leftCm: barLeft, topCm: height - 0.12, widthCm: 3.2, heightCm: 0.24, order: 2 },
    plainCover ? '<a:schemeClr val="accent1"/>' : `<a:srgbClr val="${draft.look.palette.bright}"/>`,
  );
  return block + bar + logoXml(draft, cover);
}

interface ShapeBox {
  leftCm: number;
  topCm: number;
  widthCm: number;
  heightCm: number;
  order: number;
}

/** A filled rectangle behind the text; Word 2010's own kind of shape, so it is in an alternative (ISO/IEC 29500-3 §7). */
function shapeXml(draft: Draft, box: ShapeBox, fill: string): string {
  const size = { widthEmu: emuOfCm(box.widthCm), heightEmu: emuOfCm(box.heightCm) };
  const start = anchorStart({ leftEmu: emuOfCm(box.leftCm), topEmu: emuOfCm(box.topCm), ...size, behind: true, order: box.order });
  const properties = drawingProperties(draft, 'Cover shape', '', DECORATIVE);
  const shape = `<wps:wsp><wps:cNvSpPr/><wps:spPr><a:xfrm><a:off x="0" y="0"/><a:ext cx="${size.widthEmu}" cy="${size.heightEmu}"/></a:xfrm><a:prstGeom prst="rect"><a:avLst/></a:prstGeom><a:solidFill>${fill}</a:solidFill><a:ln><a:noFill/></a:ln></wps:spPr><wps:bodyPr/></wps:wsp>`;
  return `<w:r><mc:AlternateContent><mc:Choice Requires="wps"><w:drawing>${start}${properties}<wp:cNvGraphicFramePr/><a:graphic><a:graphicData uri="${WPS}">${shape}</a:graphicData></a:graphic></wp:anchor></w:drawing></mc:Choice><mc:Fallback/></mc:AlternateContent></w:r>`;
}

const LOGO_WIDTH_CM = 5;
const LOGO_HEIGHT_CM = 1.6;

function logoXml(draft: Draft, cover: Cover): string {
  const asset = cover.logo === undefined ? undefined : draft.document.assets.get(cover.logo);
  if (asset === undefined) {
    if (cover.logo !== undefined)
      note(draft, {
        code: 'image_missing',
        severity: 'warning',
        message: `There is no picture ${cover.logo.slice(0, 40)} for the cover.`,
        blockId: cover.id,
      });
    return '';
  }
  const ratio = asset.width / Math.max(1, asset.height);
  const widthCm = Math.min(LOGO_WIDTH_CM, LOGO_HEIGHT_CM * ratio);
  return anchoredPicture(draft, asset, {
    widthEmu: emuOfCm(widthCm),
    heightEmu: Math.max(1, emuOfCm(widthCm / ratio)),
    alt: cover.organization ?? 'Logo',
    leftEmu: emuOfCm(draft.look.page.leftCm),
    topEmu: emuOfCm(2.2),
  });
}
