/**
 * Events of a document (docs/events.md): the envelope, and `data` of each type. Only `content.*` and `edit.*` carry document
 * content; all others name kinds, counts and places.
 */
import { z } from 'zod';
import { findingSchema } from '../base/finding.ts';
import { noteSchema } from '../base/note.ts';
import { REFUSAL_CODES } from '../base/refusal.ts';
import { REJECTIONS } from '../base/rejection.ts';
import { blockSchema } from '../document/block.ts';
import { styleSchema } from '../document/style.ts';
import { countSchema, documentIdSchema, findingCountsSchema, instantSchema } from './document.ts';
import { repairReasonSchema, requirementSchema } from './report.ts';
import { DELIVERED_STATUSES, FORMATS, OPERATIONS, OUTPUT_KINDS } from './vocabulary.ts';

const iteration = countSchema.describe('Which rendering, from 1.');
const fix = z.string().describe('Name of the repair, as in docs/findings.md, or of a tool of the agent, as in docs/agent.md.');
const issueCode = repairReasonSchema.describe('Code of the finding that it repairs; `design`: the agent made the document better.');
const page = z.number().int().min(1);

/** `data` of each type of event. */
export const eventDataSchemas = {
  'document.created': z.object({ operation: z.enum(OPERATIONS), format: z.enum(FORMATS).nullable() }),
  'document.started': z.object({ attempt: z.number().int().min(1) }),
  'document.ready': z.object({
    status: z.enum(DELIVERED_STATUSES),
    pages: countSchema.nullable(),
    validation_summary: findingCountsSchema.nullable(),
  }),
  'document.failed': z.object({
    error: z.object({
      code: z.enum(REFUSAL_CODES),
      message: z.string().describe('What the code means; what was wrong in this document is in its `error.message`.'),
      retryable: z.boolean(),
    }),
  }),
  'document.canceled': z.object({}),
  'style.resolved': z.object({ style: styleSchema, unsupported: z.array(z.string()) }),
  'content.block_started': z.object({
    block_id: z.string(),
    index: countSchema.describe('Among the top-level blocks, from 0.'),
    type: z.string(),
    level: z.number().int().optional(),
  }),
  'content.block_delta': z.object({ block_id: z.string(), text: z.string().describe("New text, in the block's Markdown.") }),
  'content.block_completed': z.object({ block_id: z.string(), block: blockSchema }),
  'content.block_removed': z
    .object({ block_id: z.string() })
    .describe('The document no longer has this block: another round has taken it out.'),
  'edit.planned': z.object({
    operations: countSchema.describe('How many changes will be tried.'),
    unsupported: z.array(z.string()).describe('What of the request cannot be done.'),
  }),
  'edit.operation_applied': z.object({
    op: z.string(),
    target: z.string().optional(),
    before: z.string().optional(),
    after: z.string().optional(),
  }),
  'edit.operation_rejected': z.object({
    op: z.string(),
    target: z.string().optional(),
    reason: z.enum(REJECTIONS),
    message: z.string().describe('The same in one plain sentence.'),
  }),
  'render.completed': z.object({ iteration, pages: countSchema, duration_ms: z.number() }),
  'validation.issue_found': findingSchema.pick({ code: true, severity: true, fixable: true }).extend({
    message: z.string().describe('What kind of thing was found, and where. The report has the whole message.'),
    location: findingSchema.shape.location.omit({ sheet: true, part: true }),
  }),
  'validation.completed': findingCountsSchema.extend({ iteration }),
  'repair.applied': z.object({ iteration, fix, issue_code: issueCode }),
  'repair.rejected': z.object({ iteration, fix, issue_code: issueCode, reason: z.string() }),
  note: noteSchema
    .pick({ code: true, severity: true })
    .extend({ message: z.string().describe('What kind of note it is. The report has the whole message.') }),
  'requirement.checked': requirementSchema
    .pick({ status: true })
    .extend({ index: countSchema.describe('In `requirements` of the report, from 0. The report has its text and evidence.') }),
  'preview.page_ready': z.object({ page, total: page, output_id: z.string(), width: countSchema, height: countSchema }),
  'output.available': z.object({ output_id: z.string(), kind: z.enum(OUTPUT_KINDS), bytes: countSchema }),
} as const;

type EventDataByType = { [T in keyof typeof eventDataSchemas]: z.infer<(typeof eventDataSchemas)[T]> };
export type EventType = keyof EventDataByType;
export type NewEvent = { [T in EventType]: { type: T; data: EventDataByType[T] } }[EventType];
export const FINAL_EVENTS: readonly EventType[] = ['document.ready', 'document.failed', 'document.canceled'];

const displaySchema = z
  .record(z.string(), z.string())
  .optional()
  .describe('Short text ready to show, by language (`en`, `es`). Many events have none.');

const envelope = {
  id: z.string().regex(/^evt_/).describe('Unique: use it to process an event once.'),
  version: z.number().int().min(1).describe('Version of the format of `data`.'),
  document_id: documentIdSchema,
  sequence: z.number().int().min(1).describe('1, 2, 3 … without gaps within a document; the `id:` of the frame.'),
  timestamp: instantSchema,
  display: displaySchema,
};

/** An event as it is stored and sent. A client ignores a type that it does not know. */
const eventSchema = z.object({ ...envelope, type: z.string(), data: z.looseObject({}) });
export type StoredEvent = z.infer<typeof eventSchema>;

/** The event of one type, whole. */
export const eventSchemaOf = (type: EventType) => z.object({ ...envelope, type: z.literal(type), data: eventDataSchemas[type] });

const isEventType = (type: string): type is EventType => Object.hasOwn(eventDataSchemas, type);
export const EVENT_TYPES: readonly EventType[] = Object.keys(eventDataSchemas).filter(isEventType);
