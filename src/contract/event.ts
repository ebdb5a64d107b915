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
const page = z.number().int().min(1).describe('Number of the page, from 1.');

/** `data` of each type of event. */
export const eventDataSchemas = {
  'document.created': z.object({
    operation: z.enum(OPERATIONS).describe('What was asked for.'),
    format: z.enum(FORMATS).nullable().describe('The kind of file; null where it is not decided yet.'),
  }),
  'document.started': z.object({ attempt: z.number().int().min(1).describe('1; more where a process that made the document has died.') }),
  'document.ready': z.object({
    status: z
      .enum(DELIVERED_STATUSES)
      .describe('How it ended: with nothing found that matters, with warnings, or with errors that somebody should see.'),
    pages: countSchema.nullable().describe('Pages, slides or printed pages of sheets; null where they were not laid out.'),
    validation_summary: findingCountsSchema.nullable().describe('Counts of what is left after the repairs.'),
  }),
  'document.failed': z.object({
    error: z
      .object({
        code: z.enum(REFUSAL_CODES).describe('Stable code of why no file was made (docs/errors.md).'),
        message: z.string().describe('What the code means; what was wrong in this document is in its `error.message`.'),
        retryable: z.boolean().describe('Whether the same request may pass later.'),
      })
      .describe('Why no file was made.'),
  }),
  'document.canceled': z.object({}),
  'style.resolved': z.object({
    style: styleSchema.describe('The look that is used.'),
    unsupported: z.array(z.string()).describe('What of the requested style cannot be done.'),
  }),
  'content.block_started': z.object({
    block_id: z.string().describe('Id of the block; the same in all events about it.'),
    index: countSchema.describe('Among the top-level blocks, from 0.'),
    type: z.string().describe('Kind of block: `heading`, `paragraph`, `table`, …'),
    level: z.number().int().optional().describe('Of headings and clauses: their level, from 1.'),
  }),
  'content.block_delta': z.object({
    block_id: z.string().describe('Id of the block; the same in all events about it.'),
    text: z.string().describe("New text, in the block's Markdown."),
  }),
  'content.block_completed': z.object({
    block_id: z.string().describe('Id of the block; the same in all events about it.'),
    block: blockSchema.describe('The whole block.'),
  }),
  'content.block_removed': z
    .object({ block_id: z.string().describe('Id of the block; the same in all events about it.') })
    .describe('The document no longer has this block: another round has taken it out.'),
  'edit.planned': z.object({
    operations: countSchema.describe('How many changes will be tried.'),
    unsupported: z.array(z.string()).describe('What of the request cannot be done.'),
  }),
  'edit.operation_applied': z.object({
    op: z.string().describe('Name of the operation.'),
    target: z.string().optional().describe('Address that it named; absent for one on the whole file.'),
    before: z.string().optional().describe('The text as it was, shortened where it is long.'),
    after: z.string().optional().describe('The text as it is now, shortened where it is long.'),
  }),
  'edit.operation_rejected': z.object({
    op: z.string().describe('Name of the operation.'),
    target: z.string().optional().describe('Address that it named; absent for one on the whole file.'),
    reason: z.enum(REJECTIONS).describe('Why it was rejected (docs/editing.md).'),
    message: z.string().describe('The same in one plain sentence.'),
  }),
  'render.completed': z.object({
    iteration,
    pages: countSchema.describe('How many pages were drawn.'),
    duration_ms: z.number().describe('Milliseconds that it took.'),
  }),
  'validation.issue_found': findingSchema.pick({ code: true, severity: true, fixable: true }).extend({
    message: z.string().describe('What kind of thing was found, and where. The report has the whole message.'),
    location: findingSchema.shape.location.omit({ sheet: true, part: true }).describe('Where it was found.'),
  }),
  'validation.completed': findingCountsSchema.extend({ iteration }),
  'repair.applied': z.object({ iteration, fix, issue_code: issueCode }),
  'repair.rejected': z.object({ iteration, fix, issue_code: issueCode, reason: z.string().describe('Why it was taken back.') }),
  note: noteSchema
    .pick({ code: true, severity: true })
    .extend({ message: z.string().describe('What kind of note it is. The report has the whole message.') }),
  'requirement.checked': requirementSchema
    .pick({ status: true })
    .extend({ index: countSchema.describe('In `requirements` of the report, from 0. The report has its text and evidence.') }),
  'preview.page_ready': z.object({
    page,
    total: page.describe('How many pages there are.'),
    output_id: z.string().describe('Id of the output: `GET /documents/{document_id}/outputs` gives its link.'),
    width: countSchema.describe('Width of the picture in pixels.'),
    height: countSchema.describe('Height of the picture in pixels.'),
  }),
  'output.available': z.object({
    output_id: z.string().describe('Id of the output: `GET /documents/{document_id}/outputs` gives its link.'),
    kind: z.enum(OUTPUT_KINDS).describe('What it is: the file itself, its PDF, a `preview`, or `html`.'),
    bytes: countSchema.describe('Size in bytes.'),
  }),
} as const;

type EventDataByType = { [T in keyof typeof eventDataSchemas]: z.infer<(typeof eventDataSchemas)[T]> };
export type EventType = keyof EventDataByType;
export type NewEvent = { [T in EventType]: { type: T; data: EventDataByType[T] } }[EventType];
/** A new event whose data is JSON already: another thread has written it down, so that this one need not build it and write it again. */
interface WrittenEvent {
  type: EventType;
  json: string;
}
export type EmittedEvent = NewEvent | WrittenEvent;
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
