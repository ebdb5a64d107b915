/** The body of a request as the log keeps it: small, JSON, and without what opens something. */

/** A longer body is not kept: a document of a few pages fits. */
const BODY_CHARS_MAX = 16_384;
/** Base64 beyond this is bytes of a file. */
const INLINE_CHARS_MAX = 200;

const SECRET_NAME = /secret|password|passphrase|token|api[-_]?key|authorization|credential/i;
const SECRET_TEXT = /\b(?:ak|whsec|sk|rk|pk|ghp|xox[abp])_[\w-]{8,}/g;

/** A text without keys in it. */
export const maskSecrets = (text: string): string =>
  text.replaceAll(SECRET_TEXT, (found) => `${found.slice(0, found.indexOf('_') + 1)}[left out]`);

/** An address without its user and query, where signatures and tokens are. */
function maskUrl(text: string): string {
  if (!/^[a-z][a-z0-9+.-]*:\/\//i.test(text) || !URL.canParse(text)) return maskSecrets(text);
  const url = new URL(text);
  if (url.search === '' && url.username === '' && url.password === '') return maskSecrets(text);
  return maskSecrets(`${url.protocol}//${url.host}${url.pathname}${url.search === '' ? '' : '?[left-out]'}`);
}

function mask(value: unknown, name = ''): unknown {
  if (Array.isArray(value)) return value.map((item) => mask(item, name));
  if (typeof value === 'object' && value !== null)
    return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, mask(inner, key)]));
  if (value === null || typeof value === 'boolean') return value;
  if (SECRET_NAME.test(name)) return '[left out]';
  if (typeof value !== 'string') return value;
  if (name === 'data' && value.length > INLINE_CHARS_MAX) return `[${value.length} characters left out]`;
  return maskUrl(value);
}

/** What is kept of a body, and the retention that it asks for itself. */
export interface KeptBody {
  text: string;
  retention: string | undefined;
}

/** What may be kept of a body; null where it is no JSON object, or too long. */
export function keepBody(bytes: Uint8Array): KeptBody | null {
  // what is left out may be long: files as base64
  if (bytes.length === 0 || bytes.length > 100 * BODY_CHARS_MAX) return null;
  let body: unknown;
  try {
    body = JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
  } catch (error) {
    if (error instanceof SyntaxError || error instanceof TypeError) return null;
    throw error;
  }
  if (typeof body !== 'object' || body === null || Array.isArray(body)) return null;
  const text = JSON.stringify(mask(body));
  if (text.length > BODY_CHARS_MAX) return null;
  return { text, retention: 'retention' in body && typeof body.retention === 'string' ? body.retention : undefined };
}
