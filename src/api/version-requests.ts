/** Bodies and queries of versions: `POST …/versions`, `PUT …/file`, `GET …/diff` (decisions §2). */
import type { z } from 'zod';
import { saveRequestSchema, versionRequestSchema, REVISION } from '../contract/version.ts';
import { refuseFields } from './document-request.ts';
import { toFieldErrors } from './field-errors.ts';

function parse<T>(schema: z.ZodType<T> & { shape: object }, body: unknown): T {
  const parsed = schema.safeParse(body, { reportInput: true });
  if (!parsed.success) throw refuseFields(toFieldErrors(parsed.error.issues, '', undefined, Object.keys(schema.shape)));
  return parsed.data;
}

/** @throws Refusal input_invalid with every field at fault */
export function parseVersionRequest(body: unknown): { fileId: string } {
  return { fileId: parse(versionRequestSchema, body).file };
}

/** @throws Refusal input_invalid with every field at fault */
export function parseSaveRequest(body: unknown): { fileId: string; revision: number } {
  const { file, revision: known } = parse(saveRequestSchema, body);
  return { fileId: file, revision: known };
}

/** The field `revision` of a form. @throws Refusal input_invalid */
export function parseFormRevision(text: string | undefined): number {
  const value = /^\d{1,10}$/.test(text ?? '') ? Number(text) : Number.NaN;
  if (value >= REVISION.min && value <= REVISION.max) return value;
  const message =
    text === undefined ? 'This is required: the revision of the document that was edited.' : 'This must be a whole number, 1 or more.';
  throw refuseFields([{ path: '/revision', message }]);
}
