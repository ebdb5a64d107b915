/** Inline text of the content model: flat runs with marks, never nested (decisions §3). */
import { z } from 'zod';

/** What a reviewer says of a stretch of text. */
const remarkSchema = z.object({
  text: z.string().describe('Plain; "\n" begins a line.'),
  author: z.string().optional().describe('Absent: the service itself.'),
});
export type Remark = z.infer<typeof remarkSchema>;

/** A tracked change: text that is proposed, or that shall go. */
const revisionSchema = z.object({
  kind: z.enum(['insert', 'delete']).describe('`insert`: text that is proposed. `delete`: text that shall go.'),
  author: z.string().optional().describe('Absent: the service itself.'),
});
export type Revision = z.infer<typeof revisionSchema>;

export const runSchema = z.object({
  text: z.string().describe('The text. A line break inside a paragraph is "\n". For maths the TeX source, for a footnote reference \'\'.'),
  bold: z.boolean().optional().describe('Bold; false where absent.'),
  italic: z.boolean().optional().describe('Italic; false where absent.'),
  underline: z.boolean().optional().describe('Underlined; false where absent.'),
  strike: z.boolean().optional().describe('Struck through; false where absent.'),
  code: z.boolean().optional().describe('Set as code, in a face of equal widths; false where absent.'),
  link: z
    .string()
    .optional()
    .describe('http(s)/mailto address, or `#id` for a place in this document (a reference that follows its target).'),
  color: z
    .string()
    .regex(/^[0-9A-F]{6}$/)
    .optional()
    .describe("RRGGBB, upper case, without '#'; that of the look where absent."),
  script: z.enum(['super', 'sub']).optional().describe('Raised or lowered; on the line where absent.'),
  footnote: z.string().optional().describe('Id of the footnote that this run refers to (a key of the `footnotes` block).'),
  math: z.boolean().optional().describe('The text is TeX.'),
  lang: z.string().optional().describe("BCP 47, where it differs from the document's."),
  comments: z.array(remarkSchema).optional().describe('Comments on this text; neighbours with the same one are one stretch.'),
  revision: revisionSchema.optional().describe('The text is a tracked change.'),
});

export type Run = z.infer<typeof runSchema>;
export const runsSchema = z.array(runSchema);

const sameRemark = (a: Remark | undefined, b: Remark | undefined): boolean => a?.text === b?.text && a?.author === b?.author;

/** Whether two runs have the same comments and belong to the same tracked change. */
export const sameReview = (a: Run, b: Run): boolean =>
  a.revision?.kind === b.revision?.kind &&
  a.revision?.author === b.revision?.author &&
  (a.comments?.length ?? 0) === (b.comments?.length ?? 0) &&
  (a.comments ?? []).every((remark, at) => sameRemark(remark, b.comments?.[at]));

/** The text as it is once all tracked changes are accepted. */
export const acceptedRuns = (runs: readonly Run[]): Run[] =>
  runs.flatMap(({ revision, ...run }) => (revision?.kind === 'delete' ? [] : [run]));

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
