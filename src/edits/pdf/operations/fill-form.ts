import { z } from 'zod';
import { definePdfEdit } from '../define-pdf-edit.ts';

const schema = z.strictObject({
  op: z.literal('fill_form'),
  fields: z
    .record(z.string().min(1).max(500), z.union([z.string().max(20_000), z.boolean(), z.array(z.string().max(1_000)).max(200)]))
    .describe('Full name of the field → text, choice, or whether it is ticked.'),
  flatten: z.boolean().optional().describe('What was filled in becomes part of the page and can no longer be changed.'),
});
export type FillFormFields = z.infer<typeof schema>;

export const fillForm = definePdfEdit({
  op: 'fill_form',
  summary: 'Fills the fields of a form, and makes them part of the page if wanted',
  refuses: {
    target_not_found: 'there is no such field',
    unsupported: 'the field takes no such value, or letters that are not Latin, Greek or Cyrillic',
    read_only_content: 'the field is locked',
  },
  schema,
  stopsHalfway: true,
  apply: async ({ file }, fields) => (await import('../mechanics/form-fields.ts')).fillForm(file, fields),
  examples: [
    {
      name: 'a text',
      given: ['one'],
      form: ['name'],
      operation: { op: 'fill_form', fields: { name: 'Jane' } },
      expected: ['one +Widget=Jane'],
    },
    {
      name: 'no such field',
      given: ['one'],
      form: ['name'],
      operation: { op: 'fill_form', fields: { age: '7' } },
      expected: { rejected: 'target_not_found' },
    },
  ],
});
