/** Checks that a webhook comes from the service (Standard Webhooks): its signature, over the raw body, and its age. */
import type { BalanceLowEvent, DocumentEvent, WebhookEndpointDisabledEvent, WebhookTestEvent } from './contract.ts';

/** The request is not from the service, or not fresh: answer 400 and do nothing. */
export class WebhookVerificationError extends Error {
  override readonly name = 'WebhookVerificationError';
}

/** An event as a webhook brings it. Handle each `id` once: repeats come under the same one. Ignore types that you do not know. */
export type WebhookEvent = DocumentEvent | BalanceLowEvent | WebhookTestEvent | WebhookEndpointDisabledEvent;

export interface SignedRequest {
  /** As it came, byte for byte: a body that was parsed and written again has another signature. */
  body: string | Uint8Array;
  headers: Headers | Record<string, string | string[] | undefined>;
}

export interface VerifyOptions {
  /** `whsec_…`; several while one is rotated. */
  secret: string | readonly string[];
  /** How old or how far ahead the request may be; 300 where absent. */
  toleranceSeconds?: number;
  /** For tests. */
  now?: Date;
}

const PREFIX = 'whsec_';
const TOLERANCE_S = 300;

function headerOf(headers: SignedRequest['headers'], name: string): string {
  const value = headers instanceof Headers ? headers.get(name) : Object.entries(headers).find(([key]) => key.toLowerCase() === name)?.[1];
  const text = Array.isArray(value) ? value[0] : value;
  if (typeof text !== 'string' || text === '') throw new WebhookVerificationError(`the header ${name} is missing`);
  return text;
}

/** null where the text is not base64. */
function fromBase64(text: string): Uint8Array<ArrayBuffer> | null {
  try {
    return Uint8Array.from(globalThis.atob(text), (character) => character.charCodeAt(0));
  } catch (error) {
    if (error instanceof DOMException) return null;
    throw error;
  }
}

async function keyOf(secret: string) {
  const bytes = fromBase64(secret.startsWith(PREFIX) ? secret.slice(PREFIX.length) : secret);
  if (bytes === null || bytes.length === 0)
    throw new WebhookVerificationError('the secret is not one of the service: it looks like whsec_…');
  return globalThis.crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/**
 * The event of a request that was signed with the secret; signatures are compared in constant time.
 * @throws WebhookVerificationError where headers are missing, the signature is another one, or the request is too old
 */
export async function verifyWebhook(request: SignedRequest, options: VerifyOptions): Promise<WebhookEvent> {
  const { headers } = request;
  const [id, timestamp, signature] = [
    headerOf(headers, 'webhook-id'),
    headerOf(headers, 'webhook-timestamp'),
    headerOf(headers, 'webhook-signature'),
  ];
  const tolerance = options.toleranceSeconds ?? TOLERANCE_S;
  const apart = Math.abs((options.now?.getTime() ?? Date.now()) / 1_000 - Number(timestamp));
  if (!/^\d{1,12}$/.test(timestamp) || apart > tolerance)
    throw new WebhookVerificationError(`the request is over ${tolerance} seconds off`);
  const body = typeof request.body === 'string' ? new TextEncoder().encode(request.body) : request.body;
  const head = new TextEncoder().encode(`${id}.${timestamp}.`);
  const signed = new Uint8Array(head.length + body.length);
  signed.set(head);
  signed.set(body, head.length);
  const given = signature
    .split(' ')
    .filter((part) => part.startsWith('v1,'))
    .map((part) => fromBase64(part.slice('v1,'.length)));
  for (const secret of typeof options.secret === 'string' ? [options.secret] : options.secret) {
    const key = await keyOf(secret);
    for (const one of given)
      if (one !== null && (await globalThis.crypto.subtle.verify('HMAC', key, one, signed)))
        return JSON.parse(new TextDecoder().decode(body)) as WebhookEvent;
  }
  throw new WebhookVerificationError('no signature of this request is of the secret');
}
