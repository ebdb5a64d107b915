/**
 * A drawing: shapes at absolute places, ready to be written by any format. Lengths are CSS pixels (96 to the inch) from
 * the upper left corner; items are in the order in which they are painted, which is the order of reading too.
 */
import type { Chart } from '../document/block.ts';
import type { Color, Paint } from '../document/canvas-values.ts';
import type { Path } from './vector-path.ts';
import { maxOf, minOf } from '../base/extremes.ts';

export interface Rect {
  x: number;
  y: number;
  w: number;
  h: number;
}

export interface Stroke {
  color: Color;
  width: number;
  line: 'solid' | 'dashed' | 'dotted';
}

export interface DrawnRun {
  text: string;
  /** As an office file names it. */
  face: string;
  /** CSS pixels. */
  size: number;
  bold: boolean;
  italic: boolean;
  underline: boolean;
  strike: boolean;
  color: Color;
  letterSpacing: number;
  upper: boolean;
  link?: string | undefined;
}

export interface DrawnParagraph {
  /** A "\n" is a line break of the author's. */
  runs: DrawnRun[];
  align: 'left' | 'center' | 'right' | 'justify';
  /** Multiple of the size; undefined: the face's own. */
  lineHeight: number | undefined;
  /** Below it. */
  after: number;
  bullet?: { kind: 'dot' } | { kind: 'number'; number: number } | undefined;
}

/** Text with its own rectangle inside of its shape. */
export interface TextBody {
  paragraphs: DrawnParagraph[];
  rect: Rect;
  /** Of one line, which must never break. */
  oneLine: boolean;
  /** Lines as measured, in order, for formats that place lines themselves. */
  lines: { width: number; height: number }[];
}

/** Forms of flowcharts, in the rectangle of their item. */
export const FLOW_FORMS = ['diamond', 'hexagon', 'cylinder', 'parallelogram'] as const;

export type Form =
  | { kind: 'rect' }
  | { kind: 'round'; radius: number }
  | { kind: 'ellipse' }
  | { kind: (typeof FLOW_FORMS)[number] }
  | { kind: 'path'; paths: Path[]; width: number; height: number };

interface Item {
  /** The author's own name of the element, else `e<n>` in document order. */
  id: string;
  rect: Rect;
  /** 0-1. */
  opacity: number;
}
export interface DrawnShape extends Item {
  kind: 'shape';
  form: Form;
  paint?: Paint | undefined;
  stroke?: Stroke | undefined;
  shadow?: { x: number; y: number; blur: number; color: Color } | undefined;
  text?: TextBody | undefined;
  /** Of the heading that names the slide, and of other headings. */
  heading?: number | undefined;
  /** What it shows, where it is a picture in all but name. */
  alt?: string | undefined;
  link?: string | undefined;
}
export interface DrawnPicture extends Item {
  kind: 'picture';
  /** Key of the document's assets. */
  asset: string;
  /** Shares that are cut off at each side. */
  crop: { left: number; top: number; right: number; bottom: number };
  form: Form;
  alt: string;
}
export interface RenderedLine extends Item {
  kind: 'line';
  /** At least two; straight pieces. */
  points: { x: number; y: number }[];
  stroke: Stroke;
  startArrow: boolean;
  endArrow: boolean;
  /** Shapes that it connects, with the side: 0 top, 1 left, 2 bottom, 3 right. */
  from?: { id: string; side: number } | undefined;
  to?: { id: string; side: number } | undefined;
}
export interface DrawnChart extends Item {
  kind: 'chart';
  chart: Chart;
  /** RRGGBB of the series, in order; empty: the design's. */
  colors: string[];
  text: { face: string; size: number; color: string };
  /** RRGGBB of the lines across the plot, of the axis, and of what `highlight` leaves back. */
  rule: string;
  /** Colours of the design in their order, for what would have the colour of another. */
  palette: string[];
  /** Its ground is dark. */
  dark: boolean;
  wishes: ChartWishes;
}
/** What the author of a chart on a canvas asks for; absent: as every chart has it. */
export interface ChartWishes {
  /** Figures at bars, slices and points. */
  labels?: boolean | undefined;
  legend?: boolean | undefined;
  /** False: no lines across the plot. A colour: theirs. */
  grid?: false | string | undefined;
  /** False: the axis of the values is not shown. */
  axis?: false | undefined;
  min?: number | undefined;
  max?: number | undefined;
  step?: number | undefined;
  /** How figures are written: what is before and after them, and decimals. */
  format?: { before: string; decimals: number; after: string } | undefined;
  /** Categories that stand out; the others take the colour of rules. */
  highlight?: string[] | undefined;
  /** Insets of the plot itself in the chart: top, right, bottom, left; pixels. */
  plot?: [number, number, number, number] | undefined;
  /** Share of a bar's width that is between two of them. */
  gap?: number | undefined;
}
export interface DrawnCell {
  text: TextBody;
  colspan: number;
  rowspan: number;
  header: boolean;
  paint?: Color | undefined;
  /** Top, right, bottom, left. */
  borders: (Stroke | undefined)[];
  padding: [number, number, number, number];
  valign: 'top' | 'middle';
}
export interface DrawnTable extends Item {
  kind: 'table';
  columns: number[];
  rows: { height: number; cells: DrawnPlace[] }[];
}
/** A place of the grid: a cell, what a cell on its left covers, or the first place that a cell above covers, with its columns. */
export type DrawnPlace = DrawnCell | 'covered' | { below: number };
/** Whether a place of the grid is a cell itself, and not covered by another one. */
export const isCell = (place: DrawnPlace): place is DrawnCell => typeof place === 'object' && 'text' in place;
export interface DrawnGroup extends Item {
  kind: 'group';
  items: DrawnItem[];
}
export type DrawnItem = DrawnShape | DrawnPicture | RenderedLine | DrawnChart | DrawnTable | DrawnGroup;

export interface Drawing {
  width: number;
  height: number;
  items: DrawnItem[];
}

/** The least rectangle around all of them. */
export function boundsOf(items: readonly { rect: Rect }[]): Rect {
  const x = minOf(items.map(({ rect }) => rect.x));
  const y = minOf(items.map(({ rect }) => rect.y));
  const right = maxOf(items.map(({ rect }) => rect.x + rect.w));
  const bottom = maxOf(items.map(({ rect }) => rect.y + rect.h));
  return { x, y, w: right - x, h: bottom - y };
}

/** Every item that is not a group, in order. */
export function* flatItems(items: readonly DrawnItem[]): Generator<Exclude<DrawnItem, DrawnGroup>, void, undefined> {
  for (const item of items) {
    if (item.kind === 'group') yield* flatItems(item.items);
    else yield item;
  }
}

const CANVAS_FAULTS = [
  'text_overflow',
  'off_page',
  'overlap',
  'contrast_low',
  'type_small',
  'line_loose',
  'word_broken',
  'last_line_short',
  'face_unmeasured',
  'picture_missing',
  'icon_unknown',
] as const;

/** What is wrong with a layout, found before anything is rendered. */
export interface CanvasFault {
  kind: (typeof CANVAS_FAULTS)[number];
  severity: 'warning' | 'info';
  /** Of the element. */
  id: string;
  /** One English sentence: what, where, by how much. */
  message: string;
}
