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

/** Times in the order in which they were counted; those before `from` have left. */
interface Times {
  list: number[];
  from: number;
}

/** An empty window. @param options documentsPerMinute: of one organisation; nowMs: the time in milliseconds */
export function createRateWindow(options: { documentsPerMinute: number; nowMs: () => number }): RateWindow {
  const { documentsPerMinute, nowMs } = options;
  const accepted = new Map<string, Times>();

  /**
   * Looks at those alone that leave: each request asks, and a window may have thousands. One that was asked for before its predecessor leaves
   * with it, which is no later than the database lets it go: it was accepted after it.
   */
  function recent(orgId: string, now: number): { count: number; at(back: number): number | undefined } {
    const times = accepted.get(orgId);
    if (times === undefined) return { count: 0, at: () => undefined };
    const { list } = times;
    while (times.from < list.length && (list[times.from] ?? 0) <= now - WINDOW_MS) times.from++;
    if (times.from === list.length) accepted.delete(orgId);
    else if (times.from > list.length / 2) {
      list.splice(0, times.from);
      times.from = 0;
    }
    return { count: list.length - times.from, at: (back) => list.at(-back) };
  }

  return {
    check(orgId) {
      const now = nowMs();
      const times = recent(orgId, now);
      const oldest = times.at(documentsPerMinute);
      if (times.count < documentsPerMinute || oldest === undefined) return;
      const retryAfterS = Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1_000));
      throw new Refusal(
        'rate_limited',
        `The organisation may make ${documentsPerMinute} documents a minute; try again in ${retryAfterS} s.`,
        { retryAfterS },
      );
    },
    left(orgId) {
      const now = nowMs();
      const times = recent(orgId, now);
      const oldest = times.count === 0 ? undefined : times.at(times.count);
      const resetS = oldest === undefined ? 0 : Math.max(1, Math.ceil((oldest + WINDOW_MS - now) / 1_000));
      return { documentsPerMinute, remaining: Math.max(0, documentsPerMinute - times.count), resetS };
    },
    count(orgId, askedAtMs) {
      const times = accepted.get(orgId) ?? { list: [], from: 0 };
      times.list.push(askedAtMs);
      // Twice the limit is more than check() ever looks back.
      if (times.list.length - times.from > documentsPerMinute * 2) times.from = times.list.length - documentsPerMinute;
      accepted.set(orgId, times);
    },
  };
}
