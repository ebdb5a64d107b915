/** Query parameters and headers that carry parameters. Their errors point at `?name`. */
import { readPageRanges, type Wishes } from '../contract/extract-wishes.ts';
import { faultOfQuery } from '../edits/query-content.ts';
import { FORMATS, OPERATIONS, STATUSES } from '../contract/vocabulary.ts';
import { z } from 'zod';
import type { FieldError } from '../base/refusal.ts';
import type { ListQuery } from '../ports/document-store.ts';
import type { RequestQuery } from '../ports/request-log.ts';
import type { DeliveryQuery } from '../ports/webhook-store.ts';
import {
  ARTIFACT_LINK_S,
  IDEMPOTENCY_KEY_CHARS_MAX,
  LIST_LIMIT,
  METADATA_KEY_CHARS,
  METADATA_VALUE_CHARS_MAX,
  NAME_CHARS,
} from '../contract/limits.ts';
import { refuseFields } from './document-request.ts';
import { describeText, textField } from '../contract/text-field.ts';
import { toFieldErrors } from './field-errors.ts';
import { RECORD_ID } from '../contract/artifact.ts';
import { DELIVERY_ID, DOCUMENT_ID, FILE_ID, KEY_ID, REQUEST_ID, WEBHOOK_ID } from '../contract/ids.ts';

/** As a URL gives it: a repeated parameter is an array. */
export type RawQuery = Readonly<Record<string, unknown>>;

const wholeNumber = (bounds: { min: number; max: number }) =>
  z
    .string()
    .superRefine((text, context) => {
      const value = /^\d{1,9}$/.test(text) ? Number(text) : Number.NaN;
      if (!(value >= bounds.min && value <= bounds.max))
        context.addIssue({ code: 'custom', message: `This must be a whole number from ${bounds.min} to ${bounds.max}.` });
    })
    .transform(Number)
    .meta({ type: 'integer', minimum: bounds.min, maximum: bounds.max });

const cursor = (pattern: RegExp, what: string) => z.string().regex(pattern, `This must be the id of a ${what}.`);
/** As a URL says yes or no. */
const flag = z
  .string()
  .refine((text) => /^(?:true|false|1|0)$/.test(text), 'This must be one of true, false, 1, 0.')
  .transform((text) => text === 'true' || text === '1')
  .meta({ type: 'boolean' });
const order = z.enum(['asc', 'desc']).optional().describe('`desc`, newest first, where absent.');
const limit = wholeNumber(LIST_LIMIT).optional().describe(`Items of one page; ${LIST_LIMIT.default} where absent.`);

export const documentListQuerySchema = z.strictObject({
  limit,
  order,
  after: cursor(DOCUMENT_ID, 'document').optional().describe('Only documents behind this one in the order of the list.'),
  before: cursor(DOCUMENT_ID, 'document').optional().describe('Only documents before this one in the order of the list.'),
  status: z.enum(STATUSES).optional(),
  format: z.enum(FORMATS).optional(),
  operation: z.enum(OPERATIONS).optional(),
  name: textField(NAME_CHARS)
    .optional()
    .describe('Only documents whose name, or title where they have none, holds this text; in capitals or not.'),
  parent_id: cursor(DOCUMENT_ID, 'document').optional(),
});

export const fileListQuerySchema = z.strictObject({
  limit,
  order,
  after: cursor(FILE_ID, 'file').optional().describe('Only files behind this one in the order of the list.'),
  before: cursor(FILE_ID, 'file').optional().describe('Only files before this one in the order of the list.'),
});

/** Positions beyond 15 digits are no sequence of ours. */
const sequence = z
  .string()
  .refine((text) => /^\d{1,15}$/.test(text), 'This must be the sequence of an event: a whole number, 0 or more.')
  .transform(Number)
  .meta({ type: 'integer', minimum: 0 });
