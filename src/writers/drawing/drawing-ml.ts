/** Pieces of DrawingML that slides and Word's drawings have in common (ISO/IEC 29500-1 §20.1): geometry, paint, lines, shadows. */
import type { DrawnLine, DrawnShape, Form, Rect, Stroke } from '../../canvas/drawing.ts';
import { pathBounds, placePath, type Path } from '../../canvas/vector-path.ts';
import type { Color, Paint } from '../../document/canvas-values.ts';

/** One CSS pixel is 1/96 inch. */
const EMU_PER_PX = 9_525;
export const emuOfPx = (px: number): number => Math.round(px * EMU_PER_PX);
/** Hundredths of a point. */
export const centipointsOfPx = (px: number): number => Math.round(px * 75);

/** A colour as the host writes it: its theme's own where it has it, else sRGB. @param inner changes such as alpha */
export type ColorXml = (hex: string, inner: string) => string;

/** The theme colour of each value, else sRGB. @param names RRGGBB → name of `a:schemeClr` */
export const themeColors =
  (names: ReadonlyMap<string, string>): ColorXml =>
  (hex, inner) => {
    const name = names.get(hex);
    const tag = name === undefined ? 'srgbClr' : 'schemeClr';
    return inner === '' ? `<a:${tag} val="${name ?? hex}"/>` : `<a:${tag} val="${name ?? hex}">${inner}</a:${tag}>`;
  };

export function colorXml(color: Color, opacity: number, write: ColorXml): string {
  const alpha = color.alpha * opacity;
  return write(color.hex, alpha >= 0.999 ? '' : `<a:alpha val="${Math.round(alpha * 100_000)}"/>`);
}

export const solidXml = (color: Color, opacity: number, write: ColorXml): string =>
  `<a:solidFill>${colorXml(color, opacity, write)}</a:solidFill>`;

export function paintXml(paint: Paint | undefined, opacity: number, write: ColorXml): string {
  if (paint === undefined || paint.kind === 'picture') return '<a:noFill/>';
  if (paint.kind === 'solid') return solidXml(paint.color, opacity, write);
  const stops = paint.stops.map(({ at, color }) => `<a:gs pos="${Math.round(at * 100_000)}">${colorXml(color, opacity, write)}</a:gs>`);
  // CSS counts from the top, DrawingML from the right, both clockwise
  const angle = ((paint.angle + 270) % 360) * 60_000;
  return `<a:gradFill rotWithShape="1"><a:gsLst>${stops.join('')}</a:gsLst><a:lin ang="${Math.round(angle)}" scaled="0"/></a:gradFill>`;
}

const DASHES = { solid: '', dashed: '<a:prstDash val="dash"/>', dotted: '<a:prstDash val="sysDot"/>' } as const;

export function strokeXml(stroke: Stroke | undefined, opacity: number, write: ColorXml, ends = ''): string {
  if (stroke === undefined) return '<a:ln><a:noFill/></a:ln>';
  return `<a:ln w="${emuOfPx(stroke.width)}" cap="rnd">${solidXml(stroke.color, opacity, write)}${DASHES[stroke.line]}<a:round/>${ends}</a:ln>`;
}

export const arrowsXml = ({ startArrow, endArrow }: Pick<DrawnLine, 'startArrow' | 'endArrow'>): string =>
  `${startArrow ? '<a:headEnd type="triangle" w="med" len="med"/>' : ''}${endArrow ? '<a:tailEnd type="triangle" w="med" len="med"/>' : ''}`;

export function shadowXml({ shadow, opacity }: DrawnShape, write: ColorXml): string {
  if (shadow === undefined) return '';
  const direction = ((Math.atan2(shadow.y, shadow.x) * 180) / Math.PI + 360) % 360;
  return `<a:effectLst><a:outerShdw blurRad="${emuOfPx(shadow.blur)}" dist="${emuOfPx(Math.hypot(shadow.x, shadow.y))}" dir="${Math.round(direction * 60_000)}" algn="ctr" rotWithShape="0">${colorXml(shadow.color, opacity, write)}</a:outerShdw></a:effectLst>`;
}

function pathXml({ commands, filled, stroked }: Path, width: number, height: number): string {
  const point = (x: number, y: number): string => `<a:pt x="${emuOfPx(x)}" y="${emuOfPx(y)}"/>`;
  const steps = commands.map((command) => {
    if (command.to === 'close') return '<a:close/>';
    if (command.to === 'move') return `<a:moveTo>${point(command.x, command.y)}</a:moveTo>`;
    if (command.to !== 'curve') return `<a:lnTo>${point(command.x, command.y)}</a:lnTo>`;
    const [a, b, c, d, e, f] = command.points;
    return `<a:cubicBezTo>${point(a, b)}${point(c, d)}${point(e, f)}</a:cubicBezTo>`;
  });
  return `<a:path w="${emuOfPx(width)}" h="${emuOfPx(height)}"${filled ? '' : ' fill="none"'}${stroked ? '' : ' stroke="0"'}>${steps.join('')}</a:path>`;
}

