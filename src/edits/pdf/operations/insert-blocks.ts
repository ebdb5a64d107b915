import { append } from '../../../base/append.ts';
import { z } from 'zod';
import type { Block } from '../../../document/block.ts';
import type { Run } from '../../../document/inline.ts';
import { blockText } from '../../../document/walk.ts';
import { isRejected } from '../../define-edit.ts';
import { newBlockSchema } from '../../docx/mechanics/new-blocks.ts';
import { definePdfTextEdit, expect, findPlaced, target } from '../define-pdf-text-edit.ts';

const schema = z.strictObject({
  op: z.literal('insert_blocks'),
  target,
  position: z.enum(['before', 'after']).optional().describe('after where absent.'),
  blocks: z.array(newBlockSchema).min(1).max(500),
  expect,
});

const paragraph = (text: string): Block => ({ id: '', type: 'paragraph', runs: [{ text }] });

/** The block in the content model. */
function blockOf(given: z.infer<typeof newBlockSchema>): Block {
  switch (given.type) {
    case 'paragraph':
    case 'quote': {
      const runs: Run[] = given.runs?.map(({ text, bold, italic, underline }) => ({
        text,
        ...(bold ? { bold } : {}),
        ...(italic ? { italic } : {}),
        ...(underline ? { underline } : {}),
      })) ?? [{ text: given.text ?? '' }];
      return given.type === 'quote'
        ? { id: '', type: 'quote', blocks: [{ id: '', type: 'paragraph', runs }] }
        : { id: '', type: 'paragraph', runs };
    }
    case 'heading':
      return {
        id: '',
        type: 'heading',
        level: given.level,
        runs: [{ text: given.text ?? (given.runs ?? []).map(({ text }) => text).join('') }],
      };
    case 'list':
      return { id: '', type: 'list', ordered: given.ordered ?? false, items: given.items.map((text) => ({ blocks: [paragraph(text)] })) };
    case 'page_break':
      return { id: '', type: 'page_break' };
    case 'table': {
      const columns = given.rows.reduce((most, row) => Math.max(most, row.length), 0);
      return {
        id: '',
        type: 'table',
        columns: Array.from({ length: columns }, () => ({})),
        header_rows: given.header === false ? 0 : 1,
        rows: given.rows.map((row) => ({ cells: Array.from({ length: columns }, (_, i) => ({ runs: [{ text: row[i] ?? '' }] })) })),
      };
    }
  }
}

export const insertPdfBlocks = definePdfTextEdit({
  op: 'insert_blocks',
  summary: 'Inserts paragraphs, headings, lists and tables; the pages are set again',
  refuses: { target_not_found: 'there is no such block', expect_mismatch: 'the block holds another text than `expect`' },
  schema,
  apply(placed, { target: address, position, blocks: given, expect: expected }) {
    const found = findPlaced(placed, address, expected);
    if (isRejected(found)) return found;
    const blocks = given.map(blockOf);
    append(position === 'before' ? found.before : found.after, blocks);
    return { before: '', after: blocks.map(blockText).join('\n') };
  },
  examples: [
    {
      name: 'a heading and a list behind a paragraph',
      given: 'One.\n\nTwo.',
      operation: {
        op: 'insert_blocks',
        target: 'page1.b1',
        blocks: [
          { type: 'heading', level: 2, text: 'Next' },
          { type: 'list', items: ['Order', 'Pay'] },
        ],
      },
      expected: 'One.\n\n## Next\n\n- Order\n- Pay\n\nTwo.',
    },
    {
      name: 'a table before it',
      given: 'One.',
      operation: { op: 'insert_blocks', target: 'page1.b1', position: 'before', blocks: [{ type: 'table', rows: [['A'], ['1']] }] },
      expected: '| A |\n|---|\n| 1 |\n\nOne.',
    },
    {
      name: 'no such block',
      given: 'One.',
      operation: { op: 'insert_blocks', target: 'page1.b2', blocks: [{ type: 'paragraph', text: 'Two.' }] },
      expected: { rejected: 'target_not_found' },
    },
  ],
});
