/** Endpoints of webhooks, which are not offered yet. */
import type { z } from 'zod';
import {
  deletedWebhookSchema,
  deliveryListSchema,
  deliverySchema,
  webhookListSchema,
  webhookSchema,
  webhookSecretSchema,
} from '../../contract/webhook.ts';
import { LATER_BODIES, type LaterBody } from '../later-requests.ts';
import type { Endpoint, Method } from './endpoint.ts';

const WEBHOOKS = 'Webhooks are not available yet; follow GET /documents/{id}/events.';

/** A row of the table for what comes later: its answer is the one that it will have. */
function comesLater(
  method: Method,
  path: string,
  summary: string,
  answer: { status: 200 | 201; schema: z.ZodType },
  body?: LaterBody,
): Endpoint {
  return {
    method,
    path: `/webhook-endpoints${path}`,
    tag: 'Later',
    summary,
    description: `Not available yet: answers \`501 feature_unavailable\`.`,
    later: body === undefined ? { message: WEBHOOKS } : { body, message: WEBHOOKS },
    ...(body === undefined ? {} : { body: { json: LATER_BODIES[body] } }),
    answers: { [answer.status]: { description: 'Once webhooks are available.', schema: answer.schema } },
    refusals: [
      'not_found',
      'input_invalid',
      'feature_unavailable',
      ...(body === undefined ? [] : (['unsupported_media_type', 'payload_too_large'] as const)),
    ],
  };
}

const ENDPOINT = '/{endpoint_id}';
const WEBHOOK = { status: 200, schema: webhookSchema } as const;
const SECRET = { status: 200, schema: webhookSecretSchema } as const;
const DELIVERY = { status: 200, schema: deliverySchema } as const;

export const LATER = {
  createWebhook: comesLater('POST', '', 'Register a webhook endpoint', { ...SECRET, status: 201 }, 'webhook'),
  listWebhooks: comesLater('GET', '', 'List webhook endpoints', { status: 200, schema: webhookListSchema }),
  getWebhook: comesLater('GET', ENDPOINT, 'Read a webhook endpoint', WEBHOOK),
  updateWebhook: comesLater('PATCH', ENDPOINT, 'Change a webhook endpoint', WEBHOOK, 'webhookPatch'),
  deleteWebhook: comesLater('DELETE', ENDPOINT, 'Delete a webhook endpoint', { status: 200, schema: deletedWebhookSchema }),
  rotateWebhookSecret: comesLater('POST', `${ENDPOINT}/rotate-secret`, 'Rotate the secret', SECRET),
  testWebhook: comesLater('POST', `${ENDPOINT}/test`, 'Send a test event', DELIVERY),
  listDeliveries: comesLater('GET', `${ENDPOINT}/deliveries`, 'List deliveries', { status: 200, schema: deliveryListSchema }),
  retryDelivery: comesLater('POST', `${ENDPOINT}/deliveries/{delivery_id}/retry`, 'Deliver again', DELIVERY),
} satisfies Record<string, Endpoint>;
