/** Bodies and queries of versions: `POST …/versions`, `PUT …/file`, `GET …/diff` (decisions §2). */
import { z } from 'zod';
import type { FieldError } from '../base/refusal.ts';
import { refuseFields } from './document-request.ts';
import { toFieldErrors } from './field-errors.ts';
import { fileIdSchema } from './file-reference.ts';

const REVISION = { min: 1, max: 2_147_483_647 };

const fileId = z.string().startsWith('file_', 'This must be the id of a file uploaded with POST /files.');
const revision = z.number().int().min(REVISION.min).max(REVISION.max);

export const versionRequestSchema = z.strictObject({ file: fileIdSchema.describe('The edited file, in the format of the document.') });
export const saveRequestSchema = z.strictObject({
  file: fileIdSchema.describe('The edited file, in the format of the document.'),
  revision: revision.describe('The `revision` of the document that was edited.'),
});

function parse<T>(schema: z.ZodType<T>, body: unknown): T {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (!parsed.success) throw refuseFields(toFieldErrors(parsed.error.issues));
  return parsed.data;
}

const versionShape = z.strictObject({ file: fileId });
const saveShape = z.strictObject({ file: fileId, revision });

/** @throws Refusal input_invalid with every field at fault */
export function parseVersionRequest(body: unknown): { fileId: string } {
  return { fileId: parse(versionShape, body).file };
}

/** @throws Refusal input_invalid with every field at fault */
export function parseSaveRequest(body: unknown): { fileId: string; revision: number } {
  const { file, revision: known } = parse(saveShape, body);
  return { fileId: file, revision: known };
}

/** The field `revision` of a form. @throws Refusal input_invalid */
export function parseFormRevision(text: string | undefined): number {
  const value = /^\d{1,10}$/.test(text ?? '') ? Number(text) : Number.NaN;
  if (value >= REVISION.min && value <= REVISION.max) return value;
  const errors: FieldError[] = [
    {
      path: '/revision',
      message:
        text === undefined ? 'This is required: the revision of the document that was edited.' : 'This must be a whole number, 1 or more.',
    },
  ];
  throw refuseFields(errors);
}
