/**
 * One attempt at one delivery. Whatever comes of it is settled with the job in one statement; a process that dies before it leaves
 * the job to another one, which sends the same event under the same `webhook-id`.
 */
import { presentEvent } from '../../contract/delivered-event.ts';
import type { Clock } from '../../ports/clock.ts';
import type { JobQueue, TaskClaim } from '../../ports/job-queue.ts';
import type { SentAnswer, WebhookSender } from '../../ports/webhook-sender.ts';
import type { AttemptOutcome, WebhookStore } from '../../ports/webhook-store.ts';
import type { PipelineLog } from '../dependencies.ts';
import { signedHeaders } from './sign.ts';

export interface DeliveryDependencies {
  webhooks: WebhookStore;
  sender: WebhookSender;
  queue: Pick<JobQueue, 'release'>;
  clock: Pick<Clock, 'now' | 'ulid'>;
  log: Pick<PipelineLog, 'warn'>;
  /** Of each attempt, for /metrics. */
  onDelivery?: ((attempt: { outcome: 'delivered' | 'failed'; seconds: number }) => void) | undefined;
}

const GONE = 410;

function describeFailure({ status, fault }: SentAnswer): string | null {
  if (status === null) return fault ?? 'No answer came.';
  if (status >= 200 && status <= 299) return null;
  if (status >= 300 && status <= 399) return `It answered ${status}: redirects are not followed. Register the address that it leads to.`;
  return status === GONE ? 'It answered 410: the endpoint wants nothing more.' : `It answered ${status} instead of 2xx.`;
}

function outcomeOf(answer: SentAnswer, at: Date): AttemptOutcome {
  const error = describeFailure(answer);
  return {
    delivered: error === null,
    attempt: { at: at.toISOString(), durationMs: answer.durationMs, status: answer.status, error },
    answer: answer.body === null ? null : { body: answer.body, truncated: answer.truncated },
    gone: answer.status === GONE,
  };
}

/** Makes the attempt of a claimed job. @throws InfrastructureFault where the database does not answer */
export async function deliverWebhook(deps: DeliveryDependencies, { lease }: TaskClaim, { signal }: AbortController): Promise<void> {
  const { webhooks, sender, queue, clock, log } = deps;
  const opened = await webhooks.open(lease);
  if (opened === null) return;
  const { delivery, endpoint } = opened;
  const { data } = delivery.event;
  if (data === null || !(endpoint.enabled || delivery.forced)) return webhooks.abandon(lease);
  const at = clock.now();
  const body = JSON.stringify(presentEvent({ ...delivery.event, data }));
  const secrets = [endpoint.secret, ...(endpoint.previousSecret === null ? [] : [endpoint.previousSecret.secret])];
  let answer: SentAnswer;
  try {
    answer = await sender.send(endpoint.url, { headers: signedHeaders({ id: delivery.event.id, at, body }, secrets), body }, signal);
  } catch (error) {
    if (!signal.aborted) throw error;
    // the process ends, or the lease is lost: another attempt sends it again under its id
    return queue.release(lease);
  }
  const outcome = outcomeOf(answer, at);
  deps.onDelivery?.({ outcome: outcome.delivered ? 'delivered' : 'failed', seconds: answer.durationMs / 1_000 });
  const settled = await webhooks.settle(lease, outcome, `evt_${clock.ulid()}`);
  if (settled?.disabled)
    log.warn({ endpointId: endpoint.id, project: endpoint.projectId }, 'a webhook endpoint was disabled: nothing reaches it');
}
