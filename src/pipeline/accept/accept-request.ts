/** The one door to the queue: bytes are kept, then record, job, first event, idempotency key, rate and price are one transaction. */
import { FINAL_STATUSES, type Format } from '../../contract/vocabulary.ts';
import { formatAmount } from '../../base/money.ts';
import { Refusal } from '../../base/refusal.ts';
import type { AcceptOutcome, NewDocument } from '../../ports/document-store.ts';
import { FREE, type Price } from '../../ports/prices.ts';
import { JOB_VERSION, type DocumentRecord } from '../../ports/record.ts';
import type { PipelineDependencies } from '../dependencies.ts';
import type { Idempotency, Submitted } from '../pipeline.ts';

/** Bytes that a job needs, under a key of the document to be. */
export interface KeptBytes {
  key: string;
  bytes: Uint8Array;
  contentType: string;
}

/**
 * Keeps the bytes, then accepts the document; where it is not accepted nothing of it is left.
 * @throws Refusal idempotency_key_reused, idempotency_request_in_progress, insufficient_balance, rate_limited
 */
export async function acceptRequest(
  deps: PipelineDependencies,
  document: Omit<NewDocument, 'ratePerMinute'>,
  kept: readonly KeptBytes[],
): Promise<Submitted> {
  const { blobs, store, ratePerMinute } = deps;
  const trace = deps.tracing?.current();
  const job = { ...document.job, version: JOB_VERSION, ...(trace === undefined ? {} : { trace }) };
  await Promise.all(kept.map(({ key, bytes, contentType }) => blobs.put(key, bytes, contentType)));
  const outcome = await store.accept({ ...document, job, ratePerMinute });
  if (outcome.kind === 'accepted') return { record: outcome.record, replayed: false };
  if (kept.length > 0) await blobs.deleteAll(`documents/${document.id}/`);
  return settleUnaccepted(deps, outcome, document.price ?? { amount: 0, currency: FREE.currency });
}

function settleUnaccepted(
  { ratePerMinute }: PipelineDependencies,
  outcome: Exclude<AcceptOutcome, { kind: 'accepted' }>,
  price: Price,
): Submitted {
  switch (outcome.kind) {
    case 'replay':
      return replayed(outcome.record, outcome.answered);
    case 'key_reused':
      throw keyReused();
    case 'insufficient_balance':
      throw new Refusal(
        'insufficient_balance',
        `The balance does not cover this document, which costs ${formatAmount(price.amount, price.currency)}; add funds, or ask for a lower quality.`,
      );
    case 'rate_limited':
      throw rateLimited(ratePerMinute, outcome.retryAfterS);
  }
}

export const rateLimited = (ratePerMinute: number, retryAfterS: number): Refusal =>
  new Refusal('rate_limited', `More than ${ratePerMinute} documents in a minute; try again in ${retryAfterS} s.`, { retryAfterS });

const keyReused = (): Refusal =>
  new Refusal('idempotency_key_reused', 'This Idempotency-Key was used within the last 24 hours with another request; use a new key.');

/** A repeated request: the same document, once the first request was answered or the document has ended. */
function replayed(record: DocumentRecord, answered: boolean): Submitted {
  if (!answered && !FINAL_STATUSES.includes(record.status)) {
    throw new Refusal(
      'idempotency_request_in_progress',
      'The first request with this Idempotency-Key is still being answered; repeat it in a few seconds.',
      { retryAfterS: 2 },
    );
  }
  return { record, replayed: true };
}

/** What an earlier request with this key gave, before the body is validated; null for a new key. @throws Refusal as `acceptRequest` */
export async function findReplay(
  { store }: Pick<PipelineDependencies, 'store'>,
  projectId: string,
  { key, fingerprint }: Idempotency,
): Promise<Submitted | null> {
  const found = await store.findIdempotent(projectId, key);
  if (!found) return null;
  if (found.fingerprint !== fingerprint) throw keyReused();
  const record = await store.get(found.documentId);
  return record && replayed(record, found.answered);
}

/** What makes and renders a document of this format; of an unknown one, what makes most. */
export function versionsUsed(
  { versions, model }: PipelineDependencies,
  format: Format | null,
  usesModel: boolean,
): DocumentRecord['versions'] {
  return {
    engine: versions.engine,
    renderer: format === 'pdf' ? versions.typesetter() : versions.office(),
    model: usesModel ? (model?.names.main ?? null) : null,
  };
}
