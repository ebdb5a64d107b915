/**
 * Every endpoint of the contract as one row: the server registers its routes from this table and OpenAPI is written from
 * it, so that neither can forget one. What a row answers is told by schemas (schemas.ts); what it refuses, by codes.
 */
import { z } from 'zod';
import type { RefusalCode } from '../base/refusal.ts';
import { documentRequestSchema } from '../contract/document-request.ts';
import { editsRequestSchema } from './edits-request.ts';
import { DOCUMENT_ID, FILE_ID } from '../contract/ids.ts';
import { LATER_BODIES, type LaterBody } from './later-requests.ts';
import {
  diffQuerySchema,
  documentListQuerySchema,
  dryRunQuerySchema,
  eventsQuerySchema,
  extractQuerySchema,
  fileListQuerySchema,
  outputsQuerySchema,
  versionListQuerySchema,
} from './queries.ts';
import { documentSchema, dryRunSchema, listSchemaOf, outputSchema } from '../contract/document.ts';
import { diffSchema, editPreviewSchema } from '../contract/edit.ts';
import {
  contentSchema,
  deletedFileSchema,
  extractRequestSchema,
  fileRequestSchema,
  extractionSchema,
  fileSchema,
  queuedExtractionSchema,
} from '../contract/file.ts';
import { reportSchema } from '../contract/report.ts';
import { deletedWebhookSchema, deliverySchema, webhookSchema, webhookSecretSchema } from '../contract/webhook.ts';
import { saveRequestSchema, versionRequestSchema } from '../contract/version.ts';

export type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

export interface Answer {
  description: string;
  /** JSON of this shape; absent: `mediaType`. */
  schema?: z.ZodType;
  mediaType?: string;
}

export interface Endpoint {
  method: Method;
  /** Under `/v1`; parameters in braces, by the names of `PATH_PARAMETERS`. */
  path: string;
  tag: 'Documents' | 'Files' | 'Later';
  summary: string;
  description?: string;
  query?: z.ZodObject;
  /** Request header → what it is for. */
  headers?: Readonly<Record<string, string>>;
  body?: { json: z.ZodType; multipart?: true };
  answers: Readonly<Record<number, Answer>>;
  /** Beside those that every endpoint has (unauthorized, region_mismatch, internal_error). */
  refusals: readonly RefusalCode[];
  /** Of the contract, but not offered yet: answers `501 feature_unavailable`; its body is checked first. */
  later?: { body?: LaterBody; message: string };
}

const EVENT_STREAM: Answer = { description: 'Server-sent events; ends after the final one.', mediaType: 'text/event-stream' };
const documentAnswer = (description: string): Answer => ({ description, schema: documentSchema });

