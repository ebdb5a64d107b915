import { z } from 'zod';
import { blockText } from '../../../document/walk.ts';
import { isRejected } from '../../define-edit.ts';
import { definePdfTextEdit, expect, findPlaced, target } from '../define-pdf-text-edit.ts';

const schema = z.strictObject({ op: z.literal('delete_block'), target, expect });

export const deletePdfBlock = definePdfTextEdit({
  op: 'delete_block',
  summary: 'Deletes a paragraph, a list or a table; the pages are set again',
  refuses: { target_not_found: 'there is no such block', expect_mismatch: 'the block holds another text than `expect`' },
  schema,
  apply(placed, { target: address, expect: expected }) {
    const found = findPlaced(placed, address, expected);
    if (isRejected(found)) return found;
    found.gone = true;
    return { before: blockText(found.block), after: '' };
  },
  examples: [
    {
      name: 'a paragraph',
      given: 'One.\n\nTwo.',
      operation: { op: 'delete_block', target: 'page1.b1', expect: 'One.' },
      expected: 'Two.',
    },
    {
      name: 'no such block',
      given: 'One.',
      operation: { op: 'delete_block', target: 'page2.b1' },
      expected: { rejected: 'target_not_found' },
    },
  ],
});
