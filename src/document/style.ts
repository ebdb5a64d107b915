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
