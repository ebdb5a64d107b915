/**
 * The body of `POST /documents` (interface §4.1, decisions §8 "Requests"): every field by itself, then the rules between
 * fields, all problems of one request together.
 */
import { z } from 'zod';
import { Refusal, type FieldError } from '../base/refusal.ts';
import { readStyle } from '../document/style.ts';
import { FORMATS, OPERATIONS, QUALITY_LEVELS, RETENTIONS } from '../ports/record.ts';
import type { Format, Operation, QualityLevel, Retention } from '../ports/record.ts';
import {
  ERRORS_MAX,
  MARKDOWN_CHARS,
  METADATA_KEY_CHARS,
  METADATA_KEYS_MAX,
  METADATA_VALUE_CHARS_MAX,
  NAME_CHARS,
  PROMPT_CHARS,
  SOURCES_MAX,
  STYLE_CHARS,
} from './limits.ts';
import { describeText, textField } from './text-field.ts';
import { toFieldErrors, toPointer } from './field-errors.ts';
import { fileReferenceSchema, readFileReference, type CheckUrl, type FileReference } from './file-reference.ts';
import { findConflicts } from './field-conflicts.ts';

export const QUALITIES = ['auto', ...QUALITY_LEVELS] as const;

export const metadataSchema = z
  .record(z.string(), z.string())
  .superRefine((metadata, context) => {
    const entries = Object.entries(metadata);
    if (entries.length > METADATA_KEYS_MAX)
      context.addIssue({ code: 'custom', message: `This may have ${METADATA_KEYS_MAX} keys at most; it has ${entries.length}.` });
    for (const [key, value] of entries.slice(0, METADATA_KEYS_MAX)) {
      const wrongKey = describeText(key, METADATA_KEY_CHARS);
      if (wrongKey !== null) context.addIssue({ code: 'custom', path: [key], message: `The key: ${wrongKey}` });
      const wrongValue = describeText(value, { min: 0, max: METADATA_VALUE_CHARS_MAX });
      if (wrongValue !== null) context.addIssue({ code: 'custom', path: [key], message: wrongValue });
    }
  })
  .meta({
    maxProperties: METADATA_KEYS_MAX,
    propertyNames: { type: 'string', minLength: 1, maxLength: 64 },
    additionalProperties: { type: 'string', maxLength: METADATA_VALUE_CHARS_MAX },
  });

const fields = {
  operation: z.enum(OPERATIONS).optional().describe('`create` where absent.'),
  name: textField(NAME_CHARS, 'A name for the document; it also names downloaded files.').optional(),
  format: z.enum(FORMATS).optional().describe('The kind of file wanted. Without it the service infers it.'),
  prompt: textField(PROMPT_CHARS, 'What to write (create) or change (edit). Uses a model.').optional(),
  content: z
    .strictObject({ markdown: textField(MARKDOWN_CHARS) })
    .optional()
    .describe('Your own text in Markdown (create).'),
  style: textField(
    STYLE_CHARS,
    'The look in free words, or as JSON the style object of `style_applied`, whole or in part, which needs no model. What cannot be done is listed in `style_unsupported`.',
  ).optional(),
  quality: z.enum(QUALITIES).optional().describe('`auto` where absent; create and edit.'),
  max_quality: z.enum(QUALITY_LEVELS).optional().describe('With `quality: auto`: the highest level that the service may choose.'),
  stream: z.boolean().optional().describe('Answer with a stream of events.'),
  background: z.boolean().optional().describe('Answer 202 at once.'),
  metadata: metadataSchema.optional(),
  artifact: z
    .strictObject({ storage: z.enum(['local', 'shared']) })
    .optional()
    .describe('Artifacts only: where the page keeps its data.'),
  retention: z.enum(RETENTIONS).optional().describe("How long content is kept after finishing; the project's setting where absent."),
};

/** The body as it is documented. */
export const documentRequestSchema = z
  .strictObject({
    ...fields,
    sources: z
      .array(fileReferenceSchema)
      .max(SOURCES_MAX)
      .optional()
      .describe(
        'create only: documents (5 at most) to write from, pictures (10 at most) to place. With `content`, pictures are referenced as `![caption](img:N)`.',
      ),
    file: fileReferenceSchema.optional().describe('review and edit: the file to work on.'),
  })
  .meta({
    examples: [
      {
        format: 'docx',
        name: 'Plan for 2027',
        content: {
          markdown:
            '# Plan for 2027\n\nWe will open **two** offices.\n\n| City | Month |\n|---|---|\n| Lisbon | March |\n| Vigo | June |\n',
        },
      },
    ],
  });

// File references are read one by one (file-reference.ts), so that each error points into the form that was meant.
const bodySchema = z.strictObject({ ...fields, sources: z.array(z.unknown()).optional(), file: z.unknown().optional() });

export interface DocumentRequest {
  operation: Operation;
  name?: string | undefined;
  format?: Format | undefined;
  prompt?: string | undefined;
  content?: { markdown: string } | undefined;
  style?: string | undefined;
  sources: FileReference[];
  file?: FileReference | undefined;
  quality: 'auto' | QualityLevel;
  maxQuality?: QualityLevel | undefined;
  metadata: Record<string, string>;
  artifact?: { storage: 'local' | 'shared' } | undefined;
  retention?: Retention | undefined;
}

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
 * @param body any JSON value
 * @param earlier errors found outside the body (query parameters), reported with those of the body
 * @throws Refusal input_invalid with every field at fault; file_too_large for bytes over 20 MB
 */
export function parseDocumentRequest(body: unknown, checkUrl: CheckUrl, earlier: readonly FieldError[] = []): ParsedDocumentRequest {
  const errors: FieldError[] = [...earlier];
  const parsed = bodySchema.safeParse(body, { reportInput: true });
  if (!parsed.success) errors.push(...toFieldErrors(parsed.error.issues));
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  const { sources, file, tooLarge } = isObject ? readReferences(body, errors, checkUrl) : { sources: [], file: undefined, tooLarge: null };
  if (isObject) errors.push(...findConflicts(new Map(Object.entries(body)), errors));
  if (parsed.success) errors.push(...styleErrors(parsed.data.style));
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
