/** Elements of the canvases that diagrams become. */
import type { CanvasElement, CanvasNode, CanvasTag, Declarations } from '../../document/canvas.ts';

export interface DiagramStyle {
  /** Of all text; CSS pixels. */
  face: string;
  size: number;
  /** Available; CSS pixels. */
  width: number;
  height: number;
}

export interface DiagramCanvas {
  width: number;
  height: number | undefined;
  elements: CanvasElement[];
}

export const box = (style: Declarations, children: CanvasNode[]): CanvasElement => ({
  tag: 'div',
  style,
  ...(children.length === 0 ? {} : { children }),
});

/** Line breaks of the words are line breaks of the text. */
export function text(tag: CanvasTag, words: string, style: Declarations): CanvasElement {
  const children = words.split('\n').flatMap((line, at): CanvasNode[] => (at === 0 ? [line] : [{ tag: 'br' }, line]));
  return { tag, style, children };
}
