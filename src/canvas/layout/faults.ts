/** What is wrong with a drawing as a whole: off the page, one thing on another, text that cannot be read. */
import { contrast } from '../../base/color.ts';
import { isMeasured } from '../../base/text-metrics.ts';
import type { Color } from '../../document/canvas-values.ts';
import { flatItems, type CanvasFault, type Drawing, type DrawnItem, type DrawnShape, type Rect, type TextBody } from '../drawing.ts';
import { quoted } from './draw.ts';
import { maxOf, minOf } from '../../base/extremes.ts';
import { flattenPath, isWithin } from '../vector-path.ts';

type Flat = Exclude<DrawnItem, { kind: 'group' }>;

const px = (value: number): string => `${Math.round(value)} px`;
const wordsOf = (text: TextBody): string => text.paragraphs.flatMap(({ runs }) => runs.map((run) => run.text)).join('');
const EDGE = 1.5;

/** Where the letters are: the lines, not the whole box. */
function inkRect({ rect, lines, paragraphs }: TextBody): Rect {
  const widest = Math.min(rect.w, Math.max(0, maxOf(lines.map(({ width }) => width))));
  const height = lines.reduce((sum, line) => sum + line.height, 0) + paragraphs.reduce((sum, { after }) => sum + after, 0);
  const align = paragraphs[0]?.align;
  const shift = align === 'center' ? (rect.w - widest) / 2 : align === 'right' ? rect.w - widest : 0;
  return { x: rect.x + shift, y: rect.y, w: widest, h: height };
}

const overlap = (a: Rect, b: Rect): { w: number; h: number } => ({
  w: Math.min(a.x + a.w, b.x + b.w) - Math.max(a.x, b.x),
  h: Math.min(a.y + a.h, b.y + b.h) - Math.max(a.y, b.y),
});

function offPage(drawing: Drawing, item: Flat): CanvasFault[] {
  // decoration may bleed off the edge; what is read may not
  const rect =
    item.kind === 'shape'
      ? item.text && inkRect(item.text)
      : item.kind === 'picture' && item.id.endsWith('-picture')
        ? undefined
        : item.rect;
  if (rect === undefined || item.kind === 'line') return [];
  const over = Math.max(-rect.x, -rect.y, rect.x + rect.w - drawing.width, rect.y + rect.h - drawing.height);
  if (over <= EDGE) return [];
  const what = item.kind === 'shape' && item.text ? `The text ${quoted(wordsOf(item.text))}` : `The ${item.kind}`;
  return [{ kind: 'off_page', severity: 'warning', id: item.id, message: `${what} leaves the canvas by ${px(over)}.` }];
}

/** Text on text, and a filled shape on a text that was there before it. */
function overlaps(items: readonly Flat[]): CanvasFault[] {
  const faults: CanvasFault[] = [];
  const texts: { item: DrawnShape; ink: Rect }[] = [];
  for (const item of items) {
    const opaque =
      item.kind === 'picture' ||
      item.kind === 'chart' ||
      item.kind === 'table' ||
      (item.kind === 'shape' && item.paint?.kind === 'solid' && item.paint.color.alpha * item.opacity > 0.5 && item.form.kind !== 'path');
    const ink = item.kind === 'shape' && item.text ? inkRect(item.text) : undefined;
    const cover = opaque ? item.rect : ink;
    for (const text of cover === undefined ? [] : texts) {
      const shared = overlap(cover ?? item.rect, text.ink);
      if (shared.w <= 2 || shared.h <= Math.max(2, text.ink.h * 0.08)) continue;
      const by = ink && item.kind === 'shape' && item.text ? `the text ${quoted(wordsOf(item.text))}` : `the ${item.kind} "${item.id}"`;
      faults.push({
        kind: 'overlap',
        severity: 'warning',
        id: text.item.id,
        message: `The text ${quoted(text.item.text ? wordsOf(text.item.text) : '')} is overlapped by ${by} (${px(shared.w)} × ${px(shared.h)}).`,
      });
    }
    if (ink && item.kind === 'shape') texts.push({ item, ink });
  }
  return faults;
}

const blend = (over: Color, under: string): string => {
  const channel = (hex: string, at: number): number => Number.parseInt(hex.slice(at, at + 2), 16);
  return [0, 2, 4]
    .map((at) =>
      Math.round(channel(over.hex, at) * over.alpha + channel(under, at) * (1 - over.alpha))
        .toString(16)
        .padStart(2, '0'),
    )
    .join('')
    .toUpperCase();
};

