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

export const instantSchema = z.iso.datetime().describe('Instant in UTC, ISO 8601 with milliseconds.');
export const countSchema = z.number().int().min(0);
export const documentIdSchema = z.string().regex(DOCUMENT_ID).describe('Id of a document, `doc_…`.');

export const outputSchema = z.object({
  id: z.string().regex(OUTPUT_ID).describe('Id of the output, `out_…`; the same in events.'),
  kind: z
    .enum(OUTPUT_KINDS)
    .describe('What it is: the file itself, its PDF, a `preview` (PNG of one page), or `html` for the page of an artifact.'),
  content_type: z.string().describe('Media type of the bytes.'),
  bytes: countSchema.describe('Size of the file in bytes.'),
  url: z
    .url()
    .describe('Signed address, valid without a key: for 5 minutes, that of the page of an artifact for as long as was asked for.'),
  expires_at: instantSchema.describe('Until when the link works; ask for the outputs again to get a fresh one.'),
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

export const findingCountsSchema = z.object({
  errors: countSchema.describe('How many findings somebody should see before the document is used.'),
  warnings: countSchema.describe('How many findings are flaws that do not keep it from being used.'),
  info: countSchema.describe('How many findings are for information only.'),
});
export type FindingCounts = z.infer<typeof findingCountsSchema>;
export const repairCountsSchema = z.object({
  iterations: countSchema.describe('How often the document was drawn and looked through; 3 at most without an agent.'),
  applied: countSchema.describe('Repairs that were kept.'),
  rejected: countSchema.describe('Repairs that were taken back because they made nothing better.'),
});
export type RepairCounts = z.infer<typeof repairCountsSchema>;
export const routeSchema = z.object({
  path: z
    .enum(['fast', 'agent'])
    .describe('`fast`: a model writes and the service lays out. `agent`: an agent builds the file and looks at its pages.'),
  reason: z.string().describe('One plain sentence.'),
});
export type Route = z.infer<typeof routeSchema>;
export const qualitySchema = z.object({
  requested: z.enum(QUALITIES).describe('What the request asked for; `auto` where it said nothing.'),
  level: z.enum(QUALITY_LEVELS).describe('The level used. It sets the price.'),
  reason: z.string().describe('One plain sentence.'),
});
export type ChosenQuality = z.infer<typeof qualitySchema>;
export const documentErrorSchema = z.object({
  code: z.enum(REFUSAL_CODES).describe('Stable code: branch on it. What each means and how to repair it is in docs/errors.md.'),
  message: z.string().describe('What was wrong, in plain words, and how to repair it.'),
});
export type DocumentError = z.infer<typeof documentErrorSchema>;
export const costSchema = z.object({
  amount: z.number().describe('In minor units of the currency, such as cents.'),
  currency: z.string().describe('ISO 4217.'),
});

export const documentSchema = z.object({
  id: documentIdSchema,
  object: z.literal('document'),
  name: z.string().nullable().describe('The name that was given; null where none was, and after deletion.'),
  title: z
    .string()
    .nullable()
    .describe(
      'What to call it where it has no name: the first heading or words of its request, or the name of its file. Null until it is begun.',
    ),
  operation: z
    .enum(OPERATIONS)
    .describe('`create`: made from Markdown or a prompt. `edit`: an existing file changed. `review`: an existing file looked through.'),
  format: z.enum(FORMATS).nullable().describe('The kind of file; null until the service has decided, where the request did not say.'),
  type: z.enum(DOCUMENT_TYPES).nullable().describe('Decided by the service; it sets the default look.'),
  mode: z.enum(MODES).nullable().describe('`manual`: a version edited by hand. Null for a review.'),
  parent_id: documentIdSchema.nullable().describe('The document that this one was edited from.'),
  revision: z.number().int().min(1).describe('Goes up by one with each `PUT /documents/{document_id}/file`.'),
  status: z
    .enum(STATUSES)
    .describe(
      '`queued` and `running` are under way; all others are final. `ready`: nothing found that matters. `ready_with_warnings`, `needs_review`: delivered, with warnings or errors in the report. `failed`: nothing was made, see `error`.',
    ),
  phase: z.enum(PHASES).nullable().describe('What is being done; null unless the document is running.'),
  pages: countSchema.nullable().describe('Pages, slides or printed pages of sheets; null before they are laid out.'),
  style_applied: styleSchema
    .nullable()
    .describe(
      'The look that was used; send it, or parts of it, as `style` to get the same again. Null until it is decided, and where an existing file keeps its own.',
    ),
  style_unsupported: z.array(z.string()).describe('What could not be done of the requested style.'),
  validation_summary: findingCountsSchema
    .nullable()
    .describe('Counts of what is left after the repairs; null before the end. The report has the findings.'),
  repair_summary: repairCountsSchema.nullable().describe('Counts of the repairs; null before the end.'),
  error: documentErrorSchema.nullable().describe('Set where `status` is `failed`.'),
  versions: z
    .object({
      engine: z.string().describe('Version of Octavo.'),
      renderer: z.string().describe('What drew the pages, with its version.'),
      model: z.string().nullable().describe('The model that had a part in it; null where none had.'),
    })
    .describe('With what it was made.'),
  metadata: z
    .record(z.string(), z.string())
    .describe('Your own keys and values, as they were sent; `GET /documents?metadata[key]=value` finds by them.'),
  retention: z.enum(RETENTIONS).describe('How long the content is kept once the document has finished; `none`: fifteen minutes.'),
  expires_at: instantSchema.nullable().describe('When content will be deleted; null until the document has finished.'),
  route: routeSchema.nullable().describe('How it is made, and why; null until that is decided, and for reviews.'),
  quality: qualitySchema.nullable().describe('The level of work, and why; null until that is decided, and for reviews.'),
  artifact: z
    .object({
      storage: z.enum(STORAGES).describe('`shared`: on the service, the same for all visitors. `local`: in the browser of each visitor.'),
    })
    .nullable()
    .describe('Artifacts only: where the page keeps its data; null for other formats.'),
  content_deleted_at: instantSchema
    .nullable()
    .describe('When the content was deleted, by a call or because its time was over; null while it is there.'),
  created_at: instantSchema.describe('When the request was accepted.'),
  completed_at: instantSchema.nullable().describe('When it ended, whichever way; null before.'),
  outputs: z.array(outputSchema).optional().describe('Present once finished.'),
});
export type PublicDocument = z.infer<typeof documentSchema>;

/** Every list has this shape; ids sort by time and serve as cursors. */
export function listSchemaOf<T extends z.ZodType>(item: T) {
  return z.object({
    object: z.literal('list'),
    data: z.array(item).describe('The items of this page, in the order that was asked for.'),
    first_id: z.string().nullable().describe('Id of the first item: `before` of the page in front of it. Null on an empty page.'),
    last_id: z.string().nullable().describe('`after` of the next page.'),
    has_more: z.boolean().describe('Whether there are more behind this page, or before it where the list walks by `before`.'),
  });
}

export const documentListSchema = listSchemaOf(documentSchema);
export const outputListSchema = z.object({ data: z.array(outputSchema).describe('The files and pictures, with fresh links.') });
export const collectionListSchema = z.object({
  data: z
    .array(
      z.object({ collection: z.string().describe('Name of the collection.'), records: countSchema.describe('How many records it has.') }),
    )
    .describe('Every collection of the artifact, empty ones too.'),
});

export const storedRequestSchema = z.object({
  object: z.literal('request'),
  document_id: documentIdSchema.describe('The document that was asked for.'),
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
  operation: z
    .enum(OPERATIONS)
    .describe('`create`: made from Markdown or a prompt. `edit`: an existing file changed. `review`: an existing file looked through.'),
  format: z.enum(FORMATS).nullable().describe('The kind of file; null until the service has decided, where the request did not say.'),
  type: z.enum(DOCUMENT_TYPES).nullable().describe('What kind of document it would be; null where only a model would tell.'),
  route: routeSchema.nullable().describe('How it is made, and why; null until that is decided, and for reviews.'),
  quality: qualitySchema.nullable().describe('The level of work, and why; null until that is decided, and for reviews.'),
  files: z
    .array(
      z.object({
        ref: z.string().describe('The reference as it was sent.'),
        filename: z.string().describe('Its name, as it was given or found.'),
        format: z.string().describe('What the file is, decided from its bytes.'),
        bytes: countSchema.describe('Size of the file in bytes.'),
        pages: countSchema
          .nullable()
          .describe('Pages, slides or sheets; null where the kind has none, or they are known only once it is laid out.'),
      }),
    )
    .describe('Every file that the request names, read as far as that needs no model.'),
  template: z
    .string()
    .optional()
    .describe(
      'The file, by its ref, whose look is copied, as far as the request says; absent where none is, or where only a model would tell.',
    ),
  warnings: z
    .array(
      z.object({
        path: z.string().describe('JSON pointer to the field that it is about; empty for the request as a whole.'),
        code: z.string().describe('Stable code of the warning.'),
        message: z.string().describe('What would come out otherwise than was perhaps meant.'),
      }),
    )
    .describe('What is allowed and may surprise; empty where nothing does.'),
  cost: costSchema.optional().describe('What it would cost at the level shown; absent where the level is not known yet.'),
});
export type PublicDryRun = z.infer<typeof dryRunSchema>;

/** What `POST /documents` answers with 200 in JSON: `object` says which. */
export const documentResultSchema = z.discriminatedUnion('object', [documentSchema, dryRunSchema]);
