/**
 * What an owner may have under way at once, by weight: one who asks for more waits behind what is his own already, and holds up nobody else.
 */
import { whoseTurn } from './whose-turn.ts';

/** To be called once when the work is over; further calls change nothing. */
export type EndShare = () => void;

interface Held {
  weight: number;
  waiting: { weight: number; begin: () => void }[];
}

/**
 * @param most the weight that one owner may have under way; a single piece of work that is heavier goes in alone
 * @returns takes a share, in the order of asking: resolves when the work may begin; rejects with the signal's reason where it is given up before
 */
export function createShares(
  most: number,
): (weight: number, options?: { owner?: string | undefined; signal?: AbortSignal }) => Promise<EndShare> {
  const owners = new Map<string | undefined, Held>();
  const letIn = (held: Held): void => {
    for (
      let next = held.waiting[0];
      next !== undefined && (held.weight === 0 || held.weight + next.weight <= most);
      next = held.waiting[0]
    ) {
      held.waiting.shift();
      held.weight += next.weight;
      next.begin();
    }
  };
  return (weight, { owner = whoseTurn(), signal } = {}) => {
    const held = owners.get(owner) ?? { weight: 0, waiting: [] };
    owners.set(owner, held);
    const { promise, resolve, reject } = Promise.withResolvers<EndShare>();
    let ended = false;
    const end = (): void => {
      if (ended) return;
      ended = true;
      held.weight -= weight;
      letIn(held);
      if (held.weight === 0 && held.waiting.length === 0) owners.delete(owner);
    };
    const entry = {
      weight,
      begin: (): void => {
        signal?.removeEventListener('abort', giveUp);
        resolve(end);
      },
    };
    const giveUp = (): void => {
      const at = held.waiting.indexOf(entry);
      if (at < 0) return;
      held.waiting.splice(at, 1);
      reject(signal?.reason);
      // what waited behind it may be lighter
      letIn(held);
    };
    held.waiting.push(entry);
    signal?.addEventListener('abort', giveUp, { once: true });
    letIn(held);
    return promise;
  };
}
