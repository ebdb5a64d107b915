/** Fields that operations on PDF files share. Pages are numbered from 1 as in the file that was sent, whatever else the request does to them. */
import { z } from 'zod';

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
  .describe('Left, top, right, bottom in points from the upper left corner of the page as it is shown in the file that was sent.');
