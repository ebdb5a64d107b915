import { z } from 'zod';
import { textFits } from '../../text-fits.ts';
import { definePdfEdit } from '../define-pdf-edit.ts';
import { page, color, box } from '../fields.ts';

const schema = z.strictObject({
  op: z.literal('redact'),
  find: textFits(1, 2_000).optional().describe('The words that go, whole words, on one line or over several.'),
  all: z.boolean().optional().describe('Every place; without it the words must be in one place only.'),
  match_case: z.boolean().optional().describe('true where absent.'),
  page: page.optional(),
  box: box.optional(),
  color: color.optional().describe('Of the bar that is left; black where absent.'),
});
export type RedactFields = z.infer<typeof schema>;

export const redact = definePdfEdit({
  op: 'redact',
  summary: 'Takes words or an area out of the file for good: text, pictures under it, hidden text, properties, bookmarks',
  refuses: {
    target_not_found: 'the words are not there',
    ambiguous_target: 'they are in several places and `all` is not set',
    unsupported: 'objects of the file are damaged that say the words, or of which nobody can tell',
  },
  schema,
  apply: async (work, fields) => (await import('../mechanics/mark-places.ts')).redactPlaces(work, fields),
  examples: [
    { name: 'a word', given: ['one secret', 'two'], operation: { op: 'redact', find: 'secret' }, expected: ['one', 'two'] },
    { name: 'not there', given: ['one'], operation: { op: 'redact', find: 'secret' }, expected: { rejected: 'target_not_found' } },
  ],
});
