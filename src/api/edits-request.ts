/** The body of `POST /edits` (decisions §2, §5): a file, and what is to be done to it, operation by operation. */
import { RETENTIONS, type Retention } from '../contract/vocabulary.ts';
import { z } from 'zod';
import type { FieldError } from '../base/refusal.ts';
import { queryTargetSchema, withPlainTargets, type AskedOperation } from '../edits/resolve-targets.ts';
import { append } from '../base/append.ts';
import { BROUGHT_FIELDS } from '../base/brought-fields.ts';
import { EDIT_OPERATIONS, editOperationSchema, judgeOperation, schemaOfOperation } from '../edits/edit-operation.ts';
import { metadataSchema } from '../contract/document-request.ts';
import { fileReferenceSchema, type FileReference } from '../contract/file-reference.ts';
import { refuseFields } from './document-request.ts';
import { withoutNulls } from './absent-nulls.ts';
import { toFieldErrors } from './field-errors.ts';
import { readFileReference, type CheckUrl } from './file-reference.ts';
import { ERRORS_MAX, NAME_CHARS } from '../contract/limits.ts';
import { textField } from '../contract/text-field.ts';
import { textFits } from '../edits/text-fits.ts';
import { fieldsAt } from './known-fields.ts';
import { suggest } from './suggest.ts';
import { operationMeant } from '../edits/operation-meant.ts';

const OPERATIONS_MAX = 500;

const fields = {
  operations: z.array(editOperationSchema).min(1).max(OPERATIONS_MAX).describe('All addresses mean the file as it was sent.'),
  mode: z.enum(['direct', 'tracked']).optional().describe('`direct` where absent; `tracked` makes tracked changes of a Word file.'),
  preview: z.boolean().optional().describe('Say what would happen; nothing is made.'),
  author: textFits(1, 200).optional().describe('Of tracked changes and comments; the name of the key, or of the user, where absent.'),
  date: z.iso.datetime({ offset: true }).optional().describe('Of tracked changes and comments; now where absent.'),
  render: z
    .boolean()
    .optional()
    .describe('`false`: the changed file and the report alone, at once; no PDF, no pictures, no count of pages. `true` where absent.'),
  name: textField(NAME_CHARS).optional().describe('A name for the new document; that of the file where absent.'),
  metadata: metadataSchema
    .optional()
    .describe('Keys and values of yours, kept with the document: at most 50 keys of 1 to 64 characters, values of up to 500.'),
  retention: z.enum(RETENTIONS).optional().describe("How long content is kept after finishing; the project's setting where absent."),
};

export const editsRequestSchema = z.strictObject({ file: fileReferenceSchema.describe('The file to work on.'), ...fields }).meta({
  examples: [
    {
      file: 'doc_01JD8Y3V6QZ4T5W7X9A1B2C3D4',
      mode: 'tracked',
      operations: [{ op: 'replace_text', find: 'ten days', replace: 'thirty days' }],
    },
  ],
});

const shape = z.strictObject({ file: z.unknown(), ...fields });

export interface EditsRequest {
  file: FileReference;
  operations: AskedOperation[];
  mode: 'direct' | 'tracked';
  preview: boolean;
  author?: string | undefined;
  date?: string | undefined;
  render?: boolean | undefined;
  name?: string | undefined;
  metadata: Record<string, string>;
  retention?: Retention | undefined;
}

export type { AskedOperation };

function withSuggestion(issue: z.core.$ZodIssue): z.core.$ZodIssue {
  const { input, path } = issue;
  const meant =
    path[0] === 'op' && typeof input === 'string' && !EDIT_OPERATIONS.includes(input)
      ? (operationMeant(input, EDIT_OPERATIONS) ?? suggest(input, EDIT_OPERATIONS))
      : undefined;
  return meant === undefined ? issue : { ...issue, message: `${issue.message} Did you mean ${meant}?` };
}

/** Who sends a prompt here wants the other way of editing. */
const inWords = (error: FieldError): FieldError =>
  error.path === '/prompt'
    ? {
        ...error,
        message: 'Changes in words go to POST /v1/documents, with operation "edit", file and prompt; here operations say what changes.',
      }
    : error;

