/** The endpoint of templates. */
import { documentSchema } from '../../contract/document.ts';
import { fillAcceptedSchema, fillDryRunSchema, fillRequestSchema } from '../../contract/fill.ts';
import { IDEMPOTENCY_HEADER, type Endpoint } from './endpoint.ts';

export const FILLS = {
  createFill: {
    method: 'POST',
    path: '/fill',
    tag: 'Edits',
    summary: 'Fill a template with data',
    description:
      'Needs no model. The tags of a Word, PowerPoint or Excel file (`{{customer.name}}`, loops, conditions, formatters; docs/templates.md) are filled with `data`; all else stays byte for byte. Waits for the document, which is a new one. What cannot be filled is refused at once, each tag with its place. `dry_run` says what the template wants.',
    headers: IDEMPOTENCY_HEADER,
    body: { json: fillRequestSchema },
    answers: {
      200: { description: 'With `dry_run: true`: what the template wants, and what is wrong.', schema: fillDryRunSchema },
      201: { description: 'The document.', schema: documentSchema, headers: ['Document-Id', 'Location', 'Idempotent-Replayed'] },
      202: {
        description:
          'With `background: true` the queued document; for a list of records, unless `output` is `one`, a document for each of them.',
        schema: fillAcceptedSchema,
        headers: ['Document-Id', 'Location', 'Retry-After', 'Idempotent-Replayed'],
      },
    },
    refusals: [
      'rate_limited',
      'unsupported_media_type',
      'payload_too_large',
      'input_invalid',
      'service_unavailable',
      'not_found',
      'file_rejected',
      'file_too_large',
      'content_deleted',
      'document_not_ready',
      'processing_failed',
      'idempotency_key_reused',
      'idempotency_request_in_progress',
    ],
  },
} as const satisfies Record<string, Endpoint>;
