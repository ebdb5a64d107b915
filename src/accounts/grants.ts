/** Money that organisations are given, and what is left of it. */
import { Refusal } from '../base/refusal.ts';
import type { AccountStore, Balance, LedgerEntry } from '../ports/account-store.ts';

/** Amounts are in minor units (cents): this is a hundred of the currency's whole ones, where it has a hundredth. */
const FIRST_GRANT = 10_000;
const AMOUNT_MAX = 1_000_000_000_000;
const NOTE_CHARS_MAX = 200;
export const LISTED_MAX = 10_000;

interface Purse {
  store: AccountStore;
  currency: string;
}

/** What a new installation begins with, so that nothing has to be set up; given once, however often it is called. */
export function grantToNew({ store, currency }: Purse, orgId: string): Promise<void> {
  return store.grant({ orgId, amount: FIRST_GRANT, currency, note: 'to begin with' }, `first:${orgId}`);
}

/**
 * @param input `amount` in minor units: 500 are €5.00
 * @returns the organisation's balance after it
 * @throws Refusal not_found where there is no such organisation, input_invalid for an amount, currency or note that cannot be
 */
export async function createGrant(
  { store, currency }: Purse,
  input: { orgId: string; amount: number; note?: string | undefined },
): Promise<Balance> {
  const { orgId, amount, note = '' } = input;
  if (!Number.isInteger(amount) || amount < 1 || amount > AMOUNT_MAX)
    throw new Refusal('input_invalid', `An amount is a whole number of minor units (500 for 5.00), from 1 to ${AMOUNT_MAX}.`);
  if ([...note].length > NOTE_CHARS_MAX || /\p{Cc}/u.test(note))
    throw new Refusal('input_invalid', `A note has at most ${NOTE_CHARS_MAX} characters and no control characters.`);
  if (!(await store.listOrganisations()).some(({ id }) => id === orgId))
    throw new Refusal('not_found', `There is no organisation ${orgId}; octavo orgs list shows those that are.`);
  await store.grant({ orgId, amount, currency, note });
  const balance = (await store.listBalances(orgId)).find((found) => found.currency === currency);
  if (balance === undefined) throw new Error(`${orgId} has a grant and no balance`);
  return balance;
}

/** The latest grants of one organisation or of all, oldest first. */
export function listGrants({ store }: { store: AccountStore }, orgId?: string): Promise<LedgerEntry[]> {
  return store.listLedger({ orgId, kind: 'grant', limit: LISTED_MAX });
}

/** What is left to spend. */
export const leftOf = ({ granted, reserved, captured }: Balance): number => granted - reserved - captured;
