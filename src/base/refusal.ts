/**
 * The one way to say no. A refusal is an expected answer to bad or impossible input: it carries a code of the
 * public contract and, for each field at fault, where it is and what is wrong. Anything else that is thrown is a bug.
 * The edges map it: `api/` to a problem response (interface §7.1), `pipeline/` to a failed document (§7.2).
 */

export const REFUSAL_CODES = [
  'input_invalid',
  'unauthorized',
  'insufficient_balance',
  'session_required',
  'forbidden',
  'origin_refused',
  'sign_in_failed',
  'last_owner',
  'region_mismatch',
  'link_expired',
  'rate_limited',
  'not_an_artifact',
  'record_too_large',
  'too_many_records',
  'too_many_endpoints',
  'not_found',
  'file_rejected',
  'file_too_large',
  'report_not_ready',
  'content_deleted',
  'project_does_not_store',
  'artifact_is_local',
  'events_expired',
  'range_not_satisfiable',
  'idempotency_key_reused',
  'idempotency_request_in_progress',
  'feature_unavailable',
  'internal_error',
  'service_unavailable',
  'revision_conflict',
  'document_not_ready',
  'method_not_allowed',
  'unsupported_media_type',
  'payload_too_large',
  // failures during processing
  'content_empty',
  'docx_invalid',
  'file_not_found',
  'document_too_long',
  'format_unclear',
  'edit_not_understood',
  'edit_not_applied',
  'source_unreadable',
  'generation_blocked',
  'page_too_large',
  'processing_failed',
] as const;

export type RefusalCode = (typeof REFUSAL_CODES)[number];

/** What is wrong with a file, for callers that act on it; the words of a message decide nothing. */
export type FileFault =
  | 'password_protected'
  | 'damaged'
  /** It takes more time or memory than a file may, or ends the program that opens it: that says nothing of the file being damaged. */
  | 'too_costly'
  | 'malformed_xml'
  | 'document_type'
  | 'part_missing'
  | 'no_text'
  | 'too_large'
  | 'too_many_pages';

/** One field at fault. `path` is a JSON pointer into the body, `?name` for a query parameter, '' for the whole. */
export interface FieldError {
  path: string;
  message: string;
}

/** How a file that is damaged is repaired: the sentence after the one that says so. */
export const SAVE_AGAIN = 'Open it in the program that made it and save it again, or have it sent once more.';

export interface RefusalOptions {
  errors?: FieldError[] | undefined;
  /** Seconds after which the same call may pass; becomes `Retry-After`. */
  retryAfterS?: number | undefined;
  /** What is wrong with the file, where a file is refused and a caller may act on it. */
  fault?: FileFault | undefined;
  /** A failed document: whether the same request may pass when it is sent again; by its code where absent. */
  retryable?: boolean | undefined;
  cause?: unknown;
}

export class Refusal extends Error {
  readonly code: RefusalCode;
  readonly errors: FieldError[];
  readonly retryAfterS: number | undefined;
  readonly fault: FileFault | undefined;
  readonly retryable: boolean | undefined;

  /** @param message one plain sentence: what was refused, why, and how to repair it */
  constructor(code: RefusalCode, message: string, options: RefusalOptions = {}) {
    super(message, { cause: options.cause });
    this.name = 'Refusal';
    this.code = code;
    this.errors = options.errors ?? [];
    this.retryAfterS = options.retryAfterS;
    this.fault = options.fault;
    this.retryable = options.retryable;
  }
}
