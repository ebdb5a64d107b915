/** Endpoints of documents: making, reading, following and deleting them. */
import {
  documentListSchema,
  documentResultSchema,
  documentSchema,
  outputListSchema,
  storedRequestSchema,
} from '../../contract/document.ts';
import { reportSchema } from '../../contract/report.ts';
import { documentRequestSchema } from '../../contract/document-request.ts';
import { documentListQuerySchema, dryRunQuerySchema, eventsQuerySchema, outputsQuerySchema } from '../queries.ts';
import { IDEMPOTENCY_HEADER, type Endpoint } from './endpoint.ts';

const documentAnswer = (description: string) => ({ description, schema: documentSchema });

export const DOCUMENTS = {
  createDocument: {
    method: 'POST',
    path: '/documents',
    tag: 'Documents',
    summary: 'Make a document',
    description:
      'Creates, reviews or edits. Waits for the finished document; with `stream` answers with its events, with `background` at once. A document that fails in processing is an answer too: see `status` and `error`. After ten seconds without an answer the headers are sent, and a space every 15 seconds until the JSON begins (RFC 8259 §2), so that no proxy takes the connection for dead; a body that ends without JSON is a broken connection: repeat with the same `Idempotency-Key`, or ask for `Document-Id`.',
    query: dryRunQuerySchema,
    headers: IDEMPOTENCY_HEADER,
    body: { json: documentRequestSchema },
    answers: {
      200: {
        description: 'The finished document; with `stream: true` its events as they happen; with `dry_run` what would happen.',
        schema: documentResultSchema,
        also: { 'text/event-stream': 'events' },
        headers: ['Document-Id', 'Idempotent-Replayed'],
      },
      202: {
        description: 'With `background: true`: the queued document.',
        schema: documentSchema,
        headers: ['Document-Id', 'Location', 'Retry-After', 'Idempotent-Replayed'],
      },
    },
    refusals: [
      'rate_limited',
      'unsupported_media_type',
      'payload_too_large',
      'input_invalid',
      'project_does_not_store',
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
    metadataFilter: true,
    answers: { 200: { description: 'One page.', schema: documentListSchema } },
    refusals: ['input_invalid'],
  },
  getDocument: {
    method: 'GET',
    path: '/documents/{document_id}',
    tag: 'Documents',
    summary: 'Read a document',
    description:
      'Its status, what is being done while it runs, what was decided, and links to its files once it has finished. The links live five minutes: each call gives fresh ones. For progress use the events rather than asking again and again.',
    answers: { 200: documentAnswer('The document, with `outputs` once it has finished.') },
    refusals: ['not_found', 'input_invalid'],
  },
  deleteDocument: {
    method: 'DELETE',
    path: '/documents/{document_id}',
    tag: 'Documents',
    summary: "Delete a document's content",
    description: 'A running document is canceled first. The record stays, without name, metadata and outputs.',
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
    description:
      'The links are signed, need no key and live five minutes; that to the page of an artifact an hour, or as long as `expires_in` says.',
    query: outputsQuerySchema,
    answers: { 200: { description: 'The outputs; empty before the end.', schema: outputListSchema } },
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
    answers: { 200: { description: 'One event in each frame; ends after the final one.', also: { 'text/event-stream': 'events' } } },
    refusals: ['not_found', 'content_deleted', 'events_expired', 'input_invalid'],
  },
  getReport: {
    method: 'GET',
    path: '/documents/{document_id}/report',
    tag: 'Documents',
    summary: 'Read the report of a finished document',
    description:
      'What was decided and why, every finding with its place, what was repaired, what each typed edit did, which sources were used, the proof of what stayed unchanged, times and cost. Before the end the answer is `report_not_ready`, with `Retry-After`.',
    answers: { 200: { description: 'The report.', schema: reportSchema } },
    refusals: ['not_found', 'report_not_ready', 'content_deleted', 'input_invalid'],
  },
  getDocumentRequest: {
    method: 'GET',
    path: '/documents/{document_id}/request',
    tag: 'Documents',
    summary: 'Read what was asked for',
    description: 'The request that made the document, as a body to send again. It is kept as long as the content.',
    answers: { 200: { description: 'The request.', schema: storedRequestSchema } },
    refusals: ['not_found', 'content_deleted', 'input_invalid'],
  },
} as const satisfies Record<string, Endpoint>;