/** `to` may be a query too; `target` is judged with the whole request. */
function judgeAsked(operation: AskedOperation): z.core.$ZodIssue[] {
  const { to } = operation;
  const isQuery = typeof to === 'object' && to !== null;
  const issues = isQuery ? (queryTargetSchema.safeParse(to, { reportInput: true }).error?.issues ?? []) : [];
  return issues.length > 0
    ? issues.map((issue) => ({ ...issue, path: ['to', ...issue.path] }))
    : judgeOperation(withPlainTargets(operation));
}

/** What can be at each place of an operation; its schema is looked for once, and where something is wrong only. */
function knownIn(operation: AskedOperation): (path: readonly PropertyKey[]) => string[] {
  let schema: z.ZodType | undefined;
  return (path) => {
    schema ??= schemaOfOperation(operation);
    return schema === undefined ? [] : fieldsAt(schema, operation, path);
  };
}

/** Unknown properties of one object at which those that there are are listed: the list is the same for all. */
const LISTED_MAX = 3;

/** Faults up to which names are guessed that were meant: each guess looks at all there are, and who is wrong so often has not mistyped. */
const GUESSED_MAX = 10;

/** @param place of the operation in what was sent; told: faults that are known already */
function faultsOf(operation: AskedOperation, place: readonly PropertyKey[], told: number): FieldError[] {
  const known = knownIn(operation);
  const guess = told < GUESSED_MAX ? withSuggestion : (issue: z.core.$ZodIssue) => issue;
  const issues = judgeAsked(operation).map((issue) => ({ ...guess(issue), path: [...place, ...issue.path] }));
  return toFieldErrors(issues, '', undefined, (path) => known(path.slice(place.length)), LISTED_MAX);
}

const isWithUrl = (value: unknown): value is { url: string } =>
  typeof value === 'object' && value !== null && 'url' in value && typeof value.url === 'string';

/** Operations by themselves, as the command line takes them. @throws Refusal input_invalid with every field at fault */
export function judgeOperations(values: readonly unknown[]): AskedOperation[] {
  const parsed = fields.operations.safeParse(values, { reportInput: true });
  const errors: FieldError[] = parsed.success
    ? parsed.data.flatMap((operation, index) => faultsOf(operation, [index], index))
    : toFieldErrors(parsed.error.issues);
  if (!parsed.success || errors.length > 0) throw refuseFields(errors);
  return parsed.data;
}

/** The body with no more operations than are needed to say that there are too many. */
function withoutSurplus(body: unknown): unknown {
  if (typeof body !== 'object' || body === null || !('operations' in body) || !Array.isArray(body.operations)) return body;
  return { ...body, operations: body.operations.slice(0, OPERATIONS_MAX + 1) };
}

/** @throws Refusal input_invalid with every field at fault; file_too_large */
export function parseEditsRequest(given: unknown, checkUrl: CheckUrl): EditsRequest {
  const body = withoutNulls(shape, withoutSurplus(given));
  const parsed = shape.safeParse(body, { reportInput: true });
  const errors: FieldError[] = parsed.success
    ? []
    : toFieldErrors(parsed.error.issues, '', undefined, Object.keys(shape.shape)).map(inWords);
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (isObject && !('file' in body) && !errors.some(({ path }) => path === '/file'))
    errors.push({ path: '/file', message: 'This is required.' });
  const file = isObject && 'file' in body ? readFileReference(body.file, '/file', errors, checkUrl) : null;
  for (const [index, operation] of (parsed.data?.operations ?? []).entries()) {
    if (errors.length >= ERRORS_MAX) break;
    for (const field of BROUGHT_FIELDS) {
      const brought = operation[field];
      const wrong = isWithUrl(brought) ? checkUrl(brought.url) : null;
      if (wrong !== null) errors.push({ path: `/operations/${index}/${field}/url`, message: wrong });
    }
    append(errors, faultsOf(operation, ['operations', index], errors.length));
  }
  if (file === null || !parsed.success || errors.length > 0) throw refuseFields(errors);
  const { data } = parsed;
  return {
    file,
    operations: data.operations,
    mode: data.mode ?? 'direct',
    preview: data.preview ?? false,
    author: data.author,
    date: data.date,
    render: data.render,
    name: data.name,
    metadata: data.metadata ?? {},
    retention: data.retention,
  };
}
