/** Shapes of answers (interface §2, §6; decisions §2, §6): the types of the presenters and the schemas of OpenAPI. */
import { z } from 'zod';
import { blockSchema } from '../document/block.ts';
import { DOCUMENT_TYPES } from '../document/document.ts';
import { GENRES } from '../document/genre.ts';
import { styleSchema } from '../document/style.ts';
import { FORMATS, OPERATIONS, OUTPUT_KINDS, PHASES, QUALITY_LEVELS, RETENTIONS, STATUSES } from '../ports/record.ts';
import { FILE_KINDS } from '../base/file-kind.ts';
import { REJECTIONS } from '../edits/define-edit.ts';
import { REFUSAL_CODES } from '../base/refusal.ts';
import { QUALITIES } from './document-request.ts';
import { DOCUMENT_ID, EXTRACTION_ID, FILE_ID, OUTPUT_ID } from './ids.ts';

const instant = z.iso.datetime();
const count = z.number().int().min(0);
const documentId = z.string().regex(DOCUMENT_ID);

export const outputSchema = z.object({
  id: z.string().regex(OUTPUT_ID),
  kind: z.enum(OUTPUT_KINDS),
  content_type: z.string(),
  bytes: count,
  url: z.url().describe('Signed address, valid for 5 minutes, without a key.'),
  expires_at: instant,
  page: z.number().int().min(1).optional().describe('Previews: which page it shows.'),
  width: count.optional().describe('Previews: pixels.'),
  height: count.optional().describe('Previews: pixels.'),
});

const countsSchema = z.object({ errors: count, warnings: count, info: count });
const routeSchema = z.object({ path: z.enum(['fast', 'agent']), reason: z.string() });
const qualitySchema = z.object({ requested: z.enum(QUALITIES), level: z.enum(QUALITY_LEVELS), reason: z.string() });

export const documentSchema = z.object({
  id: documentId,
  object: z.literal('document'),
  name: z.string().nullable(),
  operation: z.enum(OPERATIONS),
  format: z.enum(FORMATS).nullable(),
  type: z.enum(DOCUMENT_TYPES).nullable().describe('Decided by the service.'),
  mode: z.enum(['prompt', 'content', 'manual']).nullable(),
  parent_id: documentId.nullable(),
  revision: z.number().int().min(1),
  status: z.enum(STATUSES),
  phase: z.enum(PHASES).nullable(),
  pages: count.nullable(),
  style_applied: styleSchema.nullable(),
  style_unsupported: z.array(z.string()),
  validation_summary: countsSchema.nullable(),
  repair_summary: z.object({ iterations: count, applied: count, rejected: count }).nullable(),
  error: z.object({ code: z.string(), message: z.string() }).nullable(),
  versions: z.object({ engine: z.string(), renderer: z.string(), model: z.string().nullable() }),
  metadata: z.record(z.string(), z.string()),
  retention: z.enum(RETENTIONS),
  expires_at: instant.nullable().describe('When content will be deleted; null until the document has finished.'),
  route: routeSchema.nullable(),
  quality: qualitySchema.nullable(),
  artifact: z.object({ storage: z.enum(['local', 'shared']) }).nullable(),
  content_deleted_at: instant.nullable(),
  created_at: instant,
  completed_at: instant.nullable(),
  outputs: z.array(outputSchema).optional().describe('Present once finished.'),
});

export const fileSchema = z.object({
  id: z.string().regex(FILE_ID),
  object: z.literal('file'),
  filename: z.string(),
  content_type: z.string(),
  bytes: count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  pages: count.nullable(),
  created_at: instant,
});

const addressedBlocks = z.array(z.looseObject({ address: z.string(), type: z.string(), text: z.string() }));

