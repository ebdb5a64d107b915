/** Inline text of the content model: flat runs with marks, never nested (decisions §3). */
import { z } from 'zod';

export const runSchema = z.object({
  /** The text. A line break inside a paragraph is "\n". For maths the TeX source, for a footnote reference ''. */
  text: z.string(),
  bold: z.boolean().optional(),
  italic: z.boolean().optional(),
  underline: z.boolean().optional(),
  strike: z.boolean().optional(),
  code: z.boolean().optional(),
  /** http(s)/mailto address, or `#id` for a place in this document (a reference that follows its target). */
  link: z.string().optional(),
  /** RRGGBB, upper case, without '#'. */
  color: z
    .string()
    .regex(/^[0-9A-F]{6}$/)
    .optional(),
  script: z.enum(['super', 'sub']).optional(),
  /** Id of the footnote that this run refers to (a key of the `footnotes` block). */
  footnote: z.string().optional(),
  /** The text is TeX. */
  math: z.boolean().optional(),
  /** BCP 47, where it differs from the document's. */
  lang: z.string().optional(),
});

export type Run = z.infer<typeof runSchema>;
export const runsSchema = z.array(runSchema);

/** Text of the runs without marks; footnote references vanish, maths shows its TeX. */
export function plainText(runs: readonly Run[]): string {
  let text = '';
  for (const run of runs) text += run.text;
  return text;
}

/** The runs without their first `count` characters (UTF-16 units), however these are spread over them. */
export function dropCharacters(runs: readonly Run[], count: number): Run[] {
  let left = count;
  return runs.flatMap((run) => {
    const cut = Math.min(left, run.text.length);
    left -= cut;
    return cut === run.text.length && cut > 0 ? [] : [{ ...run, text: run.text.slice(cut) }];
  });
}
