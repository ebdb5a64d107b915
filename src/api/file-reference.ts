/** The four forms in which a request names a file (interface §4.1, "File reference forms"). */
import { append } from '../base/append.ts';
import { z } from 'zod';
import { cleanFilename } from '../base/file-name.ts';
import { Refusal, type FieldError } from '../base/refusal.ts';
import type { FileReference } from '../contract/file-reference.ts';
import { DATA_CHARS_MAX, FILE_BYTES_MAX, FILENAME_CHARS, URL_CHARS_MAX } from '../contract/limits.ts';
import { describeText, textField } from '../contract/text-field.ts';
import { toFieldErrors } from './field-errors.ts';

/** Null where the address may be fetched as it is written, else what is wrong with it, in one sentence. */
export type CheckUrl = (url: string) => string | null;

// What is checked by hand has looser schemas here: an address is judged by CheckUrl, base64 by decodeBase64.
const urlShape = z.strictObject({ url: z.string(), filename: textField(FILENAME_CHARS).optional() });
/** What is wrong with a name that has nothing left once it is cleaned. */
export const NO_FILENAME = 'without folders and control characters, is empty; send a name such as report.docx.';

/** The name as the file is listed and downloaded, without folders; null, and a fault at `${pointer}/filename`, where nothing is left of it. */
function filenameOf(given: string, pointer: string, errors: FieldError[]): string | null {
  const filename = cleanFilename(given);
  if (filename === null) errors.push({ path: `${pointer}/filename`, message: `The name, ${NO_FILENAME}` });
  return filename;
}

const dataShape = z.strictObject({ data: z.string(), filename: textField(FILENAME_CHARS) });

/**
 * @param pointer where the reference is in the body, e.g. `/sources/2`
 * @param errors receives what is wrong; then the result is null
 * @throws Refusal file_too_large for bytes over 20 MB
 */
export function readFileReference(value: unknown, pointer: string, errors: FieldError[], checkUrl: CheckUrl): FileReference | null {
  if (typeof value === 'string') return readId(value, pointer, errors);
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    errors.push({ path: pointer, message: 'This must be a file id, a document id, {url, filename?} or {data, filename}.' });
    return null;
  }
  if ('url' in value) return readUrlReference(value, pointer, errors, checkUrl);
  if ('data' in value) return readDataReference(value, pointer, errors);
  const [id] = Object.values(value).filter((one): one is string => typeof one === 'string' && /^(?:file|doc)_\w{1,64}$/.test(one));
  const message =
    id === undefined
      ? 'This must hold url (a file to download) or data (its bytes in base64); a file or document that is here is named by its id alone.'
      : `A file or document that is here is named by its id alone: "${id}".`;
  errors.push({ path: pointer, message });
  return null;
}

function readId(value: string, pointer: string, errors: FieldError[]): FileReference | null {
  if (value.startsWith('file_')) return { kind: 'file', fileId: value };
  if (value.startsWith('doc_')) return { kind: 'document', documentId: value };
  errors.push({
    path: pointer,
    message: /^https?:\/\//i.test(value)
      ? `An address is sent as an object: {"url": ${JSON.stringify(value.slice(0, 200))}}.`
      : 'A reference by id begins with file_ or doc_; upload a file with POST /files, or send {"data": …, "filename": …}.',
  });
  return null;
}

/** `{url, filename?}`, as POST /files takes it too. */
export function readUrlReference(value: object, pointer: string, errors: FieldError[], checkUrl: CheckUrl): FileReference | null {
  const parsed = urlShape.safeParse(value, { reportInput: true });
  const found = parsed.success ? [] : toFieldErrors(parsed.error.issues, pointer);
  const url: unknown = 'url' in value ? value.url : undefined;
  if (typeof url === 'string') {
    const wrong = describeText(url, { min: 1, max: URL_CHARS_MAX }) ?? checkUrl(url);
    if (wrong !== null) found.push({ path: `${pointer}/url`, message: wrong });
  }
  const given = parsed.success ? parsed.data.filename : undefined;
  const filename = given === undefined ? undefined : filenameOf(given, pointer, found);
  append(errors, found);
  return parsed.success && found.length === 0 && filename !== null ? { kind: 'url', url: parsed.data.url, filename } : null;
}

/** `{data, filename}`, as POST /files takes it too. @throws Refusal file_too_large */
export function readDataReference(value: object, pointer: string, errors: FieldError[]): FileReference | null {
  const data: unknown = 'data' in value ? value.data : undefined;
  // a large body comes with its files decoded
  let bytes = data instanceof Uint8Array ? data : null;
  const parsed = dataShape.safeParse(bytes === null ? value : { ...value, data: '' }, { reportInput: true });
  const found = parsed.success ? [] : toFieldErrors(parsed.error.issues, pointer);
  if (typeof data === 'string') {
    const decoded = decodeBase64(data);
    if (typeof decoded === 'string') found.push({ path: `${pointer}/data`, message: decoded });
    else bytes = decoded;
  }
  const filename = parsed.success ? filenameOf(parsed.data.filename, pointer, found) : null;
  append(errors, found);
  if (!parsed.success || bytes === null || filename === null || found.length > 0) return null;
  refuseTooLarge(bytes.length, `${pointer}/data`);
  return { kind: 'data', bytes, filename };
}

/** @throws Refusal file_too_large beyond 20 MB */
function refuseTooLarge(bytes: number, pointer: string): void {
  if (bytes <= FILE_BYTES_MAX) return;
  throw new Refusal('file_too_large', 'A file may have 20 MB (20,971,520 bytes).', {
    errors: [{ path: pointer, message: 'The file is over 20 MB.' }],
  });
}

/** RFC 4648 §4 with optional padding: the bytes, or one sentence that says what is wrong. */
export function decodeBase64(data: string): Uint8Array | string {
  if (data.length === 0) return 'This must not be empty.';
  if (data.length > DATA_CHARS_MAX) return `This may have ${DATA_CHARS_MAX} characters at most.`;
  if (data.startsWith('data:')) return 'Send the base64 alone, without the prefix data:…;base64,';
  const padding = data.endsWith('==') ? 2 : data.endsWith('=') ? 1 : 0;
  const digits = data.length - padding;
  const complete = padding === 0 ? digits % 4 !== 1 : data.length % 4 === 0;
  if (!complete || !/^[A-Za-z0-9+/]+$/.test(padding === 0 ? data : data.slice(0, digits))) {
    return 'This is not base64 (standard alphabet, no line breaks, padding optional).';
  }
  return Buffer.from(data, 'base64');
}
