import { z } from 'zod';
import { definePdfEdit } from '../define-pdf-edit.ts';
import { pages } from '../fields.ts';

const schema = z.strictObject({ op: z.literal('rotate_pages'), pages, angle: z.literal([90, 180, 270]).describe('Clockwise.') });
export type RotatePagesFields = z.infer<typeof schema>;

export const rotatePages = definePdfEdit({
  op: 'rotate_pages',
  summary: 'Turns pages by quarters',
  refuses: { target_not_found: 'there is no such page', overlapping_operation: 'one of the pages is deleted by an earlier operation' },
  schema,
  apply: async (work, fields) => (await import('../mechanics/page-operations.ts')).rotatePages(work, fields),
  examples: [
    { name: 'one page', given: ['one', 'two'], operation: { op: 'rotate_pages', pages: [2], angle: 90 }, expected: ['one', 'two @90'] },
    {
      name: 'no such page',
      given: ['one'],
      operation: { op: 'rotate_pages', pages: '2-3', angle: 90 },
      expected: { rejected: 'target_not_found' },
    },
  ],
});
