/**
 * The error table of the contract (interface §7.1, §7.2; decisions §2) and the body of every error answer: RFC 9457
 * problem details with the members of interface §2.6 and `detail`.
 */
import type { Refusal, RefusalCode } from '../base/refusal.ts';
import type { ProblemBody } from '../contract/problem.ts';

export interface ProblemKind {
  status: number;
  title: string;
  /** One or two sentences for the page at the problem's `type`: when it happens and what to do. */
  meaning: string;
  /** Seconds for `Retry-After` where the refusal itself names none: the same call may pass by itself. */
  retryAfterS?: number;
}

export const PROBLEMS: Readonly<Record<RefusalCode, ProblemKind>> = {
  input_invalid: {
    status: 422,
    title: 'Invalid request',
    meaning: 'The request breaks the rules of the interface. `errors[].path` names each field at fault and `message` says what to change.',
  },
  unauthorized: {
    status: 401,
    title: 'No valid API key',
    meaning: 'Send a live key as `Authorization: Bearer ak_…`, or the cookie of a session that holds.',
  },
  insufficient_balance: {
    status: 402,
    title: 'Not enough balance',
    meaning: 'The balance does not cover this document. Add funds or choose a lower quality.',
  },
  session_required: {
    status: 403,
    title: 'Dashboard session required',
    meaning: 'This route belongs to the dashboard and takes a signed-in user, never an API key.',
  },
  forbidden: {
    status: 403,
    title: 'Not allowed',
    meaning: "The user's role in the organisation, or the scope of the API key, does not allow this. Ask an owner or an admin for it.",
  },
  origin_refused: {
    status: 403,
    title: 'Request from another site',
    meaning: 'A request that changes something with the cookie of a session must come from the address of the dashboard itself (`Origin`).',
  },
  sign_in_failed: {
    status: 401,
    title: 'Sign-in failed',
    meaning:
      'The address, the password, the code or the link is not right. The answer is the same whether there is such an account or not.',
  },
  last_owner: {
    status: 409,
    title: 'Last owner',
    meaning: 'An organisation keeps at least one owner. Make another member an owner first.',
  },
  region_mismatch: {
    status: 401,
    title: 'Key of another region',
    meaning: "The key's project is in another region. Use that region's base address.",
  },
  link_expired: {
    status: 410,
    title: 'Link expired',
    meaning: 'Ask GET /documents/{id}/outputs for a fresh link; for a link to join, whoever sent it.',
  },
  rate_limited: {
    status: 429,
    title: 'Too many requests',
    meaning:
      'The organisation has reached its number of documents per minute, an artifact its reads or writes, or an address or account its attempts to sign in. Try again after the seconds in `Retry-After`.',
    retryAfterS: 1,
  },
  not_an_artifact: { status: 409, title: 'Not an artifact', meaning: 'Only documents of the format `artifact` keep data.' },
  record_too_large: { status: 413, title: 'Record too large', meaning: "A record of an artifact's data may hold 16 KB." },
  too_many_records: { status: 409, title: 'Too many records', meaning: 'The artifact already holds 5,000 records.' },
  too_many_endpoints: {
    status: 409,
    title: 'Too many endpoints',
    meaning: 'A project may have 20 webhook endpoints. Delete one that is not used any more.',
  },
  not_found: {
    status: 404,
    title: 'Not found',
    meaning: 'There is no such address, document or file, or it belongs to another organisation.',
  },
  file_rejected: {
    status: 422,
    title: 'File rejected',
    meaning: 'The file is of an unsupported type, is macro-enabled or password-protected, or holds something that is not processed.',
  },
  file_too_large: { status: 413, title: 'File too large', meaning: 'A file may have 20 MB.' },
  report_not_ready: {
    status: 409,
    title: 'Report not ready',
    meaning: 'The report exists once the document has finished.',
    retryAfterS: 1,
  },
  content_deleted: {
    status: 410,
    title: 'Content deleted',
    meaning: "The document's retention has ended or its content was deleted; only its record stays.",
  },
  project_does_not_store: {
    status: 422,
    title: 'Project stores nothing',
    meaning: 'The project keeps no content: an artifact can only use `artifact.storage: local`.',
  },
  artifact_is_local: {
    status: 409,
    title: 'Artifact keeps its data locally',
    meaning: "The data is in each visitor's browser; the service does not have it.",
  },
  events_expired: {
    status: 410,
    title: 'Events expired',
    meaning: 'Events are kept for 7 days. The record of the document stays available.',
  },
  range_not_satisfiable: {
    status: 416,
    title: 'Range not satisfiable',
    meaning:
      'The header `Range` asks for bytes behind the end of the file, whose length `Content-Range` tells. Ask for less, or without `Range`.',
  },
  idempotency_key_reused: {
    status: 422,
    title: 'Idempotency key reused',
    meaning: 'The same `Idempotency-Key` came with a different request. Use a fresh key for a different request.',
  },
  idempotency_request_in_progress: {
    status: 409,
    title: 'First request unfinished',
    meaning: 'The first request with this `Idempotency-Key` is still being answered. Repeat it in a few seconds.',
    retryAfterS: 2,
  },
  feature_unavailable: { status: 501, title: 'Feature unavailable', meaning: 'This deployment does not offer what was asked for.' },
  internal_error: {
    status: 500,
    title: 'Internal error',
    meaning: 'A fault of the service. Try again; if it stays, report it with the `request_id`.',
  },
  service_unavailable: {
    status: 503,
    title: 'Service unavailable',
    meaning:
      'A part of the service does not answer at the moment: the database, the blob store or the renderers. Repeat the call after the time in `Retry-After`; documents that were accepted wait and are made.',
    retryAfterS: 10,
  },
  revision_conflict: {
    status: 409,
    title: 'Revision conflict',
    meaning: 'The file, or the record of an artifact, was saved by another user meanwhile. Read it again and save with its `revision`.',
  },
  document_not_ready: { status: 409, title: 'Document not finished', meaning: 'This works on finished documents only.', retryAfterS: 1 },
  method_not_allowed: {
    status: 405,
    title: 'Method not allowed',
    meaning: 'The address exists, but not with this method. `Allow` names those that it has.',
  },
  unsupported_media_type: {
    status: 415,
    title: 'Unsupported media type',
    meaning: 'Send the body as `Content-Type: application/json` (files: also `multipart/form-data`).',
  },
  payload_too_large: {
    status: 413,
    title: 'Request too large',
    meaning: 'The body is larger than this deployment takes. Send large files with POST /files and refer to them by id.',
  },
  content_empty: { status: 422, title: 'Nothing to show', meaning: 'The content holds no headings, text, lists or tables.' },
  docx_invalid: { status: 422, title: 'Not a valid Word file', meaning: 'The file cannot be opened as a Word document.' },
  file_not_found: { status: 404, title: 'File deleted', meaning: 'The file was deleted before it was processed.' },
  document_too_long: { status: 422, title: 'Document too long', meaning: 'Documents of up to 50 pages can be reviewed and edited.' },
  format_unclear: {
    status: 422,
    title: 'Format unclear',
    meaning: 'There is no `format` and the prompt does not say which kind of file is wanted.',
  },
  edit_not_understood: { status: 422, title: 'Edit not understood', meaning: 'The request could not be turned into concrete changes.' },
  edit_not_applied: { status: 422, title: 'Edit not applied', meaning: 'None of the changes could be applied; the report says why.' },
  source_unreadable: { status: 422, title: 'Source unreadable', meaning: 'A file in `sources` could not be read.' },
  generation_blocked: { status: 422, title: 'Generation declined', meaning: 'The model declined to write the document.' },
  page_too_large: { status: 422, title: 'Page too large', meaning: "The artifact's page is over 900 KB." },
  processing_failed: {
    status: 500,
    title: 'Processing failed',
    meaning: 'Processing failed after several attempts. The document was not charged.',
  },
};

/** @param publicUrl address of the deployment without `/v1` and without a closing slash */
export function presentProblem(refusal: Refusal, context: { publicUrl: string; requestId: string }): ProblemBody {
  const kind = PROBLEMS[refusal.code];
  return {
    type: `${context.publicUrl}/errors/${refusal.code}`,
    title: kind.title,
    status: kind.status,
    detail: refusal.message,
    code: refusal.code,
    request_id: context.requestId,
    errors: refusal.errors,
  };
}

/** Seconds for the header `Retry-After`; null where waiting does not help. */
export function retryAfterOf(refusal: Refusal): number | null {
  return refusal.retryAfterS ?? PROBLEMS[refusal.code].retryAfterS ?? null;
}
