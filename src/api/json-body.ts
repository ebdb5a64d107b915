/**
 * The bytes of a request as a JSON value that is safe to look at: strict UTF-8 and JSON (RFC 8259), no nesting that
 * could exhaust a stack, no `__proto__`, and no text that the database cannot hold.
 */
import { Refusal, type FieldError } from '../base/refusal.ts';
import { ERRORS_MAX, JSON_DEPTH_MAX, JSON_KEYS_MAX, JSON_VALUES_MAX } from '../contract/limits.ts';
import { toPointer } from './field-errors.ts';

/** Pointers whose text is repaired rather than refused: Markdown has its own rule for such characters (CommonMark §2.3). */
const MENDED_POINTERS: ReadonlySet<string> = new Set(['/content/markdown']);

/** @param valuesMax of the whole body. @throws Refusal input_invalid: at '' where the bytes are not JSON, else at the place that is unsafe */
export function parseJsonBody(bytes: Uint8Array, valuesMax: number = JSON_VALUES_MAX): unknown {
  boundValues(bytes, valuesMax);
  const value = parseText(decodeUtf8(bytes));
  const errors = findUnsafe(value);
  if (errors.length > 0) throw unsafe(errors);
  return value;
}

const [QUOTE, COMMA, BACKSLASH] = [0x22, 0x2c, 0x5c];
const OPENS: ReadonlySet<number> = new Set([0x5b, 0x7b]);
const CLOSES: ReadonlySet<number> = new Set([0x5d, 0x7d]);

/** The index behind the string that begins at `from`; -1 where it does not end. */
function endOfString(bytes: Uint8Array, from: number): number {
  for (let end = bytes.indexOf(QUOTE, from + 1); end >= 0; end = bytes.indexOf(QUOTE, end + 1)) {
    let escapes = 0;
    while (bytes[end - 1 - escapes] === BACKSLASH) escapes++;
    if (escapes % 2 === 0) return end + 1;
  }
  return -1;
}

/**
 * Counts values and levels before any of them is built: what a parser makes of many small values is forty times their bytes. Texts
 * are passed over, so that a body of one large file costs next to nothing.
 */
function boundValues(bytes: Uint8Array, valuesMax: number): void {
  const { values, depth } = countValues(bytes, valuesMax);
  if (depth > JSON_DEPTH_MAX) throw unsafe([{ path: '', message: TOO_DEEP }]);
  if (values > valuesMax) throw unsafe([{ path: '', message: tooMany(valuesMax) }]);
}

/** How many values a body of JSON holds and how deep it is, as far as neither is too much: it is read no further then. */
export function countValues(bytes: Uint8Array, valuesMax: number): { values: number; depth: number } {
  let [values, depth] = [0, 0];
  for (let at = 0; at >= 0 && at < bytes.length; at++) {
    const byte = bytes[at] ?? 0;
    if (byte === QUOTE) {
      at = endOfString(bytes, at);
      if (at < 0) break;
      at--;
    } else if (byte === COMMA) values++;
    else if (OPENS.has(byte)) depth++;
    else if (CLOSES.has(byte)) depth--;
    if (depth > JSON_DEPTH_MAX || values > valuesMax) break;
  }
  return { values, depth };
}

const TOO_DEEP = `The body is nested deeper than ${JSON_DEPTH_MAX} levels.`;
const tooMany = (valuesMax: number): string => `The body holds more than ${valuesMax} values.`;

const unsafe = (errors: FieldError[]): Refusal =>
  new Refusal('input_invalid', 'The request holds values that cannot be taken.', { errors });

function decodeUtf8(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw malformed('The body is not valid UTF-8.', cause);
  }
}

function parseText(text: string): unknown {
  if (text.trim() === '') throw malformed('The body is empty; send a JSON object.');
  try {
    const value: unknown = JSON.parse(text);
    return value;
  } catch (cause) {
    throw malformed(`The body is not valid JSON${cause instanceof SyntaxError ? describeFault(text, cause) : ''}.`, cause);
  }
}

/** Longer texts are not searched for a place that the engine does not name. */
const SEARCHED_CHARS_MAX = 1_000_000;

/** Whether a text that is cut after `length` characters fails only because it ends there. */
function endsEarly(text: string, length: number): boolean {
  try {
    JSON.parse(text.slice(0, length));
    return true;
  } catch (error) {
    const message = error instanceof SyntaxError ? error.message : '';
    const position = /at position (\d+)/.exec(message)?.[1];
    return /^(?:Unexpected end|Unterminated string)/.test(message) || Number(position) >= length;
  }
}

