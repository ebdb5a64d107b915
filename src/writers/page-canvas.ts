/** A canvas on a page of a Word file or PDF: the colours and faces of the look, and the place that is left for it. */
import type { Drawing } from '../canvas/drawing.ts';
import { canvasNotes, layOutCanvas, type CanvasTheme } from '../canvas/lay-out-canvas.ts';
import { readDiagram } from '../canvas/read-diagram.ts';
import { fitDrawing } from '../canvas/scale-drawing.ts';
import type { Note } from '../base/note.ts';
import type { Canvas, Code } from '../document/block.ts';
import type { Document } from '../document/document.ts';
import type { Look } from '../document/look.ts';
import { pageCanvasTheme } from './drawing/canvas-theme.ts';

export const PX_PER_PT = 96 / 72;
const PX_PER_CM = 96 / 2.54;

export interface PagePlace {
  /** Points. */
  widthPt: number;
  heightPt: number;
  landscape: boolean;
}

/**
 * The drawing of a canvas in the line of the text, made smaller where the place is; or over a whole page from edge to
 * edge (`page`), measured from its corner.
 * @param theme other colours than those of the look
 */
export function drawOnPage(
  canvas: Canvas,
  document: Document,
  look: Look,
  place: PagePlace,
  theme: CanvasTheme = pageCanvasTheme(look, canvas.mode === 'dark'),
): { drawing: Drawing; notes: Note[] } {
  const { page } = look;
  const sides = [page.widthCm, page.heightCm].map((cm) => cm * PX_PER_CM).toSorted((a, b) => a - b);
  const [short = 0, long = 0] = sides;
  const whole = place.landscape ? { w: long, h: short } : { w: short, h: long };
  const free = canvas.page === true ? whole : { w: place.widthPt * PX_PER_PT, h: place.heightPt * PX_PER_PT };
  const { drawing, faults } = layOutCanvas(canvas, {
    rules: look.canvasRules ?? [],
    theme,
    width: free.w,
    height: canvas.page === true && canvas.width === undefined ? free.h : undefined,
    slide: false,
    pictures: document.assets,
  });
  const scale = Math.min(1, free.w / drawing.width, free.h / drawing.height);
  const fitted = fitDrawing(drawing, { x: 0, y: 0, w: drawing.width * scale, h: drawing.height * scale });
  return { drawing: { ...fitted, width: drawing.width * scale, height: drawing.height * scale }, notes: canvasNotes(canvas, faults) };
}

const DIAGRAM_PX = 15;

/** A diagram in the type of the look, for a place of this width. */
export const pageDiagram = (
  code: Code,
  { faces }: Look,
  { widthPt, heightPt }: Pick<PagePlace, 'widthPt' | 'heightPt'>,
): ReturnType<typeof readDiagram> =>
  readDiagram(code, { face: faces.text, size: DIAGRAM_PX, width: widthPt * PX_PER_PT, height: heightPt * PX_PER_PT });
