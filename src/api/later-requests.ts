/** Bodies of endpoints that come later: their fields are checked today, so that a client meets one answer for bad fields. */
import { z } from 'zod';
import type { FieldError } from '../base/refusal.ts';
import { RETENTIONS } from '../ports/record.ts';
import { metadataSchema, refuseFields } from './document-request.ts';
import { toFieldErrors } from './field-errors.ts';
import { fileIdSchema, readFileReference, type CheckUrl } from './file-reference.ts';
import { NAME_CHARS, URL_CHARS_MAX } from './limits.ts';
import { textField } from './text-field.ts';

const editsSchema = z.strictObject({
  file: z.unknown(),
  operations: z.array(z.looseObject({ op: z.string() })).min(1),
  mode: z.enum(['direct', 'tracked']).optional(),
  preview: z.boolean().optional(),
  name: textField(NAME_CHARS).optional(),
  metadata: metadataSchema.optional(),
  retention: z.enum(RETENTIONS).optional(),
});
const versionSchema = z.strictObject({ file: fileIdSchema });
const savedFileSchema = z.strictObject({ file: fileIdSchema, revision: z.number().int().min(1) });
const webhookSchema = z.strictObject({
  url: z.string().startsWith('https://', 'This must be a public https address.').max(URL_CHARS_MAX),
  events: z.array(z.string()).min(1).optional(),
  description: textField({ min: 1, max: 200 }).optional(),
});

const webhookPatchSchema = webhookSchema.partial();

export const LATER_BODIES = {
  edits: editsSchema, version: versionSchema, savedFile: savedFileSchema, webhook: webhookSchema, webhookPatch: webhookPatchSchema,
};
export type LaterBody = keyof typeof LATER_BODIES;

/** @throws Refusal input_invalid with every field at fault; file_too_large for bytes over 20 MB */
export function checkLaterBody(kind: LaterBody, body: unknown, checkUrl: CheckUrl): void {
  const parsed = LATER_BODIES[kind].safeParse(body, { reportInput: true });
  const errors: FieldError[] = parsed.success ? [] : toFieldErrors(parsed.error.issues);
  const takesReference = kind === 'edits';
  if (takesReference && typeof body === 'object' && body !== null && !Array.isArray(body)) {
    if ('file' in body) readFileReference(body.file, '/file', errors, checkUrl);
    else if (!errors.some((error) => error.path === '/file')) errors.push({ path: '/file', message: 'This is required.' });
  }
  if (errors.length > 0) throw refuseFields(errors);
}