/** Place of the first character that cannot follow: the engine names it for some faults only, and quotes the text besides. */
function findFault(text: string, { message }: SyntaxError): number | undefined {
  const position = /at position (\d+)/.exec(message)?.[1];
  if (position !== undefined) return Number(position);
  if (text.length > SEARCHED_CHARS_MAX) return undefined;
  let [fine, wrong] = [0, text.length];
  while (wrong - fine > 1) {
    const middle = (fine + wrong) >> 1;
    if (endsEarly(text, middle)) fine = middle;
    else wrong = middle;
  }
  return fine;
}

function describeFault(text: string, error: SyntaxError): string {
  const position = error.message.startsWith('Unexpected end') ? text.length : findFault(text, error);
  if (position === undefined) return '';
  if (position >= text.trimEnd().length) return ': it ends in the middle; close what is open';
  const before = text.slice(0, position).split('\n');
  return `: see line ${before.length}, column ${(before.at(-1)?.length ?? 0) + 1}`;
}

function malformed(message: string, cause?: unknown): Refusal {
  return new Refusal('input_invalid', message, { errors: [{ path: '', message }], cause });
}

interface Place {
  value: unknown;
  key: string;
  parent: Place | null;
  depth: number;
}

/** Walks with a list of its own rather than by recursion: the value may be nested a million times. */
function findUnsafe(root: unknown): FieldError[] {
  const errors: FieldError[] = [];
  const open: Place[] = [{ value: root, key: '', parent: null, depth: 0 }];
  let places = 1;
  for (let place = open.pop(); place !== undefined && errors.length < ERRORS_MAX; place = open.pop()) {
    const { value, depth } = place;
    if (typeof value === 'string') {
      const message = describeUnsafeText(value);
      if (message !== null && !MENDED_POINTERS.has(pointerTo(place))) errors.push({ path: pointerTo(place), message });
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth >= JSON_DEPTH_MAX) return [{ path: '', message: TOO_DEEP }];
    const keys = Array.isArray(value) && value.length > JSON_VALUES_MAX ? null : Object.keys(value);
    places += keys?.length ?? JSON_VALUES_MAX;
    if (keys === null || places > JSON_VALUES_MAX) return [{ path: '', message: tooMany(JSON_VALUES_MAX) }];
    if (!Array.isArray(value) && keys.length > JSON_KEYS_MAX)
      return [{ path: pointerTo(place), message: `This may have ${JSON_KEYS_MAX} properties at most; it has ${keys.length}.` }];
    for (const [key, child] of Object.entries(value)) {
      const childPlace = { value: child, key, parent: place, depth: depth + 1 };
      if (key === '__proto__') errors.push({ path: pointerTo(childPlace), message: 'There is no such property here; leave it out.' });
      else if (describeUnsafeText(key) !== null)
        errors.push({ path: pointerTo(place), message: 'A property name holds U+0000 or half of a surrogate pair.' });
      else open.push(childPlace);
    }
  }
  return errors.reverse();
}

function pointerTo(place: Place): string {
  const path: string[] = [];
  for (let at: Place | null = place; at !== null && at.parent !== null; at = at.parent) path.unshift(at.key);
  return toPointer(path);
}

/** U+0000 and unpaired surrogates are no characters that PostgreSQL's text and JSON types can hold. */
function describeUnsafeText(text: string): string | null {
  if (text.includes('\0')) return 'This must not hold the character U+0000.';
  return text.isWellFormed()
    ? null
    : 'This must not hold half of a surrogate pair (U+D800 to U+DFFF); the text was cut inside a character.';
}

const digests = new WeakMap<Uint8Array, string>();

/** Of bytes that came as base64 and are decoded in the value of a body: what stands for them in `canonicalJson`. */
export function keepDigest(bytes: Uint8Array, sha256: string): void {
  digests.set(bytes, sha256);
}

/** JSON of a value with sorted keys: equal for equal values, whatever the order of their keys (decisions §8, idempotency). */
export function canonicalJson(value: unknown): string {
  if (value instanceof Uint8Array) return JSON.stringify(`sha256:${digests.get(value) ?? ''}`);
  if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
  if (typeof value === 'object' && value !== null) {
    const entries = Object.entries(value).toSorted(([left], [right]) => (left < right ? -1 : 1));
    return `{${entries.map(([key, child]) => `${JSON.stringify(key)}:${canonicalJson(child)}`).join(',')}}`;
  }
  return JSON.stringify(value) ?? 'null';
}
