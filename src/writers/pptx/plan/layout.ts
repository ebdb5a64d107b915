/** What a layout is made of. Lengths are inches on a slide of 13.333 × 7.5; sizes are points. */
import type { Ink } from '../deck-theme.ts';

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** One level of a placeholder's text: what a paragraph at that level looks like. */
export interface LevelStyle {
  face: 'display' | 'text';
  sizePt: number;
  bold: boolean;
  ink: Ink;
  /** Multiple of single spacing. */
  line: number;
  afterPt: number;
  bullet: 'none' | 'dot' | 'dash';
  /** Left where nothing is said. */
  align?: 'left' | 'center' | 'right';
}

export interface Placeholder {
  key: string;
  type: 'title' | 'body' | 'pic' | 'chart' | 'tbl' | 'ftr' | 'sldNum';
  idx: number;
  box: Box;
  anchor: 't' | 'ctr' | 'b';
  /** Left, top, right, bottom. */
  inset: readonly [number, number, number, number];
  fill?: Ink;
  levels: readonly LevelStyle[];
  /** What PowerPoint shows while it is empty. */
  prompt: string;
}

/** Decoration: no text, marked as such for those who do not see it. */
export interface Shape {
  box: Box;
  form: 'rect' | 'ellipse' | 'line' | 'quarter' | 'ring' | 'scrim';
  fill?: Ink;
  /** Outline with its width in points. */
  outline?: { ink: Ink; widthPt: number };
  /** Quarter turns of a quarter disc, clockwise from "centre at the lower right". */
  turn?: 0 | 1 | 2 | 3;
}

export interface Layout {
  name: string;
  /** As PowerPoint lists it. */
  label: string;
  /** ST_SlideLayoutType (ISO/IEC 29500-1 §19.7.15), where one fits. */
  type?: 'title' | 'secHead' | 'obj' | 'twoTxTwoObj' | 'chart' | 'tbl' | 'titleOnly';
  ground?: Ink;
  shapes: readonly Shape[];
  placeholders: readonly Placeholder[];
}
