/** Requests at the door that make nothing: how often an organisation may be refused, and an address come with a wrong key. */
import type { FastifyRequest } from 'fastify';
import { createAttemptWindow } from '../accounts/attempt-window.ts';
import type { ServerOptions } from './server-options.ts';

/** Refused requests and dry runs, for each document that may be made. */
const ATTEMPTS_PER_DOCUMENT = 10;
const ATTEMPTS_MIN = 60;
const WRONG_KEYS_PER_MINUTE = 120;
/** What a client repeats by mistake, or to do harm: the body was read and looked at for nothing. */
const COSTLY_REFUSALS: ReadonlySet<number> = new Set([400, 402, 413, 415, 422, 501]);

export interface Attempts {
  /** Before a body is read. @throws Refusal rate_limited */
  check(orgId: string): void;
  /** A key that holds works, however many wrong ones come from its address: others may share it. @throws Refusal rate_limited */
  countWrongKey(request: FastifyRequest): void;
  /** To be called after each answer. @param dry it was a dry run */
  countAnswer(request: FastifyRequest, status: number, dry: boolean): void;
}

/** Empty windows. */
export function createAttempts(options: Pick<ServerOptions, 'clock' | 'ratePerMinute'>): Attempts {
  const nowMs = (): number => options.clock.monotonicMs();
  const attempts = createAttemptWindow({ perMinute: Math.max(ATTEMPTS_MIN, options.ratePerMinute * ATTEMPTS_PER_DOCUMENT), nowMs });
  const wrongKeys = createAttemptWindow({ perMinute: WRONG_KEYS_PER_MINUTE, nowMs });
  return {
    check: (orgId) => attempts.check(orgId, 'refused requests and dry runs'),
    countWrongKey(request) {
      wrongKeys.check(request.ip, 'requests without a valid key');
      wrongKeys.count(request.ip);
    },
    countAnswer(request, status, dry) {
      if (request.owner === null || request.method === 'GET') return;
      if ((dry && status < 300) || COSTLY_REFUSALS.has(status)) attempts.count(request.owner.orgId);
    },
  };
}
