/** Webhook endpoints and deliveries in PostgreSQL, in the database of the documents: one statement per method, each its own transaction. */
import type { ListPage } from '../ports/document-store.ts';
import type { DeliveryAttempt, WebhookDelivery, WebhookEndpoint, WebhookStore } from '../ports/webhook-store.ts';
import type { Database } from './postgres-database.ts';
import type { ChangeFeed } from './postgres/change-feed.ts';
import { listPage } from './postgres/document-reads.ts';
import { repeatable, run } from './postgres/statements.ts';
import { fromStored, toStored } from './postgres/stored-text.ts';
import * as sql from './postgres/webhook-statements.ts';

interface EndpointRow {
  id: string;
  org_id: string;
  project_id: string;
  url: string;
  events: string[];
  description: string | null;
  enabled: boolean;
  disabled_reason: WebhookEndpoint['disabledReason'];
  secret: string;
  previous_secret: string | null;
  previous_until: Date | null;
  failing_since: Date | null;
  last_delivered_at: Date | null;
  created_at: Date;
}

interface DeliveryRow {
  id: string;
  endpoint_id: string;
  event_id: string;
  type: string;
  version: number;
  document_id: string | null;
  sequence: number | null;
  at: Date;
  data: Record<string, unknown> | null;
  status: WebhookDelivery['status'];
  attempts: number;
  forced: boolean;
  log: DeliveryAttempt[];
  answer_status: number | null;
  answer: string | null;
  answer_cut: boolean;
  created_at: Date;
  next_attempt_at: Date | null;
  ended_at: Date | null;
}

const toEndpoint = (row: EndpointRow): WebhookEndpoint => ({
  id: row.id,
  orgId: row.org_id,
  projectId: row.project_id,
  url: row.url,
  events: row.events,
  description: row.description === null ? null : fromStored(row.description),
  enabled: row.enabled,
  disabledReason: row.disabled_reason,
  failingSince: row.failing_since,
  lastDeliveredAt: row.last_delivered_at,
  createdAt: row.created_at,
  secret: row.secret,
  previousSecret:
    row.previous_secret === null || row.previous_until === null ? null : { secret: row.previous_secret, until: row.previous_until },
});

const toDelivery = (row: DeliveryRow): WebhookDelivery => ({
  id: row.id,
  endpointId: row.endpoint_id,
  event: {
    id: row.event_id,
    type: row.type,
    version: row.version,
    documentId: row.document_id,
    sequence: row.sequence,
    at: row.at,
    data: row.data,
  },
  status: row.status,
  forced: row.forced,
  attempts: row.attempts,
  log: row.log,
  answer:
    row.answer_status === null || row.answer === null
      ? null
      : { status: row.answer_status, body: fromStored(row.answer), truncated: row.answer_cut },
  createdAt: row.created_at,
  nextAttemptAt: row.next_attempt_at,
  endedAt: row.ended_at,
});

interface Context {
  db: Database;
  feed: ChangeFeed;
}

type Endpoints = Pick<WebhookStore, 'createEndpoint' | 'endpoint' | 'listEndpoints' | 'updateEndpoint' | 'deleteEndpoint' | 'rotateSecret'>;

function createEndpoints({ db: { pool } }: Context): Endpoints {
  const first = (rows: EndpointRow[]): WebhookEndpoint | null => (rows[0] ? toEndpoint(rows[0]) : null);
  return {
    createEndpoint: async ({ id, orgId, projectId, url, events, description, enabled, secret }, most) => {
      const words = description === null ? null : toStored(description);
      return first(await run<EndpointRow>(pool, sql.CREATE_ENDPOINT, [id, orgId, projectId, url, events, words, enabled, secret, most]));
    },
    endpoint: async (id) => first(await repeatable<EndpointRow>(pool, sql.GET_ENDPOINT, [id])),
    listEndpoints: (projectId, query): Promise<ListPage<WebhookEndpoint>> =>
      listPage(
        pool,
        { table: 'webhook_endpoints', columns: sql.ENDPOINT_COLUMNS, convert: toEndpoint },
        [['project_id = ?', projectId]],
        query,
      ),
    updateEndpoint: async (id, { url, events, description, enabled }) => {
      const words = typeof description === 'string' ? toStored(description) : null;
      const values = [id, url ?? null, events ?? null, description !== undefined, words, enabled ?? null];
      return first(await repeatable<EndpointRow>(pool, sql.UPDATE_ENDPOINT, values));
    },
    deleteEndpoint: async (id) => (await run(pool, sql.DELETE_ENDPOINT, [id])).length > 0,
    rotateSecret: async (id, secret, graceS) => first(await run<EndpointRow>(pool, sql.ROTATE_SECRET, [id, secret, graceS])),
  };
}

