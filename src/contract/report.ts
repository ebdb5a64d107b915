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
  status: z.enum(REQUIREMENT_STATUSES),
  evidence: z.string().describe('How that is known: what was measured or looked at; why it was not checked.'),
});

/** Why something was changed: a finding, or the agent saw how to make it better. */
export const repairReasonSchema = z.union([findingCodeSchema, z.literal('design')]);

/** One repair, whether it was kept or taken back. */
export const repairRecordSchema = z.object({
  iteration: countSchema,
  fix: z.string(),
  finding_code: repairReasonSchema,
  outcome: z.enum(['applied', 'rejected']),
  reason: z.string().optional(),
});
export type RepairRecord = z.infer<typeof repairRecordSchema>;

/** Where the look came from: a genre of the service, or a file whose design was copied. */
export const designSchema = z.object({
  source: z.string().nullable().describe('The reference of the file whose design was copied; null where none was.'),
  genre: z.enum(GENRES).nullable().optional().describe('Refines the look inside a `type`, such as `invoice`; null where none applies.'),
  copied: z.array(z.string()),
  not_copied: z.array(z.object({ what: z.string(), reason: z.string() })),
  fonts: z.array(z.object({ requested: z.string(), used: z.string() })),
});

export const sourceUseSchema = z.object({
  ref: z.string().describe('The reference as it was sent.'),
  used: z.boolean(),
  pages: countSchema.nullable(),
});

export const reportSchema = z.object({
  object: z.literal('report'),
  document_id: documentIdSchema,
  operation: z.enum(OPERATIONS),
  summary: z.string(),
  route: routeSchema.nullable(),
  quality: qualitySchema.nullable(),
  style: z.object({ applied: styleSchema.nullable(), unsupported: z.array(z.string()) }),
  design: designSchema,
  requirements: z.array(requirementSchema).optional().describe('What the prompt asked for, each with whether the file has it.'),
  notes: z
    .array(noteSchema.pick({ code: true, severity: true, message: true }))
    .optional()
    .describe('What the service decided or could not carry, besides the findings.'),
  validation: findingCountsSchema.extend({ findings: z.array(findingSchema), resolved: z.array(findingSchema) }),
  repairs: z.array(repairRecordSchema),
  edits: z.array(editResultSchema),
  sources: z.array(sourceUseSchema),
  integrity: integritySchema.nullable(),
  accessibility: z.object({ standard: z.string(), passed: z.boolean(), findings: z.array(findingSchema) }).nullable(),
  timings_ms: z.record(z.string(), z.number()).describe('Step → milliseconds.'),
  cost: costSchema,
  model: z
    .object({ name: z.string(), input_tokens: countSchema, output_tokens: countSchema })
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
      summary: z.string(),
    })
    .optional()
    .describe('Where an agent made the document: how it went. What is delivered is the best state that was drawn.'),
  error: documentErrorSchema.nullable().optional().describe('Why no file was made; null where the document was canceled.'),
});
export type Report = z.infer<typeof reportSchema>;
