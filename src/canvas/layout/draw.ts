/** Boxes with their places → the items of a drawing. */
import { Edge } from 'yoga-layout';
import type { Style } from '../../document/canvas-box.ts';
import type { Color } from '../../document/canvas-values.ts';
import {
  boundsOf,
  FLOW_FORMS,
  type CanvasFault,
  type DrawnItem,
  type DrawnShape,
  type DrawnTable,
  type Form,
  type Rect,
  type Stroke,
  type TextBody,
} from '../drawing.ts';
import { clipItems } from '../clip-drawing.ts';
import { ICON_SIZE, ICON_STROKE, iconPath, similarIcons } from '../icons.ts';
import { placePath, type PathCommand } from '../vector-path.ts';
import type { Box } from './boxes.ts';
import { drawChartItem } from './charts.ts';
import { drawConnector } from './connectors.ts';
import { drawVector } from './vector.ts';
import { balancedWidth, measureText, withCompany } from './text.ts';

export interface Drafting {
  width: number;
  height: number;
  slide: boolean;
  rects: Map<string, Rect>;
  /** The element whose text names the slide. */
  titleId: string | undefined;
  pictures: ReadonlyMap<string, { width: number; height: number }>;
  faults: CanvasFault[];
}

const QUOTED_CHARS = 40;
export const quoted = (text: string): string => `"${text.length > QUOTED_CHARS ? `${text.slice(0, QUOTED_CHARS)}…` : text}"`;
const px = (value: number): string => `${Math.round(value)} px`;

/** Notes the place of every box, at which connectors and checks find them. */
export function placeBoxes(box: Box, at: { x: number; y: number }, rects: Map<string, Rect>): void {
  const { left, top, width, height } = box.node.getComputedLayout();
  const rect = { x: at.x + left, y: at.y + top, w: width, h: height };
  rects.set(box.id, rect);
  for (const child of box.children) placeBoxes(child, rect, rects);
}

const rectOf = (box: Box, drafting: Drafting): Rect => drafting.rects.get(box.id) ?? { x: 0, y: 0, w: 0, h: 0 };

/** Top, right, bottom, left. */
const EDGES = [Edge.Top, Edge.Right, Edge.Bottom, Edge.Left] as const;

/** Inside of border and padding. */
function contentRect(box: Box, drafting: Drafting): Rect {
  const rect = rectOf(box, drafting);
  const side = (at: number): number => (box.style.border[at]?.width ?? 0) + (box.node.getComputedPadding(EDGES[at] ?? Edge.Top) || 0);
  const [top, right, bottom, left] = [side(0), side(1), side(2), side(3)];
  return { x: rect.x + left, y: rect.y + top, w: Math.max(0, rect.w - left - right), h: Math.max(0, rect.h - top - bottom) };
}

function cornerOf(radius: Style['radius'], rect: Rect): number {
  const short = Math.min(rect.w, rect.h);
  const size = typeof radius === 'number' ? radius : radius === 'auto' ? 0 : (Number.parseFloat(radius) / 100) * short;
  return Math.min(size, short / 2);
}

/** A circle's quarter as a cubic curve (the usual constant, 4/3 · (√2 − 1)). */
const QUARTER = 0.5523;

/** A rectangle whose corners differ. */
function cornersForm([a, b, c, d]: readonly [number, number, number, number], { w, h }: Rect): Form {
  const rest = 1 - QUARTER;
  const commands: PathCommand[] = [
    { to: 'move', x: a, y: 0 },
    { to: 'line', x: w - b, y: 0 },
    { to: 'curve', points: [w - b * rest, 0, w, b * rest, w, b] },
    { to: 'line', x: w, y: h - c },
    { to: 'curve', points: [w, h - c * rest, w - c * rest, h, w - c, h] },
    { to: 'line', x: d, y: h },
    { to: 'curve', points: [d * rest, h, 0, h - d * rest, 0, h - d] },
    { to: 'line', x: 0, y: a },
    { to: 'curve', points: [0, a * rest, a * rest, 0, a, 0] },
    { to: 'close' },
  ];
  return { kind: 'path', paths: [{ commands, filled: true, stroked: true }], width: w, height: h };
}

