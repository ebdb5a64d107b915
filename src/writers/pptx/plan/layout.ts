/** What a layout is made of. Lengths are inches on a slide of 13.333 × 7.5; sizes are points. */
import type { Ink } from '../deck-theme.ts';

export interface Box {
  x: number;
  y: number;
  w: number;
  h: number;
}

/** Of our own decks. */
export const SLIDE_SIZE = { w: 13.333, h: 7.5 } as const;
export const CONTENT_AREA: Box = { x: 0.75, y: 1.95, w: 11.833, h: 4.65 };

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
  /** How far its text is from the edge, in steps of a bullet; absent: one for a dot, two for a dash. */
  steps?: number;
  /** Read from right to left. */
  rtl?: boolean;
  /** Left where nothing is said. */
  align?: 'left' | 'center' | 'right';
  /** A face that is none of the theme's: text is measured in it. */
  typeface?: string;
  /** Set in capitals, whatever is typed. */
  caps?: boolean;
  /** Of a supplied template: the level that it is there. */
  own?: OwnLevel;
}

/** A level of a supplied template's placeholder. */
interface OwnLevel {
  /** Counted from 0. */
  at: number;
  sizePt: number;
  bold: boolean;
  /** RRGGBB. */
  color: string;
  bullet: boolean;
  /** Inches from the edge at which its text begins. */
  indentIn: number;
  /** Where the space between its paragraphs is. */
  space: 'before' | 'after';
}

/** How a placeholder of a slide in a supplied template is written: as one of the template's, as a shape of its own, or not at all. */
type Tie = { kind: 'bound'; type: string; idx: string | undefined; box: Box } | { kind: 'free' } | { kind: 'hidden' };

/** How many bullets the text of a level is from the edge. */
export const stepsOf = ({ bullet, steps }: Pick<LevelStyle, 'bullet' | 'steps'>): number =>
  steps ?? (bullet === 'none' ? 0 : bullet === 'dot' ? 1 : 2);

export interface Placeholder {
  key: string;
  type: 'title' | 'body' | 'pic' | 'chart' | 'tbl' | 'ftr' | 'sldNum';
  idx: number;
  box: Box;
  anchor: 't' | 'ctr' | 'b';
  /** Left, top, right, bottom. */
  inset: readonly [number, number, number, number];
  fill?: Ink;
  /** Of its frame; a rectangle where nothing is said. */
  form?: 'chevron' | 'ellipse' | 'round';
  /** Its frame mirrored left to right. */
  flipped?: boolean;
  levels: readonly LevelStyle[];
  /** What PowerPoint shows while it is empty. */
  prompt: string;
  /** On a supplied template alone. */
  tie?: Tie;
}

export interface Gradient {
  from: Ink;
  to: Ink;
  /** Clockwise, 0 from left to right. */
  degrees: number;
  /** Share of each end that covers the background, 0-1; 1 where nothing is said. */
  alphaFrom?: number;
  alphaTo?: number;
}

/** Decoration: no text, marked as such for those who do not see it. */
export interface Shape {
  box: Box;
  form: 'rect' | 'round' | 'ellipse' | 'quarter' | 'chevron' | 'scrim' | 'path';
  /** Of the corners of a round shape, in inches; a share of the size where nothing is said. */
  radius?: number;
  fill?: Ink;
  gradient?: Gradient;
  /** Share of the fill or outline that covers the background, 0-1. */
  alpha?: number;
  /** Outline with its width in points. */
  outline?: { ink: Ink; widthPt: number; dashed?: boolean };
  /** Mirrored left to right. */
  flipped?: boolean;
  /** Quarter turns of a quarter disc, clockwise from "centre at the lower right". */
  turn?: 0 | 1 | 2 | 3;
  /** Of a path: absolute `M`, `L`, `C`, `Z` commands in coordinates of this width and height. */
  path?: { data: string; w: number; h: number };
}

/** Shapes that are one thing: title art, an icon on its disc. */
export interface ShapeGroup {
  group: readonly Shape[];
  box: Box;
  /** As the selection pane lists it. */
  name: string;
}

export interface Layout {
  name: string;
  /** As PowerPoint lists it. */
  label: string;
  /** ST_SlideLayoutType (ISO/IEC 29500-1 §19.7.15), where one fits. */
  type?: 'title' | 'secHead' | 'obj' | 'twoTxTwoObj' | 'chart' | 'tbl' | 'titleOnly';
  ground?: Ink;
  /** Name of the layout that it is on another background; such are in the file only where a slide uses them. */
  twinOf?: string;
  shapes: readonly Shape[];
  placeholders: readonly Placeholder[];
  /** Part of the supplied template that slides of this layout are made in; what it does not draw, the slide does. */
  part?: string;
}