type Deliveries = Omit<WebhookStore, keyof Endpoints>;

function createDeliveries({ db: { pool }, feed }: Context): Deliveries {
  const first = (rows: DeliveryRow[]): WebhookDelivery | null => (rows[0] ? toDelivery(rows[0]) : null);
  return {
    addTest: async (endpointId, { deliveryId, eventId, type, data }) => {
      const values = [endpointId, deliveryId, eventId, type, JSON.stringify(data), feed.notice('q', deliveryId)];
      const added = first(await run<DeliveryRow>(pool, sql.ADD_TEST, values));
      feed.queued();
      return added;
    },
    announce: async ({ orgId, projectId, eventId, type, data }) => {
      await repeatable(pool, sql.ANNOUNCE, [orgId, projectId, eventId, type, JSON.stringify(data)]);
    },
    delivery: async (id) => first(await repeatable<DeliveryRow>(pool, sql.GET_DELIVERY, [id])),
    listDeliveries: (endpointId, { status, ...query }) =>
      listPage(
        pool,
        { table: 'webhook_deliveries', columns: sql.DELIVERY_COLUMNS, convert: toDelivery },
        [['endpoint_id = ?', endpointId], ...(status === undefined ? [] : [['status = ?', status] as [string, unknown]])],
        query,
      ),
    retry: async (id) => {
      const again = first(await run<DeliveryRow>(pool, sql.RETRY, [id, feed.notice('q', id)]));
      feed.queued();
      return again;
    },
    open: async ({ jobId, token }) => {
      const delivery = first(await repeatable<DeliveryRow>(pool, sql.OPEN, [jobId, token]));
      const [endpoint] = delivery ? await repeatable<EndpointRow>(pool, sql.GET_ENDPOINT, [delivery.endpointId]) : [];
      if (delivery && endpoint) return { delivery, endpoint: toEndpoint(endpoint) };
      await repeatable(pool, sql.DROP_JOB, [jobId, token]);
      return null;
    },
    settle: async ({ jobId, token }, { delivered, attempt, answer, gone }, eventId) => {
      const body = answer === null ? null : toStored(answer.body);
      const [row] = await run<{ status: WebhookDelivery['status']; disabled: boolean }>(pool, sql.SETTLE, [
        jobId,
        token,
        delivered,
        JSON.stringify([attempt]),
        attempt.status,
        body,
        answer?.truncated ?? false,
        gone,
        feed.notice('c', jobId),
        eventId,
      ]);
      feed.changed(jobId);
      return row ? { status: row.status, disabled: row.disabled } : null;
    },
    abandon: async ({ jobId, token }) => {
      await run(pool, sql.ABANDON, [jobId, token, feed.notice('c', jobId)]);
      feed.changed(jobId);
    },
    countPending: async () => (await repeatable<{ waiting: number }>(pool, sql.COUNT_PENDING, []))[0]?.waiting ?? 0,
    watch: feed.watch,
    sweep: async () => {
      for (let gone = 1_000; gone === 1_000;) gone = (await run(pool, sql.SWEEP, [])).length;
    },
  };
}

/** @param feed of the document store on the same database */
export function createWebhookStore(db: Database, feed: ChangeFeed): WebhookStore {
  const context = { db, feed };
  return { ...createEndpoints(context), ...createDeliveries(context) };
}