function formOf({ style, element }: Pick<Box, 'style' | 'element'>, rect: Rect): Form {
  const named = FLOW_FORMS.find((kind) => kind === element.attributes?.['data-shape']);
  if (named !== undefined) return { kind: named };
  const share = typeof style.radius === 'string' && style.radius.endsWith('%') ? Number.parseFloat(style.radius) : 0;
  if (style.corners !== undefined) {
    const [a, b, c, d] = style.corners.map((corner) => cornerOf(corner, rect));
    return cornersForm([a ?? 0, b ?? 0, c ?? 0, d ?? 0], rect);
  }
  const radius = cornerOf(style.radius, rect);
  if (share >= 50 || (radius >= Math.min(rect.w, rect.h) / 2 - 0.5 && Math.abs(rect.w - rect.h) < 1 && radius > 0))
    return { kind: 'ellipse' };
  return radius > 0.5 ? { kind: 'round', radius } : { kind: 'rect' };
}

/** The same border all round; otherwise each side is a bar of its own. */
function evenBorder({ border }: Style): Stroke | undefined {
  const [top, ...others] = border;
  if (!top) return undefined;
  const even = others.every(
    (side) =>
      side?.width === top.width && side.line === top.line && side.color.hex === top.color.hex && side.color.alpha === top.color.alpha,
  );
  return even ? { color: top.color, width: top.width, line: top.line } : undefined;
}

function sideBars(box: Box, rect: Rect, opacity: number): DrawnShape[] {
  if (evenBorder(box.style)) return [];
  return box.style.border.flatMap((side, at): DrawnShape[] => {
    if (!side) return [];
    const across = at % 2 === 0;
    const bar = {
      x: at === 1 ? rect.x + rect.w - side.width : rect.x,
      y: at === 2 ? rect.y + rect.h - side.width : rect.y,
      w: across ? rect.w : side.width,
      h: across ? side.width : rect.h,
    };
    return [
      { kind: 'shape', id: `${box.id}-edge${at}`, rect: bar, opacity, form: { kind: 'rect' }, paint: { kind: 'solid', color: side.color } },
    ];
  });
}

/** A text with its lines; what does not fit is a fault. */
function textBody(box: Box, content: Rect, drafting: Drafting): TextBody {
  const given = box.paragraphs ?? [];
  const width = box.style.balance ? Math.min(content.w, balancedWidth(given, content.w) + 1) : content.w;
  const paragraphs = box.style.nowrap ? given : withCompany(given, width);
  const shift = box.style.align === 'center' ? (content.w - width) / 2 : box.style.align === 'right' ? content.w - width : 0;
  const measured = measureText(paragraphs, box.style.nowrap ? Infinity : width + 0.5);
  const words = measured.lines.map(({ text }) => text).join(' ');
  const fault = (kind: CanvasFault['kind'], severity: CanvasFault['severity'], message: string): number =>
    drafting.faults.push({ kind, severity, id: box.id, message });
  if (measured.broken !== undefined)
    fault('word_broken', 'warning', `The word ${quoted(measured.broken)} is wider than its box of ${px(content.w)} and breaks.`);
  else if (measured.height > content.h + 2 || (box.style.nowrap && measured.width > content.w + 2))
    fault(
      'text_overflow',
      'warning',
      `The text ${quoted(words)} needs ${px(measured.width)} × ${px(measured.height)} and has ${px(content.w)} × ${px(content.h)}.`,
    );
  const last = measured.lines.at(-1);
  if (measured.lines.length > 1 && last && !last.text.includes(' ') && last.width < width * 0.2 && words.length > 30)
    fault('last_line_short', 'info', `The last line of ${quoted(words)} is the one word ${quoted(last.text)}.`);
  return { paragraphs, rect: { ...content, x: content.x + shift, w: width }, oneLine: measured.lines.length === 1, lines: measured.lines };
}

