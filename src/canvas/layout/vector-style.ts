/** Paint of vector elements, which children take over. */
import { boxDefaults, type Style, type StyleContext } from '../../document/canvas-box.ts';
import type { CanvasElement } from '../../document/canvas.ts';
import { applyDeclaration } from '../../document/canvas-style.ts';
import type { Color } from '../../document/canvas-values.ts';

export interface VectorStyle {
  fill: Color | 'none';
  stroke: Color | 'none';
  strokeWidth: number;
  line: 'solid' | 'dashed' | 'dotted';
  opacity: number;
  fontSize: number;
  fontFamily: string;
  bold: boolean;
  /** Of this element and of those around it. */
  transform: string;
  color: Color;
  context: StyleContext;
}

/** Dashes that are no longer than the line is wide are dots. */
function lineOf(dashes: string | undefined, width: number): VectorStyle['line'] | undefined {
  if (dashes === undefined) return undefined;
  const first = Number.parseFloat(dashes);
  if (!(first > 0)) return 'solid';
  return first <= width * 1.25 ? 'dotted' : 'dashed';
}

export function inheritedVector(element: CanvasElement, parent: VectorStyle): VectorStyle {
  const style: Style = {
    ...boxDefaults(),
    fontFamily: parent.fontFamily,
    fontSize: parent.fontSize,
    bold: parent.bold,
    italic: false,
    underline: false,
    strike: false,
    color: parent.color,
    align: 'left',
    lineHeight: undefined,
    letterSpacing: 0,
    transform: 'none',
    nowrap: false,
    balance: false,
    lining: false,
  };
  for (const [property, value] of Object.entries(element.style ?? {})) applyDeclaration(style, property, value, parent.context);
  const own = element.attributes?.['transform'] ?? '';
  return {
    ...parent,
    fill: style.fill ?? parent.fill,
    stroke: style.stroke ?? parent.stroke,
    strokeWidth: style.strokeWidth ?? parent.strokeWidth,
    line: lineOf(element.style?.['stroke-dasharray'], style.strokeWidth ?? parent.strokeWidth) ?? parent.line,
    opacity: parent.opacity * style.opacity,
    fontSize: style.fontSize,
    fontFamily: style.fontFamily,
    bold: style.bold,
    transform: `${parent.transform} ${own}`.trim(),
    color: style.color,
  };
}
