/** What one row of the table of endpoints says. */
import type { z } from 'zod';
import type { RefusalCode } from '../../base/refusal.ts';
import type { Permission } from '../../contract/vocabulary.ts';

type Method = 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';

/** Headers of answers, by the names of `RESPONSE_HEADERS` in `openapi.ts`; every answer has `Request-Id` besides. */
export type AnswerHeader = 'Document-Id' | 'Location' | 'Retry-After' | 'Idempotent-Replayed' | 'Content-Disposition' | 'Not-Tracked';

export interface Answer {
  description: string;
  /** JSON of this shape. */
  schema?: z.ZodType;
  /** The same answer in other media types, by what the request asks for: bytes, or events as they happen. */
  also?: Readonly<Record<string, 'bytes' | 'events'>>;
  headers?: readonly AnswerHeader[];
}

export interface Endpoint {
  method: Method;
  /** Under `/v1`; parameters in braces, by the names of `PATH_PARAMETERS`. */
  path: string;
  tag: 'Documents' | 'Artifacts' | 'Edits' | 'Files' | 'Webhooks' | 'Money' | 'Dashboard';
  /** What it asks of its caller; `read` of a GET and `write` of others where absent. */
  needs?: Permission;
  summary: string;
  description: string;
  query?: z.ZodObject;
  /** Filters that name metadata: `metadata[key]=value`. */
  metadataFilter?: true;
  /** Request header → what it is for. */
  headers?: Readonly<Record<string, string>>;
  /** A form has the field `file` with the bytes, and these fields besides. */
  body?: { json: z.ZodType; form?: z.ZodObject };
  answers: Readonly<Record<number, Answer>>;
  /** Besides those that every endpoint has (unauthorized, region_mismatch, internal_error, service_unavailable). */
  refusals: readonly RefusalCode[];
}

/** Of a file sent as a form beside the file itself. */
export const IDEMPOTENCY_HEADER = {
  'Idempotency-Key': 'The same key with the same body within 24 h gives the same document, never a second one.',
};

/** Refusals of an endpoint that is about one thing, and of one that takes a body. */
export const OF_ONE = ['not_found', 'input_invalid'] as const;
export const OF_BODY = ['input_invalid', 'unsupported_media_type', 'payload_too_large'] as const;
