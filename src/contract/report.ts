/** The report of a finished document: what was decided, found, repaired and charged. It may quote the document. */
import { z } from 'zod';
import { findingCodeSchema, findingSchema } from '../base/finding.ts';
import { noteSchema } from '../base/note.ts';
import { GENRES } from '../document/genre.ts';
import { styleSchema } from '../document/style.ts';
import {
  costSchema,
  countSchema,
  documentErrorSchema,
  documentIdSchema,
  findingCountsSchema,
  qualitySchema,
  routeSchema,
} from './document.ts';
import { editResultSchema, integritySchema } from './edit.ts';
import { OPERATIONS } from './vocabulary.ts';

const AGENT_ENDS = ['done', 'turns', 'tokens', 'time', 'lost', 'failed'] as const;
const REQUIREMENT_STATUSES = ['met', 'not_met', 'not_checked'] as const;

/** One thing that the request asked for, and whether the file has it. */
export const requirementSchema = z.object({
  text: z.string().describe('What was asked for, in the words of the request.'),
  status: z.enum(REQUIREMENT_STATUSES).describe('Whether the file has it.'),
  evidence: z.string().describe('How that is known: what was measured or looked at; why it was not checked.'),
});

/** Why something was changed: a finding, or the agent saw how to make it better. */
export const repairReasonSchema = z.union([findingCodeSchema, z.literal('design')]);

/** One repair, whether it was kept or taken back. */
export const repairRecordSchema = z.object({
  iteration: countSchema.describe('Which rendering it was made after, from 1.'),
  fix: z.string().describe('Name of the repair, as in docs/findings.md, or of a tool of the agent.'),
  finding_code: repairReasonSchema.describe('What it repairs; `design` where the agent made the document better.'),
  outcome: z.enum(['applied', 'rejected']).describe('`applied`: kept. `rejected`: taken back, since it made nothing better.'),
  reason: z.string().optional().describe('Why it was taken back.'),
});
export type RepairRecord = z.infer<typeof repairRecordSchema>;

/** Where the look came from: a genre of the service, or a file whose design was copied. */
export const designSchema = z.object({
  source: z.string().nullable().describe('The reference of the file whose design was copied; null where none was.'),
  genre: z.enum(GENRES).nullable().optional().describe('Refines the look inside a `type`, such as `invoice`; null where none applies.'),
  copied: z.array(z.string()).describe('What was taken over from that file: faces, colours, margins, headers, …'),
  not_copied: z
    .array(z.object({ what: z.string().describe('What was not taken over.'), reason: z.string().describe('Why not.') }))
    .describe('What could not be taken over.'),
  fonts: z
    .array(
      z.object({
        requested: z.string().describe('The face that was asked for.'),
        used: z.string().describe('The face that was used in its place.'),
      }),
    )
    .describe('Faces that were asked for, and what was used.'),
});

export const sourceUseSchema = z.object({
  ref: z.string().describe('The reference as it was sent.'),
  used: z
    .boolean()
    .describe(
      'Whether something of it is in the file: words that were written from it, a picture that was placed, a look that was copied.',
    ),
  pages: countSchema.nullable().describe('Pages, slides or sheets that were read; null where the kind has none.'),
});

export const reportSchema = z.object({
  object: z.literal('report'),
  document_id: documentIdSchema,
  operation: z.enum(OPERATIONS).describe('What was asked for.'),
  summary: z.string().describe('What happened, in a few plain sentences.'),
  route: routeSchema.nullable().describe('How it was made, and why; null for reviews.'),
  quality: qualitySchema.nullable().describe('The level of work, and why; null for reviews.'),
  style: z
    .object({
      applied: styleSchema.nullable().describe('The look that was used; null where an existing file keeps its own.'),
      unsupported: z.array(z.string()).describe('What of the requested style could not be done.'),
    })
    .describe('What became of the requested style.'),
  design: designSchema,
  requirements: z.array(requirementSchema).optional().describe('What the prompt asked for, each with whether the file has it.'),
  notes: z
    .array(noteSchema.pick({ code: true, severity: true, message: true }))
    .optional()
    .describe('What the service decided or could not carry, besides the findings.'),
  validation: findingCountsSchema
    .extend({
      findings: z.array(findingSchema).describe('What is left.'),
      resolved: z.array(findingSchema).describe('What was found and repaired.'),
    })
    .describe('What the review found: counts, what is left, and what was repaired.'),
  repairs: z.array(repairRecordSchema).describe('Every repair that was tried, in their order.'),
  edits: z.array(editResultSchema).describe('What each typed operation did; empty where there were none.'),
  sources: z.array(sourceUseSchema).describe('The sources of the request, in their order.'),
  integrity: integritySchema.nullable().describe('The proof of what stayed as it was in a file that was changed; null where none was.'),
  pictures: z
    .object({
      drawn: z.array(countSchema).describe('Pages that were drawn.'),
      copied: z.array(countSchema).describe('Pages that show what a page of the version before shows, whose picture was copied.'),
    })
    .optional()
    .describe('Where a document of the service was edited: how the pictures of its pages were made; from 1.'),
  accessibility: z
    .object({
      standard: z.string().describe('What it was held against, such as PDF/UA.'),
      passed: z.boolean().describe('Whether nothing was found.'),
      findings: z.array(findingSchema).describe('What was found, among the findings above too.'),
    })
    .nullable()
    .describe('Whether people who do not see it can use it; null where it was not looked at.'),
  timings_ms: z.record(z.string(), z.number()).describe('Step → milliseconds.'),
  cost: costSchema,
  model: z
    .object({
      name: z.string().describe('Name of the model.'),
      input_tokens: countSchema.describe('Tokens that were sent to it, over all calls.'),
      output_tokens: countSchema.describe('Tokens that it answered, over all calls.'),
    })
    .optional()
    .describe('Where a model had a part in it.'),
  agent: z
    .object({
      turns: countSchema.describe('Answers of the model.'),
      looks: countSchema.describe('How often it saw the document drawn anew.'),
      ended: z
        .enum(AGENT_ENDS)
        .describe(
          '`done`: it found nothing more to do; `turns`, `tokens`, `time`: a budget was used up; `lost`, `failed`: it could not go on.',
        ),
      saw_pages: z.boolean().describe('Whether the model took pictures; else it worked from findings alone.'),
      summary: z.string().describe('What the agent says it did.'),
    })
    .optional()
    .describe('Where an agent made the document: how it went. What is delivered is the best state that was drawn.'),
  error: documentErrorSchema.nullable().optional().describe('Why no file was made; null where the document was canceled.'),
});
export type Report = z.infer<typeof reportSchema>;
