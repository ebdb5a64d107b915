/** Whether the parts that documents need answer, for the loop that claims them: the checks of `/readyz`, asked in the background. */
import { runCheck } from '../server/open-routes.ts';

/** How old an answer may be before it is asked for again; a claim does not wait for it. */
const FRESH_MS = 2_000;

/**
 * While all is well the last answer is given at once and renewed beside it; after a failed check every call asks again.
 * @param nowMs a clock that only moves forward
 */
export function createReadiness(checks: Readonly<Record<string, () => Promise<void>>>, nowMs: () => number): () => Promise<boolean> {
  let ready = true;
  let atMs = Number.NEGATIVE_INFINITY;
  let asking: Promise<boolean> | undefined;
  const ask = (): Promise<boolean> => {
    asking ??= Promise.all(Object.values(checks).map(runCheck)).then((found) => {
      ready = found.every((trouble) => trouble === null);
      atMs = nowMs();
      asking = undefined;
      return ready;
    });
    return asking;
  };
  return () => {
    if (!ready) return ask();
    if (nowMs() - atMs > FRESH_MS) void ask();
    return Promise.resolve(true);
  };
}
