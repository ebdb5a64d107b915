/** The style object of interface §2.1 (`style_applied`). */
import { z } from 'zod';

const hex = z
  .string()
  .regex(/^[0-9A-Fa-f]{6}$/, 'six hexadecimal digits, without #')
  .describe('Six hexadecimal digits, without #.');
const align = z.enum(['left', 'center', 'right', 'justify']).describe('`justify`: flush on both sides.');

export const styleSchema = z.object({
  font: z.string().min(1).max(100).describe('Face of the text.'),
  font_size: z.number().min(6).max(32).describe('Size of the text in points, 6 to 32.'),
  line_spacing: z.number().min(0.8).max(3).describe('Distance of lines as a multiple of the single one, 0.8 to 3.'),
  colors: z
    .object({ title: hex, headings: hex, text: hex, accent: hex })
    .describe('Colours, each as six hexadecimal digits without #: of the title, of headings, of the text, and of rules and fills.'),
  align: z.object({ title: align, headings: align, body: align }).describe('How the title, headings and paragraphs are aligned.'),
  margins_cm: z.number().min(0.5).max(8).describe('All four margins of the page in centimetres, 0.5 to 8.'),
  orientation: z.enum(['portrait', 'landscape']).describe('Orientation of the pages.'),
  cover_page: z.boolean().describe('Whether there is a cover.'),
  table_of_contents: z.boolean().describe('Whether there is a table of contents.'),
  page_numbers: z.boolean().describe('Whether pages are numbered.'),
  header: z.string().optional().describe('Text at the head of each page; absent where there is none.'),
  footer: z.string().optional().describe('Text at the foot of each page; absent where there is none.'),
});
export type Style = z.infer<typeof styleSchema>;

const RUNNING_CHARS_MAX = 200;
const SOURCES_MAX = 15;
const wishedHex = z.string().regex(/^#?[0-9A-Fa-f]{6}$/, 'six hexadecimal digits');

/** What a caller may ask of the look as an object: any of the fields; colours with or without `#`. */
const styleWishSchema = z.strictObject({
  ...styleSchema.partial().shape,
  colors: z.strictObject({ title: wishedHex, headings: wishedHex, text: wishedHex, accent: wishedHex }).partial().optional(),
  align: z.strictObject(styleSchema.shape.align.shape).partial().optional(),
  header: z.string().max(RUNNING_CHARS_MAX).optional(),
  footer: z.string().max(RUNNING_CHARS_MAX).optional(),
  template: z.int().min(1).max(SOURCES_MAX).optional().describe('The source, counted from 1, whose look is copied.'),
});
export type StyleWish = z.infer<typeof styleWishSchema>;

export type StyleReading = { kind: 'words' } | { kind: 'object'; wish: StyleWish } | { kind: 'wrong'; problems: string[] };

/** Tells a style object, written as JSON, from a look in words. Every problem names the field and what it takes. */
export function readStyle(text: string): StyleReading {
  if (!text.trimStart().startsWith('{')) return { kind: 'words' };
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    return {
      kind: 'wrong',
      problems: [`This begins as a style object in JSON and does not end as one: ${(error as Error).message.slice(0, 120)}.`],
    };
  }
  const parsed = styleWishSchema.safeParse(value);
  if (parsed.success) return { kind: 'object', wish: parsed.data };
  const problems = parsed.error.issues
    .slice(0, 20)
    .map((issue) => `${issue.path.length === 0 ? 'The style object' : issue.path.join('.')}: ${describeIssue(issue)}.`);
  return { kind: 'wrong', problems };
}

function describeIssue(issue: z.core.$ZodIssue): string {
  if (issue.code !== 'unrecognized_keys') return issue.message.replace(/^Invalid (?:input|string): /, '').replace(/\.$/, '');
  return `${issue.keys.map((key) => `"${key.slice(0, 40)}"`).join(', ')} is not among its fields`;
}