/** Interface §2.4. */
export const extractionSchema = z.object({
  object: z.literal('extraction'),
  id: z.string().regex(EXTRACTION_ID),
  format: z.enum(FILE_KINDS).describe('What the file is, told from its bytes.'),
  markdown: z.string().describe('The text, cut after 2,000,000 characters.'),
  chars: count.describe('Length of the whole text.'),
  truncated: z.boolean(),
  pages: count.nullable().describe('Pages, slides or sheets.'),
  notes: z
    .array(z.object({ code: z.string(), severity: z.enum(['warning', 'info']), message: z.string() }))
    .describe('What could not be carried.'),
  blocks: addressedBlocks.optional().describe('With `addresses=true`: as `GET /documents/{document_id}/content` gives them.'),
});

export const queuedExtractionSchema = z.object({
  object: z.literal('extraction'),
  id: z.string().regex(EXTRACTION_ID),
  status: z.literal('queued'),
});

const editResultSchema = z.object({
  op: z.string(),
  target: z.string().nullable(),
  status: z.enum(['applied', 'rejected']),
  before: z.string().optional(),
  after: z.string().optional(),
  reason: z.enum(REJECTIONS).optional(),
  message: z.string().optional(),
  candidates: z.array(z.string()).optional().describe('Addresses that may have been meant.'),
});

export const editPreviewSchema = z.object({ object: z.literal('edit_preview'), edits: z.array(editResultSchema) });

