import type { Block } from '../../../document/block.ts';
import { bodyLines, isCover, opensWithCover } from '../../drawn-text.ts';
import { definePageRule, type Draft, type Repair } from '../../define-rule.ts';
import { drawnOf, pageOf, textLines } from '../../example-pages.ts';

/** Page breaks that begin nothing: two in a row, or at the beginning or end of the document. */
function withoutIdleBreaks(draft: Draft): Draft {
  const { blocks } = draft.document;
  const idle = (block: Block, i: number): boolean => {
    if (block.type !== 'page_break' || block.orientation !== undefined) return false;
    const next = blocks.slice(i + 1).find((one) => one.type !== 'footnotes');
    return i === 0 || next === undefined || next.type === 'page_break';
  };
  return { ...draft, document: { ...draft.document, blocks: blocks.filter((block, i) => !idle(block, i)) } };
}

/** In a Word file two breaks are one: the next paragraph begins a page. */
const DROPPED: Repair = { fix: 'page_breaks_dropped', formats: ['pdf'], apply: withoutIdleBreaks };

/** An empty page looks like a fault of the printer. */
export const pageBlank = definePageRule({
  code: 'page_blank',
  severity: 'warning',
  formats: ['docx', 'pdf'],
  foreign: { formats: ['docx'], isSure: (_, drawn) => (drawn?.pages.length ?? 0) > 1 },
  summary: 'a page with nothing on it',
  check: (drawn, { look, document }) =>
    drawn.pages.flatMap((page) => {
      const cover = opensWithCover(document.blocks);
      if (isCover(page, drawn, cover) || page.pictures.length > 0 || bodyLines(page, look).length > 0) return [];
      const message = `Page ${page.page} is empty.`;
      const idle = withoutIdleBreaks({ document, look }).document.blocks.length < document.blocks.length;
      return [{ message, location: { page: page.page }, ...(idle ? { repair: DROPPED } : {}) }];
    }),
  examples: {
    fires: [
      {
        name: 'between two page breaks',
        document: { blocks: [text('b1'), { id: 'b2', type: 'page_break' }, { id: 'b3', type: 'page_break' }, text('b4')] },
        drawn: drawnOf([pageOf(1, textLines(1)), pageOf(2, []), pageOf(3, textLines(1))]),
      },
      { name: 'the second page', document: {}, drawn: drawnOf([pageOf(1, textLines(30)), pageOf(2, []), pageOf(3, textLines(9))]) },
    ],
    silent: [{ name: 'text on all', document: {}, drawn: drawnOf([pageOf(1, textLines(30)), pageOf(2, textLines(9))]) }],
  },
});

function text(id: string): Block {
  return { id, type: 'paragraph', runs: [{ text: 'Some text.' }] };
}
