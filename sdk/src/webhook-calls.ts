/** Webhook endpoints and what was delivered to them. */
import type {
  DeletedWebhookEndpoint,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEndpoint,
  WebhookEndpointWithSecret,
  WebhookPatch,
  WebhookRequest,
} from './contract.ts';
import { listPages, type Pages } from './list-pages.ts';
import type { ListQuery } from './records.ts';
import { askFor, pathOf, type CallOptions, type Transport } from './transport.ts';

export interface DeliveryQuery extends ListQuery {
  status?: WebhookDelivery['status'];
}

export function webhookCalls(transport: Transport) {
  const pathTo = (id: string, ...rest: readonly string[]): string => pathOf('webhook-endpoints', id, ...rest);
  return {
    /** Registers an address; the answer has its secret, which is shown this once. */
    create: (request: WebhookRequest, options: CallOptions = {}): Promise<WebhookEndpointWithSecret> =>
      askFor(transport, { method: 'POST', path: '/webhook-endpoints', body: request, ...options }),
    list: (query: ListQuery = {}, options: CallOptions = {}): Pages<WebhookEndpoint> =>
      listPages(query, (page) => askFor(transport, { method: 'GET', path: '/webhook-endpoints', query: { ...page }, ...options })),
    get: (id: string, options: CallOptions = {}): Promise<WebhookEndpoint> =>
      askFor(transport, { method: 'GET', path: pathTo(id), ...options }),
    /** What is left out stays. */
    update: (id: string, patch: WebhookPatch, options: CallOptions = {}): Promise<WebhookEndpoint> =>
      askFor(transport, { method: 'PATCH', path: pathTo(id), body: patch, ...options }),
    delete: (id: string, options: CallOptions = {}): Promise<DeletedWebhookEndpoint> =>
      askFor(transport, { method: 'DELETE', path: pathTo(id), ...options }),
    /** The old secret signs too for 24 hours. */
    rotateSecret: (id: string, options: CallOptions = {}): Promise<WebhookEndpointWithSecret> =>
      askFor(transport, { method: 'POST', path: pathTo(id, 'rotate-secret'), ...options }),
    /** Sends a test event, and waits for its attempt. */
    test: (id: string, options: CallOptions = {}): Promise<WebhookDeliveryDetail> =>
      askFor(transport, { method: 'POST', path: pathTo(id, 'test'), ...options }),
    deliveries: (id: string, query: DeliveryQuery = {}, options: CallOptions = {}): Pages<WebhookDelivery> =>
      listPages(query, (page) => askFor(transport, { method: 'GET', path: pathTo(id, 'deliveries'), query: { ...page }, ...options })),
    delivery: (endpoint: string, id: string, options: CallOptions = {}): Promise<WebhookDeliveryDetail> =>
      askFor(transport, { method: 'GET', path: pathTo(endpoint, 'deliveries', id), ...options }),
    /** One attempt more, at once, under the same id. */
    retry: (endpoint: string, id: string, options: CallOptions = {}): Promise<WebhookDeliveryDetail> =>
      askFor(transport, { method: 'POST', path: pathTo(endpoint, 'deliveries', id, 'retry'), ...options }),
  };
}
