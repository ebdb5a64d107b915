import type { Block } from '../../../document/block.ts';
import { chaptersBreak } from '../../../document/estimate-pages.ts';
import { plainText } from '../../../document/inline.ts';
import { SPLIT_ROWS_MIN } from '../../../document/split-tables.ts';
import type { RenderedPage } from '../../../document/rendered-document.ts';
import { replaceTopBlock } from '../../change-blocks.ts';
import { bodyLines, filledShare, foldText, isCover, opensWithCover, rowsOf, textArea } from '../../drawn-text.ts';
import { definePageRule, type Draft, type Repair } from '../../define-rule.ts';
import { drawnOf, lineAt, pageOf, textLines } from '../../example-pages.ts';

/** A quarter of a page left white looks like the end of the text. */
const FILLED_MIN = 0.75;
/** Less than half, and something is wrong whatever comes next. */
const HALF = 0.5;
const NUMBERED = /^\p{L}+\d+[.:]?/u;
const CHARS_MIN = 8;
/** What is between a heading and the table or figure that it introduces. */
const LEAD_BLOCKS_MAX = 2;
/** A picture that is made smaller than this has lost too much. */
const SCALE_MIN = 0.5;
const SCALE_SLACK = 0.97;
/** Above its caption, which has none at the top of a page, and below the picture. */
const SPACE_PT = 40;

const captionOf = (block: Block): string =>
  block.type === 'table' || block.type === 'image'
    ? foldText(plainText(block.caption ?? []))
    : block.type === 'chart'
      ? foldText(block.title ?? '')
      : '';

const isLarge = (block: Block | undefined): boolean => block?.type === 'table' || block?.type === 'image' || block?.type === 'chart';

/** What the first row of a page that begins with this block reads. */
function openingsOf(block: Block): string[] {
  if (block.type === 'heading') return [foldText(plainText(block.runs))];
  const header = block.type === 'table' ? foldText((block.rows[0]?.cells ?? []).map((cell) => plainText(cell.runs)).join('')) : '';
  return [captionOf(block), header];
}

/** The table or figure that the next page begins with, or that the heading which it begins with introduces; −1 where it begins otherwise. */
function largeAt(blocks: readonly Block[], first: string): number {
  const reads = (text: string): boolean => text.length >= CHARS_MIN && (text === first || text === first.replace(NUMBERED, ''));
  const at = blocks.findIndex((block) => (isLarge(block) || block.type === 'heading') && openingsOf(block).some(reads));
  if (at < 0 || isLarge(blocks[at])) return at;
  for (let next = at + 1; next <= at + 1 + LEAD_BLOCKS_MAX; next++) {
    if (isLarge(blocks[next])) return next;
    if (blocks[next]?.type !== 'paragraph' && blocks[next]?.type !== 'heading') return -1;
  }
  return -1;
}

/** Splits a table, makes a picture smaller, or puts the text behind a figure before it. */
function fill(block: Block, draft: Draft, page: RenderedPage, next: RenderedPage): Repair | undefined {
  const { look } = draft;
  if (block.type === 'table') {
    if (block.rows.length - block.header_rows < SPLIT_ROWS_MIN || look.splitTables?.includes(block.id)) return undefined;
    return {
      fix: 'table_split',
      apply: (changed) => ({ ...changed, look: { ...changed.look, splitTables: [...(changed.look.splitTables ?? []), block.id] } }),
    };
  }
  const area = textArea(page, look);
  const [picture] = next.pictures;
  if (block.type === 'image' && picture) {
    const roomPt = (1 - filledShare(page, look)) * (area.bottom - area.top) - (picture.top - textArea(next, look).top) - SPACE_PT;
    const scale = (roomPt / Math.max(1, picture.bottom - picture.top)) * SCALE_SLACK;
    const share = ((picture.right - picture.left) / (area.right - area.left)) * scale;
    if (scale >= SCALE_MIN && scale < 1 && share > 0.05)
      return {
        fix: 'figure_smaller',
        apply: (changed) =>
          replaceTopBlock(changed, block.id, (found) => [found.type === 'image' ? { ...found, width: Math.min(1, share) } : found]),
      };
  }
  return moveUp(block, draft);
}

