/** The style object of interface §2.1 (`style_applied`). */
import { z } from 'zod';

const hex = z.string().regex(/^[0-9A-Fa-f]{6}$/, 'six hexadecimal digits, without #');
const align = z.enum(['left', 'center', 'right', 'justify']);

export const styleSchema = z.object({
  font: z.string().min(1).max(100),
  font_size: z.number().min(6).max(32),
  line_spacing: z.number().min(0.8).max(3),
  colors: z.object({ title: hex, headings: hex, text: hex, accent: hex }),
  align: z.object({ title: align, headings: align, body: align }),
  margins_cm: z.number().min(0.5).max(8),
  orientation: z.enum(['portrait', 'landscape']),
  cover_page: z.boolean(),
  table_of_contents: z.boolean(),
  page_numbers: z.boolean(),
  header: z.string().optional(),
  footer: z.string().optional(),
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
