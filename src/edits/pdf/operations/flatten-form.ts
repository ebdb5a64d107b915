import { z } from 'zod';
import { definePdfEdit } from '../define-pdf-edit.ts';

const schema = z.strictObject({ op: z.literal('flatten_form') });

export const flattenForm = definePdfEdit({
  op: 'flatten_form',
  summary: 'Makes the fields of a form part of their pages, with what they hold: nobody can change them any more',
  refuses: {
    no_effect: 'there is no form',
    unsupported: 'a field has letters that are not Latin, Greek or Cyrillic, or no place on a page',
  },
  schema,
  stopsHalfway: true,
  apply: async ({ file }) => (await import('../mechanics/form-fields.ts')).flattenForm(file),
  examples: [
    { name: 'an empty field', given: ['one'], form: ['name'], operation: { op: 'flatten_form' }, expected: ['one'] },
    { name: 'there is none', given: ['one'], operation: { op: 'flatten_form' }, expected: { rejected: 'no_effect' } },
  ],
});
