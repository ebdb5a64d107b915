/** Webhooks in memory, held to the promises of the store on PostgreSQL; what happens to documents is told to it by the store in memory. */
import { createHash } from 'node:crypto';
import type { StoredEvent } from '../../src/contract/event.ts';
import { WEBHOOK_EVENTS } from '../../src/contract/webhook.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { ListPage, ListQuery } from '../../src/ports/document-store.ts';
import { DELAYS_S, LOGGED_MAX, type WebhookDelivery, type WebhookEndpoint, type WebhookStore } from '../../src/ports/webhook-store.ts';
import type { MemoryQueue } from './memory-queue.ts';

export interface MemoryWebhooks extends WebhookStore {
  /** An event of a document of this project. */
  hear(projectId: string, event: StoredEvent): void;
  /** The content of a document is deleted. */
  forget(documentId: string): void;
}

interface Kept extends WebhookDelivery {
  attemptsMax: number;
}

const DAY_MS = 86_400_000;

function pageOf<T extends { id: string }>(all: readonly T[], query: Pick<ListQuery, 'limit' | 'order' | 'after' | 'before'>): ListPage<T> {
  const { limit, order, after, before } = query;
  const sorted = all.toSorted((a, b) => (a.id < b.id ? -1 : 1) * (order === 'asc' ? 1 : -1));
  const from = after === undefined ? 0 : sorted.findIndex(({ id }) => id === after) + 1;
  const until = before === undefined ? sorted.length : sorted.findIndex(({ id }) => id === before);
  const window = sorted.slice(from, until);
  const data = after === undefined && before !== undefined ? window.slice(-limit) : window.slice(0, limit);
  return { data: structuredClone(data), hasMore: window.length > limit };
}

interface Context {
  clock: Clock;
  queue: MemoryQueue;
  endpoints: Map<string, WebhookEndpoint>;
  deliveries: Map<string, Kept>;
  /** Documents whose content is deleted. */
  gone: Set<string>;
  add(endpointId: string, id: string, event: WebhookDelivery['event'], more?: Partial<Kept>): Kept;
}

const idOf = (endpointId: string, eventId: string): string =>
  `whd_${eventId.slice(4, 14)}${createHash('md5').update(`${endpointId}${eventId}`).digest('hex').slice(0, 16).toUpperCase()}`;
const copy = <T>(value: T | undefined): T | null => (value === undefined ? null : structuredClone(value));

function strip({ gone }: Context, kept: Kept): void {
  if (kept.event.documentId === null || !gone.has(kept.event.documentId) || kept.status === 'pending') return;
  kept.event = { ...kept.event, data: null };
  kept.answer = null;
}

function createContext(clock: Clock, queue: MemoryQueue): Context {
  const deliveries = new Map<string, Kept>();
  return {
    clock,
    queue,
    endpoints: new Map(),
    deliveries,
    gone: new Set(),
    add(endpointId, id, event, more = {}) {
      const now = clock.now();
      const kept: Kept = {
        id,
        endpointId,
        event,
        status: 'pending',
        forced: false,
        attempts: 0,
        attemptsMax: DELAYS_S.length + 1,
        log: [],
        answer: null,
        createdAt: now,
        nextAttemptAt: now,
        endedAt: null,
        ...more,
      };
      deliveries.set(id, kept);
      void queue.add({ id, kind: 'deliver_webhook', orgId: endpointId, payload: {} });
      return kept;
    },
  };
}

type Endpoints = Pick<WebhookStore, 'createEndpoint' | 'endpoint' | 'listEndpoints' | 'updateEndpoint' | 'deleteEndpoint' | 'rotateSecret'>;

function createEndpoints({ clock, queue, endpoints, deliveries }: Context): Endpoints {
  return {
    async createEndpoint(given, most) {
      if ([...endpoints.values()].filter(({ projectId }) => projectId === given.projectId).length >= most) return null;
      const rest = { disabledReason: null, failingSince: null, lastDeliveredAt: null, previousSecret: null };
      const made: WebhookEndpoint = { ...structuredClone(given), ...rest, createdAt: clock.now() };
      endpoints.set(made.id, made);
      return structuredClone(made);
    },
    endpoint: async (id) => copy(endpoints.get(id)),
    listEndpoints: async (projectId, query) =>
      pageOf(
        [...endpoints.values()].filter((one) => one.projectId === projectId),
        query,
      ),
    async updateEndpoint(id, patch) {
      const found = endpoints.get(id);
      if (!found) return null;
      const again = (patch.enabled === true && !found.enabled) || (patch.url !== undefined && patch.url !== found.url);
      if (again) found.failingSince = null;
      if (patch.enabled !== undefined) found.disabledReason = null;
      for (const [field, value] of Object.entries(patch)) if (value !== undefined) Object.assign(found, { [field]: value });
      return structuredClone(found);
    },
    async deleteEndpoint(id) {
      for (const kept of deliveries.values())
        if (kept.endpointId === id) {
          deliveries.delete(kept.id);
          await queue.remove(kept.id);
        }
      return endpoints.delete(id);
    },
    async rotateSecret(id, secret, graceS) {
      const found = endpoints.get(id);
      if (!found) return null;
      found.previousSecret = { secret: found.secret, until: new Date(clock.now().getTime() + graceS * 1_000) };
      found.secret = secret;
      return structuredClone(found);
    },
  };
}

