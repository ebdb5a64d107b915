/**
 * Blocks of a page that people use rather than read: forms, lists of what was entered, checklists, polls, charts of entries
 * and calculators. What visitors enter is kept in *collections*; `collections.ts` says which a document has.
 */
import { z } from 'zod';
import { runsSchema, type Run } from './inline.ts';

const base = { id: z.string(), anchor: z.string().optional() };

/** `open`: visitors read and write; `submit`: they add, and only the owner reads; `read`: they read, and only the owner writes. */
export const COLLECTION_MODES = ['open', 'submit', 'read'] as const;
export type CollectionMode = (typeof COLLECTION_MODES)[number];

/** Names of collections: letters, digits and a few marks; those that begin with a line below are the service's own. */
export const COLLECTION_NAME = /^[\p{L}\p{N}][\p{L}\p{N}_.-]{0,63}$/u;

export const FIELD_TYPES = ['text', 'long_text', 'email', 'number', 'date', 'choice', 'check'] as const;
export type FieldType = (typeof FIELD_TYPES)[number];

const formFieldSchema = z.object({
  name: z.string(),
  type: z.enum(FIELD_TYPES),
  required: z.boolean(),
  choices: z.array(z.string()).optional(),
  min: z.number().optional(),
  /** Characters of a text, or the greatest number. */
  max: z.number().optional(),
  /** What is said beside the field. */
  hint: z.string().optional(),
});
export type FormField = z.infer<typeof formFieldSchema>;

const collection = { collection: z.string().regex(COLLECTION_NAME), mode: z.enum(COLLECTION_MODES).optional() };

const form = z.object({
  ...base,
  type: z.literal('form'),
  ...collection,
  title: runsSchema.optional(),
  /** Of the button. */
  button: z.string().optional(),
  /** What is said once an entry is kept. */
  done: z.string().optional(),
  fields: z.array(formFieldSchema).min(1),
});

const records = z.object({
  ...base,
  type: z.literal('records'),
  ...collection,
  title: runsSchema.optional(),
  /** Fields that are shown, in order; absent: all. */
  columns: z.array(z.string()).optional(),
  /** A field, with `-` before it from the last to the first; absent: as they came. */
  sort: z.string().optional(),
  /** `Size=M`: only these. */
  filter: z.string().optional(),
  /** What is said where there is none. */
  empty: z.string().optional(),
});

const checklist = z.object({
  ...base,
  type: z.literal('checklist'),
  ...collection,
  title: runsSchema.optional(),
  items: z.array(z.string()),
});

const poll = z.object({
  ...base,
  type: z.literal('poll'),
  ...collection,
  question: runsSchema,
  choices: z.array(z.string()).min(2),
  /** More than one may be chosen. */
  multiple: z.literal(true).optional(),
  button: z.string().optional(),
});

export const TALLY_KINDS = ['bar', 'column'] as const;
const tally = z.object({
  ...base,
  type: z.literal('tally'),
  ...collection,
  kind: z.enum(TALLY_KINDS),
  title: z.string().optional(),
  /** Field whose values are the categories. */
  by: z.string(),
  /** Field of numbers that is summed; absent: entries are counted. */
  sum: z.string().optional(),
  unit: z.string().optional(),
});

const calculatorInputSchema = z.object({
  name: z.string(),
  type: z.enum(['number', 'choice', 'check']),
  /** As it is when the page opens: the number, the value of the choice, or what the box counts when it is checked. */
  value: z.number(),
  /** Of a box: checked when the page opens. */
  checked: z.literal(true).optional(),
  choices: z.array(z.object({ label: z.string(), value: z.number() })).optional(),
  min: z.number().optional(),
  max: z.number().optional(),
  hint: z.string().optional(),
});
export type CalculatorInput = z.infer<typeof calculatorInputSchema>;

const calculator = z.object({
  ...base,
  type: z.literal('calculator'),
  title: runsSchema.optional(),
  inputs: z.array(calculatorInputSchema).min(1),
  /** Formulas over the inputs and the results above: `=[Guests]*[Menu]`. `format` is a column type (`eur2`, `int`, `pct1`). */
  results: z.array(z.object({ name: z.string(), formula: z.string().startsWith('='), format: z.string().optional() })).min(1),
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