export const eventsQuerySchema = z.strictObject({
  after: sequence.optional().describe('Sequence of the last event that was received; `Last-Event-ID` wins over it.'),
});
export const outputsQuerySchema = z.strictObject({
  expires_in: wholeNumber(ARTIFACT_LINK_S).optional().describe('Seconds that the page link of an artifact is valid.'),
});
export const recordsQuerySchema = z.strictObject({
  limit,
  order,
  after: cursor(RECORD_ID, 'record').optional().describe('Only records behind this one in the order of the list.'),
  before: cursor(RECORD_ID, 'record').optional().describe('Only records before this one in the order of the list.'),
  format: z.enum(['csv', 'json']).optional().describe('The whole collection as a file; the other parameters do not go with it.'),
});
const VISITOR_LIMIT = { min: 1, max: 1_000, default: 100 };
const visitorRecordsQuerySchema = z.strictObject({
  limit: wholeNumber(VISITOR_LIMIT).optional(),
  after: cursor(RECORD_ID, 'record').optional(),
});
const storageKeysQuerySchema = z.strictObject({ prefix: z.string().max(200).optional() });
export const dryRunQuerySchema = z.strictObject({
  dry_run: flag.optional().describe('Validates and creates nothing.'),
});
export const extractQuerySchema = z.strictObject({
  addresses: flag.optional().describe('Answers `blocks` with their addresses too, of Word, PowerPoint and Excel files.'),
  outline: flag.optional().describe('Answers `outline`, and as `markdown` the headings with their pages and lengths in place of the text.'),
  tables: flag.optional().describe('Answers `tables` too: their rows as values.'),
  layout: flag.optional().describe('Answers `layout` too, of PDF files and pictures: the page and the box of each block.'),
  pictures: flag.optional().describe('Answers `pictures` too, as files: up to 100, and 12 MB.'),
  describe: flag
    .optional()
    .describe(
      'Pictures are described by the model of the service, where they stand in `markdown`: up to 30. Answers `descriptions` and `model` too.',
    ),
  pages: z
    .string()
    .refine((text) => readPageRanges(text) !== null, 'This must be pages and ranges of them: 2-4,7,12-')
    .optional()
    .describe('Only these pages, slides or sheets: `2-4,7,12-`.'),
});
export const versionListQuerySchema = z.strictObject({
  limit,
  order: z.enum(['asc', 'desc']).optional().describe('`asc`, oldest first, where absent.'),
  after: cursor(DOCUMENT_ID, 'document').optional().describe('Only versions behind this one in the order of the list.'),
  before: cursor(DOCUMENT_ID, 'document').optional().describe('Only versions before this one in the order of the list.'),
});
export const contentQuerySchema = z.strictObject({
  query: z
    .string()
    .superRefine((query, context) => {
      const message = faultOfQuery(query);
      if (message !== null) context.addIssue({ code: 'custom', message });
    })
    .optional()
    .describe('Only what this query finds, as operations with `{"query": …}` as their target mean it: `table[2] row:last`.'),
});
export const diffQuerySchema = z.strictObject({
  from: cursor(DOCUMENT_ID, 'document').optional().describe('The version to compare with; the parent where absent.'),
  format: z.enum(['json', 'docx']).optional().describe('`docx`: a Word file with tracked changes.'),
});
const AUDIT_ID = /^[1-9]\d{0,17}$/;
export const auditQuerySchema = z.strictObject({
  limit,
  after: cursor(AUDIT_ID, 'entry of the log').optional().describe('Only entries behind this one: older ones.'),
});
export const requestListQuerySchema = z.strictObject({
  limit,
  after: cursor(REQUEST_ID, 'request').optional().describe('Only requests behind this one: older ones.'),
  key_id: cursor(KEY_ID, 'key').optional().describe('Only those with this key.'),
  failed: flag.optional().describe('Only those that were refused or failed.'),
});
export const webhookListQuerySchema = z.strictObject({
  limit,
  order,
  after: cursor(WEBHOOK_ID, 'webhook endpoint').optional().describe('Only endpoints behind this one in the order of the list.'),
  before: cursor(WEBHOOK_ID, 'webhook endpoint').optional().describe('Only endpoints before this one in the order of the list.'),
});
export const deliveryListQuerySchema = z.strictObject({
  limit,
  order,
  after: cursor(DELIVERY_ID, 'delivery').optional().describe('Only deliveries behind this one in the order of the list.'),
  before: cursor(DELIVERY_ID, 'delivery').optional().describe('Only deliveries before this one in the order of the list.'),
  status: z.enum(['pending', 'delivered', 'failed']).optional(),
});
const noQuerySchema = z.strictObject({});

/** @throws Refusal input_invalid with `?name` of each parameter at fault */
export function parseDocumentListQuery(raw: RawQuery): ListQuery {
  const { metadata, rest, errors } = splitMetadata(raw);
  const parsed = documentListQuerySchema.safeParse(rest, { reportInput: true });
  if (!parsed.success)
    throw refuseFields([...toFieldErrors(parsed.error.issues, '', toParameter, Object.keys(documentListQuerySchema.shape)), ...errors]);
  if (errors.length > 0) throw refuseFields(errors);
  const { parent_id: parentId, limit: size, order: direction, ...filters } = parsed.data;
  const metadataFilter = metadata.size === 0 ? undefined : Object.fromEntries(metadata);
  return { limit: size ?? LIST_LIMIT.default, order: direction ?? 'desc', ...filters, parentId, metadata: metadataFilter };
}

