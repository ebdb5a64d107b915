/** What a review finds in a document. Notes of readers and writers become findings of the report too. */
import { z } from 'zod';
import { FINDING_CODES } from './finding-code.ts';

const SEVERITIES = ['error', 'warning', 'info'] as const;
export type Severity = (typeof SEVERITIES)[number];

export const findingLocationSchema = z.object({
  part: z.string().optional().describe('Part of the Office file.'),
  page: z.number().int().optional().describe('Page, from 1.'),
  slide: z.number().int().optional().describe('Slide, from 1.'),
  sheet: z.string().optional().describe('Name of the sheet.'),
  cell: z.string().optional().describe('Cell or range, as `B7`.'),
  block_id: z.string().optional().describe('Block of the content, or an address in the file.'),
  bbox: z
    .tuple([z.number(), z.number(), z.number(), z.number()])
    .optional()
    .describe("Left, top, right, bottom in points from the page's upper left corner."),
});
export type FindingLocation = z.infer<typeof findingLocationSchema>;

/** One schema for findings and notes, so that clients have one name for it. */
export const findingCodeSchema = z.enum(FINDING_CODES).describe('Stable; what each means is in docs/findings.md. More may come.');

export const findingSchema = z.object({
  code: findingCodeSchema,
  severity: z
    .enum(SEVERITIES)
    .describe('`error`: somebody should see it before the document is used. `warning`: a flaw. `info`: good to know.'),
  message: z.string().describe('One English sentence: what is wrong, where, and how to repair it. It may quote the document.'),
  location: findingLocationSchema,
  fixable: z.boolean().describe('Whether the service could repair it.'),
  certainty: z.enum(['static', 'rendered']).describe('Whether it was found in the content or file, or on the rendered page.'),
  disposition: z.enum(['new', 'pre_existing']).describe('Whether the file that was sent had it already.'),
});
export type Finding = z.infer<typeof findingSchema>;
