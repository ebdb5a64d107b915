/** Usage, statements and notices in memory, out of documents and the ledger in memory (grants alone). */
import type { AccountStore } from '../../src/ports/account-store.ts';
import type { BalanceNotice, MoneyStore, UsageRow } from '../../src/ports/money-store.ts';
import type { DocumentRecord } from '../../src/ports/record.ts';

const READY = ['ready', 'ready_with_warnings', 'needs_review'];
const dayOf = (date: Date): string => date.toISOString().slice(0, 10);

/** @param records all documents, with the key that asked for each */
export function createMemoryMoney(
  records: () => readonly { record: DocumentRecord; keyId: string | undefined }[],
  accounts: Pick<AccountStore, 'listLedger' | 'listKeys'>,
): MoneyStore {
  const notices = new Map<string, BalanceNotice>();
  return {
    async usage({ projectId, from, until, by, currency }) {
      const keys = new Map((await accounts.listKeys()).map((key) => [key.id, key]));
      const rows = new Map<string, UsageRow>();
      for (const { record, keyId } of records()) {
        const { completedAt, status, price, pages } = record;
        if (record.projectId !== projectId || completedAt === null || completedAt < from || completedAt >= until) continue;
        const key =
          by.key && keyId !== undefined ? { id: keyId, name: keys.get(keyId)?.name ?? '', prefix: keys.get(keyId)?.prefix ?? '' } : null;
        const [day, level] = [by.day ? dayOf(completedAt) : null, by.level ? (record.quality?.level ?? null) : null];
        const at = [day, key?.id, level].join(' ');
        const row = rows.get(at) ?? { day, key, level, documents: 0, failed: 0, canceled: 0, pages: 0, amount: 0 };
        rows.set(at, row);
        if (status === 'failed') row.failed++;
        else if (status === 'canceled') row.canceled++;
        if (!READY.includes(status)) continue;
        row.documents++;
        row.pages += pages ?? 0;
        if (price?.currency === currency) row.amount += price.amount;
      }
      return [...rows].toSorted(([a], [b]) => (a < b ? -1 : 1)).map(([, row]) => row);
    },
    async statement(orgId, currency, { from, until }) {
      const grants = (await accounts.listLedger({ orgId, kind: 'grant', limit: 1_000 })).filter((one) => one.currency === currency);
      const sum = (all: typeof grants): number => all.reduce((total, { amount }) => total + amount, 0);
      const within = grants.filter(({ createdAt }) => createdAt >= from && createdAt < until);
      const opening = sum(grants.filter(({ createdAt }) => createdAt < from));
      const lines = within.map(({ createdAt, note, amount }) => ({
        day: dayOf(createdAt),
        kind: 'grant' as const,
        note,
        level: null,
        documents: 0,
        pages: 0,
        amount,
      }));
      return { opening, lines, closing: opening + sum(within) };
    },
    notice: async (orgId, currency) => notices.get(`${orgId} ${currency}`) ?? null,
    async setNotice(orgId, currency, notice) {
      if (notice === null) notices.delete(`${orgId} ${currency}`);
      else notices.set(`${orgId} ${currency}`, notice);
    },
    tellLow: () => Promise.resolve(null),
  };
}