const DOCUMENTS = {
  createDocument: {
    method: 'POST',
    path: '/documents',
    tag: 'Documents',
    summary: 'Make a document',
    description:
      'Waits for the finished document; with `stream` answers with its events, with `background` at once. A document that fails in the making is an answer too: see `status` and `error`. Every answer names the document in `Document-Id`.',
    query: dryRunQuerySchema,
    headers: { 'Idempotency-Key': 'The same key with the same body within 24 h gives the same document, never a second one.' },
    body: { json: documentRequestSchema },
    answers: {
      200: {
        description: 'The finished document; with `stream: true` its events as `text/event-stream`; with `dry_run` what would happen.',
        schema: z.union([documentSchema, dryRunSchema]),
      },
      202: documentAnswer('With `background: true`: the queued document.'),
    },
    refusals: [
      'rate_limited',
      'unsupported_media_type',
      'payload_too_large',
      'input_invalid',
      'feature_unavailable',
      'not_found',
      'file_rejected',
      'file_too_large',
      'source_unreadable',
      'content_deleted',
      'idempotency_key_reused',
      'idempotency_request_in_progress',
      'insufficient_balance',
    ],
  },
  listDocuments: {
    method: 'GET',
    path: '/documents',
    tag: 'Documents',
    summary: 'List documents',
    description: 'Newest first. Ids are cursors: `after` is the `last_id` of the page before. `metadata[key]=value` filters by metadata.',
    query: documentListQuerySchema,
    answers: { 200: { description: 'One page.', schema: listSchemaOf(documentSchema) } },
    refusals: ['input_invalid'],
  },
  getDocument: {
    method: 'GET',
    path: '/documents/{document_id}',
    tag: 'Documents',
    summary: 'Read a document',
    answers: { 200: documentAnswer('The document, with `outputs` once it has finished.') },
    refusals: ['not_found', 'input_invalid'],
  },
  deleteDocument: {
    method: 'DELETE',
    path: '/documents/{document_id}',
    tag: 'Documents',
    summary: "Delete a document's content",
    description: 'A document in the making is canceled first. The record stays, without name, metadata and outputs.',
    answers: { 200: documentAnswer('The record, with `content_deleted_at`.') },
    refusals: ['not_found', 'input_invalid'],
  },
  cancelDocument: {
    method: 'POST',
    path: '/documents/{document_id}/cancel',
    tag: 'Documents',
    summary: 'Cancel a document',
    description: 'A finished document is returned unchanged.',
    answers: { 200: documentAnswer('The document.') },
    refusals: ['not_found', 'input_invalid'],
  },
  listOutputs: {
    method: 'GET',
    path: '/documents/{document_id}/outputs',
    tag: 'Documents',
    summary: 'Fresh download links',
    description: 'The links are signed, need no key and live five minutes.',
    query: outputsQuerySchema,
    answers: { 200: { description: 'The outputs; empty before the end.', schema: z.object({ data: z.array(outputSchema) }) } },
    refusals: ['not_found', 'content_deleted', 'input_invalid'],
  },
  followEvents: {
    method: 'GET',
    path: '/documents/{document_id}/events',
    tag: 'Documents',
    summary: 'Follow the events of a document',
    description: 'First the stored events after the cursor, then live ones, each exactly once and without a gap.',
    query: eventsQuerySchema,
    headers: { 'Last-Event-ID': 'Sequence of the last event that was received.' },
    answers: { 200: EVENT_STREAM },
    refusals: ['not_found', 'content_deleted', 'events_expired', 'input_invalid'],
  },
  getReport: {
    method: 'GET',
    path: '/documents/{document_id}/report',
    tag: 'Documents',
    summary: 'Read the report of a finished document',
    answers: { 200: { description: 'The report.', schema: reportSchema } },
    refusals: ['not_found', 'report_not_ready', 'content_deleted', 'input_invalid'],
  },
  listArtifactData: {
    method: 'GET',
    path: '/documents/{document_id}/data',
    tag: 'Documents',
    summary: "Collections of an artifact's data",
    answers: {
      200: {
        description: 'The collections.',
        schema: z.object({ data: z.array(z.object({ collection: z.string(), records: z.number().int() })) }),
      },
    },
    refusals: ['not_found', 'not_an_artifact', 'artifact_is_local'],
  },
  listArtifactRecords: {
    method: 'GET',
    path: '/documents/{document_id}/data/{collection}',
    tag: 'Documents',
    summary: 'Records of a collection',
    answers: { 200: { description: 'The records.', schema: listSchemaOf(z.looseObject({})) } },
    refusals: ['not_found', 'not_an_artifact', 'artifact_is_local'],
  },
} as const satisfies Record<string, Endpoint>;

const FILES = {
  createFile: {
    method: 'POST',
    path: '/files',
    tag: 'Files',
    summary: 'Upload a file',
    description: 'As the field `file` of a form, by its address, or as base64. Up to 20 MB.',
    body: { json: fileRequestSchema, multipart: true },
    answers: { 201: { description: 'The file.', schema: fileSchema } },
    refusals: ['unsupported_media_type', 'payload_too_large', 'input_invalid', 'file_rejected', 'file_too_large'],
  },
  listFiles: {
    method: 'GET',
    path: '/files',
    tag: 'Files',
    summary: 'List files',
    query: fileListQuerySchema,
    answers: { 200: { description: 'One page, newest first.', schema: listSchemaOf(fileSchema) } },
    refusals: ['input_invalid'],
  },
  getFile: {
    method: 'GET',
    path: '/files/{file_id}',
    tag: 'Files',
    summary: 'Read a file',
    answers: { 200: { description: 'The file.', schema: fileSchema } },
    refusals: ['not_found', 'input_invalid'],
  },
  deleteFile: {
    method: 'DELETE',
    path: '/files/{file_id}',
    tag: 'Files',
    summary: 'Delete a file',
    answers: { 200: { description: 'What was deleted.', schema: deletedFileSchema } },
    refusals: ['not_found', 'input_invalid'],
  },
} as const satisfies Record<string, Endpoint>;

