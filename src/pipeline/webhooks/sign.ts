/** Signatures by the Standard Webhooks scheme (https://www.standardwebhooks.com): HMAC-SHA256 over `id.timestamp.body`. */
import { createHmac } from 'node:crypto';

const PREFIX = 'whsec_';
const SECRET_BYTES = 32;

/** A new secret: `whsec_` and the key in base64. @param random gives unpredictable bytes */
export const makeSecret = (random: (bytes: number) => Uint8Array): string => PREFIX + Buffer.from(random(SECRET_BYTES)).toString('base64');

/**
 * Headers of one attempt; every secret signs, so that a receiver that knows one of them verifies.
 * @param at time of the attempt
 */
export function signedHeaders(message: { id: string; at: Date; body: string }, secrets: readonly string[]): Record<string, string> {
  const timestamp = Math.floor(message.at.getTime() / 1_000);
  const signatures = secrets.map((secret) => {
    const key = Buffer.from(secret.slice(PREFIX.length), 'base64');
    return `v1,${createHmac('sha256', key).update(`${message.id}.${timestamp}.${message.body}`).digest('base64')}`;
  });
  return {
    'content-type': 'application/json',
    'webhook-id': message.id,
    'webhook-timestamp': String(timestamp),
    'webhook-signature': signatures.join(' '),
  };
}
