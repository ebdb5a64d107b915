/** Fields that operations on PDF files share. Pages are numbered from 1 as in the file that was sent, whatever else the request does to them. */
import { z } from 'zod';
import { reject, type Rejected } from '../define-edit.ts';

const PAGES_LISTED_MAX = 5_000;
export const page = z.number().int().min(1).max(100_000);
export const pages = z
  .union(
    [
      z.array(page).min(1).max(PAGES_LISTED_MAX),
      z
        .string()
        .regex(/^\s*\d{1,6}\s*(?:-\s*\d{1,6}\s*)?(?:,\s*\d{1,6}\s*(?:-\s*\d{1,6}\s*)?)*$/, 'This must be pages such as [1, 3], or "1-3,7".')
        .max(2_000),
    ],
    {
      error: ({ input }) =>
        input === undefined ? 'This is required: pages such as [1, 3], or "1-3,7".' : 'This must be pages such as [1, 3], or "1-3,7".',
    },
  )
  .describe('Numbers, or ranges such as "1-3,7".');
export const color = z
  .string()
  .regex(/^#?[0-9A-Fa-f]{6}$/)
  .describe('RRGGBB');
export const box = z
  .tuple([z.number(), z.number(), z.number(), z.number()])
  .describe('Left, top, right, bottom in points from the upper left corner of the page as it is shown.');

/** 20 MB, as every file of a request. */
const DATA_CHARS_MAX = 27_962_031;
/** A file that an operation brings along. */
export const fileField = z.union([
  z.strictObject({
    data: z
      .string()
      .min(1)
      .max(DATA_CHARS_MAX)
      .regex(/^[A-Za-z0-9+/]+={0,2}$/, 'base64 in the standard alphabet'),
  }),
  z.string().regex(/^file_/),
]);

/** Its bytes. Ids are bytes by now: who has the files has put them in (`pipeline/edit/submit-edits.ts`). */
export const readFileField = (given: z.infer<typeof fileField>): Uint8Array | Rejected =>
  typeof given === 'string'
    ? reject('unsupported', `The file ${given} is not available here; send its bytes in \`data\`.`)
    : Buffer.from(given.data, 'base64');
