/** A computed style: what a canvas element looks like, in CSS pixels. */
import type { Color, Length, Paint, ValueContext } from './canvas-values.ts';

export interface Border {
  width: number;
  line: 'solid' | 'dashed' | 'dotted';
  color: Color;
}
interface Shadow {
  x: number;
  y: number;
  blur: number;
  color: Color;
}
/** Top, right, bottom, left. */
export type Four<T> = [T, T, T, T];

/** What children take over. Sizes are CSS pixels. */
export interface TextStyle {
  fontFamily: string;
  fontSize: number;
  bold: boolean;
  italic: boolean;
  underline: boolean;
  strike: boolean;
  color: Color;
  align: 'left' | 'center' | 'right' | 'justify';
  /** Multiple of the size; undefined: the face's own. */
  lineHeight: number | undefined;
  letterSpacing: number;
  transform: 'none' | 'uppercase' | 'lowercase' | 'capitalize';
  nowrap: boolean;
  balance: boolean;
  /** Figures of the height of capitals, in faces whose own hang below the line. */
  lining: boolean;
}
export interface BoxStyle {
  display: 'block' | 'flex' | 'grid' | 'none';
  direction: 'row' | 'column' | 'row-reverse' | 'column-reverse' | undefined;
  wrap: boolean;
  rowGap: number;
  columnGap: number;
  grow: number | undefined;
  shrink: number | undefined;
  basis: Length | undefined;
  alignItems: string | undefined;
  alignSelf: string | undefined;
  justify: string | undefined;
  width: Length | undefined;
  height: Length | undefined;
  minWidth: Length | undefined;
  minHeight: Length | undefined;
  maxWidth: Length | undefined;
  maxHeight: Length | undefined;
  aspectRatio: number | undefined;
  absolute: boolean;
  /** What is in it is cut at its edges. */
  clip: boolean;
  /** Columns of the grid that it takes. */
  span: number;
  inset: Four<Length | undefined>;
  padding: Four<Length>;
  margin: Four<Length>;
  paint: Paint | undefined;
  border: Four<Border | undefined>;
  radius: Length;
  /** Top left, top right, bottom right, bottom left, where they are not all `radius`. */
  corners: Four<Length> | undefined;
  shadow: Shadow | undefined;
  /** 0-1, of the element and all in it. */
  opacity: number;
  /** Columns of a grid: shares (`fr`) or lengths. */
  tracks: ({ share: number } | { length: Length })[];
  fit: 'cover' | 'contain';
  fill: Color | 'none' | undefined;
  stroke: Color | 'none' | undefined;
  strokeWidth: number | undefined;
}
export interface Style extends TextStyle, BoxStyle {}

/** A box as CSS has it before any declaration (initial values of its properties). */
export function boxDefaults(): BoxStyle {
  return {
    display: 'block',
    direction: undefined,
    wrap: false,
    rowGap: 0,
    columnGap: 0,
    grow: undefined,
    shrink: undefined,
    basis: undefined,
    alignItems: undefined,
    alignSelf: undefined,
    justify: undefined,
    width: undefined,
    height: undefined,
    minWidth: undefined,
    minHeight: undefined,
    maxWidth: undefined,
    maxHeight: undefined,
    aspectRatio: undefined,
    absolute: false,
    clip: false,
    span: 1,
    inset: [undefined, undefined, undefined, undefined],
    padding: [0, 0, 0, 0],
    margin: [0, 0, 0, 0],
    paint: undefined,
    border: [undefined, undefined, undefined, undefined],
    radius: 0,
    corners: undefined,
    shadow: undefined,
    opacity: 1,
    tracks: [],
    fit: 'cover',
    fill: undefined,
    stroke: undefined,
    strokeWidth: undefined,
  };
}

/** Faces by role: `font-family: display`. */
export interface FaceRoles {
  text: string;
  display: string;
  code: string;
}
export interface StyleContext {
  colors: ValueContext['colors'];
  faces: FaceRoles;
  /** Whether the ground is dark. */
  dark?: boolean | undefined;
  /** Headings of level 1 are bold. */
  boldTitles?: boolean | undefined;
}
