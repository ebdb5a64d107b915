/**
 * Webhook endpoints and what is delivered to them. What happens to a document queues its deliveries in its own transaction (an
 * outbox): no crash can come between an event and its delivery. A delivery is a job of kind `deliver_webhook` under its own id, whose
 * turn is that of its endpoint. Adapters: PostgreSQL; one in memory for tests.
 *
 * ```
 * pending ─▶ delivered | failed       each attempt is one claim of the job; a retry by hand makes it pending again
 * ```
 */
import type { DeliveredEvent } from '../contract/delivered-event.ts';
import type { ListPage, ListQuery } from './document-store.ts';
import type { Lease } from './job-queue.ts';

export interface WebhookEndpoint {
  /** `whe_` + ULID. */
  id: string;
  orgId: string;
  projectId: string;
  url: string;
  /** Types of events. */
  events: string[];
  description: string | null;
  enabled: boolean;
  /** Why the service itself disabled it: nothing was delivered for five days, or its address answered 410. */
  disabledReason: 'failing' | 'gone' | null;
  /** Since when nothing was delivered; null where the last attempt succeeded or there was none. */
  failingSince: Date | null;
  lastDeliveredAt: Date | null;
  createdAt: Date;
  /** `whsec_…`, as its owner has it. */
  secret: string;
  /** Signs beside the new one until its time is over; null where there is none. */
  previousSecret: { secret: string; until: Date } | null;
}

type NewEndpoint = Pick<WebhookEndpoint, 'id' | 'orgId' | 'projectId' | 'url' | 'events' | 'description' | 'enabled' | 'secret'>;
export type EndpointPatch = Partial<Pick<WebhookEndpoint, 'url' | 'events' | 'description' | 'enabled'>>;

export interface DeliveryAttempt {
  /** ISO 8601. */
  at: string;
  durationMs: number;
  /** HTTP status; null where no answer came. */
  status: number | null;
  /** Why it failed, in a sentence; null where it did not. */
  error: string | null;
}

export interface WebhookDelivery {
  /** `whd_` + 26 characters that sort by the time of the event; the same for one event and endpoint whoever computes it. */
  id: string;
  endpointId: string;
  /** `data` is null where it was deleted with its document. */
  event: Omit<DeliveredEvent, 'data'> & { data: Record<string, unknown> | null };
  status: 'pending' | 'delivered' | 'failed';
  /** Asked for by hand: the next attempt is made also where the endpoint is disabled. */
  forced: boolean;
  /** Made so far. */
  attempts: number;
  /** The last ones, oldest first. */
  log: DeliveryAttempt[];
  /** Answer to the last attempt; null where there was none, or it was deleted with its document. */
  answer: { status: number; body: string; truncated: boolean } | null;
  createdAt: Date;
  /** null where none is due. */
  nextAttemptAt: Date | null;
  endedAt: Date | null;
}

/** What came of an attempt. */
export interface AttemptOutcome {
  delivered: boolean;
  attempt: DeliveryAttempt;
  answer: { body: string; truncated: boolean } | null;
  /** The receiver wants nothing more (410). */
  gone: boolean;
}

export interface DeliveryQuery extends Pick<ListQuery, 'limit' | 'order' | 'after' | 'before'> {
  status?: WebhookDelivery['status'] | undefined;
}

/** An event that belongs to a project or an organisation, and to no document. */
interface Announcement {
  orgId: string;
  /** null: endpoints of all projects of the organisation hear of it. */
  projectId: string | null;
  /** `evt_` + ULID. */
  eventId: string;
  type: string;
  data: Record<string, unknown>;
}

export interface WebhookStore {
  /** null where the project has `most` already. */
  createEndpoint(endpoint: NewEndpoint, most: number): Promise<WebhookEndpoint | null>;
  endpoint(id: string): Promise<WebhookEndpoint | null>;
  listEndpoints(projectId: string, query: Pick<ListQuery, 'limit' | 'order' | 'after' | 'before'>): Promise<ListPage<WebhookEndpoint>>;
  /** Enabling it again forgets that it was failing. null where there is none. */
  updateEndpoint(id: string, patch: EndpointPatch): Promise<WebhookEndpoint | null>;
  /** With its deliveries. False where there is none. */
  deleteEndpoint(id: string): Promise<boolean>;
  /** The secret that was there signs too for `graceS` seconds; one that was rotated before is void. null where there is none. */
  rotateSecret(id: string, secret: string, graceS: number): Promise<WebhookEndpoint | null>;
  /** Queues one attempt at an event of its own for this endpoint, also where it is disabled. null where there is none. */
  addTest(
    endpointId: string,
    event: { deliveryId: string; eventId: string; type: string; data: Record<string, unknown> },
  ): Promise<WebhookDelivery | null>;
  /** Queues deliveries of an event that belongs to no document. */
  announce(announcement: Announcement): Promise<void>;

  delivery(id: string): Promise<WebhookDelivery | null>;
  listDeliveries(endpointId: string, query: DeliveryQuery): Promise<ListPage<WebhookDelivery>>;
  /** One attempt more, at once; one that is pending is tried now. null where there is none, or its event was deleted. */
  retry(id: string): Promise<WebhookDelivery | null>;

  /** What the claimed job is to deliver; null where there is nothing any more: then the job is gone too. */
  open(lease: Lease): Promise<{ delivery: WebhookDelivery; endpoint: WebhookEndpoint } | null>;
  /**
   * Ends the attempt: the delivery with its job, or the job put back for the next attempt (`DELAYS_S`, with jitter). An endpoint is
   * disabled with the last attempt of a delivery where nothing was delivered for five days, and at once where it is gone; endpoints
   * that ask for it hear `webhook_endpoint.disabled` under `eventId`.
   * @returns how the delivery is left, and whether the endpoint was disabled; null where the lease is lost, and nothing was written
   */
  settle(lease: Lease, outcome: AttemptOutcome, eventId: string): Promise<{ status: WebhookDelivery['status']; disabled: boolean } | null>;
  /** Ends a delivery that is not tried: its endpoint is disabled. */
  abandon(lease: Lease): Promise<void>;

  /** Deliveries that wait for their first or next attempt. */
  countPending(): Promise<number>;
  /** Calls back soon after an attempt of this delivery has ended. Returns the unsubscribe. */
  watch(id: string, onChange: () => void): () => void;
  /** Deletes deliveries that are over seven days old. */
  sweep(): Promise<void>;
}

/** Seconds from an attempt to the next one (interface §6.4); after the last the delivery has failed. */
export const DELAYS_S: readonly number[] = [5, 30, 120, 600, 1_800, 3_600, 10_800, 21_600];
/** Each delay is up to this part shorter or longer. */
export const JITTER = 0.1;
/** Attempts of a delivery that are listed. */
export const LOGGED_MAX = 20;
