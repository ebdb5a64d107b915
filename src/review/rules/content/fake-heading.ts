import type { Block, Paragraph } from '../../../document/block.ts';
import { plainText } from '../../../document/inline.ts';
import { replaceTopBlock } from '../../change-blocks.ts';
import { defineContentRule } from '../../define-rule.ts';

const HEADING_CHARS_MAX = 70;

/** A line over a table, a picture or code is its caption or its file's name. */
const NOT_UNDER_HEADINGS = new Set<Block['type']>([
  'heading',
  'table',
  'image',
  'chart',
  'code',
  'kpis',
  'divider',
  'signatures',
  'page_break',
]);

function looksLikeHeading(block: Block | undefined, next: Block | undefined): block is Paragraph {
  if (block?.type !== 'paragraph' || next === undefined || NOT_UNDER_HEADINGS.has(next.type)) return false;
  const words = block.runs.filter((run) => run.text.trim() !== '');
  const text = plainText(block.runs).trim();
  if (words.length === 0 || !words.every((run) => run.bold && !run.link) || text.includes('\n') || text.length > HEADING_CHARS_MAX)
    return false;
  return !/[.,;:!?…]$/.test(text) && /\p{L}/u.test(text);
}

/**
 * A line in bold that does the work of a heading is none to a screen reader, the navigation pane or the table of contents.
 * Once may be emphasis; twice is a habit, and both become headings under the one above them. The same words again and
 * again ("Example") are labels.
 */
export const fakeHeading = defineContentRule({
  code: 'fake_heading',
  severity: 'info',
  formats: ['docx', 'pdf'],
  foreign: { formats: ['docx'], message: (said) => said.replace('write it with # signs', 'give it the style of a heading') },
  summary: 'a paragraph in bold that does the work of a heading',
  check: ({ document, look }) => {
    if (look.type === 'letter' || look.type === 'contract') return [];
    const { blocks } = document;
    const found = blocks.flatMap((block, i) =>
      looksLikeHeading(block, blocks[i + 1]) && !looksLikeHeading(blocks[i - 1], block) ? [{ block, at: i }] : [],
    );
    if (found.length < 2 || new Set(found.map(({ block }) => plainText(block.runs).trim())).size <= found.length / 2) return [];
    return found.map(({ block, at }) => {
      const above = blocks.slice(0, at).findLast((one) => one.type === 'heading' && one.id !== document.titleId);
      const level = above?.type === 'heading' ? Math.min(6, above.level + 1) : 1;
      const runs = block.runs.map((run) => ({ ...run, bold: undefined }));
      return {
        message: `"${plainText(block.runs).trim()}" is a heading by its look only; write it with # signs.`,
        location: { block_id: block.id },
        repair: {
          fix: 'heading_made',
          apply: (draft) => replaceTopBlock(draft, block.id, () => [{ id: block.id, type: 'heading', level, runs }]),
        },
      };
    });
  },
  examples: {
    fires: [
      {
        name: 'two bold lines over text',
        document: { blocks: [bold('b1', 'Where we stand'), text('b2'), bold('b3', 'What comes next'), text('b4')] },
      },
    ],
    silent: [
      { name: 'one bold line', document: { blocks: [text('b1'), bold('b2', 'Where we stand'), text('b3')] } },
      {
        name: 'captions in bold',
        document: { blocks: [bold('b1', 'Revenue by region'), table('b2'), bold('b3', 'Costs by region'), table('b4')] },
      },
      { name: 'bold sentences', document: { blocks: [bold('b1', 'This matters.'), text('b2'), bold('b3', 'So does this.'), text('b4')] } },
    ],
  },
});

function bold(id: string, words: string): Paragraph {
  return { id, type: 'paragraph', runs: [{ text: words, bold: true }] };
}
function text(id: string): Paragraph {
  return { id, type: 'paragraph', runs: [{ text: 'A sentence of ordinary text that says something.' }] };
}
function table(id: string): Block {
  return { id, type: 'table', columns: [{}], header_rows: 0, rows: [{ cells: [{ runs: [{ text: 'North' }] }] }] };
}
