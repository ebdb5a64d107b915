/** Boxes of a page in another view of it: turned by quarters. */
import type { Box } from './rendered-document.ts';

/** Quarters, clockwise. */
export type Quarter = 0 | 1 | 2 | 3;

/** A box in a view of that size, as it is when the view is turned clockwise. */
export function turnBox({ left, top, right, bottom }: Box, size: { widthPt: number; heightPt: number }, quarter: Quarter): Box {
  switch (quarter) {
    case 0:
      return { left, top, right, bottom };
    case 1:
      return { left: size.heightPt - bottom, top: left, right: size.heightPt - top, bottom: right };
    case 2:
      return { left: size.widthPt - right, top: size.heightPt - bottom, right: size.widthPt - left, bottom: size.heightPt - top };
    case 3:
      return { left: top, top: size.widthPt - right, right: bottom, bottom: size.widthPt - left };
  }
}
