/** Webhook endpoints, deliveries, and the events that belong to no document (docs/webhooks.md). */
import { z } from 'zod';
import { countSchema, documentIdSchema, instantSchema, listSchemaOf } from './document.ts';
import { EVENT_TYPES, type EventType } from './event.ts';
import { DELIVERY_ID, WEBHOOK_ID } from './ids.ts';
import { URL_CHARS_MAX } from './limits.ts';
import { textField } from './text-field.ts';

/** Endpoints that a project may have. */
export const ENDPOINTS_MAX = 20;
/** For so long the secret before a rotation signs too. */
export const GRACE_S = 24 * 3_600;

const endpointId = z.string().regex(WEBHOOK_ID).describe('Id of a webhook endpoint, `whk_…`.');

/** `data` of each type of event that belongs to no document. */
export const accountEventDataSchemas = {
  'balance.low': z.object({
    available: z.number().int().describe('What is left, in minor units.'),
    below: z.number().int().describe('The notice that was set.'),
    currency: z.string().describe('ISO 4217.'),
  }),
  'webhook.test': z.object({ endpoint_id: endpointId, message: z.string().describe('Says that this is a test.') }),
  'webhook_endpoint.disabled': z.object({
    endpoint_id: endpointId,
    url: z.string().describe('Where events are posted to.'),
    reason: z.enum(['failing', 'gone']).describe('`failing`: nothing was delivered for five days; `gone`: it answered 410.'),
    failing_since: instantSchema.nullable().describe('Since when nothing was delivered; null where it answered 410.'),
  }),
} as const;
export type AccountEventType = keyof typeof accountEventDataSchemas;
const isAccountEvent = (type: string): type is AccountEventType => Object.hasOwn(accountEventDataSchemas, type);
export const ACCOUNT_EVENTS: readonly AccountEventType[] = Object.keys(accountEventDataSchemas).filter(isAccountEvent);

/** The event of one type, as it is sent. */
export const accountEventSchemaOf = (type: AccountEventType) =>
  z.object({
    id: z.string().regex(/^evt_/).describe('Unique, and the `webhook-id`: use it to process an event once.'),
    type: z.literal(type),
    version: z.number().int().min(1).describe('Version of the format of `data`.'),
    timestamp: instantSchema,
    data: accountEventDataSchemas[type],
  });

/** Whether it may be sent: never what carries content of a document. */
const maySend = (type: EventType): boolean => !/^(?:content\.|edit\.|style\.resolved$)/.test(type);
/** Types that an endpoint may ask for; `webhook.test` comes when it is asked for. */
export const WEBHOOK_EVENTS: readonly string[] = [
  ...EVENT_TYPES.filter(maySend),
  ...ACCOUNT_EVENTS.filter((type) => type !== 'webhook.test'),
];

const eventsSchema = z
  .array(z.string())
  .min(1)
  .max(WEBHOOK_EVENTS.length)
  .describe(
    `Types of events; the final ones of documents where absent. One or more of ${WEBHOOK_EVENTS.map((type) => `\`${type}\``).join(', ')}.`,
  );
const urlSchema = z.string().max(URL_CHARS_MAX).describe('A public https address: port 443, or 1024 and above.');

export const webhookRequestSchema = z.strictObject({
  url: urlSchema,
  events: eventsSchema.optional(),
  description: textField({ min: 1, max: 200 }).optional().describe('What it is for, in your words; up to 200 characters.'),
  enabled: z.boolean().optional().describe('Whether anything is delivered; true where absent.'),
});
export const webhookPatchSchema = z.strictObject({
  url: urlSchema.optional(),
  events: eventsSchema.optional(),
  description: textField({ min: 1, max: 200 })
    .nullable()
    .optional()
    .describe('What it is for, in your words; up to 200 characters. null takes it away.'),
  enabled: z.boolean().optional().describe('Whether anything is delivered; stays as it is where absent.'),
});

export const webhookSchema = z.object({
  id: endpointId,
  object: z.literal('webhook_endpoint'),
  url: z.string().describe('Where events are posted to.'),
  events: z.array(z.string()).describe('Types of events that are sent.'),
  description: z.string().nullable().describe('What it is for, in your words.'),
  enabled: z.boolean().describe('Whether anything is delivered.'),
  disabled_reason: z.enum(['failing', 'gone']).nullable().describe('Why the service disabled it; null where it did not.'),
  failing_since: instantSchema.nullable().describe('Since when no attempt has succeeded.'),
  last_delivered_at: instantSchema.nullable().describe('The last success, right to the minute.'),
  previous_secret_expires_at: instantSchema.nullable().describe('Until then the secret before the last rotation signs too.'),
  created_at: instantSchema,
});
export const webhookSecretSchema = webhookSchema.extend({ secret: z.string().describe('Shown once; begins with `whsec_`.') });
export const deletedWebhookSchema = z.object({
  id: z.string().describe('Id of the endpoint that was deleted.'),
  object: z.literal('webhook_endpoint'),
  deleted: z.literal(true),
});

export const deliverySchema = z.object({
  id: z.string().regex(DELIVERY_ID).describe('Id of the delivery.'),
  object: z.literal('webhook_delivery'),
  endpoint_id: endpointId,
  event_id: z.string().describe('Also the `webhook-id`, by which receivers tell repeats.'),
  event_type: z.string().describe('Type of the event.'),
  document_id: documentIdSchema.nullable().describe('The document that the event is about; null where it is about none.'),
  status: z
    .enum(['pending', 'delivered', 'failed'])
    .describe('`pending`: tried, or tried again. `delivered`: answered with 2xx. `failed`: given up after the last attempt.'),
  attempts: countSchema.describe('Attempts so far.'),
  response_status: z.number().int().nullable().describe('Of the last attempt; null where no answer came.'),
  error: z.string().nullable().describe('Why the last attempt failed.'),
  created_at: instantSchema,
  next_attempt_at: instantSchema.nullable().describe('When it is tried again; null where it is not.'),
  ended_at: instantSchema.nullable().describe('When it was delivered or given up; null before.'),
});
export const deliveryAttemptSchema = z.object({
  at: instantSchema.describe('When the attempt began.'),
  duration_ms: countSchema.describe('Milliseconds until the answer, or until it was given up.'),
  response_status: z.number().int().nullable().describe('HTTP status of the answer; null where none came.'),
  error: z.string().nullable().describe('Why the attempt failed; null where it did not.'),
});
/** A delivery with what was sent and answered. */
export const deliveryDetailSchema = deliverySchema.extend({
  event: z.looseObject({}).nullable().describe('The body as it is sent; null where it was deleted with its document.'),
  response: z
    .object({
      status: z.number().int().describe('HTTP status of the answer.'),
      body: z.string().describe('Its first 4,096 bytes.'),
      truncated: z.boolean().describe('Whether the answer was longer.'),
    })
    .nullable()
    .describe('Answer to the last attempt.'),
  attempt_log: z.array(deliveryAttemptSchema).describe('The last 20 attempts, oldest first.'),
});

export const webhookListSchema = listSchemaOf(webhookSchema);
export const deliveryListSchema = listSchemaOf(deliverySchema);

export type PublicWebhook = z.infer<typeof webhookSchema>;
export type PublicDelivery = z.infer<typeof deliverySchema>;
export type PublicDeliveryDetail = z.infer<typeof deliveryDetailSchema>;
