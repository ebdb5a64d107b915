/** How often anybody may try to sign in, over the last 15 minutes. */
import { createHash } from 'node:crypto';
import { Refusal } from '../base/refusal.ts';
import type { PeopleStore } from '../ports/people-store.ts';

/**
 * From one address to one account ten wrong passwords; thirty from an address to any; a hundred to an account from everywhere, so that
 * nobody can lock a user out with a handful of requests and many addresses together do not get far either.
 */
const MOST = { pair: 10, address: 30, account: 100 };

const subject = (kind: keyof typeof MOST, ...parts: string[]): string =>
  `${kind} ${createHash('sha256').update(parts.join('\n')).digest('base64url')}`;

export interface Attempt {
  /** It was right: what was counted is forgotten. */
  succeeded(): Promise<void>;
}

/**
 * Counts an attempt before it is made.
 * @param who account: the e-mail address that is tried, or what else stands for an account; null where the request names none
 * @throws Refusal rate_limited with the seconds to wait
 */
export async function countAttempt(
  people: Pick<PeopleStore, 'takeTurn' | 'giveTurnBack'>,
  who: { address: string; account: string | null },
): Promise<Attempt> {
  const account = who.account?.trim().toLowerCase() ?? null;
  const limits = [{ subject: subject('address', who.address), most: MOST.address }];
  if (account !== null)
    limits.push(
      { subject: subject('pair', who.address, account), most: MOST.pair },
      { subject: subject('account', account), most: MOST.account },
    );
  const waitMs = await people.takeTurn(limits);
  if (waitMs > 0) {
    const retryAfterS = Math.ceil(waitMs / 1_000);
    throw new Refusal('rate_limited', `There were too many attempts; try again in ${retryAfterS} s.`, { retryAfterS });
  }
  return { succeeded: () => people.giveTurnBack(limits.map(({ subject: one }) => one)) };
}