const EXTRACTIONS = {
  createExtraction: {
    method: 'POST',
    path: '/extract',
    tag: 'Files',
    summary: 'Read a file into Markdown',
    description:
      'Any of the four references to a file, or the field `file` of a form. Headings, lists and tables are kept; one section per slide or sheet. Nothing of the file or its text is kept. Work beyond ten seconds is queued: fetch it at `Location`.',
    query: extractQuerySchema,
    body: { json: extractRequestSchema, multipart: true },
    answers: {
      200: { description: 'The text.', schema: extractionSchema },
      202: { description: 'The work goes on; `Location` says where its result will be.', schema: queuedExtractionSchema },
    },
    refusals: [
      'rate_limited',
      'unsupported_media_type',
      'payload_too_large',
      'input_invalid',
      'feature_unavailable',
      'not_found',
      'file_rejected',
      'file_too_large',
      'content_deleted',
      'document_not_ready',
      'processing_failed',
    ],
  },
  getExtraction: {
    method: 'GET',
    path: '/extractions/{extraction_id}',
    tag: 'Files',
    summary: 'Fetch a queued extraction',
    description: 'The result is given once; one that nobody fetches is gone after an hour. A failed extraction answers its problem once.',
    answers: {
      200: { description: 'The text.', schema: extractionSchema },
      202: { description: 'The work goes on.', schema: queuedExtractionSchema },
    },
    refusals: [
      'not_found',
      'input_invalid',
      'file_rejected',
      'feature_unavailable',
      'file_too_large',
      'content_deleted',
      'document_not_ready',
      'processing_failed',
    ],
  },
} as const satisfies Record<string, Endpoint>;

const EDITS = {
  createEdit: {
    method: 'POST',
    path: '/edits',
    tag: 'Documents',
    summary: 'Edit a file by typed operations',
    description:
      'Needs no model. Waits for the edited document, which is a new one; all that no operation names stays byte for byte. Operations that cannot be done are rejected one by one, with the candidates that may have been meant; where none can be done, the document ends as `failed` with `edit_not_applied`. The report holds the proof in `integrity`.',
    headers: { 'Idempotency-Key': 'The same key with the same body within 24 h gives the same document, never a second one.' },
    body: { json: editsRequestSchema },
    answers: {
      200: { description: 'With `preview: true`: what would happen.', schema: editPreviewSchema },
      201: documentAnswer('The edited document.'),
    },
    refusals: [
      'rate_limited',
      'unsupported_media_type',
      'payload_too_large',
      'input_invalid',
      'feature_unavailable',
      'not_found',
      'file_rejected',
      'file_too_large',
      'content_deleted',
      'document_not_ready',
      'idempotency_key_reused',
      'idempotency_request_in_progress',
    ],
  },
  getContent: {
    method: 'GET',
    path: '/documents/{document_id}/content',
    tag: 'Documents',
    summary: 'Read the content with its addresses',
    description:
      'Blocks, rows and cells, pictures and tracked changes of the file as it is, each with the address that operations name as `target`. Addresses mean this file: after an edit they are read anew.',
    answers: { 200: { description: 'The content.', schema: contentSchema } },
    refusals: ['not_found', 'content_deleted', 'document_not_ready', 'feature_unavailable', 'input_invalid'],
  },
} as const satisfies Record<string, Endpoint>;

const VERSIONS = {
  createVersion: {
    method: 'POST',
    path: '/documents/{document_id}/versions',
    tag: 'Documents',
    summary: 'Save a version edited by hand',
    description:
      'A new document with `mode: manual`, whose `parent_id` is this one; the file stays as it is. Waits for its pages; a Word file is reviewed as well.',
    body: { json: versionRequestSchema },
    answers: { 201: documentAnswer('The version.') },
    refusals: [
      'rate_limited',
      'unsupported_media_type',
      'payload_too_large',
      'input_invalid',
      'not_found',
      'file_rejected',
      'content_deleted',
      'document_not_ready',
    ],
  },
  listVersions: {
    method: 'GET',
    path: '/documents/{document_id}/versions',
    tag: 'Documents',
    summary: 'List the versions of a document',
    description: 'The whole family: what it was edited from and all that was edited from that, oldest first.',
    query: versionListQuerySchema,
    answers: { 200: { description: 'One page.', schema: listSchemaOf(documentSchema) } },
    refusals: ['not_found', 'input_invalid'],
  },
  saveDocumentFile: {
    method: 'PUT',
    path: '/documents/{document_id}/file',
    tag: 'Documents',
    summary: "Save a document's file by hand",
    description:
      'The file takes the place of the one that the document has, and `revision` goes up by one. Waits for its pages; a Word file is reviewed as well. Of two that save the same revision one wins, and nothing of the other is written.',
    body: { json: saveRequestSchema, multipart: true },
    answers: { 200: documentAnswer('The document.') },
    refusals: [
      'rate_limited',
      'unsupported_media_type',
      'payload_too_large',
      'input_invalid',
      'not_found',
      'file_rejected',
      'file_too_large',
      'docx_invalid',
      'content_deleted',
      'document_not_ready',
      'revision_conflict',
      'processing_failed',
    ],
  },
  diffDocument: {
    method: 'GET',
    path: '/documents/{document_id}/diff',
    tag: 'Documents',
    summary: 'Compare two versions',
    description:
      'What differs, block by block; `from` is the document that it is compared with, its parent where absent. `format=docx` gives two Word files as one with tracked changes.',
    query: diffQuerySchema,
    answers: { 200: { description: 'The changes; with `format=docx` the file.', schema: diffSchema } },
    refusals: ['not_found', 'input_invalid', 'content_deleted', 'document_not_ready', 'feature_unavailable', 'file_rejected'],
  },
} as const satisfies Record<string, Endpoint>;

