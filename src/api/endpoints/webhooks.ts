/** Endpoints of webhooks: where events go, and what was delivered. */
import {
  deletedWebhookSchema,
  deliveryDetailSchema,
  deliveryListSchema,
  webhookListSchema,
  webhookPatchSchema,
  webhookRequestSchema,
  webhookSchema,
  webhookSecretSchema,
} from '../../contract/webhook.ts';
import { deliveryListQuerySchema, webhookListQuerySchema } from '../queries.ts';
import { OF_BODY, OF_ONE, type Endpoint } from './endpoint.ts';

const ENDPOINT = '/webhook-endpoints/{endpoint_id}';
const DELIVERY = `${ENDPOINT}/deliveries/{delivery_id}`;

export const WEBHOOKS = {
  createWebhook: {
    method: 'POST',
    path: '/webhook-endpoints',
    tag: 'Webhooks',
    summary: 'Register a webhook endpoint',
    description:
      'Events of the documents of this project are sent there from now on, signed by the Standard Webhooks scheme (`webhook-id`, `webhook-timestamp`, `webhook-signature`). The secret is in this answer and in no other. A project may have 20.',
    body: { json: webhookRequestSchema },
    answers: { 201: { description: 'The endpoint with its secret.', schema: webhookSecretSchema } },
    refusals: [...OF_BODY, 'too_many_endpoints'],
  },
  listWebhooks: {
    method: 'GET',
    path: '/webhook-endpoints',
    tag: 'Webhooks',
    summary: 'List webhook endpoints',
    description: 'All endpoints of the project, disabled ones too, without their secrets.',
    query: webhookListQuerySchema,
    answers: { 200: { description: 'One page.', schema: webhookListSchema } },
    refusals: ['input_invalid'],
  },
  getWebhook: {
    method: 'GET',
    path: ENDPOINT,
    tag: 'Webhooks',
    summary: 'Read a webhook endpoint',
    description: 'Where it sends to, which types of events, and whether it works: `failing_since` and `last_delivered_at` tell.',
    answers: { 200: { description: 'The endpoint.', schema: webhookSchema } },
    refusals: OF_ONE,
  },
  updateWebhook: {
    method: 'PATCH',
    path: ENDPOINT,
    tag: 'Webhooks',
    summary: 'Change a webhook endpoint',
    description: 'What is left out stays. `enabled: true` forgets that it was failing; what happened while it was disabled is not sent.',
    body: { json: webhookPatchSchema },
    answers: { 200: { description: 'The endpoint.', schema: webhookSchema } },
    refusals: ['not_found', ...OF_BODY],
  },
  deleteWebhook: {
    method: 'DELETE',
    path: ENDPOINT,
    tag: 'Webhooks',
    summary: 'Delete a webhook endpoint',
    description: 'With its deliveries; nothing more is sent.',
    answers: { 200: { description: 'What was deleted.', schema: deletedWebhookSchema } },
    refusals: OF_ONE,
  },
  rotateWebhookSecret: {
    method: 'POST',
    path: `${ENDPOINT}/rotate-secret`,
    tag: 'Webhooks',
    summary: 'Rotate the secret',
    description: 'The old secret signs beside the new one for 24 hours, so that receivers can be changed in between.',
    answers: { 200: { description: 'The endpoint with its new secret.', schema: webhookSecretSchema } },
    refusals: OF_ONE,
  },
  testWebhook: {
    method: 'POST',
    path: `${ENDPOINT}/test`,
    tag: 'Webhooks',
    summary: 'Send a test event',
    description: 'One attempt at an event `webhook.test`, also where the endpoint is disabled. Waits for it, 18 seconds at most.',
    answers: { 200: { description: 'The delivery; `pending` where no worker took it in time.', schema: deliveryDetailSchema } },
    refusals: OF_ONE,
  },
  listDeliveries: {
    method: 'GET',
    path: `${ENDPOINT}/deliveries`,
    tag: 'Webhooks',
    summary: 'List deliveries',
    description: 'Newest first. Deliveries are kept for seven days.',
    query: deliveryListQuerySchema,
    answers: { 200: { description: 'One page.', schema: deliveryListSchema } },
    refusals: OF_ONE,
  },
  getDelivery: {
    method: 'GET',
    path: DELIVERY,
    tag: 'Webhooks',
    summary: 'Read a delivery',
    description:
      'One event on its way to one endpoint: the body as it is sent, the last 20 attempts, and the beginning of the last answer. Kept for seven days.',
    answers: { 200: { description: 'The delivery, with what was sent and answered.', schema: deliveryDetailSchema } },
    refusals: OF_ONE,
  },
  retryDelivery: {
    method: 'POST',
    path: `${DELIVERY}/retry`,
    tag: 'Webhooks',
    summary: 'Deliver again',
    description: 'One attempt more, at once, under the same `webhook-id`; one that is pending is tried now.',
    answers: { 200: { description: 'The delivery, pending.', schema: deliveryDetailSchema } },
    refusals: [...OF_ONE, 'content_deleted'],
  },
} as const satisfies Record<string, Endpoint>;
