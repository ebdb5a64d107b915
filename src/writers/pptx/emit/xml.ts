/** Pieces of DrawingML that layouts and slides have in common (ISO/IEC 29500-1 §20.1). */
import { DECORATIVE, xmlns } from '../../../ooxml/names.ts';
import type { DeckTheme, Ink } from '../deck-theme.ts';
import { escapeAttribute } from '../../../ooxml/xml-text.ts';
import { stepsOf, type Box, type Gradient, type LevelStyle, type Placeholder, type Shape, type ShapeGroup } from '../plan/layout.ts';
import { freeformXml, gradientXml, groupXml, withAlpha } from './geometry.ts';

export const NAMESPACES = xmlns('a', 'r', 'p');

export const emu = (inches: number): number => Math.round(inches * 914_400);
export const fillXml = (theme: DeckTheme, ink: Ink): string => `<a:solidFill>${theme.inks[ink].xml}</a:solidFill>`;
export const hundredths = (pt: number): number => Math.round(pt * 100);

export function frameXml(box: Box, prefix: 'a' | 'p' = 'a', turns = 0, flipped = false): string {
  return `<${prefix}:xfrm${turns === 0 ? '' : ` rot="${turns * 5_400_000}"`}${flipped ? ' flipH="1"' : ''}><a:off x="${emu(box.x)}" y="${emu(box.y)}"/><a:ext cx="${emu(box.w)}" cy="${emu(box.h)}"/></${prefix}:xfrm>`;
}

const RECT = '<a:prstGeom prst="rect"><a:avLst/></a:prstGeom>';
/** A quarter of a disc with its centre at the lower right. */
const QUARTER =
  '<a:custGeom><a:avLst/><a:gdLst/><a:ahLst/><a:cxnLst/><a:rect l="0" t="0" r="r" b="b"/><a:pathLst><a:path w="100" h="100"><a:moveTo><a:pt x="0" y="100"/></a:moveTo><a:arcTo wR="100" hR="100" stAng="10800000" swAng="5400000"/><a:lnTo><a:pt x="100" y="100"/></a:lnTo><a:close/></a:path></a:pathLst></a:custGeom>';
/** Darkens the foot of a picture, so that white text on it is read. */
const SCRIM =
  '<a:gradFill rotWithShape="1"><a:gsLst><a:gs pos="0"><a:srgbClr val="08161C"><a:alpha val="0"/></a:srgbClr></a:gs><a:gs pos="58000"><a:srgbClr val="08161C"><a:alpha val="86000"/></a:srgbClr></a:gs><a:gs pos="100000"><a:srgbClr val="08161C"><a:alpha val="86000"/></a:srgbClr></a:gs></a:gsLst><a:lin ang="5400000" scaled="0"/></a:gradFill>';

const PRESETS: Readonly<Partial<Record<Shape['form'], string>>> = {
  ellipse: '<a:prstGeom prst="ellipse"><a:avLst/></a:prstGeom>',
  round: '<a:prstGeom prst="roundRect"><a:avLst><a:gd name="adj" fmla="val 8000"/></a:avLst></a:prstGeom>',
  chevron: '<a:prstGeom prst="homePlate"><a:avLst><a:gd name="adj" fmla="val 30000"/></a:avLst></a:prstGeom>',
  quarter: QUARTER,
};

/** Corners of a radius in inches: the preset counts it in shares of the shorter side (ECMA-376-1 §20.1.9.18). */
const roundXml = (radius: number, { w, h }: Box): string =>
  `<a:prstGeom prst="roundRect"><a:avLst><a:gd name="adj" fmla="val ${Math.min(50_000, Math.round((radius / Math.min(w, h)) * 100_000))}"/></a:avLst></a:prstGeom>`;

/** The form of a placeholder's frame. */
export const frameGeometry = ({ form }: Pick<Placeholder, 'form'>): string => (form === undefined ? RECT : (PRESETS[form] ?? RECT));

function geometryXml({ form, path, fill, gradient, radius, box }: Shape): string {
  if (path !== undefined) return freeformXml(path.data, path.w, path.h, fill !== undefined || gradient !== undefined);
  return radius === undefined ? (PRESETS[form] ?? RECT) : roundXml(radius, box);
}

const gradientFillXml = ({ inks }: DeckTheme, { from, to, degrees, alphaFrom, alphaTo }: Gradient): string =>
  gradientXml(
    [
      { at: 0, colorXml: inks[from].xml, alpha: alphaFrom ?? 1 },
      { at: 1, colorXml: inks[to].xml, alpha: alphaTo ?? 1 },
    ],
    degrees,
  );

function shapeFillXml(theme: DeckTheme, { form, fill, gradient, alpha = 1 }: Shape): string {
  if (form === 'scrim') return SCRIM;
  if (gradient !== undefined) return gradientFillXml(theme, gradient);
  return fill === undefined ? '<a:noFill/>' : `<a:solidFill>${withAlpha(theme.inks[fill].xml, alpha)}</a:solidFill>`;
}

function outlineXml(theme: DeckTheme, { outline, alpha = 1, path }: Shape): string {
  if (outline === undefined) return '<a:ln><a:noFill/></a:ln>';
  const dash = outline.dashed === true ? '<a:prstDash val="dash"/>' : '';
  const ends = path === undefined ? '' : '<a:round/>';
  return `<a:ln w="${Math.round(outline.widthPt * 12_700)}"${path === undefined ? '' : ' cap="rnd"'}><a:solidFill>${withAlpha(theme.inks[outline.ink].xml, alpha)}</a:solidFill>${dash}${ends}</a:ln>`;
}

