/** What was used and charged, and what is left. Amounts are in minor units of the currency, such as cents. */
import type { Balance, DocumentRecord, Statement, TopUp, Usage } from './contract.ts';
import { askFor, pathOf, type CallOptions, type Transport } from './transport.ts';

export interface UsageQuery {
  /** First and last day (UTC), such as `2026-11-01`; the last 30 where absent. */
  from?: string;
  to?: string;
  groupBy?: readonly ('day' | 'key' | 'level')[];
}

export function moneyCalls(transport: Transport) {
  const text = async (path: string, query: Record<string, string | undefined>, options: CallOptions): Promise<string> =>
    (await transport({ method: 'GET', path, query: { ...query, format: 'csv' }, ...options })).text();
  const usageQuery = ({ groupBy, ...days }: UsageQuery) => ({ ...days, group_by: groupBy?.join(',') });
  return {
    usage: (query: UsageQuery = {}, options: CallOptions = {}): Promise<Usage> =>
      askFor(transport, { method: 'GET', path: '/usage', query: usageQuery(query), ...options }),
    /** The same as CSV. */
    usageCsv: (query: UsageQuery = {}, options: CallOptions = {}): Promise<string> => text('/usage', usageQuery(query), options),
    balance: (options: CallOptions = {}): Promise<Balance> => askFor(transport, { method: 'GET', path: '/balance', ...options }),
    /** When to be told that the balance is low; null: never. */
    setNotice: (notice: { below: number; email?: string } | null, options: CallOptions = {}): Promise<Balance> =>
      askFor(transport, { method: 'PATCH', path: '/balance', body: { notice }, ...options }),
    /** @param month such as `2026-11` */
    statement: (month: string, options: CallOptions = {}): Promise<Statement> =>
      askFor(transport, { method: 'GET', path: pathOf('statements', month), ...options }),
    /** The same as CSV. */
    statementCsv: (month: string, options: CallOptions = {}): Promise<string> => text(pathOf('statements', month), {}, options),
    /** The statement as a Word or PDF file: waits for the finished document. */
    statementDocument: (month: string, format: 'docx' | 'pdf' = 'pdf', options: CallOptions = {}): Promise<DocumentRecord> =>
      askFor(transport, { method: 'POST', path: pathOf('statements', month, 'document'), body: { format }, ...options }),
    /** Where to pay money in. @param amount in minor units */
    topUp: (amount: number, returnUrl: string, options: CallOptions = {}): Promise<TopUp> =>
      askFor(transport, { method: 'POST', path: '/top-ups', body: { amount, return_url: returnUrl }, ...options }),
  };
}
