/**
 * What is no document and costs all the same, in the last minute: refused requests, dry runs and megabytes of bodies by organisation, wrong
 * keys by address. Without a bound of their own, whoever repeats them keeps the service from its work. Each process counts what it answers.
 */
import { Refusal } from '../base/refusal.ts';

const WINDOW_MS = 60_000;
/** Who is counted at a time; the oldest are forgotten first. */
const COUNTED_MAX = 20_000;

export interface AttemptWindow {
  /** @param what for the message: `refused requests and dry runs` @throws Refusal rate_limited when the window is full */
  check(who: string, what: string): void;
  /** @param amount what is counted may have a size */
  count(who: string, amount?: number): void;
}

/** An empty window. @param options perMinute: of each; nowMs: the time in milliseconds, which never goes back */
export function createAttemptWindow({ perMinute, nowMs }: { perMinute: number; nowMs: () => number }): AttemptWindow {
  const counted = new Map<string, { sinceMs: number; count: number }>();
  const current = (who: string): { sinceMs: number; count: number } | undefined => {
    const entry = counted.get(who);
    return entry !== undefined && nowMs() - entry.sinceMs < WINDOW_MS ? entry : undefined;
  };
  return {
    check(who, what) {
      const entry = current(who);
      if (entry === undefined || entry.count < perMinute) return;
      const retryAfterS = Math.max(1, Math.ceil((entry.sinceMs + WINDOW_MS - nowMs()) / 1_000));
      throw new Refusal('rate_limited', `That were more than ${perMinute} ${what} in a minute; try again in ${retryAfterS} s.`, {
        retryAfterS,
      });
    },
    count(who, amount = 1) {
      const entry = current(who);
      if (entry !== undefined) {
        entry.count += amount;
        return;
      }
      counted.delete(who);
      const [oldest] = counted.keys();
      if (counted.size >= COUNTED_MAX && oldest !== undefined) counted.delete(oldest);
      counted.set(who, { sinceMs: nowMs(), count: amount });
    },
  };
}
