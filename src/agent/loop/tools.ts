/** The tools of the agent as a model gets them: names, what they do, and the form of their input. */
import { z } from 'zod';
import type { ModelTool } from '../../ports/model.ts';

const address = z.string().max(20).describe('An address, such as s3.');
const markdown = z.string().max(120_000);

export const INPUTS = {
  read: z.object({ addresses: z.array(address).max(60) }),
  rewrite: z.object({ block: address, markdown }),
  insert: z.object({ after: address.describe('The address that it comes after, or "start".'), markdown }),
  remove: z.object({ block: address }),
  move: z.object({ block: address, after: address.describe('The address that it comes after, or "start".') }),
  set_design: z.object({ patch: z.record(z.string(), z.unknown()) }),
  look: z.object({
    pages: z.array(z.number().int().min(1)).max(60).describe('Page numbers, from 1; empty for all.'),
    zoom: z.enum(['sheet', 'page']).describe('sheet: several pages side by side; page: each at full size.'),
  }),
  read_cells: z.object({ ranges: z.array(z.string().max(100)).min(1).max(10) }),
  apply_edits: z.object({
    operations: z.array(z.looseObject({ op: z.string().max(100) })).max(200),
    drop: z.array(z.number().int().min(1)).max(200).optional().describe('Numbers of operations that are taken back.'),
  }),
  replace: z.object({
    block: address,
    find: z.string().min(1).max(20_000).describe('Letter for letter, once in it.'),
    by: z.string().max(60_000),
  }),
  use_page: z.object({
    steps: z
      .array(
        z.object({
          do: z.enum(['click', 'fill', 'choose', 'tick']),
          target: z.string().min(1).max(120).describe('What is written on it or beside it.'),
          value: z.string().max(2_000).optional().describe('For fill and choose.'),
        }),
      )
      .min(1)
      .max(20),
  }),
  note_to_user: z.object({ text: z.string().max(500) }),
  done: z.object({ summary: z.string().max(1_000) }),
} as const;
export type ToolName = keyof typeof INPUTS;
export type ToolInput<Name extends ToolName> = z.infer<(typeof INPUTS)[Name]>;

const DESCRIPTIONS: Readonly<Record<ToolName, string>> = {
  read: 'Shows the present Markdown of these addresses; none: the list of all.',
  rewrite:
    'Puts this Markdown in the place of one address, whole. Answers at once with the layout faults that it has, before anything is drawn.',
  insert: 'Adds this Markdown behind an address.',
  remove: 'Takes an address out of the document.',
  move: 'Moves an address behind another one.',
  set_design: 'Changes the design of the whole document; the fields that you name replace theirs, null takes a field out.',
  look: 'Draws the document as it is now and shows you pages. A round of changes after which more is wrong is undone here.',
  read_cells: 'Shows calculated values of ranges, such as Budget!A1:F20.',
  apply_edits:
    'Tries operations on the file: each in the place of one that is made (`for`), or after them. Answers with the outcome of each.',
  replace: 'Puts a passage in the place of another one in one address, and leaves the rest of it.',
  use_page: 'Opens the page as it is now, does these steps one after another as a visitor, and tells what came of each.',
  note_to_user: 'Tells the person who asked of a doubt or an open point. It goes into the report and never into the document.',
  done: 'Ends the work: the document is as it should be.',
};

export const isToolName = (name: string): name is ToolName => Object.hasOwn(INPUTS, name);

export const toolsNamed = (names: readonly ToolName[]): ModelTool[] =>
  names.map((name) => ({ name, description: DESCRIPTIONS[name], input: INPUTS[name] }));

/** What is wrong with an input, in one line. */
export const describeProblems = (issues: readonly z.core.$ZodIssue[]): string =>
  issues
    .slice(0, 6)
    .map(({ path, message }) => `${path.length === 0 ? 'the input' : path.join('.')}: ${message}`)
    .join('; ');
