/** A document as clients see it: its record, outputs, lists of both, and the result of a dry run. */
import { z } from 'zod';
import { REFUSAL_CODES } from '../base/refusal.ts';
import { DOCUMENT_TYPES } from '../document/document.ts';
import { styleSchema } from '../document/style.ts';
import { DOCUMENT_ID, OUTPUT_ID } from './ids.ts';
import {
  FORMATS,
  MODES,
  OPERATIONS,
  OUTPUT_KINDS,
  PHASES,
  QUALITIES,
  QUALITY_LEVELS,
  RETENTIONS,
  STATUSES,
  STORAGES,
} from './vocabulary.ts';

export const instantSchema = z.iso.datetime();
export const countSchema = z.number().int().min(0);
export const documentIdSchema = z.string().regex(DOCUMENT_ID);

export const outputSchema = z.object({
  id: z.string().regex(OUTPUT_ID),
  kind: z.enum(OUTPUT_KINDS),
  content_type: z.string(),
  bytes: countSchema,
  url: z
    .url()
    .describe('Signed address, valid without a key: for 5 minutes, that of the page of an artifact for as long as was asked for.'),
  expires_at: instantSchema,
  page: z.number().int().min(1).optional().describe('Previews: the page that it shows.'),
  width: countSchema.optional().describe('Previews: pixels.'),
  height: countSchema.optional().describe('Previews: pixels.'),
  width_pt: z
    .number()
    .positive()
    .optional()
    .describe('Previews of pages: width of the page in points, as `location.bbox` of findings counts.'),
  height_pt: z.number().positive().optional().describe('The same: its height.'),
});
export type PublicOutput = z.infer<typeof outputSchema>;

export const findingCountsSchema = z.object({ errors: countSchema, warnings: countSchema, info: countSchema });
export type FindingCounts = z.infer<typeof findingCountsSchema>;
export const repairCountsSchema = z.object({ iterations: countSchema, applied: countSchema, rejected: countSchema });
export type RepairCounts = z.infer<typeof repairCountsSchema>;
export const routeSchema = z.object({
  path: z
    .enum(['fast', 'agent'])
    .describe('`fast`: a model writes and the service lays out. `agent`: an agent builds the file and looks at its pages.'),
  reason: z.string().describe('One plain sentence.'),
});
export type Route = z.infer<typeof routeSchema>;
export const qualitySchema = z.object({
  requested: z.enum(QUALITIES),
  level: z.enum(QUALITY_LEVELS).describe('The level used. It sets the price.'),
  reason: z.string().describe('One plain sentence.'),
});
export type ChosenQuality = z.infer<typeof qualitySchema>;
export const documentErrorSchema = z.object({ code: z.enum(REFUSAL_CODES), message: z.string() });
export type DocumentError = z.infer<typeof documentErrorSchema>;
export const costSchema = z.object({
  amount: z.number().describe('In minor units of the currency, such as cents.'),
  currency: z.string().describe('ISO 4217.'),
});

export const documentSchema = z.object({
  id: documentIdSchema,
  object: z.literal('document'),
  name: z.string().nullable(),
  title: z
    .string()
    .nullable()
    .describe(
      'What to call it where it has no name: the first heading or words of its request, or the name of its file. Null until it is begun.',
    ),
  operation: z.enum(OPERATIONS),
  format: z.enum(FORMATS).nullable(),
  type: z.enum(DOCUMENT_TYPES).nullable().describe('Decided by the service; it sets the default look.'),
  mode: z.enum(MODES).nullable().describe('`manual`: a version edited by hand. Null for a review.'),
  parent_id: documentIdSchema.nullable().describe('The document that this one was edited from.'),
  revision: z.number().int().min(1).describe('Goes up by one with each `PUT /documents/{document_id}/file`.'),
  status: z.enum(STATUSES),
  phase: z.enum(PHASES).nullable().describe('What is being done; null unless the document is running.'),
  pages: countSchema.nullable().describe('Pages, slides or printed pages of sheets; null before they are laid out.'),
  style_applied: styleSchema.nullable(),
  style_unsupported: z.array(z.string()).describe('What could not be done of the requested style.'),
  validation_summary: findingCountsSchema.nullable(),
  repair_summary: repairCountsSchema.nullable(),
  error: documentErrorSchema.nullable().describe('Set where `status` is `failed`.'),
  versions: z.object({ engine: z.string(), renderer: z.string(), model: z.string().nullable() }),
  metadata: z.record(z.string(), z.string()),
  retention: z.enum(RETENTIONS),
  expires_at: instantSchema.nullable().describe('When content will be deleted; null until the document has finished.'),
  route: routeSchema.nullable(),
  quality: qualitySchema.nullable(),
  artifact: z.object({ storage: z.enum(STORAGES) }).nullable(),
  content_deleted_at: instantSchema.nullable(),
  created_at: instantSchema,
  completed_at: instantSchema.nullable(),
  outputs: z.array(outputSchema).optional().describe('Present once finished.'),
});
export type PublicDocument = z.infer<typeof documentSchema>;

/** Every list has this shape; ids sort by time and serve as cursors. */
export function listSchemaOf<T extends z.ZodType>(item: T) {
  return z.object({
    object: z.literal('list'),
    data: z.array(item),
    first_id: z.string().nullable(),
    last_id: z.string().nullable().describe('`after` of the next page.'),
    has_more: z.boolean(),
  });
}

export const documentListSchema = listSchemaOf(documentSchema);
export const outputListSchema = z.object({ data: z.array(outputSchema) });
export const collectionListSchema = z.object({ data: z.array(z.object({ collection: z.string(), records: countSchema })) });

export const storedRequestSchema = z.object({
  object: z.literal('request'),
  document_id: documentIdSchema,
  method: z.literal('POST'),
  path: z.string().describe('Below the base address, such as `/documents`.'),
  body: z
    .looseObject({})
    .describe('As it was asked for. Of bytes that came with the request only the file name is left: put `data` there to send it again.'),
});
export type StoredRequest = z.infer<typeof storedRequestSchema>;

export const dryRunSchema = z.object({
  object: z.literal('dry_run'),
  valid: z.literal(true),
  operation: z.enum(OPERATIONS),
  format: z.enum(FORMATS).nullable(),
  type: z.enum(DOCUMENT_TYPES).nullable(),
  route: routeSchema.nullable(),
  quality: qualitySchema.nullable(),
  files: z.array(
    z.object({
      ref: z.string().describe('The reference as it was sent.'),
      filename: z.string(),
      format: z.string(),
      bytes: countSchema,
      pages: countSchema.nullable(),
    }),
  ),
  template: z
    .string()
    .optional()
    .describe(
      'The file, by its ref, whose look is copied, as far as the request says; absent where none is, or where only a model would tell.',
    ),
  warnings: z.array(z.object({ path: z.string(), code: z.string(), message: z.string() })),
  cost: costSchema.optional().describe('What it would cost at the level shown; absent where the level is not known yet.'),
});
export type PublicDryRun = z.infer<typeof dryRunSchema>;

/** What `POST /documents` answers with 200 in JSON: `object` says which. */
export const documentResultSchema = z.discriminatedUnion('object', [documentSchema, dryRunSchema]);
