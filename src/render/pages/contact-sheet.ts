/** Pages side by side in one picture, each framed and with its number above it. */
import { readPixels } from './crop-page.ts';
import { encodePng } from './encode-png.ts';
import { maxOf } from '../../base/extremes.ts';

/** Figures of five by seven dots, a row in each number, the left dot in the highest bit. */
const FIGURES: readonly (readonly number[])[] = [
  [14, 17, 19, 21, 25, 17, 14],
  [4, 12, 4, 4, 4, 4, 14],
  [14, 17, 1, 2, 4, 8, 31],
  [31, 2, 4, 2, 1, 17, 14],
  [2, 6, 10, 18, 31, 2, 2],
  [31, 16, 30, 1, 1, 17, 14],
  [6, 8, 16, 30, 17, 17, 14],
  [31, 1, 2, 4, 8, 8, 8],
  [14, 17, 17, 14, 17, 17, 14],
  [14, 17, 17, 15, 1, 2, 12],
];
const DOTS_WIDE = 5;
const DOT_PX = 2;
const GAP_PX = 12;
const LABEL_PX = 22;
const GROUND = 0xe0dcd8;
const INK = 0x303030;
const FRAME = 0x9aa0a6;

export interface SheetPage {
  page: number;
  png: Uint8Array;
  width: number;
  height: number;
}

/** How wide each page is drawn. */
export const cellWidth = (widthPx: number, columns: number): number => Math.floor((widthPx - GAP_PX * (columns + 1)) / columns);

interface Picture {
  pixels: Uint32Array;
  width: number;
}

function writeNumber({ pixels, width }: Picture, number: number, left: number, top: number): void {
  for (const [place, figure] of Array.from(String(number), Number).entries()) {
    for (const [row, dots] of (FIGURES[figure] ?? []).entries()) {
      for (let dot = 0; dot < DOTS_WIDE; dot++) {
        if ((dots & (1 << (DOTS_WIDE - 1 - dot))) === 0) continue;
        const x = left + (place * (DOTS_WIDE + 1) + dot) * DOT_PX;
        for (let dy = 0; dy < DOT_PX; dy++)
          pixels.fill(INK, (top + row * DOT_PX + dy) * width + x, (top + row * DOT_PX + dy) * width + x + DOT_PX);
      }
    }
  }
}

function placePage({ pixels, width }: Picture, { png }: SheetPage, left: number, top: number): void {
  const drawn = readPixels(png);
  if (drawn === null) return;
  const at = (y: number): number => (top + y) * width + left;
  pixels.fill(FRAME, at(-1) - 1, at(-1) + drawn.width + 1);
  for (let y = 0; y < drawn.height; y++) {
    pixels[at(y) - 1] = FRAME;
    pixels.set(drawn.pixels.subarray(y * drawn.width, (y + 1) * drawn.width), at(y));
    pixels[at(y) + drawn.width] = FRAME;
  }
  pixels.fill(FRAME, at(drawn.height) - 1, at(drawn.height) + drawn.width + 1);
}

/** @param pages each drawn `cellWidth` wide */
export function joinSheet(
  pages: readonly SheetPage[],
  columns: number,
  widthPx: number,
): { png: Uint8Array; width: number; height: number } {
  const rows = Array.from({ length: Math.ceil(pages.length / columns) }, (_, row) => pages.slice(row * columns, (row + 1) * columns));
  const heights = rows.map((row) => Math.max(0, maxOf(row.map(({ height }) => height))) + LABEL_PX + GAP_PX);
  const height = heights.reduce((sum, one) => sum + one, GAP_PX);
  const picture: Picture = { pixels: new Uint32Array(widthPx * height).fill(GROUND), width: widthPx };
  const cell = cellWidth(widthPx, columns);
  let top = GAP_PX;
  for (const [at, row] of rows.entries()) {
    for (const [column, page] of row.entries()) {
      const left = GAP_PX + column * (cell + GAP_PX);
      writeNumber(picture, page.page, left, top);
      placePage(picture, page, left, top + LABEL_PX);
    }
    top += heights[at] ?? 0;
  }
  return { png: encodePng(picture.pixels, widthPx, height), width: widthPx, height };
}