const preset = (name: string, guides = ''): string => `<a:prstGeom prst="${name}"><a:avLst>${guides}</a:avLst></a:prstGeom>`;

export function geometryXml(form: Form, rect: Rect): string {
  switch (form.kind) {
    case 'rect':
      return preset('rect');
    case 'ellipse':
    case 'diamond':
    case 'hexagon':
    case 'parallelogram':
      return preset(form.kind);
    case 'cylinder':
      return preset('can');
    case 'round': {
      const share = Math.min(50_000, Math.round((form.radius / Math.max(1, Math.min(rect.w, rect.h))) * 100_000));
      return preset('roundRect', `<a:gd name="adj" fmla="val ${share}"/>`);
    }
    case 'path':
      return `<a:custGeom><a:avLst/><a:gdLst/><a:ahLst/><a:cxnLst/><a:rect l="0" t="0" r="r" b="b"/><a:pathLst>${form.paths.map((path) => pathXml(path, form.width, form.height)).join('')}</a:pathLst></a:custGeom>`;
  }
}

export const offsetXml = ({ x, y, w, h }: Rect, name = 'a:xfrm', attributes = ''): string =>
  `<${name}${attributes}><a:off x="${emuOfPx(x)}" y="${emuOfPx(y)}"/><a:ext cx="${emuOfPx(Math.max(0, w))}" cy="${emuOfPx(Math.max(0, h))}"/></${name}>`;

/**
 * A line that no connector of Office has the form of (it goes round what is between), as a freeform: programs would draw
 * a glued connector anew, straight through. Undefined for lines that connectors can be.
 */
export function freeLine(line: DrawnLine): DrawnShape | undefined {
  const { points } = line;
  const [first, last] = [points[0], points.at(-1)];
  const square = points.every((point, at) => {
    const next = points[at + 1];
    return next === undefined || Math.abs(next.x - point.x) < 0.5 || Math.abs(next.y - point.y) < 0.5;
  });
  const flat = points.length > 2 && (first?.x === last?.x || first?.y === last?.y);
  if (points.length === 2 || (points.length <= 4 && square && !flat)) return undefined;
  const commands = points.map(({ x, y }, at) => ({ to: at === 0 ? ('move' as const) : ('line' as const), x, y }));
  const bounds = pathBounds(commands);
  const rect = { ...bounds, w: Math.max(bounds.w, 0.5), h: Math.max(bounds.h, 0.5) };
  const placed = placePath(commands, { x: 1, y: 1 }, { x: -rect.x, y: -rect.y });
  const form: Form = { kind: 'path', paths: [{ commands: placed, filled: false, stroked: true }], width: rect.w, height: rect.h };
  return { kind: 'shape', id: line.id, rect, opacity: line.opacity, form, stroke: line.stroke };
}

/** Transform and form of a connector: straight, or with right angles. Bent ones that begin downwards are turned by a quarter. */
export function connectorXml({ points }: DrawnLine): { transform: string; geometry: string } {
  const [a, b] = [points[0] ?? { x: 0, y: 0 }, points.at(-1) ?? { x: 0, y: 0 }];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const box = { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), w: Math.abs(dx), h: Math.abs(dy) };
  const flips = (across: boolean, down: boolean): string => `${across ? ' flipH="1"' : ''}${down ? ' flipV="1"' : ''}`;
  const kind = points.length === 2 ? 'straightConnector1' : points.length === 3 ? 'bentConnector2' : 'bentConnector3';
  const geometry = preset(kind);
  const upright = points.length > 2 && Math.abs((points[1]?.x ?? a.x) - a.x) < 0.5;
  if (!upright) return { transform: offsetXml(box, 'a:xfrm', flips(dx < 0, dy < 0)), geometry };
  const turned = { x: box.x + (box.w - box.h) / 2, y: box.y + (box.h - box.w) / 2, w: box.h, h: box.w };
  return { transform: offsetXml(turned, 'a:xfrm', ` rot="5400000"${flips(dy < 0, dx > 0)}`), geometry };
}

/** Number of a side among the connection sites of a shape; undefined where the shape has none there. */
export function siteNumber({ form }: Pick<DrawnShape, 'form'>, side: number): number | undefined {
  if (form.kind === 'ellipse') return side * 2;
  return form.kind === 'rect' || form.kind === 'round' || form.kind === 'diamond' ? side : undefined;
}