/** `GET /files`. @throws Refusal input_invalid, one error for each parameter at fault */
export function parseFileListQuery(raw: RawQuery): Pick<ListQuery, 'limit' | 'order' | 'after' | 'before'> {
  const { limit: size, order: direction, ...cursors } = parseQuery(fileListQuerySchema, raw);
  return { limit: size ?? LIST_LIMIT.default, order: direction ?? 'desc', ...cursors };
}

type Cursors = Pick<ListQuery, 'limit' | 'order' | 'after' | 'before'>;

/** `GET /documents/{id}/data/{collection}`: a page, or the format of a file. @throws Refusal input_invalid */
export function parseRecordsQuery(raw: RawQuery): { page: Cursors } | { file: 'csv' | 'json' } {
  const { limit: size, order: direction, format, ...cursors } = parseQuery(recordsQuerySchema, raw);
  if (format === undefined) return { page: { limit: size ?? LIST_LIMIT.default, order: direction ?? 'desc', ...cursors } };
  const beside = Object.keys(raw).filter((name) => name !== 'format');
  if (beside.length > 0)
    throw refuseFields(
      beside.map((name) => ({ path: `?${name}`, message: 'A file holds the whole collection: leave this out, or format.' })),
    );
  return { file: format };
}

/** `GET /webhook-endpoints`. @throws Refusal input_invalid, one error for each parameter at fault */
export function parseWebhookListQuery(raw: RawQuery): Cursors {
  const { limit: size, order: direction, ...cursors } = parseQuery(webhookListQuerySchema, raw);
  return { limit: size ?? LIST_LIMIT.default, order: direction ?? 'desc', ...cursors };
}

/** `GET /webhook-endpoints/{id}/deliveries`. @throws Refusal input_invalid, one error for each parameter at fault */
export function parseDeliveryListQuery(raw: RawQuery): DeliveryQuery {
  const { limit: size, order: direction, ...rest } = parseQuery(deliveryListQuerySchema, raw);
  return { limit: size ?? LIST_LIMIT.default, order: direction ?? 'desc', ...rest };
}

/** What a page asks for: records, oldest first. @throws Refusal input_invalid */
export function parseVisitorRecordsQuery(raw: RawQuery): Pick<ListQuery, 'limit' | 'after'> {
  const { limit: size, after } = parseQuery(visitorRecordsQuerySchema, raw);
  return { limit: size ?? VISITOR_LIMIT.default, ...(after === undefined ? {} : { after }) };
}

/** What a page asks for: keys of `window.storage`. @throws Refusal input_invalid */
export function parseStorageKeysQuery(raw: RawQuery): string {
  return parseQuery(storageKeysQuerySchema, raw).prefix ?? '';
}

/** Oldest first where nothing else is said (decisions §2). */
export function parseVersionListQuery(raw: RawQuery): Pick<ListQuery, 'limit' | 'order' | 'after' | 'before'> {
  const { limit: size, order: direction, ...cursors } = parseQuery(versionListQuerySchema, raw);
  return { limit: size ?? LIST_LIMIT.default, order: direction ?? 'asc', ...cursors };
}

/** `GET /documents/{id}/content`. @throws Refusal input_invalid */
export const parseContentQuery = (raw: RawQuery): { query: string | undefined } => ({ query: parseQuery(contentQuerySchema, raw).query });

/** `GET /documents/{id}/diff`; JSON where no format is named. @throws Refusal input_invalid */
export function parseDiffQuery(raw: RawQuery): { from: string | undefined; format: 'json' | 'docx' } {
  const { from, format } = parseQuery(diffQuerySchema, raw);
  return { from, format: format ?? 'json' };
}

/**
 * Where a stream of events goes on: the header wins over the query (decisions §8).
 * @param header `Last-Event-ID`; empty is as good as absent, as browsers send it
 * @throws Refusal input_invalid for a cursor that is no sequence
 */
