import { z } from 'zod';
import { textFits } from '../../text-fits.ts';
import { definePdfEdit } from '../define-pdf-edit.ts';
import { page } from '../fields.ts';

const schema = z.strictObject({
  op: z.literal('set_bookmarks'),
  bookmarks: z
    .array(z.strictObject({ title: textFits(1, 500), page, level: z.int().min(1).max(6).optional().describe('1 where absent.') }))
    .max(5_000)
    .describe('In the order of the list that the reader shows; they take the place of those that are there, and [] takes all away.'),
});
export type SetBookmarksFields = z.infer<typeof schema>;

export const setBookmarks = definePdfEdit({
  op: 'set_bookmarks',
  summary: 'Gives the file its list of bookmarks, in levels',
  refuses: {
    target_not_found: 'there is no such page',
    unsupported: 'a level is left out',
    overlapping_operation: 'one of the pages is deleted by an earlier operation',
  },
  schema,
  apply: async (work, fields) => (await import('../mechanics/file-operations.ts')).setBookmarks(work, fields),
  examples: [
    {
      name: 'two levels',
      given: ['one', 'two'],
      operation: {
        op: 'set_bookmarks',
        bookmarks: [
          { title: 'First', page: 1 },
          { title: 'Within it', page: 2, level: 2 },
        ],
      },
      expected: ['one', 'two'],
    },
    {
      name: 'a level is left out',
      given: ['one'],
      operation: { op: 'set_bookmarks', bookmarks: [{ title: 'First', page: 1, level: 2 }] },
      expected: { rejected: 'unsupported' },
    },
  ],
});