/** A caption says what a figure shows wherever it is; one without stays where it was put. */
function moveUp(block: Block, { document: { blocks } }: Draft): Repair | undefined {
  const at = blocks.indexOf(block);
  const behind = blocks[at + 1];
  const before = blocks[at - 1];
  const leadsIn = before?.type === 'paragraph' && /[:：]\s*$/u.test(plainText(before.runs));
  if (captionOf(block) === '' || behind?.type !== 'paragraph' || before?.type === 'heading' || leadsIn) return undefined;
  return {
    fix: 'text_moved_before_figure',
    apply: (changed) => {
      const without = replaceTopBlock(changed, behind.id, () => []);
      return replaceTopBlock(without, block.id, (found) => [behind, found]);
    },
  };
}

/** What did not fit left the page before it white: a table is split, a figure made smaller, or text moved up in its place. */
export const pageGap = definePageRule({
  code: 'page_gap',
  severity: 'info',
  formats: ['docx', 'pdf'],
  summary: 'a page left a quarter empty because the table or figure behind it did not fit, or half empty for no reason',
  check: (drawn, draft) => {
    const { document, look } = draft;
    const { blocks } = document;
    const broken = blocks.some((block) => block.type === 'page_break' || block.type === 'toc') || chaptersBreak(document, look);
    return drawn.pages.slice(0, -1).flatMap((page, i) => {
      const next = drawn.pages[i + 1];
      const filled = filledShare(page, look);
      if (!next || bodyLines(page, look).length === 0 || isCover(page, drawn, opensWithCover(blocks)) || filled >= FILLED_MIN) return [];
      const first = foldText(
        rowsOf(bodyLines(next, look))[0]
          ?.toSorted((a, b) => a.left - b.left)
          .map((line) => line.text)
          .join('') ?? '',
      );
      const at = first.length < CHARS_MIN ? -1 : largeAt(blocks, first);
      const block = blocks[at];
      if (!block) {
        if (broken || filled >= HALF) return [];
        return [{ message: `Page ${page.page} is more than half empty, although the text goes on.`, location: { page: page.page } }];
      }
      if (blocks[at - 1]?.type === 'page_break') return [];
      const repair = fill(block, draft, page, next);
      return [
        {
          message: `Page ${page.page} is left a quarter empty or more, because what follows does not fit on it; text moved before it would fill the page.`,
          location: { page: page.page, block_id: block.id },
          ...(repair === undefined ? {} : { repair }),
        },
      ];
    });
  },
  examples: {
    fires: [
      {
        name: 'a table overleaf',
        document: {
          blocks: [{ id: 'b1', type: 'table', caption: [{ text: 'Revenue by region' }], columns: [{}], header_rows: 0, rows: [] }],
        },
        drawn: drawnOf([pageOf(1, textLines(20)), pageOf(2, [lineAt(82, 'Table 2  Revenue by region'), ...textLines(9).slice(2)])]),
      },
    ],
    silent: [
      {
        name: 'a full page',
        document: {
          blocks: [{ id: 'b1', type: 'table', caption: [{ text: 'Revenue by region' }], columns: [{}], header_rows: 0, rows: [] }],
        },
        drawn: drawnOf([pageOf(1, textLines(40)), pageOf(2, [lineAt(82, 'Table 2  Revenue by region'), ...textLines(9).slice(2)])]),
      },
      {
        name: 'a break that was asked for',
        document: {
          blocks: [
            { id: 'b0', type: 'page_break' },
            { id: 'b1', type: 'table', caption: [{ text: 'Revenue by region' }], columns: [{}], header_rows: 0, rows: [] },
          ],
        },
        drawn: drawnOf([pageOf(1, textLines(20)), pageOf(2, [lineAt(82, 'Table 2  Revenue by region'), ...textLines(9).slice(2)])]),
      },
    ],
  },
});
