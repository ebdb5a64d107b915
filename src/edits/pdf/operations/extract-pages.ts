import { z } from 'zod';
import { definePdfEdit } from '../define-pdf-edit.ts';
import { pages } from '../fields.ts';

const schema = z.strictObject({
  op: z.literal('extract_pages'),
  pages: pages.describe('Those that stay, in this order: [1, 3], or "1-3,7".'),
});
export type ExtractPagesFields = z.infer<typeof schema>;

export const extractPages = definePdfEdit({
  op: 'extract_pages',
  summary: 'Leaves only these pages, in the order given: one request for each part divides a file',
  refuses: {
    target_not_found: 'there is no such page',
    overlapping_operation: 'one of the pages is deleted by an earlier operation',
    no_effect: 'they are all pages, in their order',
  },
  schema,
  apply: async (work, fields) => (await import('../mechanics/insert-pages.ts')).extractPages(work, fields),
  examples: [
    { name: 'two of three', given: ['one', 'two', 'three'], operation: { op: 'extract_pages', pages: [3, 1] }, expected: ['three', 'one'] },
    { name: 'no such page', given: ['one'], operation: { op: 'extract_pages', pages: [2] }, expected: { rejected: 'target_not_found' } },
  ],
});
