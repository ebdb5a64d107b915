import { z } from 'zod';
import { textFits } from '../../text-fits.ts';
import { definePdfEdit } from '../define-pdf-edit.ts';
import { pages, color } from '../fields.ts';

const schema = z.strictObject({
  op: z.literal('stamp'),
  text: textFits(1, 300),
  pages: pages.optional().describe('All where absent, also those that an earlier operation of the request has inserted.'),
  position: z
    .enum(['center', 'top', 'bottom', 'top_left', 'top_right', 'bottom_left', 'bottom_right'])
    .optional()
    .describe('center where absent.'),
  size_pt: z.number().min(4).max(300).optional(),
  color: color.optional(),
  opacity: z.number().min(0.05).max(1).optional(),
  angle: z.number().min(-180).max(180).optional().describe('Counter-clockwise; 45 in the centre where absent, else 0.'),
});
export type StampFields = z.infer<typeof schema>;

export const stamp = definePdfEdit({
  op: 'stamp',
  summary: 'Writes a few words over pages: DRAFT, a number, a date; at an edge clear of what stands there',
  refuses: {
    target_not_found: 'there is no such page',
    unsupported: 'letters that are not Latin, Greek or Cyrillic',
    overlapping_operation: 'one of the pages is deleted by an earlier operation',
  },
  schema,
  apply: async (work, fields) => (await import('../mechanics/page-numbers.ts')).stampPages(work, fields),
  examples: [
    { name: 'one page', given: ['one', 'two'], operation: { op: 'stamp', text: 'DRAFT', pages: [1] }, expected: ['one | DRAFT', 'two'] },
    {
      name: 'letters that the face has not',
      given: ['one'],
      operation: { op: 'stamp', text: '中' },
      expected: { rejected: 'unsupported' },
    },
  ],
});