export function parseEventCursor(header: string | undefined, raw: RawQuery): number {
  if (header === undefined || header === '') return parseQuery(eventsQuerySchema, raw).after ?? 0;
  const parsed = sequence.safeParse(header);
  if (!parsed.success)
    throw refuseFields([{ path: '', message: 'The header Last-Event-ID must be the sequence of an event: a whole number, 0 or more.' }]);
  return parsed.data;
}

/** `GET /dashboard/audit-log`. @throws Refusal input_invalid */
export function parseAuditQuery(raw: RawQuery): { limit: number; before: string | undefined } {
  const { limit: size, after } = parseQuery(auditQuerySchema, raw);
  return { limit: size ?? LIST_LIMIT.default, before: after };
}

/** `GET /dashboard/requests`. @throws Refusal input_invalid */
export function parseRequestListQuery(raw: RawQuery): RequestQuery {
  const { limit: size, after, key_id: keyId, failed } = parseQuery(requestListQuerySchema, raw);
  return { limit: size ?? LIST_LIMIT.default, before: after, keyId, failed };
}

/** `GET /documents/{id}/outputs`; seconds that links are to live. @throws Refusal input_invalid */
export function parseOutputsQuery(raw: RawQuery): { expiresInS: number } {
  return { expiresInS: parseQuery(outputsQuerySchema, raw).expires_in ?? ARTIFACT_LINK_S.default };
}

/** `POST /extract`: what is wanted beside the text, and of which pages. @throws Refusal input_invalid */
export function parseExtractQuery(raw: RawQuery): { addresses: boolean; wishes: Wishes } {
  const { addresses = false, pages, ...wishes } = parseQuery(extractQuerySchema, raw);
  const ranges = pages === undefined ? null : readPageRanges(pages);
  return { addresses, wishes: { ...wishes, ...(ranges === null ? {} : { pages: ranges }) } };
}

/** Does not throw: errors of the query are reported with those of the body. */
export function parseDryRun(raw: RawQuery): { dryRun: boolean; errors: FieldError[] } {
  const parsed = dryRunQuerySchema.safeParse(raw, { reportInput: true });
  if (!parsed.success)
    return { dryRun: false, errors: toFieldErrors(parsed.error.issues, '', toParameter, Object.keys(dryRunQuerySchema.shape)) };
  return { dryRun: parsed.data.dry_run ?? false, errors: [] };
}

/** For routes that take no parameters. @throws Refusal input_invalid */
export function refuseQuery(raw: RawQuery): void {
  parseQuery(noQuerySchema, raw);
}

/** What is wrong with an `Idempotency-Key`; null if nothing (decisions §8: 1 to 255 visible characters). */
export function describeIdempotencyKey(key: string): string | null {
  if (key.length <= IDEMPOTENCY_KEY_CHARS_MAX && /^[\x21-\x7e]+$/.test(key)) return null;
  return `The header Idempotency-Key must have 1 to ${IDEMPOTENCY_KEY_CHARS_MAX} visible ASCII characters.`;
}

/** A query by its schema. @throws Refusal input_invalid with `?name` of each parameter at fault */
export function parseQuery<T extends z.ZodObject>(schema: T, raw: RawQuery): z.output<T> {
  const parsed = schema.safeParse(raw, { reportInput: true });
  if (!parsed.success) throw refuseFields(toFieldErrors(parsed.error.issues, '', toParameter, Object.keys(schema.shape)));
  return parsed.data;
}

function toParameter(path: readonly PropertyKey[]): string {
  return `?${String(path[0] ?? '')}`;
}

/** `metadata[key]=value` are filters: the rest of the query has fixed names. */
function splitMetadata(raw: RawQuery): { metadata: Map<string, string>; rest: Record<string, unknown>; errors: FieldError[] } {
  const metadata = new Map<string, string>();
  const rest: Record<string, unknown> = {};
  const errors: FieldError[] = [];
  for (const [name, value] of Object.entries(raw)) {
    const key = /^metadata\[([\s\S]*)\]$/.exec(name)?.[1];
    if (key === undefined) {
      rest[name] = value;
      continue;
    }
    const wrong =
      typeof value === 'string'
        ? (describeText(key, METADATA_KEY_CHARS) ??
          describeText(value, { min: 0, max: METADATA_VALUE_CHARS_MAX }) ??
          (value.includes('\0') || key.includes('\0') ? 'This must not hold the character U+0000.' : null))
        : 'Name this key once.';
    if (wrong === null && typeof value === 'string') metadata.set(key, value);
    else if (wrong !== null) errors.push({ path: `?${name}`, message: wrong });
  }
  return { metadata, rest, errors };
}
