/** Pieces of DrawingML that slides and Word's drawings have in common (ISO/IEC 29500-1 §20.1): geometry, paint, lines, shadows. */
import type { DrawnItem, RenderedLine, DrawnParagraph, DrawnShape, Form, Rect, Stroke, TextBody } from '../../canvas/drawing.ts';
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

function colorXml(color: Color, opacity: number, write: ColorXml): string {
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

export const arrowsXml = ({ startArrow, endArrow }: Pick<RenderedLine, 'startArrow' | 'endArrow'>): string =>
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
 * a glued connector again, straight through. Undefined for lines that connectors can be.
 */
export function freeLine(line: RenderedLine): DrawnShape | undefined {
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
export function connectorXml({ points }: RenderedLine): { transform: string; geometry: string } {
  const [a, b] = [points[0] ?? { x: 0, y: 0 }, points.at(-1) ?? { x: 0, y: 0 }];
  const [dx, dy] = [b.x - a.x, b.y - a.y];
  const box = { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), w: Math.abs(dx), h: Math.abs(dy) };
  const flips = (across: boolean, down: boolean): string => `${across ? ' flipH="1"' : ''}${down ? ' flipV="1"' : ''}`;
  const kind = points.length === 2 ? 'straightConnector1' : points.length === 3 ? 'bentConnector2' : 'bentConnector3';
  const upright = points.length > 2 && Math.abs((points[1]?.x ?? a.x) - a.x) < 0.5;
  // where the bend is, of the way along its first piece
  const share = upright ? ((points[1]?.y ?? a.y) - a.y) / (dy || 1) : ((points[1]?.x ?? a.x) - a.x) / (dx || 1);
  const geometry = preset(kind, points.length === 4 ? `<a:gd name="adj1" fmla="val ${Math.round(share * 100_000)}"/>` : '');
  if (!upright) return { transform: offsetXml(box, 'a:xfrm', flips(dx < 0, dy < 0)), geometry };
  const turned = { x: box.x + (box.w - box.h) / 2, y: box.y + (box.h - box.w) / 2, w: box.h, h: box.w };
  return { transform: offsetXml(turned, 'a:xfrm', ` rot="5400000"${flips(dy < 0, dx > 0)}`), geometry };
}

/** Number of a side among the connection sites of a shape; undefined where the shape has none there. */
export function siteNumber({ form }: Pick<DrawnShape, 'form'>, side: number): number | undefined {
  if (form.kind === 'ellipse') return side * 2;
  return form.kind === 'rect' || form.kind === 'round' || form.kind === 'diamond' ? side : undefined;
}

// ---------------------------------------------------------------------------------------------------- text in its shape

/** How far inside of a form its text rectangle begins (presetShapeDefinitions of ISO/IEC 29500-1): insets count from there. */
function inscribed(form: Form, { w, h }: Rect): { x: number; y: number } {
  const corner = 1 - Math.SQRT1_2;
  if (form.kind === 'ellipse') return { x: (w * corner) / 2, y: (h * corner) / 2 };
  if (form.kind === 'round') return { x: form.radius * corner, y: form.radius * corner };
  if (form.kind === 'diamond') return { x: w / 4, y: h / 4 };
  return form.kind === 'hexagon' || form.kind === 'parallelogram' ? { x: w * 0.12, y: h * 0.12 } : { x: 0, y: 0 };
}

const NEAR_PX = 2;

interface TextFrame {
  /** Attributes of `bodyPr`. */
  attributes: string;
  paragraphs: DrawnParagraph[];
}

/** Where text lies in its shape as it was measured; undefined where the form leaves it less space. */
function frameOf({ rect, form }: DrawnShape, text: TextBody): TextFrame | undefined {
  const margin = inscribed(form, rect);
  const height = text.lines.reduce((sum, line) => sum + line.height, 0) + text.paragraphs.reduce((sum, { after }) => sum + after, 0);
  const left = text.rect.x - rect.x;
  const right = rect.w - left - text.rect.w;
  const top = text.rect.y - rect.y;
  const bottom = rect.h - top - text.rect.h;
  // in the middle, so that it stays there when the words change
  const middle = Math.abs(top - bottom) < NEAR_PX && text.rect.h - height < NEAR_PX && rect.h > height * 1.15;
  const snug = left > NEAR_PX && text.rect.w - (text.lines[0]?.width ?? 0) < NEAR_PX;
  const across = text.oneLine && Math.abs(left - right) < NEAR_PX && (snug || text.paragraphs[0]?.align === 'center');
  if (!across && Math.min(left, right) < margin.x - 0.5) return undefined;
  const side = (inset: number, own: number): number => Math.max(0, emuOfPx(inset - own));
  const [lIns, rIns] = across ? [0, 0] : [side(left, margin.x), side(right, margin.x)];
  const [tIns, bIns] = middle ? [0, 0] : [side(top, margin.y), 0];
  return {
    attributes: `wrap="${text.oneLine ? 'none' : 'square'}" lIns="${lIns}" tIns="${tIns}" rIns="${rIns}" bIns="${bIns}" anchor="${middle ? 'ctr' : 't'}"`,
    paragraphs: across
      ? text.paragraphs.map((paragraph) => ({ ...paragraph, align: paragraph.bullet ? paragraph.align : 'center' }))
      : text.paragraphs,
  };
}

/** The text frame of a shape whose text lies in it (`separateText` has seen to that). */
export const textFrame = (shape: DrawnShape, text: TextBody): TextFrame =>
  frameOf(shape, text) ?? { attributes: 'wrap="square" lIns="0" tIns="0" rIns="0" bIns="0" anchor="t"', paragraphs: text.paragraphs };

/** Text that the form of its shape would break otherwise than it was measured goes into a box of its own above the shape. */
export function separateText(items: readonly DrawnItem[]): DrawnItem[] {
  return items.flatMap((item): DrawnItem[] => {
    if (item.kind === 'group') return [{ ...item, items: separateText(item.items) }];
    if (item.kind !== 'shape' || item.text === undefined || frameOf(item, item.text) !== undefined) return [item];
    const { text, heading, ...shape } = item;
    const words: DrawnShape = {
      kind: 'shape',
      id: `${item.id}-text`,
      rect: text.rect,
      opacity: item.opacity,
      form: { kind: 'rect' },
      text,
    };
    return [shape, heading === undefined ? words : { ...words, heading }];
  });
}
