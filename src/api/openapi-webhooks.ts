/** The `webhooks` of the OpenAPI document: what an endpoint that was registered is sent, one entry for each type of event. */
import { WEBHOOK_EVENTS } from '../contract/webhook.ts';
import { nameOfEvent, type Json } from './openapi-schemas.ts';

const HEADERS: Readonly<Record<string, string>> = {
  'webhook-id': 'Id of the event: the same in every repeat.',
  'webhook-timestamp': 'Seconds since 1970 of this attempt; refuse what is over five minutes off.',
  'webhook-signature': 'One or more `v1,` and an HMAC-SHA256 in base64 over `id.timestamp.body`, parted by spaces (Standard Webhooks).',
};

/** `webhooks` by type of event. */
export function writeWebhooks(): Json {
  const parameters = Object.entries(HEADERS).map(([name, description]) => ({
    name,
    in: 'header',
    required: true,
    description,
    schema: { type: 'string' },
  }));
  return Object.fromEntries(
    [...WEBHOOK_EVENTS, 'webhook.test'].map((type) => [
      type,
      {
        post: {
          operationId: `receive${nameOfEvent(type)}`,
          tags: ['Webhooks'],
          summary: `\`${type}\``,
          security: [],
          parameters,
          requestBody: {
            required: true,
            content: { 'application/json': { schema: { $ref: `#/components/schemas/${nameOfEvent(type)}` } } },
          },
          responses: {
            '2XX': { description: 'Taken. Answer within 15 seconds; anything else is tried again.' },
            '410': { description: 'Nothing more is wanted: the endpoint is disabled.' },
          },
        },
      },
    ]),
  );
}
