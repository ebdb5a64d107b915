/** Pictures cut from the pages of a PDF file, as they are shown to a model, and what it says of them put among the blocks of the page. */
import type { Block, Image } from '../../document/block.ts';
import type { Box, RenderedDocument, RenderedPage } from '../../document/rendered-document.ts';
import { layOutBlocks } from './lay-out-blocks.ts';
import type { CroppedPicture } from './list-pictures.ts';
import { describedAlt, type ShownPicture } from './show-pictures.ts';

/** What a model says of a picture, and where that is. */
export interface PlacedDescription {
  /** 1-based. */
  page: number;
  /** null: the picture is the whole of the file. */
  box: Box | null;
  text: string;
}

/** Smaller ones, in points, say nothing. */
const SIDE_PT_MIN = 30;
/** A picture over so much of a page that has text is a scan of it, or lies behind it. */
const GROUND_SHARE = 0.6;
const GROUND_LINES = 5;
const AROUND_CHARS = 600;

const middle = ({ top, bottom }: Box): number => (top + bottom) / 2;

const isGround = ({ left, top, right, bottom }: Box, page: RenderedPage): boolean =>
  (right - left) * (bottom - top) > GROUND_SHARE * page.widthPt * page.heightPt &&
  page.lines.filter(({ text }) => text.trim() !== '').length >= GROUND_LINES;

/** @param drawn with what was recognized on pages without text */
export function showCropped(drawn: RenderedDocument, cropped: readonly CroppedPicture[]): ShownPicture[] {
  const pages = new Map(drawn.pages.map((page) => [page.page, page]));
  return cropped.flatMap(({ name, page: number, box, png }) => {
    const page = pages.get(number);
    const isSmall = Math.min(box.right - box.left, box.bottom - box.top) < SIDE_PT_MIN;
    if (page === undefined) return [];
    const textOf = (isWanted: (line: Box) => boolean): string =>
      page.lines
        .filter((line) => !line.unseen && isWanted(line))
        .map(({ text }) => text)
        .join('\n');
    const before = textOf((line) => middle(line) < middle(box)).slice(-AROUND_CHARS);
    const after = textOf((line) => middle(line) >= middle(box)).slice(0, AROUND_CHARS);
    const idle = isSmall || isGround(box, page);
    return [{ key: name, name, page: number, alt: '', before, after, bytes: png, ...(idle ? { idle } : {}) }];
  });
}

const overlapX = (a: Box, b: Box): number =>
  (Math.min(a.right, b.right) - Math.max(a.left, b.left)) / Math.max(1, Math.min(a.right - a.left, b.right - b.left));

/** Behind the last block of its column that is above it, else before the first one below it, else at the end. */
function indexOf(picture: Box, boxes: readonly (Box | null)[]): number {
  const ofColumn = (isWanted: (box: Box) => boolean) => (box: Box | null) => box !== null && overlapX(box, picture) > 0.3 && isWanted(box);
  const above = boxes.findLastIndex(ofColumn((box) => middle(box) < middle(picture)));
  if (above >= 0) return above + 1;
  const below = boxes.findIndex(ofColumn((box) => middle(box) >= middle(picture)));
  return below >= 0 ? below : boxes.length;
}

/**
 * Puts descriptions among the blocks of their pages, in place: figures of a tagged file that are as many as the descriptions of
 * their page take them, others get pictures of their own.
 * @returns the pictures that are described, with their boxes
 */
export function placeCropped(
  drawn: RenderedDocument,
  parts: readonly { page: number; blocks: Block[] }[],
  described: readonly PlacedDescription[],
): Map<Block, Box | null> {
  const placed = new Map<Block, Box | null>();
  const ofPages = Map.groupBy(described, ({ page }) => page);
  for (const { page, blocks } of parts) {
    const own = ofPages.get(page) ?? [];
    const figures = blocks.filter((block): block is Image => block.type === 'image');
    if (own.length === 0) continue;
    if (figures.length === own.length) {
      for (const [index, figure] of figures.entries()) {
        figure.alt = describedAlt(figure.alt, own[index]?.text ?? '');
        placed.set(figure, own[index]?.box ?? null);
      }
      continue;
    }
    for (const { box, text } of own) {
      const picture: Image = { id: '', type: 'image', asset: null, alt: describedAlt('', text) };
      const boxes = layOutBlocks(drawn, [{ page, blocks }], placed).blocks.map(({ box: found }) => found && toBox(found));
      blocks.splice(box === null ? 0 : indexOf(box, boxes), 0, picture);
      placed.set(picture, box);
    }
  }
  return placed;
}

const toBox = ([left, top, right, bottom]: readonly [number, number, number, number]): Box => ({ left, top, right, bottom });
