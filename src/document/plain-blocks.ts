/** Blocks of the content model that hold no other blocks, and what every block has (`block.ts` is the whole). */
import { z } from 'zod';
import { runsSchema } from './inline.ts';

export const blockBase = {
  id: z.string().describe('Id of the block within its document: `b1`, `b2`, … in reading order; events and findings name it.'),
  anchor: z.string().optional().describe("The author's own `{#id}`, the target of `[text](#id)`; absent where none was given."),
};

export const image = z.object({
  ...blockBase,
  type: z.literal('image'),
  asset: z
    .string()
    .nullable()
    .describe("Key into the document's assets (`img:1`); null where no such picture was given: then the alt text is set."),
  alt: z.string().describe('What the picture shows, for those who do not see it.'),
  caption: runsSchema.optional().describe('Caption; its number is counted and not part of it.'),
  source: runsSchema.optional().describe('Where it comes from; is set below it.'),
  width: z.number().positive().max(1).optional().describe('Share of the text width, 0-1.'),
  link: z.string().optional().describe('Address that the picture leads to.'),
});

export const code = z.object({
  ...blockBase,
  type: z.literal('code'),
  text: z.string().describe('The code, line by line.'),
  language: z.string().optional().describe('Language of the code, such as `python`, by which it is coloured.'),
});
export const equation = z.object({ ...blockBase, type: z.literal('equation'), tex: z.string().describe('The formula in TeX.') });
export const divider = z.object({ ...blockBase, type: z.literal('divider') });
export const pageBreak = z.object({
  ...blockBase,
  type: z.literal('page_break'),
  orientation: z.enum(['portrait', 'landscape']).optional().describe('Orientation of the pages that follow; absent: as before.'),
});
export const toc = z.object({
  ...blockBase,
  type: z.literal('toc'),
  title: runsSchema.optional().describe('Title, in stretches of one formatting.'),
  depth: z
    .number()
    .int()
    .min(1)
    .max(4)
    .optional()
    .describe('Deepest level of headings that is listed, 1 to 4; that of the look where absent.'),
});
export const cover = z.object({
  ...blockBase,
  type: z.literal('cover'),
  title: z.string().optional().describe('Title, in plain text.'),
  subtitle: z.string().optional().describe('Line below the title.'),
  eyebrow: z.string().optional().describe('Short line above the title.'),
  date: z.string().optional().describe('Date as it is to be shown.'),
  author: z.string().optional().describe('Who wrote it.'),
  organization: z.string().optional().describe('Organization that it comes from.'),
  version: z.string().optional().describe('Version or state, such as Draft 2.'),
  logo: z.string().optional().describe('Asset key.'),
});
export const letterhead = z.object({
  ...blockBase,
  type: z.literal('letterhead'),
  from: z.array(z.string()).describe('Lines of the sender.'),
  to: z.array(z.string()).describe('Lines of the addressee.'),
  date: z.string().optional().describe('Date as it is to be shown.'),
  subject: z.string().optional().describe('Subject line.'),
  reference: z.string().optional().describe('Reference or file number.'),
});
export const kpis = z.object({
  ...blockBase,
  type: z.literal('kpis'),
  items: z
    .array(
      z.object({
        value: runsSchema.describe('The figure as it is shown.'),
        label: runsSchema.optional().describe('What the figure is.'),
        change: runsSchema.optional().describe('How it has changed, such as +12 %.'),
      }),
    )
    .describe('The figures, in their order.'),
});
export const signatures = z.object({
  ...blockBase,
  type: z.literal('signatures'),
  parties: z
    .array(z.object({ name: z.string().describe('Who signs.'), role: z.string().optional().describe('In what capacity the party signs.') }))
    .describe('From the left.'),
});
