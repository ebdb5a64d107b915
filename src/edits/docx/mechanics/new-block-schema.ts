/** Blocks that `insert_blocks` takes for Word files. */
import { z } from 'zod';
import { textFits } from '../../text-fits.ts';
import { colorField } from './format-fields.ts';
import { newRunSchema, textOfRuns } from './new-runs.ts';

const inline = {
  text: textFits(0, 100_000).optional(),
  runs: z.array(newRunSchema).max(1_000).optional().describe('In the place of text.'),
};
const align = z.enum(['left', 'center', 'right', 'justify']).optional();

/** Levels of lists within lists. */
const LIST_DEPTH = 5;

export interface NewItem {
  text?: string | undefined;
  runs?: z.infer<typeof newRunSchema>[] | undefined;
  ordered?: boolean | undefined;
  items?: (string | NewItem)[] | undefined;
}

const words = textFits(0, 10_000);

/** Written out level by level, so that readers of JSON schemas need no recursion. */
function itemSchema(depth: number): z.ZodType<string | NewItem> {
  const plain = { text: words.optional(), runs: z.array(newRunSchema).max(1_000).optional() };
  if (depth === 1) return z.union([words, z.strictObject(plain)]);
  return z.union([
    words,
    z.strictObject({
      ...plain,
      items: z
        .array(itemSchema(depth - 1))
        .min(1)
        .max(1_000)
        .optional()
        .describe('A list within it.'),
      ordered: z.boolean().optional().describe('Of the list within it; absent: as the list that it is in.'),
    }),
  ]);
}

const cellSchema = z.union([
  words,
  z.strictObject({ text: words.optional(), runs: z.array(newRunSchema).max(1_000).optional(), align, fill: colorField.optional() }),
]);
export type NewCell = z.infer<typeof cellSchema>;

export const wordBlockSchema = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('paragraph'),
    style: z.string().min(1).max(200).optional().describe('Name of a style; absent: as the running text around it.'),
    align,
    ...inline,
  }),
  z.strictObject({ type: z.literal('heading'), level: z.number().int().min(1).max(6), ...inline }),
  z.strictObject({
    type: z.literal('list'),
    ordered: z
      .boolean()
      .optional()
      .describe('Numbers; bullets where absent. Right beside an item of the same kind the list goes on, elsewhere numbers begin at 1.'),
    items: z.array(itemSchema(LIST_DEPTH)).min(1).max(1_000),
  }),
  z.strictObject({ type: z.literal('quote'), ...inline }),
  z.strictObject({ type: z.literal('equation'), latex: textFits(1, 10_000).describe('LaTeX: \\frac{a}{b}.') }),
  z.strictObject({
    type: z.literal('contents'),
    levels: z
      .number()
      .int()
      .min(1)
      .max(6)
      .optional()
      .describe('Of headings, 3 where absent. Word fills it when it opens the file; refresh_toc does at once.'),
  }),
  z.strictObject({ type: z.literal('page_break') }),
  z.strictObject({
    type: z.literal('table'),
    rows: z.array(z.array(cellSchema).min(1).max(63)).min(1).max(2_000),
    header: z.boolean().optional().describe('true where absent: the first row is the head.'),
    style: z.string().min(1).max(200).optional().describe('Name of a table style; absent: as other tables of the file.'),
    columns: z
      .array(z.strictObject({ width_cm: z.number().min(0.3).max(60).optional(), align }))
      .max(63)
      .optional(),
  }),
]);
export type WordNewBlock = z.infer<typeof wordBlockSchema>;

const linesOfItem = (item: string | NewItem): string[] =>
  typeof item === 'string' ? [item] : [item.text ?? textOfRuns(item.runs ?? []), ...(item.items ?? []).flatMap(linesOfItem)];
export const textOfCell = (cell: NewCell): string => (typeof cell === 'string' ? cell : (cell.text ?? textOfRuns(cell.runs ?? [])));

/** What the block says, for the report. */
export function textOfNew(block: WordNewBlock): string {
  switch (block.type) {
    case 'paragraph':
    case 'heading':
    case 'quote':
      return block.text ?? textOfRuns(block.runs ?? []);
    case 'list':
      return block.items.flatMap(linesOfItem).join('\n');
    case 'table':
      return block.rows.map((row) => row.map(textOfCell).join('\t')).join('\n');
    case 'equation':
      return block.latex;
    case 'contents':
      return 'table of contents';
    case 'page_break':
      return '';
  }
}
