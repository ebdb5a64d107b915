/** What a project is told about money: usage, balance, statements of its organisation. */
import { Refusal } from '../base/refusal.ts';
import type { AccountStore, Balance, Project } from '../ports/account-store.ts';
import type { Clock } from '../ports/clock.ts';
import type { Prices } from '../ports/prices.ts';
import type { BalanceNotice, MoneyStore, Statement, UsageQuery, UsageRow } from '../ports/money-store.ts';

export interface MonthStatement extends Statement {
  /** `YYYY-MM`. */
  month: string;
  /** Name of the organisation. */
  organisation: string;
  currency: string;
  /** Whether the month is over. */
  complete: boolean;
  createdAt: Date;
}

export interface MoneyDesk {
  currency: string;
  prices: Prices;
  usage(owner: Project, query: Pick<UsageQuery, 'from' | 'until' | 'by'>): Promise<UsageRow[]>;
  balance(owner: Project): Promise<Balance & { notice: BalanceNotice | null }>;
  setNotice(owner: Project, notice: BalanceNotice | null): Promise<void>;
  /** @param month `YYYY-MM`. @throws Refusal not_found for a month that has not begun */
  statement(owner: Project, month: string): Promise<MonthStatement>;
}

export interface MoneyDeskOptions {
  money: MoneyStore;
  accounts: Pick<AccountStore, 'listBalances' | 'listOrganisations'>;
  prices: Prices;
  clock: Pick<Clock, 'now'>;
}

/** First instants of a month and of the next one, UTC. */
function spanOf(month: string): { from: Date; until: Date } {
  const [year = 0, number = 1] = month.split('-').map(Number);
  return { from: new Date(Date.UTC(year, number - 1, 1)), until: new Date(Date.UTC(year, number, 1)) };
}

/** The desk on its stores. */
export function createMoneyDesk({ money, accounts, prices, clock }: MoneyDeskOptions): MoneyDesk {
  const { currency } = prices;
  return {
    currency,
    prices,
    usage: (owner, query) => money.usage({ ...query, projectId: owner.id, currency }),
    async balance({ orgId }) {
      const found = (await accounts.listBalances(orgId)).find((one) => one.currency === currency);
      return { ...(found ?? { orgId, currency, granted: 0, reserved: 0, captured: 0 }), notice: await money.notice(orgId, currency) };
    },
    setNotice: ({ orgId }, notice) => money.setNotice(orgId, currency, notice),
    async statement({ orgId }, month) {
      const span = spanOf(month);
      const now = clock.now();
      if (span.from > now) throw new Refusal('not_found', `${month} has not begun yet: there is no statement of it.`);
      const [organisation, found] = [
        (await accounts.listOrganisations()).find(({ id }) => id === orgId)?.name ?? orgId,
        await money.statement(orgId, currency, span),
      ];
      return { ...found, month, organisation, currency, complete: span.until <= now, createdAt: now };
    },
  };
}