export const contentSchema = z.object({
  object: z.literal('content'),
  document_id: documentId,
  blocks: addressedBlocks.describe('In reading order; tables have `rows` of `cells`, each with its address.'),
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

export const diffSchema = z.object({
  object: z.literal('diff'),
  from: documentId,
  to: documentId,
  summary: z.object({ inserted: count, deleted: count, changed: count, moved: count }),
  changes: z.array(changeSchema).describe('In the order of the newer version.'),
  truncated: z.boolean().describe('There are more changes than are told.'),
});

/** Every list has this shape; ids sort by time and serve as cursors. */
export function listSchemaOf<T extends z.ZodType>(item: T) {
  return z.object({
    object: z.literal('list'),
    data: z.array(item),
    first_id: z.string().nullable(),
    last_id: z.string().nullable(),
    has_more: z.boolean(),
  });
}

export const deletedFileSchema = z.object({ id: z.string().regex(FILE_ID), object: z.literal('file'), deleted: z.literal(true) });

export const dryRunSchema = z.object({
  object: z.literal('dry_run'),
  valid: z.literal(true),
  operation: z.enum(OPERATIONS),
  format: z.enum(FORMATS).nullable(),
  type: z.enum(DOCUMENT_TYPES).nullable(),
  route: routeSchema.nullable(),
  quality: qualitySchema.nullable(),
  files: z.array(z.object({ ref: z.string(), filename: z.string(), format: z.string(), bytes: count, pages: count.nullable() })),
  warnings: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
});

export const problemSchema = z.object({
  type: z.url().describe('Address of a page about the code.'),
  title: z.string(),
  status: z.number().int(),
  detail: z.string().describe('What was refused here, why, and how to mend it.'),
  code: z.enum(REFUSAL_CODES),
  request_id: z.string().regex(/^req_/),
  errors: z.array(
    z.object({ path: z.string().describe('JSON pointer into the body; `?name` for a query parameter.'), message: z.string() }),
  ),
});

const severity = z.enum(['error', 'warning', 'info']);
const locationSchema = z.object({
  part: z.string().optional(),
  page: z.number().int().optional(),
  slide: z.number().int().optional(),
  sheet: z.string().optional(),
  cell: z.string().optional(),
  block_id: z.string().optional(),
  bbox: z.array(z.number()).length(4).optional(),
});

export const findingSchema = z.object({
  code: z.string(),
  severity,
  message: z.string(),
  location: locationSchema,
  fixable: z.boolean(),
  certainty: z.enum(['static', 'rendered']),
  disposition: z.enum(['new', 'pre_existing']),
});

export const reportSchema = z.looseObject({
  object: z.literal('report'),
  document_id: documentId,
  operation: z.enum(OPERATIONS),
  summary: z.string(),
  route: routeSchema.nullable(),
  quality: qualitySchema.nullable(),
  style: z.object({ applied: styleSchema.nullable(), unsupported: z.array(z.string()) }),
  design: z.object({
    source: z.string().nullable(),
    /** As recognised inside the type; null: none, and in reports of older documents it is not said. */
    genre: z.enum(GENRES).nullable().optional(),
    copied: z.array(z.string()),
    not_copied: z.array(z.object({ what: z.string(), reason: z.string() })),
    fonts: z.array(z.object({ requested: z.string(), used: z.string() })),
  }),
  validation: countsSchema.extend({ findings: z.array(findingSchema), resolved: z.array(findingSchema) }),
  repairs: z.array(
    z.object({ iteration: count, fix: z.string(), finding_code: z.string(), outcome: z.string(), reason: z.string().optional() }),
  ),
  edits: z.array(
    z.object({
      op: z.string(),
      target: z.string(),
      before: z.string().optional(),
      after: z.string().optional(),
      status: z.string(),
      reason: z.string().optional(),
    }),
  ),
  sources: z.array(z.object({ ref: z.string(), used: z.boolean(), pages: count.nullable() })),
  integrity: z.looseObject({}).nullable(),
  accessibility: z.looseObject({}).nullable(),
  timings_ms: z.record(z.string(), z.number()),
  cost: z.object({ amount: z.number(), currency: z.string() }),
});

const index = z.number().int().min(0);
const iteration = z.number().int().min(0);

/** `data` of each type of event (interface §6.2). */
export const eventDataSchemas = {
  'document.created': z.object({ operation: z.enum(OPERATIONS), format: z.enum(FORMATS).nullable() }),
  'document.started': z.object({ attempt: z.number().int().min(1) }),
  'document.ready': z.object({
    status: z.enum(['ready', 'ready_with_warnings', 'needs_review']),
    pages: count.nullable(),
    validation_summary: countsSchema.nullable(),
  }),
  'document.failed': z.object({ error: z.object({ code: z.string(), message: z.string(), retryable: z.boolean() }) }),
  'document.canceled': z.object({}),
  'style.resolved': z.object({ style: styleSchema, unsupported: z.array(z.string()) }),
  'content.block_started': z.object({ block_id: z.string(), index, type: z.string(), level: z.number().int().optional() }),
  'content.block_delta': z.object({ block_id: z.string(), text: z.string().describe("New text, in the block's Markdown.") }),
  'content.block_completed': z.object({ block_id: z.string(), block: blockSchema }),
  'render.completed': z.object({ iteration, pages: count, duration_ms: z.number() }),
  'validation.issue_found': z.object({ code: z.string(), severity, message: z.string(), location: locationSchema, fixable: z.boolean() }),
  'validation.completed': countsSchema.extend({ iteration }),
  'repair.applied': z.object({ iteration, fix: z.string(), issue_code: z.string() }),
  'repair.rejected': z.object({ iteration, fix: z.string(), issue_code: z.string(), reason: z.string() }),
  'preview.page_ready': z.object({
    page: z.number().int().min(1),
    total: z.number().int().min(1),
    output_id: z.string(),
    width: count,
    height: count,
  }),
  'output.available': z.object({ output_id: z.string(), kind: z.enum(OUTPUT_KINDS), bytes: count }),
};

/** Interface §6.1. A client ignores a type that it does not know. */
export const eventSchema = z.object({
  id: z.string().regex(/^evt_/),
  type: z.string(),
  version: z.number().int().min(1),
  document_id: documentId,
  sequence: z.number().int().min(1),
  timestamp: instant,
  display: z.record(z.string(), z.string()).optional().describe('Short text ready to show, by language (`en`, `es`).'),
  data: z.looseObject({}),
});