function createDeliveries({
  clock,
  queue,
  endpoints,
  deliveries,
  add,
}: Context): Pick<WebhookStore, 'addTest' | 'announce' | 'delivery' | 'listDeliveries' | 'retry'> {
  return {
    async addTest(endpointId, { deliveryId, eventId, type, data }) {
      if (!endpoints.has(endpointId)) return null;
      const event = { id: eventId, type, version: 1, documentId: null, sequence: null, at: clock.now(), data };
      return structuredClone(add(endpointId, deliveryId, event, { attemptsMax: 1, forced: true }));
    },
    async announce({ orgId, projectId, eventId, type, data }) {
      for (const endpoint of endpoints.values())
        if (
          endpoint.orgId === orgId &&
          endpoint.projectId === (projectId ?? endpoint.projectId) &&
          endpoint.enabled &&
          endpoint.events.includes(type)
        )
          add(endpoint.id, idOf(endpoint.id, eventId), {
            id: eventId,
            type,
            version: 1,
            documentId: null,
            sequence: null,
            at: clock.now(),
            data,
          });
    },
    delivery: async (id) => copy(deliveries.get(id)),
    listDeliveries: async (endpointId, { status, ...query }) =>
      pageOf(
        [...deliveries.values()].filter((one) => one.endpointId === endpointId && (status === undefined || one.status === status)),
        query,
      ),
    async retry(id) {
      const kept = deliveries.get(id);
      if (!kept || kept.event.data === null) return null;
      if (kept.status !== 'pending') kept.attemptsMax = kept.attempts + 1;
      Object.assign(kept, { status: 'pending', forced: true, endedAt: null, nextAttemptAt: clock.now() });
      const job = queue.jobs.get(id);
      if (job) job.notBefore = 0;
      else await queue.add({ id, kind: 'deliver_webhook', orgId: kept.endpointId, payload: {} });
      return structuredClone(kept);
    },
  };
}

function createAttempts(context: Context): Pick<WebhookStore, 'open' | 'settle' | 'abandon'> {
  const { clock, queue, endpoints, deliveries } = context;
  const end = (kept: Kept, status: 'delivered' | 'failed'): void => {
    Object.assign(kept, { status, endedAt: clock.now(), nextAttemptAt: null });
    strip(context, kept);
  };
  const leased = (jobId: string, token: number): Kept | undefined => {
    const job = queue.jobs.get(jobId);
    return job?.state === 'running' && job.token === token ? deliveries.get(jobId) : undefined;
  };
  return {
    async open({ jobId, token }) {
      const kept = leased(jobId, token);
      const endpoint = kept && endpoints.get(kept.endpointId);
      if (kept && endpoint) return structuredClone({ delivery: kept, endpoint });
      await queue.remove(jobId);
      return null;
    },
    async settle(lease, { delivered, attempt, answer, gone: wantsNoMore }) {
      const kept = leased(lease.jobId, lease.token);
      const endpoint = kept && endpoints.get(kept.endpointId);
      if (!kept || !endpoint) return null;
      const now = clock.now();
      Object.assign(kept, { forced: false, attempts: kept.attempts + 1, log: [...kept.log, attempt].slice(-LOGGED_MAX) });
      kept.answer = answer === null || attempt.status === null ? null : { status: attempt.status, ...answer };
      const over = wantsNoMore || kept.attempts >= kept.attemptsMax;
      const since = endpoint.failingSince;
      endpoint.failingSince = delivered ? null : (since ?? now);
      if (delivered) endpoint.lastDeliveredAt = now;
      const long = !delivered && over && since !== null && since.getTime() < now.getTime() - 5 * DAY_MS;
      const disabled = endpoint.enabled && (wantsNoMore || long);
      if (disabled) Object.assign(endpoint, { enabled: false, disabledReason: wantsNoMore ? 'gone' : 'failing' });
      if (delivered || over) {
        end(kept, delivered ? 'delivered' : 'failed');
        await queue.remove(kept.id);
      } else {
        const delayMs = (DELAYS_S[Math.min(kept.attempts, DELAYS_S.length) - 1] ?? 0) * 1_000;
        kept.nextAttemptAt = new Date(now.getTime() + delayMs);
        await queue.release(lease, { delayMs });
      }
      return { status: kept.status, disabled };
    },
    async abandon({ jobId, token }) {
      const kept = leased(jobId, token);
      if (!kept) return;
      end(kept, 'failed');
      await queue.remove(jobId);
    },
  };
}

/** Empty. @param queue that jobs of deliveries are in */
export function createMemoryWebhooks(clock: Clock, queue: MemoryQueue): MemoryWebhooks {
  const context = createContext(clock, queue);
  const { endpoints, deliveries, gone, add } = context;
  return {
    ...createEndpoints(context),
    ...createDeliveries(context),
    ...createAttempts(context),
    hear(projectId, { id, type, version, document_id: documentId, sequence, timestamp, data }) {
      if (!WEBHOOK_EVENTS.includes(type)) return;
      for (const endpoint of endpoints.values())
        if (endpoint.projectId === projectId && endpoint.enabled && endpoint.events.includes(type))
          add(endpoint.id, idOf(endpoint.id, id), { id, type, version, documentId, sequence, at: new Date(timestamp), data });
    },
    forget(documentId) {
      gone.add(documentId);
      for (const kept of deliveries.values()) strip(context, kept);
    },
    countPending: async () =>
      [...queue.jobs.values()].filter(({ task, state }) => task.kind === 'deliver_webhook' && state === 'waiting').length,
    watch: queue.watch,
    async sweep() {
      for (const { id, createdAt, status } of deliveries.values())
        if (status !== 'pending' && createdAt.getTime() < clock.now().getTime() - 7 * DAY_MS) deliveries.delete(id);
    },
  };
}