export function shapeXml(theme: DeckTheme, shape: Shape, id: number): string {
  return (
    `<p:sp><p:nvSpPr><p:cNvPr id="${id}" name="Decoration ${id}">${DECORATIVE}</p:cNvPr><p:cNvSpPr/><p:nvPr userDrawn="1"/></p:nvSpPr>` +
    `<p:spPr>${frameXml(shape.box, 'a', shape.turn ?? 0, shape.flipped === true && shape.form !== 'rect')}${geometryXml(shape)}${shapeFillXml(theme, shape)}${outlineXml(theme, shape)}</p:spPr><p:txBody><a:bodyPr/><a:lstStyle/><a:p><a:endParaRPr lang="en-US"/></a:p></p:txBody></p:sp>`
  );
}

/** A shape or a group of them; each takes an id of its own. */
export function decorationXml(theme: DeckTheme, decoration: Shape | ShapeGroup, next: () => number): string {
  if (!('group' in decoration)) return shapeXml(theme, decoration, next());
  const { box, name, group } = decoration;
  const id = next();
  const frame = { x: emu(box.x), y: emu(box.y), cx: emu(box.w), cy: emu(box.h) };
  return groupXml(
    `<p:cNvPr id="${id}" name="${name}">${DECORATIVE}</p:cNvPr>`,
    frame,
    group.map((shape) => shapeXml(theme, shape, next())).join(''),
  );
}

export const BULLET_EMU = 228_600;

/** Left margin and hanging indent of a level. */
function indentXml(style: Pick<LevelStyle, 'bullet' | 'steps'>): string {
  if (style.bullet === 'none') return 'marL="0" indent="0"';
  return `marL="${BULLET_EMU * stepsOf(style)}" indent="${-BULLET_EMU}"`;
}

const ALIGNMENTS = { left: 'l', center: 'ctr', right: 'r' } as const;

export function levelXml(theme: DeckTheme, style: LevelStyle, name: string): string {
  // The accent is not seen on a background of full colour.
  const mark = theme.inks[style.ink.startsWith('onBlock') ? 'onBlockBright' : 'accent'];
  const bullet =
    style.bullet === 'none'
      ? '<a:buNone/>'
      : `<a:buClr>${mark.xml}</a:buClr><a:buFont typeface="Arial"/><a:buChar char="${style.bullet === 'dot' ? '•' : '–'}"/>`;
  const face = style.face === 'display' ? 'mj' : 'mn';
  return (
    `<a:${name} ${indentXml(style)} algn="${ALIGNMENTS[style.align ?? 'left']}" defTabSz="914400"${style.rtl === true ? ' rtl="1"' : ''}><a:lnSpc><a:spcPct val="${Math.round(style.line * 100_000)}"/></a:lnSpc><a:spcBef><a:spcPts val="0"/></a:spcBef><a:spcAft><a:spcPts val="${hundredths(style.afterPt)}"/></a:spcAft>${bullet}` +
    `<a:defRPr sz="${hundredths(style.sizePt)}" b="${style.bold ? 1 : 0}" kern="1200">${fillXml(theme, style.ink)}<a:latin typeface="+${face}-lt"/><a:ea typeface="+${face}-ea"/><a:cs typeface="+${face}-cs"/></a:defRPr></a:${name}>`
  );
}

export function bodyPropertiesXml(placeholder: Placeholder): string {
  const [left, top, right, bottom] = placeholder.inset;
  return `<a:bodyPr vert="horz" wrap="square" lIns="${emu(left)}" tIns="${emu(top)}" rIns="${emu(right)}" bIns="${emu(bottom)}" rtlCol="0" anchor="${placeholder.anchor}"><a:noAutofit/></a:bodyPr>`;
}

/** What a shape of a slide says of its text's place where it differs from the layout's: lines that end before the edge, a lower first line. */
export function ownBodyXml({ inset, levels }: Placeholder, { narrowIn = 0, lowerIn = 0 }: { narrowIn?: number; lowerIn?: number }): string {
  const [left, top, right] = inset;
  const mirrored = levels[0]?.rtl === true;
  const side = narrowIn === 0 ? '' : mirrored ? ` lIns="${emu(left + narrowIn)}"` : ` rIns="${emu(right + narrowIn)}"`;
  const above = lowerIn === 0 ? '' : ` tIns="${emu(top + lowerIn)}"`;
  return `<a:bodyPr${mirrored ? side : ''}${above}${mirrored ? '' : side}/>`;
}

/** The reference by which a shape of a slide takes place and format from its layout. */
export function placeholderXml(placeholder: Placeholder, prompt = false): string {
  const { tie } = placeholder;
  if (tie?.kind === 'bound')
    return `<p:ph${tie.type === 'obj' ? '' : ` type="${tie.type}"`}${tie.idx === undefined ? '' : ` idx="${escapeAttribute(tie.idx)}"`}/>`;
  if (tie !== undefined) return '';
  const type = placeholder.type === 'body' && placeholder.idx <= 2 ? '' : ` type="${placeholder.type}"`;
  const index = placeholder.type === 'title' ? '' : ` idx="${placeholder.idx}"`;
  const size = placeholder.type === 'ftr' || placeholder.type === 'sldNum' ? ' sz="quarter"' : '';
  const custom = prompt && !['title', 'ftr', 'sldNum'].includes(placeholder.type) ? ' hasCustomPrompt="1"' : '';
  return `<p:ph${type}${size}${index}${custom}/>`;
}
