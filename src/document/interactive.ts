/**
 * Blocks of a page that people use rather than read: forms, lists of what was entered, checklists, polls, charts of entries
 * and calculators. What visitors enter is kept in *collections*; `collections.ts` says which a document has.
 */
import { z } from 'zod';
import { runsSchema, type Run } from './inline.ts';
import { blockBase } from './plain-blocks.ts';

/** `open`: visitors read and write; `submit`: they add, and only the owner reads; `read`: they read, and only the owner writes. */
export const COLLECTION_MODES = ['open', 'submit', 'read'] as const;
export type CollectionMode = (typeof COLLECTION_MODES)[number];

/** Names of collections: letters, digits and a few marks; those that begin with a line below are the service's own. */
export const COLLECTION_NAME = /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,63}$/u;

export const FIELD_TYPES = ['text', 'long_text', 'email', 'number', 'date', 'choice', 'check'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

const formFieldSchema = z.object({
  name: z.string().describe('Name of the field: its label, and its key in a record.'),
  type: z.enum(FIELD_TYPES).describe('What may be entered.'),
  required: z.boolean().describe('Whether an entry without it is refused.'),
  choices: z.array(z.string()).optional().describe('Of a `choice`: the values to choose from.'),
  min: z.number().optional().describe('The least number.'),
  max: z.number().optional().describe('Characters of a text, or the greatest number.'),
  hint: z.string().optional().describe('What is said beside the field.'),
});
export type FormField = z.infer<typeof formFieldSchema>;

const collection = {
  collection: z
    .string()
    .regex(COLLECTION_NAME)
    .describe('Name of the collection that keeps what visitors enter; blocks of one name share it.'),
  mode: z
    .enum(COLLECTION_MODES)
    .optional()
    .describe(
      '`open`: visitors read and write. `submit`: they add, and only the owner reads. `read`: they read, and only the owner writes.',
    ),
};

const form = z.object({
  ...blockBase,
  type: z.literal('form'),
  ...collection,
  title: runsSchema.optional().describe('Heading of the block.'),
  button: z.string().optional().describe('Of the button.'),
  done: z.string().optional().describe('What is said once an entry is kept.'),
  fields: z.array(formFieldSchema).min(1).describe('The fields, in their order.'),
});

const records = z.object({
  ...blockBase,
  type: z.literal('records'),
  ...collection,
  title: runsSchema.optional().describe('Heading of the block.'),
  columns: z.array(z.string()).optional().describe('Fields that are shown, in order; absent: all.'),
  sort: z.string().optional().describe('A field, with `-` before it from the last to the first; absent: as they came.'),
  filter: z.string().optional().describe('`Size=M`: only these.'),
  empty: z.string().optional().describe('What is said where there is none.'),
});

const checklist = z.object({
  ...blockBase,
  type: z.literal('checklist'),
  ...collection,
  title: runsSchema.optional().describe('Heading of the block.'),
  items: z.array(z.string()).describe('What is to be checked off.'),
});

const poll = z.object({
  ...blockBase,
  type: z.literal('poll'),
  ...collection,
  question: runsSchema.describe('The question.'),
  choices: z.array(z.string()).min(2).describe('The answers to choose from.'),
  multiple: z.literal(true).optional().describe('More than one may be chosen.'),
  button: z.string().optional().describe('Words of the button.'),
});

export const TALLY_KINDS = ['bar', 'column'] as const;
const tally = z.object({
  ...blockBase,
  type: z.literal('tally'),
  ...collection,
  kind: z.enum(TALLY_KINDS).describe('How entries are drawn: lying or standing bars.'),
  title: z.string().optional().describe('Title of the chart.'),
  by: z.string().describe('Field whose values are the categories.'),
  sum: z.string().optional().describe('Field of numbers that is summed; absent: entries are counted.'),
  unit: z.string().optional().describe('Unit of the sums.'),
});

const calculatorInputSchema = z.object({
  name: z.string().describe('Name of the field: its label, and its key in a record.'),
  type: z.enum(['number', 'choice', 'check']).describe('A number, one of `choices`, or a box to check.'),
  value: z
    .number()
    .describe('As it is when the page opens: the number, the value of the choice, or what the box counts when it is checked.'),
  checked: z.literal(true).optional().describe('Of a box: checked when the page opens.'),
  choices: z
    .array(z.object({ label: z.string().describe('What is shown.'), value: z.number().describe('What it counts.') }))
    .optional()
    .describe('Of a `choice`: what can be chosen.'),
  min: z.number().optional().describe('The least number.'),
  max: z.number().optional().describe('The greatest number.'),
  hint: z.string().optional().describe('What is said beside the field.'),
});
export type CalculatorInput = z.infer<typeof calculatorInputSchema>;

const calculator = z.object({
  ...blockBase,
  type: z.literal('calculator'),
  title: runsSchema.optional().describe('Heading of the block.'),
  inputs: z.array(calculatorInputSchema).min(1).describe('What visitors enter.'),
  results: z
    .array(
      z.object({
        name: z.string().describe('Name of the result.'),
        formula: z.string().startsWith('=').describe('Over the inputs and the results above: `=[Guests]*[Menu]`.'),
        format: z.string().optional().describe('A column type, such as `eur2`, `int` or `pct1`.'),
      }),
    )
    .min(1)
    .describe('Formulas over the inputs and the results above: `=[Guests]*[Menu]`. `format` is a column type (`eur2`, `int`, `pct1`).'),
});

export const INTERACTIVE_SCHEMAS = [form, records, checklist, poll, tally, calculator] as const;

export type Form = z.infer<typeof form>;
export type Records = z.infer<typeof records>;
export type Checklist = z.infer<typeof checklist>;
export type Poll = z.infer<typeof poll>;
export type Tally = z.infer<typeof tally>;
export type Calculator = z.infer<typeof calculator>;
export type Interactive = Form | Records | Checklist | Poll | Tally | Calculator;

const TYPES: ReadonlySet<string> = new Set<Interactive['type']>(['form', 'records', 'checklist', 'poll', 'tally', 'calculator']);

/** Whether people use the block rather than read it. */
export const isInteractive = (block: { type: string }): block is Interactive => TYPES.has(block.type);

/** The heading of the block, or the question of a poll, where it is runs. */
export function interactiveRuns(block: Interactive): Run[][] {
  if (block.type === 'poll') return [block.question];
  return block.type === 'tally' || block.title === undefined ? [] : [block.title];
}

/** What the block says beside its heading, in reading order. */
export function interactiveTexts(block: Interactive): string[] {
  switch (block.type) {
    case 'form':
      return [...block.fields.flatMap(({ name, hint, choices }) => [name, hint ?? '', ...(choices ?? [])]), block.button ?? ''];
    case 'records':
      return [...(block.columns ?? []), block.empty ?? ''];
    case 'checklist':
      return block.items;
    case 'poll':
      return [...block.choices, block.button ?? ''];
    case 'tally':
      return [block.title ?? ''];
    case 'calculator':
      return [
        ...block.inputs.flatMap(({ name, hint, choices }) => [name, hint ?? '', ...(choices ?? []).map(({ label }) => label)]),
        ...block.results.map(({ name }) => name),
      ];
  }
}
