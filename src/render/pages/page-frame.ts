/**
 * Where a page's own coordinates (points upwards from anywhere, before the page is turned) lie as one looks at it: points
 * downwards from the upper left corner. A page whose text runs up or down is looked at from its side.
 */
import type { Box } from '../../document/rendered-document.ts';
import { turnBox, type Quarter } from '../../document/turn-box.ts';
import type { Parts } from './pdfium.ts';

export interface Frame {
  widthPt: number;
  heightPt: number;
  /** How far the page is turned when it is shown. */
  quarter: Quarter;
  /** A box of the file (y upwards, in any order of corners) as it is seen. */
  seen(x1: number, y1: number, x2: number, y2: number): Box;
}

export const quarterOf = (turns: number): Quarter => ([0, 1, 2, 3] as const)[((turns % 4) + 4) % 4] ?? 0;

export function turnSize(
  { widthPt, heightPt }: { widthPt: number; heightPt: number },
  quarter: Quarter,
): { widthPt: number; heightPt: number } {
  return quarter % 2 === 1 ? { widthPt: heightPt, heightPt: widthPt } : { widthPt, heightPt };
}

/** @param handle of a loaded page */
export function frameOf({ library, call }: Parts, handle: number): Frame {
  const [widthPt, heightPt] = [call.FPDF_GetPageWidthF(handle), call.FPDF_GetPageHeightF(handle)];
  const quarter = quarterOf(call.FPDFPage_GetRotation(handle));
  const edges = library.wasmExports.malloc(16);
  let [left, top] = [0, quarter % 2 === 1 ? widthPt : heightPt];
  if (edges !== 0 && call.FPDF_GetPageBoundingBox(handle, edges) !== 0) {
    const view = new DataView(library.HEAPU8.buffer, edges, 16);
    [left, top] = [view.getFloat32(0, true), view.getFloat32(4, true)];
  }
  library.wasmExports.free(edges);
  const upright = quarter % 2 === 1 ? { widthPt: heightPt, heightPt: widthPt } : { widthPt, heightPt };
  return {
    widthPt,
    heightPt,
    quarter,
    // asked for each letter: a page that is not turned needs no second box
    seen(x1, y1, x2, y2) {
      const box = {
        left: Math.min(x1, x2) - left,
        top: top - Math.max(y1, y2),
        right: Math.max(x1, x2) - left,
        bottom: top - Math.min(y1, y2),
      };
      return quarter === 0 ? box : turnBox(box, upright, quarter);
    },
  };
}
