/**
 * The body of `POST /documents` (interface §4.1, decisions §8 "Requests"): every field by itself, then the rules between
 * fields, all problems of one request together.
 */
import { append } from '../base/append.ts';
import { z } from 'zod';
import { Refusal, type FieldError } from '../base/refusal.ts';
import { documentRequestFields, type DocumentRequest } from '../contract/document-request.ts';
import type { FileReference } from '../contract/file-reference.ts';
import { ERRORS_MAX, SOURCES_MAX } from '../contract/limits.ts';
import { readStyle } from '../document/style.ts';
import { withoutNulls } from './absent-nulls.ts';
import { toFieldErrors, toPointer } from './field-errors.ts';
import { readFileReference, type CheckUrl } from './file-reference.ts';
import { findConflicts } from './field-conflicts.ts';

const NAMES = [...Object.keys(documentRequestFields), 'sources', 'file'];

const namesAt = ([first, ...rest]: readonly PropertyKey[]): readonly string[] => {
  if (first === undefined) return NAMES;
  return first === 'content' && rest.length === 0 ? ['markdown'] : [];
};

// File references are read one by one (file-reference.ts), so that each error points into the form that was meant.
const bodySchema = z.strictObject({ ...documentRequestFields, sources: z.array(z.unknown()).optional(), file: z.unknown().optional() });

export interface ParsedDocumentRequest {
  request: DocumentRequest;
  /** How the client wants to be answered. */
  stream: boolean;
  background: boolean;
}

function styleErrors(style: string | undefined): FieldError[] {
  const read = style === undefined ? undefined : readStyle(style);
  return read?.kind === 'wrong' ? read.problems.map((message) => ({ path: '/style', message })) : [];
}

/**
 * @param given any JSON value; null is as good as absent
 * @param earlier errors found outside the body (query parameters), reported with those of the body
 * @throws Refusal input_invalid with every field at fault; file_too_large for bytes over 20 MB
 */
export function parseDocumentRequest(given: unknown, checkUrl: CheckUrl, earlier: readonly FieldError[] = []): ParsedDocumentRequest {
  const errors: FieldError[] = [...earlier];
  const body = withoutNulls(bodySchema, given);
  const parsed = bodySchema.safeParse(body, { reportInput: true });
  if (!parsed.success) append(errors, toFieldErrors(parsed.error.issues, '', toPointer, namesAt));
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const { sources, file, tooLarge } = isObject ? readReferences(body, errors, checkUrl) : { sources: [], file: undefined, tooLarge: null };
  if (isObject) append(errors, findConflicts(new Map(Object.entries(body)), errors));
  if (parsed.success) append(errors, styleErrors(parsed.data.style));
  if (errors.length > 0 || !parsed.success) throw refuseFields(errors);
  if (tooLarge !== null) throw tooLarge;
  const { data } = parsed;
  const request: DocumentRequest = {
    operation: data.operation ?? 'create',
    name: data.name,
    format: data.format,
    prompt: data.prompt,
    // U+0000 and unpaired surrogates become U+FFFD, as CommonMark §2.3 has it.
    content: data.content === undefined ? undefined : { markdown: data.content.markdown.replaceAll('\0', '\ufffd').toWellFormed() },
    style: data.style,
    sources,
    file,
    quality: data.quality ?? 'auto',
    maxQuality: data.max_quality,
    metadata: data.metadata ?? {},
    artifact: data.artifact,
    retention: data.retention,
  };
  return { request, stream: data.stream ?? false, background: data.background ?? false };
}

/** One refusal for all fields at fault. */
export function refuseFields(errors: readonly FieldError[]): Refusal {
  const first = errors[0];
  const rest = errors.length - 1;
  const where = first === undefined || first.path === '' ? '' : `${first.path}: `;
  const more = rest > 0 ? ` (and ${rest} more; see errors)` : '';
  return new Refusal('input_invalid', `${where}${first?.message ?? 'The request is invalid.'}${more}`, {
    errors: errors.slice(0, ERRORS_MAX),
  });
}

interface References {
  sources: FileReference[];
  file: FileReference | undefined;
  tooLarge: Refusal | null;
}

function readReferences(body: object, errors: FieldError[], checkUrl: CheckUrl): References {
  const sources: FileReference[] = [];
  let tooLarge: Refusal | null = null;
  const read = (value: unknown, pointer: string): FileReference | null => {
    try {
      return readFileReference(value, pointer, errors, checkUrl);
    } catch (error) {
      // A file that is too large is answered once the fields are known to be right: 422 goes before it.
      if (!(error instanceof Refusal)) throw error;
      tooLarge ??= error;
      return null;
    }
  };
  if ('sources' in body && Array.isArray(body.sources)) {
    const items: unknown[] = body.sources;
    if (items.length > SOURCES_MAX)
      errors.push({ path: '/sources', message: `This may have ${SOURCES_MAX} items at most; it has ${items.length}.` });
    for (const [index, item] of items.slice(0, SOURCES_MAX).entries()) {
      const reference = read(item, toPointer(['sources', index]));
      if (reference !== null) sources.push(reference);
    }
  }
  const file = 'file' in body && body.file !== undefined ? (read(body.file, '/file') ?? undefined) : undefined;
  return { sources, file, tooLarge };
}