const hasBox = ({ style }: Box): boolean => style.paint !== undefined || style.shadow !== undefined || evenBorder(style) !== undefined;

/** A box around nothing but one piece of text carries it itself. */
function onlyText(box: Box): Box | undefined {
  const [child] = box.children;
  const bare = child !== undefined && !hasBox(child) && child.style.border.every((side) => side === undefined) && child.style.opacity === 1;
  return box.children.length === 1 && child?.paragraphs !== undefined && bare ? child : undefined;
}

const headingOf = (tag: string): number | undefined => (/^h[1-6]$/.test(tag) ? Number(tag.slice(1)) : undefined);

function shapeOf(box: Box, rect: Rect, opacity: number, drafting: Drafting): DrawnShape {
  const { style } = box;
  const inner = box.paragraphs === undefined ? onlyText(box) : box;
  const stroke = evenBorder(style);
  const heading = inner && headingOf(inner.element.tag);
  const link = box.element.attributes?.['href'];
  return {
    kind: 'shape',
    id: box.id,
    rect,
    opacity,
    form: formOf(box, rect),
    ...(style.paint === undefined || style.paint.kind === 'picture' ? {} : { paint: style.paint }),
    ...(stroke === undefined ? {} : { stroke }),
    ...(style.shadow === undefined ? {} : { shadow: style.shadow }),
    ...(inner === undefined ? {} : { text: textBody(inner, contentRect(inner, drafting), drafting) }),
    ...(heading === undefined ? {} : { heading: inner?.id === drafting.titleId ? 1 : Math.max(2, heading) }),
    ...(box.element.attributes?.['alt'] === undefined ? {} : { alt: box.element.attributes['alt'] }),
    ...(link === undefined ? {} : { link }),
  };
}

/** Shares that `object-fit: cover` cuts off, or the smaller rectangle of `contain`. */
function fitPicture(
  picture: { width: number; height: number },
  rect: Rect,
  fit: Style['fit'],
): { rect: Rect; crop: { left: number; top: number; right: number; bottom: number } } {
  const none = { left: 0, top: 0, right: 0, bottom: 0 };
  const scale =
    fit === 'cover' ? Math.max(rect.w / picture.width, rect.h / picture.height) : Math.min(rect.w / picture.width, rect.h / picture.height);
  const [w, h] = [picture.width * scale, picture.height * scale];
  if (fit === 'contain') return { rect: { x: rect.x + (rect.w - w) / 2, y: rect.y + (rect.h - h) / 2, w, h }, crop: none };
  const [across, down] = [Math.max(0, (1 - rect.w / w) / 2), Math.max(0, (1 - rect.h / h) / 2)];
  return { rect, crop: { left: across, right: across, top: down, bottom: down } };
}

function drawPicture(box: Box, asset: string, rect: Rect, opacity: number, drafting: Drafting, decorative: boolean): DrawnItem {
  const picture = drafting.pictures.get(asset);
  const form = formOf(box, rect);
  if (picture === undefined || rect.w <= 0 || rect.h <= 0) {
    drafting.faults.push({
      kind: 'picture_missing',
      severity: 'warning',
      id: box.id,
      message: `There is no picture ${quoted(asset)}; its place is a grey box.`,
    });
    return {
      kind: 'shape',
      id: box.id,
      rect,
      opacity,
      form,
      paint: { kind: 'solid', color: { hex: 'D9DEE3', alpha: 1 } },
      alt: box.element.attributes?.['alt'] ?? '',
    };
  }
  const alt = decorative ? '' : (box.element.attributes?.['alt'] ?? '');
  return {
    kind: 'picture',
    id: decorative ? `${box.id}-picture` : box.id,
    ...fitPicture(picture, rect, box.style.fit),
    asset,
    opacity,
    form,
    alt,
  };
}

