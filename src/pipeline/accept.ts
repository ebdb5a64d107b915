/** What becomes of a request when the store has answered: the document, an earlier one, or why not. */
import { formatAmount } from '../base/money.ts';
import { Refusal } from '../base/refusal.ts';
import type { AcceptOutcome } from '../ports/document-store.ts';
import type { Price } from '../ports/prices.ts';
import type { DocumentRecord } from '../ports/record.ts';
import type { PipelineDependencies } from './dependencies.ts';
import type { Submitted } from './pipeline.ts';

/** Reviews, typed edits and versions are free (decisions §7). */
export const FREE: Price = { amount: 0, currency: 'EUR' };

/** @param asked `stored`: the id under which files were kept before it was known whether the document is accepted */
export async function settleAcceptance(
  deps: PipelineDependencies,
  outcome: AcceptOutcome,
  { stored, price }: { stored: string | null; price: Price },
): Promise<Submitted> {
  if (outcome.kind === 'accepted') return { record: outcome.record, replayed: false };
  if (stored !== null) await deps.blobs.deleteAll(`documents/${stored}/`);
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
      throw new Refusal('rate_limited', `More than ${deps.ratePerMinute} documents in a minute; try again in ${outcome.retryAfterS} s.`, {
        retryAfterS: outcome.retryAfterS,
      });
  }
}

export const keyReused = (): Refusal =>
  new Refusal('idempotency_key_reused', 'This Idempotency-Key was used within the last 24 hours with another request; use a new key.');

const FINAL = new Set<string>(['ready', 'ready_with_warnings', 'needs_review', 'failed', 'canceled']);

/** A repeat: the same document once the first request was answered, or once nobody is left to answer it. */
export function replayed(record: DocumentRecord, answered: boolean): Submitted {
  if (!answered && !FINAL.has(record.status)) {
    throw new Refusal(
      'idempotency_request_in_progress',
      'The first request with this Idempotency-Key is still being answered; repeat it in a few seconds.',
      { retryAfterS: 2 },
    );
  }
  return { record, replayed: true };
}
