import type { Block } from '../../../document/block.ts';
import { plainText } from '../../../document/inline.ts';
import { bodyLines, foldText, rowsOf } from '../../drawn-text.ts';
import { replaceTopBlock } from '../../change-blocks.ts';
import { definePageRule } from '../../define-rule.ts';
import { drawnOf, lineAt, pageOf, textLines } from '../../example-pages.ts';

/** Counted before the caption's own words. */
const NUMBERED = /^\p{L}+\d+[.:]?/u;
/** Shorter ones could be any line. */
const CHARS_MIN = 8;

const captionOf = (block: Block): string =>
  block.type === 'table' || block.type === 'image'
    ? foldText(plainText(block.caption ?? []))
    : block.type === 'chart'
      ? foldText(block.title ?? '')
      : '';

/** A caption is over its table or figure (looks §5.1); alone at the foot of a page it belongs to nothing. */
export const captionStranded = definePageRule({
  code: 'caption_stranded',
  severity: 'warning',
  formats: ['docx', 'pdf'],
  foreign: { formats: ['docx'] },
  summary: 'a caption at the foot of a page, its table or figure overleaf',
  check: (drawn, { document, look }) =>
    drawn.pages.slice(0, -1).flatMap((page) => {
      const last = foldText(
        rowsOf(bodyLines(page, look))
          .at(-1)
          ?.toSorted((a, b) => a.left - b.left)
          .map((line) => line.text)
          .join('') ?? '',
      );
      // a picture above the caption is the figure itself
      if (last.length < CHARS_MIN || page.pictures.length > 0) return [];
      const found = document.blocks.filter(
        (block) => captionOf(block).length >= CHARS_MIN && (captionOf(block) === last || captionOf(block) === last.replace(NUMBERED, '')),
      );
      const [block] = found;
      if (!block || found.length > 1) return [];
      return [
        {
          message: `The caption "${last.slice(0, 60)}" is alone at the foot of page ${page.page}.`,
          location: { page: page.page, block_id: block.id },
          repair: {
            fix: 'page_break_before_caption',
            apply: (draft) => replaceTopBlock(draft, block.id, (one) => [{ id: `${block.id}.break`, type: 'page_break' }, one]),
          },
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
        drawn: drawnOf([pageOf(1, [...textLines(30), lineAt(740, 'Table 2  Revenue by region')]), pageOf(2, textLines(9))]),
      },
    ],
    silent: [
      {
        name: 'with its table',
        document: {
          blocks: [{ id: 'b1', type: 'table', caption: [{ text: 'Revenue by region' }], columns: [{}], header_rows: 0, rows: [] }],
        },
        drawn: drawnOf([
          pageOf(1, [...textLines(30), lineAt(700, 'Table 2  Revenue by region'), lineAt(730, 'North')]),
          pageOf(2, textLines(9)),
        ]),
      },
    ],
  },
});
