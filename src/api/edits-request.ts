/** The body of `POST /edits` (decisions §2, §5): a file, and what is to be done to it, operation by operation. */
import { RETENTIONS, type Retention } from '../contract/vocabulary.ts';
import { z } from 'zod';
import type { FieldError } from '../base/refusal.ts';
import type { EditOperation } from '../edits/apply-edits.ts';
import { EDIT_OPERATIONS, editOperationSchema, judgeOperation } from '../edits/edit-operation.ts';
import { metadataSchema } from '../contract/document-request.ts';
import { fileReferenceSchema, type FileReference } from '../contract/file-reference.ts';
import { refuseFields } from './document-request.ts';
import { toFieldErrors } from './field-errors.ts';
import { readFileReference, type CheckUrl } from './file-reference.ts';
import { ERRORS_MAX, NAME_CHARS } from '../contract/limits.ts';
import { textField } from '../contract/text-field.ts';
import { didYouMean } from './suggest.ts';

const OPERATIONS_MAX = 500;

const fields = {
  operations: z.array(editOperationSchema).min(1).max(OPERATIONS_MAX).describe('All addresses mean the file as it was sent.'),
  mode: z.enum(['direct', 'tracked']).optional().describe('`direct` where absent; `tracked` makes tracked changes of a Word file.'),
  preview: z.boolean().optional().describe('Say what would happen; nothing is made.'),
  name: textField(NAME_CHARS).optional(),
  metadata: metadataSchema.optional(),
  retention: z.enum(RETENTIONS).optional(),
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
  operations: EditOperation[];
  mode: 'direct' | 'tracked';
  preview: boolean;
  name?: string | undefined;
  metadata: Record<string, string>;
  retention?: Retention | undefined;
}

export type { EditOperation };

const withSuggestion = (issue: z.core.$ZodIssue): z.core.$ZodIssue =>
  issue.path[0] === 'op' ? { ...issue, message: `${issue.message}${didYouMean(issue.input, EDIT_OPERATIONS)}` } : issue;

/** Operations by themselves, as the command line takes them. @throws Refusal input_invalid with every field at fault */
export function judgeOperations(values: readonly unknown[]): EditOperation[] {
  const parsed = fields.operations.safeParse(values, { reportInput: true });
  const errors: FieldError[] = parsed.success
    ? parsed.data.flatMap((operation, index) =>
        toFieldErrors(judgeOperation(operation).map((issue) => ({ ...withSuggestion(issue), path: [index, ...issue.path] }))),
      )
    : toFieldErrors(parsed.error.issues);
  if (!parsed.success || errors.length > 0) throw refuseFields(errors);
  return parsed.data;
}

/** @throws Refusal input_invalid with every field at fault; file_too_large */
export function parseEditsRequest(body: unknown, checkUrl: CheckUrl): EditsRequest {
  const parsed = shape.safeParse(body, { reportInput: true });
  const errors: FieldError[] = parsed.success ? [] : toFieldErrors(parsed.error.issues);
  const isObject = typeof body === 'object' && body !== null && !Array.isArray(body);
  if (isObject && !('file' in body) && !errors.some(({ path }) => path === '/file'))
    errors.push({ path: '/file', message: 'This is required.' });
  const file = isObject && 'file' in body ? readFileReference(body.file, '/file', errors, checkUrl) : null;
  for (const [index, operation] of (parsed.data?.operations ?? []).entries()) {
    if (errors.length >= ERRORS_MAX) break;
    errors.push(
      ...toFieldErrors(
        judgeOperation(operation).map((issue) => ({ ...withSuggestion(issue), path: ['operations', index, ...issue.path] })),
      ),
    );
  }
  if (file === null || !parsed.success || errors.length > 0) throw refuseFields(errors);
  const { data } = parsed;
  return {
    file,
    operations: data.operations,
    mode: data.mode ?? 'direct',
    preview: data.preview ?? false,
    name: data.name,
    metadata: data.metadata ?? {},
    retention: data.retention,
  };
}
