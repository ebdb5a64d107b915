import { z } from 'zod';
import { definePdfEdit } from '../define-pdf-edit.ts';
import { page, pages } from '../fields.ts';

const schema = z.strictObject({
  op: z.literal('move_pages'),
  pages,
  before: page.describe('They come before this page; one more than there are: to the end.'),
});
export type MovePagesFields = z.infer<typeof schema>;

export const movePages = definePdfEdit({
  op: 'move_pages',
  summary: 'Moves pages before another one',
  refuses: { target_not_found: 'there is no such page', overlapping_operation: 'one of the pages is deleted by an earlier operation' },
  schema,
  apply: async ({ file, order }, fields) => (await import('../mechanics/page-operations.ts')).movePages(file, order, fields),
  examples: [
    {
      name: 'the first one to the end',
      given: ['one', 'two', 'three'],
      operation: { op: 'move_pages', pages: [1], before: 4 },
      expected: ['two', 'three', 'one'],
    },
    {
      name: 'to where it is',
      given: ['one', 'two'],
      operation: { op: 'move_pages', pages: [1], before: 2 },
      expected: { rejected: 'no_effect' },
    },
  ],
});
