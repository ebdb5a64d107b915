/** What several rules ask of a drawn page: which lines are its text, and which its header and footer. */
import type { Block } from '../document/block.ts';
import type { Look } from '../document/look.ts';
import type { RenderedDocument, RenderedLine, RenderedPage } from '../document/rendered-document.ts';
import { maxOf } from '../base/extremes.ts';

const PT_PER_CM = 28.3465;
/** Rounding and side bearings of glyphs. */
const SLACK_PT = 3;

export interface TextArea {
  left: number;
  top: number;
  right: number;
  bottom: number;
}

/** The area of the text on this page, margins taken off; a page turned by a landscape section has its own margins (2 cm). */
export function textArea(page: RenderedPage, look: Look): TextArea {
  const turned = page.widthPt > page.heightPt !== look.page.widthCm > look.page.heightCm;
  const cm = turned
    ? { left: 2, right: 2, top: 2, bottom: 2 }
    : { left: look.page.leftCm, right: look.page.rightCm, top: look.page.topCm, bottom: look.page.bottomCm };
  return {
    left: cm.left * PT_PER_CM,
    top: cm.top * PT_PER_CM,
    right: page.widthPt - cm.right * PT_PER_CM,
    bottom: page.heightPt - cm.bottom * PT_PER_CM,
  };
}

const readable = (line: RenderedLine): boolean => line.text.trim() !== '';

/** Half of the rules ask for the same lines of the same page. */
const bodies = new WeakMap<RenderedPage, { look: Look; lines: readonly RenderedLine[] }>();

/** Lines between header and footer, from top to bottom. */
export function bodyLines(page: RenderedPage, look: Look): readonly RenderedLine[] {
  const known = bodies.get(page);
  if (known?.look === look) return known.lines;
  const lines = findBodyLines(page, look);
  bodies.set(page, { look, lines });
  return lines;
}

function findBodyLines(page: RenderedPage, look: Look): RenderedLine[] {
  const area = textArea(page, look);
  return page.lines
    .filter((line) => readable(line) && line.bottom > area.top - SLACK_PT && line.top < area.bottom + SLACK_PT)
    .toSorted((a, b) => a.top - b.top || a.left - b.left);
}

/** Share of the text area's height from its top to the last thing on it, 0-1. */
export function filledShare(page: RenderedPage, look: Look): number {
  const area = textArea(page, look);
  const lowest = Math.max(
    area.top,
    maxOf(bodyLines(page, look).map((line) => line.bottom)),
    maxOf(page.pictures.map((picture) => picture.bottom)),
  );
  return Math.min(1, (lowest - area.top) / (area.bottom - area.top));
}

/** Rows of text, however many pieces each is drawn in. */
export function rowsOf(lines: readonly RenderedLine[]): RenderedLine[][] {
  const rows: RenderedLine[][] = [];
  for (const line of lines) {
    const row = rows.at(-1);
    const first = row?.[0];
    if (row && first && line.top < (first.top + first.bottom) / 2) row.push(line);
    else rows.push([line]);
  }
  return rows;
}

/** Whether a document opens with a page that is a cover: one of the look, or one that is drawn. */
export const opensWithCover = ([first]: readonly Block[]): boolean =>
  first?.type === 'cover' || (first?.type === 'canvas' && first.page === true);

/** A full-page cover is not judged by the margins of the text. */
export function isCover(page: RenderedPage, drawn: RenderedDocument, cover: boolean): boolean {
  return cover && page.page === 1 && drawn.pages.length > 1;
}

/** Compared without what drawing changes: spaces, kinds of hyphens and quotes, case. */
export function foldText(text: string): string {
  return text
    .normalize('NFKC')
    .replaceAll(/[\s\u00AD\u200B-\u200D-]+/g, '')
    .replaceAll(/[‐‑–—]/g, '')
    .toLowerCase();
}
