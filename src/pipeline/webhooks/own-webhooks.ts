/** Webhook endpoints for their owner: a project sees its own and nothing of others. */
import { Refusal } from '../../base/refusal.ts';
import { FINAL_EVENTS } from '../../contract/event.ts';
import { ENDPOINTS_MAX, GRACE_S } from '../../contract/webhook.ts';
import type { Project } from '../../ports/account-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { WebhookDelivery, WebhookEndpoint, WebhookStore } from '../../ports/webhook-store.ts';
import { ATTEMPT_MS } from '../../ports/webhook-sender.ts';
import type { OwnWebhooks } from '../pipeline.ts';
import { makeSecret } from './sign.ts';

export interface OwnWebhookDependencies {
  webhooks: WebhookStore;
  clock: Pick<Clock, 'ulid'>;
  /** Gives unpredictable bytes. */
  random: (bytes: number) => Uint8Array;
}

/** How long a test waits for its attempt beside the time of the attempt itself: for a worker to take it. */
const CLAIM_MS = 3_000;

const missing = (what: string): Refusal => new Refusal('not_found', `There is no ${what} with this id in this project.`);

/** Resolves once the delivery has ended, or after `timeoutMs`. */
async function waitForEnd({ webhooks }: OwnWebhookDependencies, delivery: WebhookDelivery, timeoutMs: number): Promise<WebhookDelivery> {
  let ring: () => void = () => undefined;
  const late = AbortSignal.timeout(timeoutMs);
  const unsubscribe = webhooks.watch(delivery.id, () => ring());
  late.addEventListener('abort', () => ring());
  try {
    for (let found: WebhookDelivery | null = delivery; ;) {
      const rung = new Promise<void>((resolve) => {
        ring = resolve;
      });
      found = await webhooks.delivery(delivery.id);
      if (found === null) return delivery;
      if (found.status !== 'pending' || late.aborted) return found;
      await rung;
    }
  } finally {
    unsubscribe();
  }
}

interface Finding {
  endpoint(owner: Project, id: string): Promise<WebhookEndpoint>;
  delivery(owner: Project, endpointId: string, id: string): Promise<WebhookDelivery>;
}

function createFinding({ webhooks }: OwnWebhookDependencies): Finding {
  const endpoint: Finding['endpoint'] = async (owner, id) => {
    const found = await webhooks.endpoint(id);
    if (found === null || found.projectId !== owner.id) throw missing('webhook endpoint');
    return found;
  };
  return {
    endpoint,
    async delivery(owner, endpointId, id) {
      await endpoint(owner, endpointId);
      const found = await webhooks.delivery(id);
      if (found === null || found.endpointId !== endpointId) throw missing('delivery');
      return found;
    },
  };
}

/** It may be deleted by another request meanwhile. */
function still<T>(found: T | null): T {
  if (found === null) throw missing('webhook endpoint');
  return found;
}

type Registered = Pick<OwnWebhooks, 'create' | 'get' | 'list' | 'update' | 'remove' | 'rotateSecret'>;

function createRegistered({ webhooks, clock, random }: OwnWebhookDependencies, find: Finding): Registered {
  return {
    async create(owner, { url, events, description, enabled }) {
      const made = await webhooks.createEndpoint(
        {
          id: `whe_${clock.ulid()}`,
          orgId: owner.orgId,
          projectId: owner.id,
          url,
          events: events ?? [...FINAL_EVENTS],
          description: description ?? null,
          enabled: enabled ?? true,
          secret: makeSecret(random),
        },
        ENDPOINTS_MAX,
      );
      if (made !== null) return made;
      const message = `A project may have ${ENDPOINTS_MAX} webhook endpoints; delete one that is not used any more.`;
      throw new Refusal('too_many_endpoints', message);
    },
    get: find.endpoint,
    list: (owner, query) => webhooks.listEndpoints(owner.id, query),
    async update(owner, id, patch) {
      await find.endpoint(owner, id);
      return still(await webhooks.updateEndpoint(id, patch));
    },
    async remove(owner, id) {
      await find.endpoint(owner, id);
      await webhooks.deleteEndpoint(id);
    },
    async rotateSecret(owner, id) {
      await find.endpoint(owner, id);
      return still(await webhooks.rotateSecret(id, makeSecret(random), GRACE_S));
    },
  };
}

/** What the doors ask. */
export function createOwnWebhooks(deps: OwnWebhookDependencies): OwnWebhooks {
  const { webhooks, clock } = deps;
  const find = createFinding(deps);
  return {
    ...createRegistered(deps, find),
    async test(owner, id) {
      await find.endpoint(owner, id);
      const added = await webhooks.addTest(id, {
        deliveryId: `whd_${clock.ulid()}`,
        eventId: `evt_${clock.ulid()}`,
        type: 'webhook.test',
        data: { endpoint_id: id, message: 'A test: this endpoint can be reached, and the signature is that of real events.' },
      });
      return waitForEnd(deps, still(added), ATTEMPT_MS + CLAIM_MS);
    },
    async deliveries(owner, id, query) {
      await find.endpoint(owner, id);
      return webhooks.listDeliveries(id, query);
    },
    delivery: find.delivery,
    async retry(owner, endpointId, id) {
      await find.delivery(owner, endpointId, id);
      const again = await webhooks.retry(id);
      if (again === null) throw new Refusal('content_deleted', 'What this delivery sent was deleted with its document.');
      return again;
    },
  };
}
