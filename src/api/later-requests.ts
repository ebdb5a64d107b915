/** Bodies of endpoints that come later: their fields are checked today, so that a client meets one answer for bad fields. */
import { z } from 'zod';
import type { FieldError } from '../base/refusal.ts';
import { refuseFields } from './document-request.ts';
import { toFieldErrors } from './field-errors.ts';
import { URL_CHARS_MAX } from './limits.ts';
import { textField } from './text-field.ts';

const webhookSchema = z.strictObject({
  url: z.string().startsWith('https://', 'This must be a public https address.').max(URL_CHARS_MAX),
  events: z.array(z.string()).min(1).optional(),
  description: textField({ min: 1, max: 200 }).optional(),
});

const webhookPatchSchema = webhookSchema.partial();

export const LATER_BODIES = {
  webhook: webhookSchema,
  webhookPatch: webhookPatchSchema,
};
export type LaterBody = keyof typeof LATER_BODIES;

/** @throws Refusal input_invalid with every field at fault */
export function checkLaterBody(kind: LaterBody, body: unknown): void {
  const parsed = LATER_BODIES[kind].safeParse(body, { reportInput: true });
  const errors: FieldError[] = parsed.success ? [] : toFieldErrors(parsed.error.issues);
  if (errors.length > 0) throw refuseFields(errors);
}
