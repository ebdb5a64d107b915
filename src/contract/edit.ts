/** Results of typed edits, and what differs between two versions. */
import { z } from 'zod';
import { REJECTIONS } from '../base/rejection.ts';
import { countSchema, documentIdSchema } from './document.ts';

export const editResultSchema = z.object({
  op: z.string(),
  target: z.string().nullable().describe('Address that the operation named; null for one on the whole file.'),
  status: z.enum(['applied', 'rejected']),
  before: z.string().optional(),
  after: z.string().optional(),
  reason: z.enum(REJECTIONS).optional().describe('Why it was rejected.'),
  message: z.string().optional().describe('The same in one plain sentence.'),
  candidates: z.array(z.string()).optional().describe('Addresses that may have been meant.'),
  made: z.string().optional().describe('Address of what was added to a slide or changed its place, as it is after this operation.'),
});

export const editPreviewSchema = z.object({ object: z.literal('edit_preview'), edits: z.array(editResultSchema) });

/** Computed from the bytes before and after, not from the plan. */
export const integritySchema = z.object({
  parts_changed: z.array(z.string()),
  parts_unchanged: z.record(z.string(), z.string()).describe('Name of the part → SHA-256 of its bytes, the same before and after.'),
  accept_matches: z.boolean().optional().describe('Tracked changes: accepting all of them gives the intended text.'),
  reject_matches: z.boolean().optional().describe('Tracked changes: rejecting all of them gives the original text.'),
});

const changeSchema = z.object({
  change: z.enum(['inserted', 'deleted', 'changed', 'moved']),
  type: z.string().describe('Of the block: `paragraph`, `heading`, `row`, `cell`, `shape`, …'),
  from: z.string().nullable().describe('Address in the older version.'),
  to: z.string().nullable().describe('Address in the newer version.'),
  before: z.string().optional(),
  after: z.string().optional(),
  words: z
    .array(z.object({ kind: z.enum(['same', 'deleted', 'inserted']), text: z.string() }))
    .optional()
    .describe('The text of a changed block, in pieces.'),
});

/** What differs, counted and listed. */
const differences = {
  summary: z.object({ inserted: countSchema, deleted: countSchema, changed: countSchema, moved: countSchema }),
  changes: z.array(changeSchema).describe('In the order of the newer version.'),
  truncated: z.boolean().describe('There are more changes than are listed.'),
};

export const diffSchema = z.object({ object: z.literal('diff'), from: documentIdSchema, to: documentIdSchema, ...differences });

/** Two files of one format, compared: nothing is made of them. */
export const comparisonSchema = z.object({
  object: z.literal('comparison'),
  format: z.enum(['docx', 'pptx', 'xlsx', 'pdf']).describe('What both files are.'),
  ...differences,
});
