/** Money as clients see it. */
import type { Prices } from '../ports/prices.ts';
import type { Balance } from '../ports/account-store.ts';
import type { PublicBalance, PublicStatement, PublicUsage, UsageGroup } from '../contract/money.ts';
import type { BalanceNotice, Statement, UsageRow } from '../ports/money-store.ts';
import { writeCsv } from './write-csv.ts';

const shownDay = (date: Date): string => date.toISOString().slice(0, 10);

/** @param asked `until` is the day behind the last one */
export function presentUsage(
  rows: readonly UsageRow[],
  asked: { from: Date; to: Date; groupBy: readonly UsageGroup[]; currency: string },
): PublicUsage {
  const { from, to, groupBy, currency } = asked;
  const sum = (pick: (row: UsageRow) => number): number => rows.reduce((all, row) => all + pick(row), 0);
  return {
    object: 'usage',
    from: shownDay(from),
    to: shownDay(to),
    group_by: [...groupBy],
    currency,
    data: rows.map(({ day, key, level, documents, failed, canceled, pages, amount }) => ({
      ...(groupBy.includes('day') && day !== null ? { day } : {}),
      ...(groupBy.includes('key') ? { key } : {}),
      ...(groupBy.includes('level') ? { level } : {}),
      documents,
      failed,
      canceled,
      pages,
      amount,
    })),
    total: {
      documents: sum((row) => row.documents),
      failed: sum((row) => row.failed),
      canceled: sum((row) => row.canceled),
      pages: sum((row) => row.pages),
      amount: sum((row) => row.amount),
    },
  };
}

/** The same as a table; amounts in minor units, as in JSON. */
export function writeUsageCsv({ group_by: groups, data, currency }: PublicUsage): string {
  const counts = ['documents', 'failed', 'canceled', 'pages', 'amount', 'currency'];
  return writeCsv(
    [...groups.flatMap((group) => (group === 'key' ? ['key_id', 'key_name'] : [group])), ...counts],
    data.map((row) => [
      ...groups.flatMap((group) => (group === 'key' ? [row.key?.id ?? '', row.key?.name ?? ''] : [row[group] ?? ''])),
      row.documents,
      row.failed,
      row.canceled,
      row.pages,
      row.amount,
      currency,
    ]),
  );
}

/** The balance of an organisation, when it is told that it is low, and what documents cost here. */
export function presentBalance(
  { currency, granted, reserved, captured, notice }: Balance & { notice: BalanceNotice | null },
  { prices: { fast, standard, best }, canPayIn }: { prices: Prices; canPayIn: boolean },
): PublicBalance {
  const available = granted - reserved - captured;
  const prices = { fast, standard, best };
  return { object: 'balance', currency, available, reserved, granted, charged: captured, notice, prices, can_pay_in: canPayIn };
}

/** A month as it is shown: lines with what they are about and a sign. */
export interface ShownStatement extends Statement {
  month: string;
  organisation: string;
  currency: string;
  complete: boolean;
  createdAt: Date;
  granted: number;
  charged: number;
  /** Of each line, in their order. */
  shown: readonly { description: string; signed: number }[];
}

/** A statement as JSON. */
export function presentStatement(statement: ShownStatement): PublicStatement {
  const { month, organisation, currency, complete, opening, granted, charged, closing, createdAt } = statement;
  return {
    object: 'statement',
    month,
    organisation,
    currency,
    complete,
    opening,
    granted,
    charged,
    closing,
    lines: statement.lines.map(({ day, kind, level, documents, pages }, i) => ({
      day,
      kind,
      description: statement.shown[i]?.description ?? '',
      level,
      documents,
      pages,
      amount: statement.shown[i]?.signed ?? 0,
    })),
    created_at: createdAt.toISOString(),
  };
}

/** A statement as a table with the balances above and below; amounts in minor units, as in JSON. */
export function writeStatementCsv({ month, currency, opening, closing, lines }: PublicStatement): string {
  return writeCsv(
    ['day', 'kind', 'description', 'level', 'documents', 'pages', 'amount', 'currency'],
    [
      [`${month}-01`, 'opening', 'Opening balance', '', '', '', opening, currency],
      ...lines.map(({ day, kind, description, level, documents, pages, amount }) => [
        day,
        kind,
        description,
        level ?? '',
        documents,
        pages,
        amount,
        currency,
      ]),
      [lines.at(-1)?.day ?? `${month}-01`, 'closing', 'Closing balance', '', '', '', closing, currency],
    ],
  );
}
