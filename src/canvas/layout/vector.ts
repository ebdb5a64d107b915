/** `<svg>` → freeforms: basic shapes and paths of SVG in their own coordinates, placed in the box of the element. */
import { append } from '../../base/append.ts';
import { inheritedVector, type VectorStyle } from './vector-style.ts';
import type { CanvasElement } from '../../document/canvas.ts';
import { clipItems } from '../clip-drawing.ts';
import type { DrawnItem, DrawnShape, Rect } from '../drawing.ts';
import { pathBounds, placePath, readPath, shapePath } from '../vector-path.ts';
import type { Box } from './boxes.ts';
import { measureText } from './text.ts';

interface Frame {
  id: string;
  scale: number;
  by: { x: number; y: number };
  opacity: number;
  count: number;
}

const SHAPES_MAX = 1_000;

function drawPath(element: CanvasElement, style: VectorStyle, frame: Frame): DrawnShape | undefined {
  const d = shapePath(element.tag, element.attributes ?? {});
  const own = d === undefined || d === '' ? undefined : readPath(d, style.transform);
  if (own === undefined) return undefined;
  const filled = style.fill !== 'none' && element.tag !== 'line';
  const stroked = style.stroke !== 'none' && style.strokeWidth > 0;
  if (!filled && !stroked) return undefined;
  const placed = placePath(own, { x: frame.scale, y: frame.scale }, frame.by);
  const rect = pathBounds(placed);
  // a line without any height still has a place
  const box = { ...rect, w: Math.max(rect.w, 0.5), h: Math.max(rect.h, 0.5) };
  const commands = placePath(placed, { x: 1, y: 1 }, { x: -box.x, y: -box.y });
  frame.count += 1;
  return {
    kind: 'shape',
    id: element.name ?? `${frame.id}-${frame.count}`,
    rect: box,
    opacity: frame.opacity * style.opacity,
    form: { kind: 'path', paths: [{ commands, filled, stroked }], width: box.w, height: box.h },
    ...(style.fill !== 'none' && filled ? { paint: { kind: 'solid', color: style.fill } } : {}),
    ...(style.stroke !== 'none' && stroked
      ? { stroke: { color: style.stroke, width: style.strokeWidth * frame.scale, line: style.line } }
      : {}),
  };
}

function drawText(element: CanvasElement, style: VectorStyle, frame: Frame): DrawnShape | undefined {
  const words = (element.children ?? [])
    .map((node) => (typeof node === 'string' ? node : ''))
    .join('')
    .trim();
  if (words === '' || style.fill === 'none') return undefined;
  const number = (name: string): number => Number.parseFloat(element.attributes?.[name] ?? '0') || 0;
  const size = style.fontSize * frame.scale;
  const run = {
    text: words,
    face: style.fontFamily,
    size,
    bold: style.bold,
    italic: false,
    underline: false,
    strike: false,
    color: style.fill,
    letterSpacing: 0,
    upper: false,
  };
  const anchor = element.attributes?.['text-anchor'];
  const align = anchor === 'middle' ? 'center' : anchor === 'end' ? 'right' : 'left';
  const paragraphs = [{ runs: [run], align, lineHeight: undefined, after: 0 } as const].map((paragraph) => ({
    ...paragraph,
    runs: [...paragraph.runs],
  }));
  const measured = measureText(paragraphs, Infinity);
  const w = measured.width + 1;
  const x = number('x') * frame.scale + frame.by.x - (align === 'center' ? w / 2 : align === 'right' ? w : 0);
  // SVG gives the base line
  const rect = { x, y: number('y') * frame.scale + frame.by.y - size * 0.95, w, h: measured.height };
  frame.count += 1;
  return {
    kind: 'shape',
    id: `${frame.id}-${frame.count}`,
    rect,
    opacity: frame.opacity * style.opacity,
    form: { kind: 'rect' },
    text: { paragraphs, rect, oneLine: true, lines: measured.lines },
  };
}

function drawNodes(element: CanvasElement, parent: VectorStyle, frame: Frame): DrawnShape[] {
  const shapes: DrawnShape[] = [];
  for (const child of element.children ?? []) {
    if (typeof child === 'string' || frame.count >= SHAPES_MAX) continue;
    const style = inheritedVector(child, parent);
    if (child.tag === 'g' || child.tag === 'svg') append(shapes, drawNodes(child, style, frame));
    else {
      const made = child.tag === 'text' ? drawText(child, style, frame) : drawPath(child, style, frame);
      if (made) shapes.push(made);
    }
  }
  return shapes;
}

/** Browsers cut an `svg` at its box; at an edge of the canvas the page does it. */
function withoutBleed(items: DrawnShape[], rect: Rect, canvas: { width: number; height: number }): DrawnItem[] {
  const FAR = 10_000;
  const [left, top] = [rect.x <= 1 ? rect.x - FAR : rect.x, rect.y <= 1 ? rect.y - FAR : rect.y];
  const right = rect.x + rect.w + (rect.x + rect.w >= canvas.width - 1 ? FAR : 0);
  const bottom = rect.y + rect.h + (rect.y + rect.h >= canvas.height - 1 ? FAR : 0);
  return clipItems(items, { x: left, y: top, w: right - left, h: bottom - top }, 0);
}

/** @param canvas its size */
export function drawVector(box: Box, rect: Rect, opacity: number, canvas: { width: number; height: number }): DrawnItem[] {
  const { element, style } = box;
  const [x = 0, y = 0, width = rect.w, height = rect.h] = (element.attributes?.['viewBox'] ?? '')
    .split(/[\s,]+/)
    .filter((part) => part !== '')
    .map(Number);
  const scale = Math.min(rect.w / (width || 1), rect.h / (height || 1));
  const frame: Frame = {
    id: box.id,
    scale,
    by: { x: rect.x + (rect.w - width * scale) / 2 - x * scale, y: rect.y + (rect.h - height * scale) / 2 - y * scale },
    opacity,
    count: 0,
  };
  const root: VectorStyle = {
    fill: style.fill ?? { hex: '000000', alpha: 1 },
    stroke: style.stroke ?? 'none',
    strokeWidth: style.strokeWidth ?? 1,
    line: 'solid',
    opacity: 1,
    fontSize: style.fontSize,
    fontFamily: style.fontFamily,
    bold: style.bold,
    transform: '',
    color: style.color,
    context: box.context,
  };
  const items = withoutBleed(drawNodes(element, root, frame), rect, canvas);
  const alt = element.attributes?.['alt'];
  const [first] = items;
  if (first?.kind === 'shape' && alt !== undefined) first.alt = alt;
  if (items.length < 2) return items;
  return [{ kind: 'group', id: `${box.id}-group`, rect, opacity: 1, items }];
}
