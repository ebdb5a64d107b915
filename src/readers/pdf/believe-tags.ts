/** Whether the tags of a page say what is on it, and of what size what they call headings is: many files are tagged by programs that knew nothing of their text. */
import { maxOf, minOf } from '../../base/extremes.ts';
import type { Block } from '../../document/block.ts';
import { plainText } from '../../document/inline.ts';
import type { RenderedPage, TagNode } from '../../document/rendered-document.ts';
import type { Fragment } from './marked-text.ts';
import { lineEm } from './rows.ts';
import { findGrids } from './ruled-tables.ts';

const COVERED_SHARE_MIN = 0.6;
/** More lines than that under one paragraph of the tags, which are no running text: they were made by a machine that knew nothing. */
const LINES_IN_ONE_MAX = 30;
const GRID_CELLS_MIN = 4;

/** Lines of a paragraph that end early: the last, and one with a long word behind it. More are ends of paragraphs. */
const SHORT_LINES_MAX = 2;
/** Of the page's width. */
const FULL_SHARE_MIN = 0.5;
const FULL_EM = 6;
const SIZE_SPREAD_MAX = 1.1;

/** A paragraph that goes on over most of a page: lines of one size that all reach the end of the column but for the last. */
function isRunningText(fragments: readonly Fragment[], page: RenderedPage): boolean {
  const lines = new Map<number, { left: number; right: number; em: number }>();
  for (const { line, left, right, em } of fragments) {
    const known = lines.get(line) ?? { left, right, em };
    lines.set(line, { left: Math.min(known.left, left), right: Math.max(known.right, right), em: Math.max(known.em, em) });
  }
  const all = [...lines.values()];
  const [first, last] = [minOf(all.map(({ left }) => left)), maxOf(all.map(({ right }) => right))];
  const sizes = all.map(({ em }) => em);
  if (last - first < page.widthPt * FULL_SHARE_MIN || maxOf(sizes) > minOf(sizes) * SIZE_SPREAD_MAX) return false;
  const full = all.filter(({ left, right, em }) => right > last - em * FULL_EM && left < first + em * FULL_EM);
  return all.length - full.length <= SHORT_LINES_MAX;
}

/** @param marks the page's text by its marked content */
export function isBelievable(page: RenderedPage, tags: readonly TagNode[], marks: Map<number, Fragment[]>): boolean {
  let covered = 0;
  let longest = 0;
  let tables = 0;
  const visit = (node: TagNode): void => {
    if (node.type === 'Table') tables++;
    const own = node.children.flatMap((child) => (typeof child === 'number' ? (marks.get(child) ?? []) : []));
    covered += own.reduce((sum, { chars }) => sum + chars, 0);
    const lines = new Set(own.map(({ line }) => line)).size;
    if (lines > LINES_IN_ONE_MAX && !isRunningText(own, page)) longest = Math.max(longest, lines);
    for (const child of node.children) if (typeof child !== 'number') visit(child);
  };
  for (const node of tags) visit(node);
  const all = page.lines.reduce((sum, { text }) => sum + text.replaceAll(' ', '').length, 0);
  if (covered < all * COVERED_SHARE_MIN || longest > LINES_IN_ONE_MAX || (tables === 0 && isColumned(marks))) return false;
  return (
    tables > 0 ||
    !findGrids(page.rules ?? []).some(
      ({ cells }) =>
        cells.length >= GRID_CELLS_MIN &&
        cells.filter(({ box }) =>
          page.lines.some(
            (line) => line.left >= box.left - 2 && line.right <= box.right + 2 && line.top >= box.top - 2 && line.bottom <= box.bottom + 2,
          ),
        ).length >= GRID_CELLS_MIN,
    )
  );
}

const COLUMNED_MIN = 5;
const COLUMN_GAP_EM = 2;

/** Paragraphs of pieces with wide gaps between them: a table that its writer made with tabs. */
function isColumned(marks: Map<number, Fragment[]>): boolean {
  const gapped = [...marks].filter(
    ([id, fragments]) =>
      id >= 0 &&
      fragments.some((fragment, index) => {
        const next = fragments[index + 1];
        return (
          next !== undefined &&
          next.left - fragment.right > fragment.em * COLUMN_GAP_EM &&
          Math.min(next.bottom, fragment.bottom) > Math.max(next.top, fragment.top)
        );
      }),
  ).length;
  return gapped >= COLUMNED_MIN && gapped > marks.size * 0.4;
}

const HEADING = /^(?:H[1-6]?|Title)$/;

/** Size of the largest letters that the tags of the pages call a heading; 0 where they call none so. */
export function largestHeading(pages: readonly RenderedPage[]): number {
  let largest = 0;
  for (const { tags, lines } of pages) {
    const ids = new Set<number>();
    const visit = (node: TagNode, within: boolean): void => {
      for (const child of node.children)
        if (typeof child !== 'number') visit(child, within || HEADING.test(child.type));
        else if (within) ids.add(child);
    };
    for (const node of tags ?? []) visit(node, HEADING.test(node.type));
    if (ids.size > 0)
      for (const line of lines) if (line.marks?.some(({ id }) => ids.has(id)) === true) largest = Math.max(largest, lineEm(line));
  }
  return largest;
}

/** A text however it is spaced and divided. */
export const keyOf = (text: string): string => text.replaceAll(/[\s\u00AD]+/gu, '');

/** Makes paragraphs headings that are some by where and how they are set: for files whose tags call nothing so. @param placed the same page, read by places */
export function nameHeadings(tagged: Block[], placed: readonly Block[]): void {
  const levels = new Map(
    placed.flatMap((block) => (block.type === 'heading' ? [[keyOf(plainText(block.runs)), block.level] as const] : [])),
  );
  if (levels.size === 0) return;
  for (const [at, block] of tagged.entries()) {
    const level = block.type === 'paragraph' ? levels.get(keyOf(plainText(block.runs))) : undefined;
    if (block.type === 'paragraph' && level !== undefined) tagged[at] = { id: '', type: 'heading', level, runs: block.runs };
  }
}