/** Whether a point, as the form's own coordinates have it, is in what the path fills (even-odd). */
function fills(form: Extract<DrawnShape['form'], { kind: 'path' }>, x: number, y: number): boolean {
  return form.paths.some(
    ({ commands, filled }) => filled && flattenPath(commands).filter((points) => isWithin(points, x, y)).length % 2 === 1,
  );
}

/** Every colour that may be behind the middle of a rectangle; undefined on a picture. */
function behind(items: readonly Flat[], upTo: number, rect: Rect, ground: string): string[] | undefined {
  const middle = { x: rect.x + rect.w / 2, y: rect.y + rect.h / 2 };
  let colors: string[] | undefined = [ground];
  for (const item of items.slice(0, upTo + 1)) {
    const { x, y, w, h } = item.rect;
    if (middle.x < x || middle.x > x + w || middle.y < y || middle.y > y + h) continue;
    if (item.kind === 'picture') colors = undefined;
    if (item.kind !== 'shape' || item.paint === undefined) continue;
    if (item.form.kind === 'path' && item.id !== items[upTo]?.id && !fills(item.form, middle.x - x, middle.y - y)) continue;
    const stops =
      item.paint.kind === 'solid' ? [item.paint.color] : item.paint.kind === 'gradient' ? item.paint.stops.map(({ color }) => color) : [];
    const solid = stops.every((color) => color.alpha * item.opacity > 0.95);
    const under: string[] | undefined = solid ? [ground] : colors;
    colors = under?.flatMap((below) => stops.map((color) => blend({ ...color, alpha: color.alpha * item.opacity }, below))).slice(0, 16);
  }
  return colors;
}

const LARGE_PX = 32;
const LARGE_BOLD_PX = 24.9;

function contrasts(items: readonly Flat[], ground: string): CanvasFault[] {
  return items.flatMap((item, at): CanvasFault[] => {
    if (item.kind !== 'shape' || item.text === undefined) return [];
    const colors = behind(items, at, inkRect(item.text), ground);
    const worst = item.text.paragraphs
      .flatMap(({ runs }) => runs)
      .flatMap((run) => {
        const needed = run.size >= LARGE_PX || (run.bold && run.size >= LARGE_BOLD_PX) ? 3 : 4.5;
        const low = minOf(
          (colors ?? []).map((color) => contrast(blend({ ...run.color, alpha: run.color.alpha * item.opacity }, color), color)),
        );
        return low < needed - 0.005 && run.text.trim() !== '' ? [{ run, low, needed }] : [];
      });
    const [first] = worst;
    if (first === undefined) return [];
    return [
      {
        kind: 'contrast_low',
        severity: 'warning',
        id: item.id,
        message: `The text ${quoted(first.run.text)} (#${first.run.color.hex}) has a contrast of ${first.low.toFixed(1)} with what is behind it; ${first.needed} are needed.`,
      },
    ];
  });
}

const TYPE_PX_MIN = 16;

function smallType(items: readonly Flat[]): CanvasFault[] {
  return items.flatMap((item): CanvasFault[] => {
    if (item.kind !== 'shape' || item.text === undefined) return [];
    const small = item.text.paragraphs.flatMap(({ runs }) => runs).find((run) => run.size < TYPE_PX_MIN - 0.01 && run.text.trim() !== '');
    return small
      ? [
          {
            kind: 'type_small',
            severity: 'info',
            id: item.id,
            message: `The text ${quoted(small.text)} is of ${(small.size * 0.75).toFixed(1)} pt; on slides 12 pt are the least that is read.`,
          },
        ]
      : [];
  });
}

function unmeasured(items: readonly Flat[]): CanvasFault[] {
  const faces = new Map<string, string>();
  for (const item of items)
    if (item.kind === 'shape')
      for (const run of item.text?.paragraphs.flatMap(({ runs }) => runs) ?? [])
        if (!isMeasured({ name: run.face })) faces.set(run.face, faces.get(run.face) ?? item.id);
  return [...faces].map(([face, id]): CanvasFault => ({
    kind: 'face_unmeasured',
    severity: 'info',
    id,
    message: `The widths of the face ${quoted(face)} are not known; its text was measured as a wide face.`,
  }));
}

/** @param ground RRGGBB of what the canvas is on */
export function findFaults(drawing: Drawing, ground: string, slide: boolean): CanvasFault[] {
  const items = [...flatItems(drawing.items)];
  return [
    ...items.flatMap((item) => offPage(drawing, item)),
    ...overlaps(items),
    ...contrasts(items, ground),
    ...(slide ? smallType(items) : []),
    ...unmeasured(items),
  ];
}
