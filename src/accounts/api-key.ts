/** API keys: `ak_<region>_<secret>` (interface §5). Only their SHA-256 is kept: the secret is random, so nothing slower is needed. */
import { createHash } from 'node:crypto';

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
/** 32 characters of base 62 are 190 bits. */
const SECRET_CHARS = 32;
/** Characters of the secret that are shown in lists, so that a person knows a key again. */
const SHOWN_CHARS = 4;

/** Gives `bytes` unpredictable bytes. */
export type Random = (bytes: number) => Uint8Array;

export interface ParsedKey {
  region: string;
  secret: string;
}

export function makeKey(region: string, random: Random): string {
  let secret = '';
  while (secret.length < SECRET_CHARS) {
    for (const byte of random(SECRET_CHARS)) {
      // 248 = 4 × 62: larger values would make some characters likelier than others.
      if (byte < 248 && secret.length < SECRET_CHARS) secret += BASE62.charAt(byte % 62);
    }
  }
  return `ak_${region}_${secret}`;
}

/** null where the text is not a valid one. Keys that operators choose themselves may be shorter than ours. */
export function parseKey(key: string): ParsedKey | null {
  const match = /^ak_([a-z0-9-]{1,32})_([A-Za-z0-9_-]{1,200})$/.exec(key);
  const [, region, secret] = match ?? [];
  return region === undefined || secret === undefined ? null : { region, secret };
}

export function hashKey(key: string): Uint8Array {
  return createHash('sha256').update(key).digest();
}

/** The beginning of a key for lists: `ak_eu_3fZk…`. */
export function prefixOf(key: string): string {
  const parsed = parseKey(key);
  return parsed === null
    ? 'ak_'
    : `ak_${parsed.region}_${parsed.secret.slice(0, Math.min(SHOWN_CHARS, Math.floor(parsed.secret.length / 4)))}`;
}
