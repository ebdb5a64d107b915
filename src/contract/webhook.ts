/** Webhook endpoints, as the contract describes them; they are not offered yet. */
import { z } from 'zod';
import { countSchema, documentIdSchema, instantSchema, listSchemaOf } from './document.ts';
import { URL_CHARS_MAX } from './limits.ts';
import { textField } from './text-field.ts';

export const webhookRequestSchema = z.strictObject({
  url: z.string().startsWith('https://', 'This must be a public https address.').max(URL_CHARS_MAX),
  events: z.array(z.string()).min(1).optional().describe('Types of events; the final ones where absent.'),
  description: textField({ min: 1, max: 200 }).optional(),
});
export const webhookPatchSchema = webhookRequestSchema.partial();

export const webhookSchema = z.object({
  id: z.string(),
  object: z.literal('webhook_endpoint'),
  url: z.string(),
  events: z.array(z.string()),
  description: z.string().nullable(),
  created_at: instantSchema,
});
export const webhookSecretSchema = webhookSchema.extend({ secret: z.string().describe('Shown once; begins with `whsec_`.') });
export const deletedWebhookSchema = z.object({ id: z.string(), object: z.literal('webhook_endpoint'), deleted: z.literal(true) });

export const deliverySchema = z.object({
  id: z.string(),
  object: z.literal('webhook_delivery'),
  document_id: documentIdSchema.nullable(),
  event_type: z.string(),
  status: z.enum(['pending', 'delivered', 'failed']),
  attempts: countSchema,
  response_status: z.number().int().nullable(),
  created_at: instantSchema,
  next_attempt_at: instantSchema.nullable(),
});

export const webhookListSchema = listSchemaOf(webhookSchema);
export const deliveryListSchema = listSchemaOf(deliverySchema);
