import { z } from 'zod';
import { textFits } from '../../text-fits.ts';
import { definePdfEdit } from '../define-pdf-edit.ts';

const schema = z.strictObject({
  op: z.literal('set_property'),
  name: z.enum(['title', 'author', 'subject', 'keywords', 'language']),
  value: textFits(0, 2_000).describe("'' takes it away. A language is a tag such as en or es-MX."),
});
export type SetPropertyFields = z.infer<typeof schema>;

export const setPdfProperty = definePdfEdit({
  op: 'set_property',
  summary: 'Sets the title, author, subject, keywords or language of the file',
  refuses: { no_effect: 'it holds this already', unsupported: 'the language is no tag such as en or es-MX' },
  schema,
  apply: async ({ file }, fields) => (await import('../mechanics/file-operations.ts')).setProperty(file, fields),
  examples: [
    { name: 'a title', given: ['one'], operation: { op: 'set_property', name: 'title', value: 'Plan' }, expected: ['one'] },
    { name: 'a language', given: ['one'], operation: { op: 'set_property', name: 'language', value: 'es' }, expected: ['one'] },
    {
      name: 'it is so already',
      given: ['one'],
      operation: { op: 'set_property', name: 'title', value: '' },
      expected: { rejected: 'no_effect' },
    },
  ],
});
