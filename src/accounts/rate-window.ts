/**
 * Documents accepted in the last minute, per organisation, as far as this process knows. The database counts exactly
 * when it accepts; this count is never higher than that one, so a request that it refuses would be refused there too,
 * only later: after its body was read and checked (decisions §8, order of checks).
 */
import { Refusal } from '../base/refusal.ts';

const WINDOW_MS = 60_000;

export interface RateWindow {
  /** @throws Refusal rate_limited when the window is full */
  check(orgId: string): void;
  /** How many more would be taken now, and in how many seconds the oldest one leaves the window. */
  left(orgId: string): { documentsPerMinute: number; remaining: number; resetS: number };
  /** @param askedAtMs when the request came: not later than its acceptance, so that it leaves the window first here */
  count(orgId: string, askedAtMs: number): void;
}

/** An empty window. @param options documentsPerMinute: of one organisation; nowMs: the time in milliseconds */
export function createRateWindow(options: { documentsPerMinute: number; nowMs: () => number }): RateWindow {
  const { documentsPerMinute, nowMs } = options;
  const accepted = new Map<string, number[]>();

  function recent(orgId: string): number[] {
    const times = (accepted.get(orgId) ?? []).filter((time) => time > nowMs() - WINDOW_MS);
    if (times.length === 0) accepted.delete(orgId);
    else accepted.set(orgId, times);
    return times;
  }

  return {
    check(orgId) {
      const times = recent(orgId);
      const oldest = times[times.length - documentsPerMinute];
      if (times.length < documentsPerMinute || oldest === undefined) return;
      const retryAfterS = Math.max(1, Math.ceil((oldest + WINDOW_MS - nowMs()) / 1_000));
      throw new Refusal(
        'rate_limited',
        `The organisation may make ${documentsPerMinute} documents a minute; try again in ${retryAfterS} s.`,
        { retryAfterS },
      );
    },
    left(orgId) {
      const times = recent(orgId);
      const resetS = times[0] === undefined ? 0 : Math.max(1, Math.ceil((times[0] + WINDOW_MS - nowMs()) / 1_000));
      return { documentsPerMinute, remaining: Math.max(0, documentsPerMinute - times.length), resetS };
    },
    count(orgId, askedAtMs) {
      const times = accepted.get(orgId) ?? [];
      times.push(askedAtMs);
      // Twice the limit is more than check() ever looks back.
      accepted.set(orgId, times.length > documentsPerMinute * 2 ? times.slice(-documentsPerMinute) : times);
    },
  };
}
