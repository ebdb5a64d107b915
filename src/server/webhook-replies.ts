/** Endpoints of webhooks. */
import { parseJsonBody } from '../api/json-body.ts';
import { presentList } from '../api/present-document.ts';
import { presentDelivery, presentDeliveryDetail, presentWebhook, presentWebhookSecret } from '../api/present-webhook.ts';
import { parseDeliveryListQuery, parseWebhookListQuery, refuseQuery } from '../api/queries.ts';
import { parseWebhookPatch, parseWebhookRequest } from '../api/webhook-requests.ts';
import { presentEvent } from '../contract/delivered-event.ts';
import type { WebhookDelivery } from '../ports/webhook-store.ts';
import type { Reply } from './document-replies.ts';
import { ownerOf, readParameter, readQuery } from './door.ts';
import { readBody } from './read-body.ts';
import type { ServerOptions } from './server-options.ts';

type Known =
  | 'createWebhook'
  | 'listWebhooks'
  | 'getWebhook'
  | 'updateWebhook'
  | 'deleteWebhook'
  | 'rotateWebhookSecret'
  | 'testWebhook'
  | 'listDeliveries'
  | 'getDelivery'
  | 'retryDelivery';

const idOf = (request: Parameters<Reply>[0]): string => readParameter(request, 'endpoint_id');
const deliveryIdOf = (request: Parameters<Reply>[0]): string => readParameter(request, 'delivery_id');

function present(delivery: WebhookDelivery): object {
  const { data } = delivery.event;
  return presentDeliveryDetail(delivery, data === null ? null : presentEvent({ ...delivery.event, data }));
}

export function createWebhookReplies({ pipeline, receivers }: Pick<ServerOptions, 'pipeline' | 'receivers'>): Record<Known, Reply> {
  const { webhooks } = pipeline;
  const checkUrl = (url: string): string | null => receivers.check(url);
  return {
    async createWebhook(request, reply) {
      refuseQuery(readQuery(request));
      const made = await webhooks.create(ownerOf(request), parseWebhookRequest(parseJsonBody(readBody(request)), checkUrl));
      return reply.code(201).send(presentWebhookSecret(made));
    },
    async listWebhooks(request) {
      return presentList(await webhooks.list(ownerOf(request), parseWebhookListQuery(readQuery(request))), presentWebhook);
    },
    async getWebhook(request) {
      refuseQuery(readQuery(request));
      return presentWebhook(await webhooks.get(ownerOf(request), idOf(request)));
    },
    async updateWebhook(request) {
      refuseQuery(readQuery(request));
      const patch = parseWebhookPatch(parseJsonBody(readBody(request)), checkUrl);
      return presentWebhook(await webhooks.update(ownerOf(request), idOf(request), patch));
    },
    async deleteWebhook(request) {
      refuseQuery(readQuery(request));
      const id = idOf(request);
      await webhooks.remove(ownerOf(request), id);
      return { id, object: 'webhook_endpoint', deleted: true };
    },
    async rotateWebhookSecret(request) {
      refuseQuery(readQuery(request));
      return presentWebhookSecret(await webhooks.rotateSecret(ownerOf(request), idOf(request)));
    },
    async testWebhook(request) {
      refuseQuery(readQuery(request));
      return present(await webhooks.test(ownerOf(request), idOf(request)));
    },
    async listDeliveries(request) {
      const query = parseDeliveryListQuery(readQuery(request));
      return presentList(await webhooks.deliveries(ownerOf(request), idOf(request), query), presentDelivery);
    },
    async getDelivery(request) {
      refuseQuery(readQuery(request));
      return present(await webhooks.delivery(ownerOf(request), idOf(request), deliveryIdOf(request)));
    },
    async retryDelivery(request) {
      refuseQuery(readQuery(request));
      return present(await webhooks.retry(ownerOf(request), idOf(request), deliveryIdOf(request)));
    },
  };
}
