/** DrawingML of freeforms, gradients and groups (ISO/IEC 29500-1 §20.1.9, §20.1.8.33, §19.3.1.22); knows no theme and no layout. */

/** Units of a path in the file for each unit of its own: fractions survive as integers. */
const PRECISION = 100;

const TAGS: Readonly<Record<string, string>> = { M: 'moveTo', L: 'lnTo', C: 'cubicBezTo' };
const POINTS_OF: Readonly<Record<string, number>> = { M: 1, L: 1, C: 3 };

/**
 * A freeform from path data of absolute `M`, `L`, `C` and `Z` commands, each with its letter.
 * @param width of the path's own coordinates, which fill the shape's frame
 * @param filled false where the path is only stroked
 */
export function freeformXml(data: string, width: number, height: number, filled = true): string {
  const commands = [...data.matchAll(/([MLCZ])([^MLCZ]*)/g)].map(([, letter = '', numbers = '']) => {
    if (letter === 'Z') return '<a:close/>';
    const values = (numbers.match(/-?\d*\.?\d+/g) ?? []).map((value) => Math.round(Number(value) * PRECISION));
    const count = POINTS_OF[letter] ?? 1;
    const points = Array.from({ length: count }, (_, i) => `<a:pt x="${values[i * 2] ?? 0}" y="${values[i * 2 + 1] ?? 0}"/>`);
    return `<a:${TAGS[letter]}>${points.join('')}</a:${TAGS[letter]}>`;
  });
  const size = `w="${Math.round(width * PRECISION)}" h="${Math.round(height * PRECISION)}"`;
  return `<a:custGeom><a:avLst/><a:gdLst/><a:ahLst/><a:cxnLst/><a:rect l="0" t="0" r="r" b="b"/><a:pathLst><a:path ${size}${filled ? '' : ' fill="none"'}>${commands.join('')}</a:path></a:pathLst></a:custGeom>`;
}

export interface GradientStop {
  /** 0-1 along the gradient. */
  at: number;
  /** A colour element of DrawingML without children of its own, or with them closed: `<a:srgbClr val="…"/>`. */
  colorXml: string;
  /** 0-1, 1 where nothing shows through. */
  alpha?: number;
}

/** A colour through which the background shows. @param alpha 0-1 */
export function withAlpha(colorXml: string, alpha: number): string {
  if (alpha >= 1) return colorXml;
  const child = `<a:alpha val="${Math.round(alpha * 100_000)}"/>`;
  return colorXml.endsWith('/>') && !/^<a:\w+[^>]*[^/]>/.test(colorXml)
    ? colorXml.replace(/^<a:(\w+)([^>]*)\/>$/, `<a:$1$2>${child}</a:$1>`)
    : colorXml.replace(/<\/a:(\w+)>$/, `${child}</a:$1>`);
}

/** A linear gradient. @param degrees clockwise, 0 from left to right */
export function gradientXml(stops: readonly GradientStop[], degrees: number): string {
  const list = stops
    .toSorted((a, b) => a.at - b.at)
    .map(({ at, colorXml, alpha }) => `<a:gs pos="${Math.round(at * 100_000)}">${withAlpha(colorXml, alpha ?? 1)}</a:gs>`);
  const angle = Math.round((((degrees % 360) + 360) % 360) * 60_000);
  return `<a:gradFill rotWithShape="1"><a:gsLst>${list.join('')}</a:gsLst><a:lin ang="${angle}" scaled="0"/></a:gradFill>`;
}

/** Shapes that are moved and selected as one. The frame is in EMU; its children keep the slide's own coordinates. */
export function groupXml(properties: string, frame: { x: number; y: number; cx: number; cy: number }, children: string): string {
  const at = `x="${frame.x}" y="${frame.y}"`;
  const size = `cx="${frame.cx}" cy="${frame.cy}"`;
  return `<p:grpSp><p:nvGrpSpPr>${properties}<p:cNvGrpSpPr/><p:nvPr userDrawn="1"/></p:nvGrpSpPr><p:grpSpPr><a:xfrm><a:off ${at}/><a:ext ${size}/><a:chOff ${at}/><a:chExt ${size}/></a:xfrm></p:grpSpPr>${children}</p:grpSp>`;
}
