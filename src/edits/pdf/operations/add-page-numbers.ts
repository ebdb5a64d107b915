import { z } from 'zod';
import { textFits } from '../../text-fits.ts';
import { definePdfEdit } from '../define-pdf-edit.ts';
import { color, pages } from '../fields.ts';

const schema = z.strictObject({
  op: z.literal('add_page_numbers'),
  text: textFits(1, 100).optional().describe('{page} is the number, {pages} the last one; {page} where absent.'),
  first: z.int().min(0).max(100_000).optional().describe('Number of the first of these pages; 1 where absent.'),
  digits: z.int().min(1).max(12).optional().describe('Zeros fill the number up to so many digits: 000123, for Bates numbers.'),
  pages: pages
    .optional()
    .describe('All where absent, in the order that earlier operations of the request have given them, with those that they inserted.'),
  position: z.enum(['top', 'bottom', 'top_left', 'top_right', 'bottom_left', 'bottom_right']).optional().describe('bottom where absent.'),
  size_pt: z.number().min(4).max(72).optional().describe('9 where absent.'),
  color: color.optional().describe('404040 where absent.'),
});

export const addPageNumbers = definePdfEdit({
  op: 'add_page_numbers',
  summary:
    'Numbers pages in their margin, clear of what stands there, with words around the number if wanted: headers, footers, Bates numbers',
  refuses: {
    target_not_found: 'there is no such page',
    unsupported: 'letters that are not Latin, Greek or Cyrillic',
    overlapping_operation: 'one of the pages is deleted by an earlier operation',
  },
  schema,
  apply: async (
    work,
    { text = '{page}', first = 1, digits = 1, pages: listed, position = 'bottom', size_pt = 9, color: ink = '404040' },
  ) => {
    const { presentPages } = await import('../mechanics/page-operations.ts');
    const { writeInMargin } = await import('../mechanics/page-numbers.ts');
    const { StandardFonts } = await import('@cantoo/pdf-lib');
    const { order } = work.order;
    const chosen = listed === undefined ? order : presentPages(work, listed);
    if ('rejected' in chosen) return chosen;
    // numbers rise from page to page, however the list is written
    const numbers = order.filter((number) => chosen.includes(number));
    const last = first + numbers.length - 1;
    const padded = (number: number): string => String(number).padStart(digits, '0');
    const written = numbers.map((page, index) => ({
      page,
      text: text.replaceAll('{pages}', padded(last)).replaceAll('{page}', padded(first + index)),
    }));
    const done = await writeInMargin(work, written, { position, face: StandardFonts.Helvetica, size_pt, color: ink, opacity: 1 }, 'number');
    if ('rejected' in done) return done;
    return { ...done, after: `${numbers.length} pages numbered from ${first}` };
  },
  examples: [
    {
      name: 'with the last one',
      given: ['one', 'two'],
      operation: { op: 'add_page_numbers', text: 'Page {page} of {pages}' },
      expected: ['one | Page 1 of 2', 'two | Page 2 of 2'],
    },
    {
      name: 'Bates numbers',
      given: ['one', 'two'],
      operation: { op: 'add_page_numbers', text: 'ACME-{page}', first: 41, digits: 6, position: 'bottom_right' },
      expected: ['one | ACME-000041', 'two | ACME-000042'],
    },
    { name: 'no such page', given: ['one'], operation: { op: 'add_page_numbers', pages: [4] }, expected: { rejected: 'target_not_found' } },
  ],
});
