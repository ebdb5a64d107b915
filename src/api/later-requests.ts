/** Bodies of endpoints that come later: their fields are checked today, so that a client meets one answer for bad fields. */
import type { FieldError } from '../base/refusal.ts';
import { refuseFields } from './document-request.ts';
import { toFieldErrors } from './field-errors.ts';
import { webhookPatchSchema, webhookRequestSchema } from '../contract/webhook.ts';

export const LATER_BODIES = {
  webhook: webhookRequestSchema,
  webhookPatch: webhookPatchSchema,
};
export type LaterBody = keyof typeof LATER_BODIES;

/** @throws Refusal input_invalid with every field at fault */
export function checkLaterBody(kind: LaterBody, body: unknown): void {
  const parsed = LATER_BODIES[kind].safeParse(body, { reportInput: true });
  const errors: FieldError[] = parsed.success ? [] : toFieldErrors(parsed.error.issues);
  if (errors.length > 0) throw refuseFields(errors);
}
