import { z } from 'zod';
import { definePdfEdit } from '../define-pdf-edit.ts';
import { pages } from '../fields.ts';

const schema = z.strictObject({ op: z.literal('delete_pages'), pages });
export type DeletePagesFields = z.infer<typeof schema>;

export const deletePages = definePdfEdit({
  op: 'delete_pages',
  summary: 'Deletes pages; bookmarks and links that lead to them go too',
  refuses: { target_not_found: 'there is no such page', unsupported: 'no page would be left' },
  schema,
  apply: async ({ file, order }, fields) => (await import('../mechanics/page-operations.ts')).deletePages(file, order, fields),
  examples: [
    { name: 'a range', given: ['one', 'two', 'three'], operation: { op: 'delete_pages', pages: '1-2' }, expected: ['three'] },
    { name: 'all of them', given: ['one'], operation: { op: 'delete_pages', pages: [1] }, expected: { rejected: 'unsupported' } },
  ],
});
