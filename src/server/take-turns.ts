/**
 * Requests that come together begin a few in each turn of the event loop. All that have come lie in the sockets when a turn begins, and Node
 * hands them over in one go: a hundred of them, each of two milliseconds, would hold up everybody else for their sum.
 */
import type { FastifyInstance } from 'fastify';

/** Work of requests that begin in one turn; one that has begun goes on as far as it can. */
const TURN_MS = 8;
/** Of those that wait, the most that one turn takes: each takes a callback of its own, so that its first steps are counted. */
const IN_A_TURN = 4;

/**
 * A queue at a door, in which those whose body has come go before those that begin.
 * @returns null for whoever may go on at once; resolves when it is the others' turn
 */
export function createTurns(nowMs: () => number): (state: 'begins' | 'is read') => Promise<void> | null {
  const waiting = { begins: [] as (() => void)[], 'is read': [] as (() => void)[] };
  const next = (): (() => void) | undefined => waiting['is read'].shift() ?? waiting.begins.shift();
  const length = (): number => waiting['is read'].length + waiting.begins.length;
  let began: number | null = null;

  /** The first of a turn begins it; it ends when what came with it has been heard. */
  const isLong = (): boolean => {
    const now = nowMs();
    if (began === null) {
      began = now;
      setImmediate(() => {
        began = null;
        if (length() > 0) letIn();
      });
    }
    return now - began > TURN_MS;
  };
  const letIn = (): void => {
    for (let count = 0; count < Math.min(IN_A_TURN, length()); count++)
      setImmediate(() => {
        if (length() > 0 && !isLong()) next()?.();
      });
  };
  return (state) => {
    const before = state === 'begins' ? length() : waiting['is read'].length;
    return before === 0 && !isLong() ? null : new Promise((resolve) => waiting[state].push(resolve));
  };
}

/** Of all servers of a process: they have one event loop. */
const enter = createTurns(() => performance.now());

/** To be called before other hooks are added. */
export function takeTurns(app: FastifyInstance): void {
  app.addHook('onRequest', async () => void (await enter('begins')));
  // a body may come long after its headers
  app.addHook('preValidation', async () => void (await enter('is read')));
}
