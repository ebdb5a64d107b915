import { z } from 'zod';
import { definePdfEdit } from '../define-pdf-edit.ts';
import { broughtFile } from '../../brought-file.ts';
import { page, pages } from '../fields.ts';

const schema = z
  .strictObject({
    op: z.literal('insert_pages'),
    file: broughtFile
      .optional()
      .describe(
        'The PDF file whose pages come in: base64 in `data`, an address in `url`, the id of an uploaded file, or of a document, whose PDF it is.',
      ),
    pages: pages.optional().describe('Of that file; all where absent.'),
    blank: z.int().min(1).max(500).optional().describe('In the place of file: so many empty pages, as large as the one beside them.'),
    before: page.optional().describe('They come before this page; absent: at the end.'),
  })
  .refine(({ file, blank }) => (file === undefined) !== (blank === undefined), 'Give either file or blank.');
export type InsertPagesFields = z.infer<typeof schema>;

export const insertPages = definePdfEdit({
  op: 'insert_pages',
  summary: 'Inserts pages of another PDF file, or empty ones: several of these merge files',
  refuses: {
    target_not_found: 'there is no such page in one of the files',
    unsupported: 'what is to come in is no PDF file that can be read, or is encrypted',
    would_overflow: 'there would be more than 5,000 pages',
    overlapping_operation: 'the page beside it is deleted by an earlier operation',
  },
  schema,
  apply: async (work, fields) => (await import('../mechanics/insert-pages.ts')).insertPages(work, fields),
  examples: [
    { name: 'an empty page', given: ['one', 'two'], operation: { op: 'insert_pages', blank: 1, before: 2 }, expected: ['one', '', 'two'] },
    {
      name: 'no PDF file',
      given: ['one'],
      operation: { op: 'insert_pages', file: { data: 'AAAA' } },
      expected: { rejected: 'unsupported' },
    },
  ],
});
