import type { Block } from '../../../document/block.ts';
import { plainText } from '../../../document/inline.ts';
import { bodyLines, filledShare, foldText, isCover, rowsOf } from '../../drawn-text.ts';
import { definePageRule } from '../../define-rule.ts';
import { drawnOf, lineAt, pageOf, textLines } from '../../example-pages.ts';

/** Looks §7.3: a third of a page left white looks like the end of the text. */
const FILLED_MIN = 0.7;
const NUMBERED = /^\p{L}+\d+[.:]?/u;
const CHARS_MIN = 8;

const captionOf = (block: Block): string =>
  block.type === 'table' || block.type === 'image'
    ? foldText(plainText(block.caption ?? []))
    : block.type === 'chart'
      ? foldText(block.title ?? '')
      : '';

/** A table or figure that did not fit, and left the page before it white. Text moved up in its place would fill it, and only its author can tell which. */
export const pageGap = definePageRule({
  code: 'page_gap',
  severity: 'info',
  formats: ['docx', 'pdf'],
  summary: 'a page left a third empty, because the table or figure behind it did not fit',
  check: (drawn, { document, look }) =>
    drawn.pages.slice(0, -1).flatMap((page, i) => {
      const next = drawn.pages[i + 1];
      const lines = bodyLines(page, look);
      if (
        !next ||
        lines.length === 0 ||
        isCover(page, drawn, document.blocks[0]?.type === 'cover') ||
        filledShare(page, look) >= FILLED_MIN
      )
        return [];
      const first = foldText(
        rowsOf(bodyLines(next, look))[0]
          ?.toSorted((a, b) => a.left - b.left)
          .map((line) => line.text)
          .join('') ?? '',
      );
      const at =
        first.length < CHARS_MIN
          ? -1
          : document.blocks.findIndex(
              (block) =>
                captionOf(block).length >= CHARS_MIN && (captionOf(block) === first || captionOf(block) === first.replace(NUMBERED, '')),
            );
      const block = document.blocks[at];
      if (!block || document.blocks[at - 1]?.type === 'page_break') return [];
      return [
        {
          message: `Page ${page.page} is left a third empty or more, because what follows does not fit on it; text moved before it would fill the page.`,
          location: { page: page.page, block_id: block.id },
        },
      ];
    }),
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
