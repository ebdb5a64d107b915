/** PDF → pictures of its pages and facts about them. Real adapter: PDFium in worker threads, `render/`. */
import type { Box, RenderedDocument } from '../document/rendered-document.ts';

export interface PagePicture {
  /** 1-based. */
  page: number;
  /** Pages in all. */
  total: number;
  png: Uint8Array;
  /** Pixels. */
  width: number;
  height: number;
  /** Size of the page in points, to a hundredth. */
  widthPt: number;
  heightPt: number;
}

/** A part of a page: a box in points from the upper left corner, on a page of this width in points. */
interface PagePart {
  /** 1-based. */
  page: number;
  box: Box;
  pageWidthPt: number;
}

/** One byte for each pixel, row by row, 0 is black. */
export interface GrayPicture {
  pixels: Uint8Array;
  width: number;
  height: number;
}

/** Clockwise. */
export type QuarterTurns = 0 | 1 | 2 | 3;

/** An entry of the PDF's outline, in order, flattened. */
export interface OutlineEntry {
  title: string;
  level: number;
  page: number;
}

export interface PageRenderer {
  /**
   * Draws every page, or those of `only`, 1,240 px wide (the longer side bounded to 2,480). Pages arrive by `onPage` in ascending
   * order. `count` is known before the first page.
   */
  draw(
    pdf: Uint8Array,
    options: {
      onCount?: (pages: number) => void;
      onPage: (page: PagePicture) => void | Promise<void>;
      signal?: AbortSignal;
      widthPx?: number;
      only?: readonly number[];
    },
  ): Promise<{ pages: number }>;
  /**
   * Pages side by side in one PNG, each in a frame with its number above it, for somebody who looks at many at once.
   * @param options.pages 1-based; those that the document does not have are left out
   * @param options.widthPx of the whole picture
   * @throws Refusal processing_failed as `draw` does
   */
  sheet(
    pdf: Uint8Array,
    options: { pages: readonly number[]; columns: number; widthPx: number; signal?: AbortSignal },
  ): Promise<{ png: Uint8Array; width: number; height: number }>;
  /**
   * Parts of pages as PNG, cut from pages rendered 2,000 px wide, in the order of `parts`; null for a part without pixels.
   */
  crop(
    pdf: Uint8Array,
    parts: readonly PagePart[],
    options?: { signal?: AbortSignal },
  ): Promise<({ png: Uint8Array; width: number; height: number } | null)[]>;
  /** Outline with 1-based page numbers; [] where there is none. */
  outline(pdf: Uint8Array): Promise<{ pages: number; entries: OutlineEntry[] }>;
  /**
   * What is on the pages: text with its boxes, pictures, fonts, the outline. For rules that look at what was drawn.
   * @param options.structure false: without links, tags and the places of words, which only readers of foreign files need
   */
  read(pdf: Uint8Array, options?: { signal?: AbortSignal; structure?: boolean }): Promise<RenderedDocument>;
  /**
   * One page in shades of gray, for text recognition, turned if asked. `dpi` is what it was
   * drawn at: less than asked where the page is large.
   * @param page 1-based
   */
  drawGray(
    pdf: Uint8Array,
    page: number,
    options: { dpi: number; turns?: QuarterTurns; signal?: AbortSignal },
  ): Promise<GrayPicture & { dpi: number }>;
  version(): string;
  close(): Promise<void>;
}