function drawIcon(box: Box, rect: Rect, opacity: number, color: Color, drafting: Drafting): DrawnItem[] {
  const name = box.element.attributes?.['data-icon'] ?? '';
  const commands = iconPath(name);
  if (commands === undefined) {
    const near = similarIcons(name);
    const hint = near.length === 0 ? '' : ` Near it are ${near.join(', ')}.`;
    drafting.faults.push({
      kind: 'icon_unknown',
      severity: 'warning',
      id: box.id,
      message: `There is no icon ${quoted(name)}; its place is empty.${hint}`,
    });
    return [];
  }
  const side = Math.min(rect.w, rect.h);
  const square = { x: rect.x + (rect.w - side) / 2, y: rect.y + (rect.h - side) / 2, w: side, h: side };
  const scale = side / ICON_SIZE;
  const path = { commands: placePath(commands, { x: scale, y: scale }, { x: 0, y: 0 }), filled: false, stroked: true };
  return [
    {
      kind: 'shape',
      id: box.id,
      rect: square,
      opacity,
      form: { kind: 'path', paths: [path], width: side, height: side },
      stroke: { color, width: ICON_STROKE * scale, line: 'solid' },
      ...(box.element.attributes?.['alt'] === undefined ? {} : { alt: box.element.attributes['alt'] }),
    },
  ];
}

function drawTable(box: Box, rect: Rect, opacity: number): DrawnTable {
  const placed = box.table?.place(rect.w, rect.h) ?? { columns: [], rows: [] };
  return { kind: 'table', id: box.id, rect, opacity, ...placed };
}

/** What is in a box of its own, and smaller than this share of the canvas, belongs together. */
const GROUP_SHARE_MAX = 0.6;

function grouped(box: Box, rect: Rect, items: DrawnItem[], drafting: Drafting): DrawnItem[] {
  const movable = items.every(
    (item) => item.kind !== 'table' && item.kind !== 'chart' && item.kind !== 'line' && !(item.kind === 'shape' && item.heading === 1),
  );
  const small = rect.w * rect.h <= drafting.width * drafting.height * GROUP_SHARE_MAX;
  if (!hasBox(box) || items.length < 2 || !movable || !small) return items;
  const flat = items.flatMap((item) => (item.kind === 'group' ? item.items : [item]));
  return [{ kind: 'group', id: `${box.id}-group`, rect: boundsOf(flat), opacity: 1, items: flat }];
}

function drawOwn(box: Box, rect: Rect, opacity: number, drafting: Drafting): DrawnItem[] {
  switch (box.element.tag) {
    case 'icon':
      return [
        ...(hasBox(box) ? [shapeOf({ ...box, children: [] }, rect, opacity, drafting)] : []),
        ...drawIcon(box, contentRect(box, drafting), opacity, box.style.color, drafting),
      ];
    case 'svg':
      return drawVector(box, rect, opacity, drafting);
    case 'img':
      return [drawPicture(box, box.element.attributes?.['src'] ?? '', rect, opacity, drafting, false)];
    case 'x-chart':
      return drawChartItem(box, rect, opacity);
    case 'x-line':
      return drawConnector(box, opacity, drafting);
    case 'table':
      return [drawTable(box, rect, opacity)];
    default: {
      const picture = box.style.paint?.kind === 'picture' ? [drawPicture(box, box.style.paint.asset, rect, opacity, drafting, true)] : [];
      const visible = hasBox(box) || (box.paragraphs !== undefined && box.paragraphs.length > 0);
      return [...picture, ...(visible ? [shapeOf(box, rect, opacity, drafting)] : []), ...sideBars(box, rect, opacity)];
    }
  }
}

/** The items of a box and of what is in it, from the back to the front. */
export function drawBox(box: Box, inherited: number, drafting: Drafting): DrawnItem[] {
  const rect = rectOf(box, drafting);
  const opacity = inherited * box.style.opacity;
  const own = drawOwn(box, rect, opacity, drafting);
  const merged = hasBox(box) ? onlyText(box) : undefined;
  const children = box.children.flatMap((child) => (child === merged ? [] : drawBox(child, opacity, drafting)));
  const inner = box.style.clip ? clipItems(children, rect, cornerOf(box.style.radius, rect)) : children;
  return grouped(box, rect, [...own, ...inner], drafting);
}