const WEBHOOKS = 'Webhooks are not available yet; follow GET /documents/{id}/events.';

/** A row of the table for what comes later: its answer is the one that it will have. */
function comesLater(
  method: Method,
  path: string,
  summary: string,
  answer: { status: 200 | 201; schema: z.ZodType },
  body?: LaterBody,
): Endpoint {
  return {
    method,
    path: `/webhook-endpoints${path}`,
    tag: 'Later',
    summary,
    description: `Not available yet: answers \`501 feature_unavailable\`.`,
    later: body === undefined ? { message: WEBHOOKS } : { body, message: WEBHOOKS },
    ...(body === undefined ? {} : { body: { json: LATER_BODIES[body] } }),
    answers: { [answer.status]: { description: 'Once webhooks are available.', schema: answer.schema } },
    refusals: [
      'not_found',
      'input_invalid',
      'feature_unavailable',
      ...(body === undefined ? [] : (['unsupported_media_type', 'payload_too_large'] as const)),
    ],
  };
}

const ENDPOINT = '/{endpoint_id}';
const WEBHOOK = { status: 200, schema: webhookSchema } as const;
const SECRET = { status: 200, schema: webhookSecretSchema } as const;
const DELIVERY = { status: 200, schema: deliverySchema } as const;

const LATER = {
  createWebhook: comesLater('POST', '', 'Register a webhook endpoint', { ...SECRET, status: 201 }, 'webhook'),
  listWebhooks: comesLater('GET', '', 'List webhook endpoints', { status: 200, schema: listSchemaOf(webhookSchema) }),
  getWebhook: comesLater('GET', ENDPOINT, 'Read a webhook endpoint', WEBHOOK),
  updateWebhook: comesLater('PATCH', ENDPOINT, 'Change a webhook endpoint', WEBHOOK, 'webhookPatch'),
  deleteWebhook: comesLater('DELETE', ENDPOINT, 'Delete a webhook endpoint', { status: 200, schema: deletedWebhookSchema }),
  rotateWebhookSecret: comesLater('POST', `${ENDPOINT}/rotate-secret`, 'Rotate the secret', SECRET),
  testWebhook: comesLater('POST', `${ENDPOINT}/test`, 'Send a test event', DELIVERY),
  listDeliveries: comesLater('GET', `${ENDPOINT}/deliveries`, 'List deliveries', { status: 200, schema: listSchemaOf(deliverySchema) }),
  retryDelivery: comesLater('POST', `${ENDPOINT}/deliveries/{delivery_id}/retry`, 'Deliver again', DELIVERY),
} satisfies Record<string, Endpoint>;

export type OperationId =
  | keyof typeof DOCUMENTS
  | keyof typeof FILES
  | keyof typeof EXTRACTIONS
  | keyof typeof EDITS
  | keyof typeof VERSIONS
  | keyof typeof LATER;
/** Endpoints that have no handler of their own: they check, then answer 501. */
export type LaterId = keyof typeof LATER;
export const ENDPOINTS: Readonly<Record<OperationId, Endpoint>> = {
  ...DOCUMENTS,
  ...FILES,
  ...EXTRACTIONS,
  ...EDITS,
  ...VERSIONS,
  ...LATER,
};

/** Parameters of paths: the pattern that an id must have, since a malformed one is `404 not_found`. */
export const PATH_PARAMETERS: Readonly<Record<string, { pattern: RegExp; description: string }>> = {
  document_id: { pattern: DOCUMENT_ID, description: 'Id of a document.' },
  file_id: { pattern: FILE_ID, description: 'Id of a file.' },
  collection: { pattern: /^[^/]{1,64}$/, description: 'Name of a collection.' },
  extraction_id: { pattern: /^[0-9A-Za-z_]{1,64}$/, description: 'Id of an extraction.' },
  endpoint_id: { pattern: /^[0-9A-Za-z_]{1,64}$/, description: 'Id of a webhook endpoint.' },
  delivery_id: { pattern: /^[0-9A-Za-z_]{1,64}$/, description: 'Id of a delivery.' },
};
