/** Webhook endpoints and deliveries as clients see them. */
import type { PublicDelivery, PublicDeliveryDetail, PublicWebhook } from '../contract/webhook.ts';
import type { WebhookDelivery, WebhookEndpoint } from '../ports/webhook-store.ts';

const instant = (date: Date | null): string | null => date?.toISOString() ?? null;

/** An endpoint without its secret. */
export function presentWebhook(endpoint: WebhookEndpoint): PublicWebhook {
  return {
    id: endpoint.id,
    object: 'webhook_endpoint',
    url: endpoint.url,
    events: endpoint.events,
    description: endpoint.description,
    enabled: endpoint.enabled,
    disabled_reason: endpoint.disabledReason,
    failing_since: instant(endpoint.failingSince),
    last_delivered_at: instant(endpoint.lastDeliveredAt),
    previous_secret_expires_at: instant(endpoint.previousSecret?.until ?? null),
    created_at: endpoint.createdAt.toISOString(),
  };
}

/** With the secret: the answer to registering and rotating, and to nothing else. */
export function presentWebhookSecret(endpoint: WebhookEndpoint): PublicWebhook & { secret: string } {
  return { ...presentWebhook(endpoint), secret: endpoint.secret };
}

/** A delivery as it is listed. */
export function presentDelivery(delivery: WebhookDelivery): PublicDelivery {
  const last = delivery.log.at(-1);
  return {
    id: delivery.id,
    object: 'webhook_delivery',
    endpoint_id: delivery.endpointId,
    event_id: delivery.event.id,
    event_type: delivery.event.type,
    document_id: delivery.event.documentId,
    status: delivery.status,
    attempts: delivery.attempts,
    response_status: last?.status ?? null,
    error: last?.error ?? null,
    created_at: delivery.createdAt.toISOString(),
    next_attempt_at: instant(delivery.nextAttemptAt),
    ended_at: instant(delivery.endedAt),
  };
}

/** @param event the body as it is sent; null where it was deleted with its document */
export function presentDeliveryDetail(delivery: WebhookDelivery, event: Record<string, unknown> | null): PublicDeliveryDetail {
  return {
    ...presentDelivery(delivery),
    event,
    response: delivery.answer,
    attempt_log: delivery.log.map(({ at, durationMs, status, error }) => ({ at, duration_ms: durationMs, response_status: status, error })),
  };
}
