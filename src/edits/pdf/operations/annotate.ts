import { z } from 'zod';
import { textFits } from '../../text-fits.ts';
import { definePdfEdit } from '../define-pdf-edit.ts';
import { page, color, box } from '../fields.ts';

const schema = z.strictObject({
  op: z.literal('annotate'),
  page: page.optional().describe('With `find`, the only page that is looked at.'),
  find: textFits(1, 2_000).optional().describe('The words that are marked; they are on one line or run over several.'),
  all: z.boolean().optional(),
  box: box.optional(),
  kind: z.enum(['highlight', 'underline', 'strike', 'note']).optional().describe('highlight where absent.'),
  text: textFits(0, 10_000).optional().describe('What the note says.'),
  color: color.optional(),
});
export type AnnotateFields = z.infer<typeof schema>;

export const annotate = definePdfEdit({
  op: 'annotate',
  summary: 'Highlights, underlines or strikes words, or puts a note on a place',
  refuses: {
    target_not_found: 'the words are not there',
    ambiguous_target: 'they are in several places and `all` is not set',
    overlapping_operation: 'one of the pages is deleted by an earlier operation',
  },
  schema,
  apply: async (work, fields) => (await import('../mechanics/mark-places.ts')).annotatePlaces(work, fields),
  examples: [
    { name: 'words', given: ['one fee', 'two'], operation: { op: 'annotate', find: 'fee' }, expected: ['one fee +Highlight', 'two'] },
    {
      name: 'in several places',
      given: ['fee', 'fee'],
      operation: { op: 'annotate', find: 'fee' },
      expected: { rejected: 'ambiguous_target' },
    },
    {
      name: 'a part of a word is none',
      given: ['coffee'],
      operation: { op: 'annotate', find: 'fee' },
      expected: { rejected: 'target_not_found' },
    },
  ],
});
