/** Bodies and queries about records: those of the owner, and those that a page sends for a visitor. */
import { z } from 'zod';
import type { FieldError } from '../base/refusal.ts';
import { artifactValueSchema, recordRequestSchema, recordUpdateSchema } from '../contract/artifact.ts';
import type { ArtifactValue } from '../ports/artifact-store.ts';
import { refuseFields } from './document-request.ts';
import { toFieldErrors } from './field-errors.ts';

const storedSchema = z.strictObject({ value: z.unknown() });

function parse<T extends z.ZodObject>(schema: T, body: unknown): z.output<T> {
  const parsed = schema.safeParse(body, { reportInput: true });
  const errors: FieldError[] = parsed.success ? [] : toFieldErrors(parsed.error.issues, '', undefined, Object.keys(schema.shape));
  if (!parsed.success) throw refuseFields(errors);
  return parsed.data;
}

/** `{record}`. @throws Refusal input_invalid */
export function parseRecordRequest(body: unknown): ArtifactValue {
  return parse(recordRequestSchema, body).record;
}

/** `{record, revision?}`; a revision of null is any. @throws Refusal input_invalid */
export function parseRecordUpdate(body: unknown): { record: ArtifactValue; revision: number | null } {
  const { record, revision = null } = parse(recordUpdateSchema, body);
  return { record, revision };
}

/** `{value}` of `window.storage`: any JSON value. @throws Refusal input_invalid */
export function parseStoredValue(body: unknown): ArtifactValue {
  const { value } = parse(storedSchema, body);
  if (value === undefined) throw refuseFields([{ path: '/value', message: 'This is required.' }]);
  return artifactValueSchema.parse({ value });
}
