/** `Idempotency-Key`, and what it binds: the method, the path and the JSON value of a request (decisions §8). */
import { createHash } from 'node:crypto';
import type { FastifyRequest } from 'fastify';
import type { FieldError } from '../base/refusal.ts';
import { canonicalJson } from '../api/json-body.ts';
import { describeIdempotencyKey } from '../api/queries.ts';

export interface IdempotencyKey {
  key: string;
  fingerprint: string;
}

/** What a key binds. @param endpoint `POST /v1/documents` */
export const fingerprintOf = (endpoint: string, body: unknown): string =>
  createHash('sha256')
    .update(`${endpoint}\n${canonicalJson(body)}`)
    .digest('hex');

/**
 * @param fingerprint of the request, asked for where it has a key
 * @param errors receives what is wrong with the header
 */
export function readIdempotencyKey(request: FastifyRequest, fingerprint: () => string, errors: FieldError[]): IdempotencyKey | null {
  const header = request.headers['idempotency-key'];
  if (header === undefined) return null;
  const key = Array.isArray(header) ? header.join(', ') : header;
  const wrong = describeIdempotencyKey(key);
  if (wrong !== null) {
    errors.push({ path: '', message: wrong });
    return null;
  }
  return { key, fingerprint: fingerprint() };
}
