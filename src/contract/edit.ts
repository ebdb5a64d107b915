/** Results of typed edits, and what differs between two versions. */
import { z } from 'zod';
import { REJECTIONS } from '../base/rejection.ts';
import { countSchema, documentIdSchema } from './document.ts';

export const editResultSchema = z.object({
  op: z.string().describe('Name of the operation.'),
  target: z.string().nullable().describe('Address that the operation named; null for one on the whole file.'),
  status: z.enum(['applied', 'rejected']).describe('Whether it was done. What is rejected changes nothing.'),
  before: z.string().optional().describe('The text as it was, shortened where it is long.'),
  after: z.string().optional().describe('The text as it is now, shortened where it is long.'),
  reason: z.enum(REJECTIONS).optional().describe('Why it was rejected.'),
  message: z.string().optional().describe('The same in one plain sentence.'),
  candidates: z.array(z.string()).optional().describe('Addresses that may have been meant.'),
  made: z.string().optional().describe('Address of what was added to a slide or changed its place, as it is after this operation.'),
});

export const editPreviewSchema = z.object({
  object: z.literal('edit_preview'),
  edits: z.array(editResultSchema).describe('What each operation would do, in their order.'),
});

/** Computed from the bytes before and after, not from the plan. */
export const integritySchema = z.object({
  parts_changed: z.array(z.string()).describe('Names of the parts whose bytes differ; of a PDF its pages.'),
  parts_unchanged: z.record(z.string(), z.string()).describe('Name of the part → SHA-256 of its bytes, the same before and after.'),
  accept_matches: z.boolean().optional().describe('Tracked changes: accepting all of them gives the intended text.'),
  reject_matches: z.boolean().optional().describe('Tracked changes: rejecting all of them gives the original text.'),
});

const changeSchema = z.object({
  change: z.enum(['inserted', 'deleted', 'changed', 'moved']).describe('What became of the block.'),
  type: z.string().describe('Of the block: `paragraph`, `heading`, `row`, `cell`, `slide`, `shape`, …'),
  from: z.string().nullable().describe('Address in the older version.'),
  to: z.string().nullable().describe('Address in the newer version.'),
  before: z.string().optional().describe('The text as it was, shortened where it is long.'),
  after: z.string().optional().describe('The text as it is now, shortened where it is long.'),
  words: z
    .array(
      z.object({
        kind: z.enum(['same', 'deleted', 'inserted']).describe('Whether the words are in both, only in the older, or only in the newer.'),
        text: z.string().describe('The words.'),
      }),
    )
    .optional()
    .describe('The text of a changed block, in pieces; of a moved one only where its words changed too.'),
});

/** What differs, counted and listed. */
const differences = {
  summary: z
    .object({
      inserted: countSchema.describe('Blocks that are new.'),
      deleted: countSchema.describe('Blocks that are gone.'),
      changed: countSchema.describe('Blocks whose content differs.'),
      moved: countSchema.describe('Blocks that are elsewhere, their words changed or not.'),
    })
    .describe('How many blocks differ, by what became of them.'),
  changes: z.array(changeSchema).describe('In the order of the newer version.'),
  truncated: z.boolean().describe('There are more changes than are listed.'),
};

export const diffSchema = z.object({
  object: z.literal('diff'),
  from: documentIdSchema.describe('The older document.'),
  to: documentIdSchema.describe('The newer document.'),
  ...differences,
});

/** Two files of one format, compared: nothing is made of them. */
export const comparisonSchema = z.object({
  object: z.literal('comparison'),
  format: z.enum(['docx', 'pptx', 'xlsx', 'pdf']).describe('What both files are.'),
  ...differences,
});
