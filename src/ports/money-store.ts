/** What documents have cost, by whom and when; statements; notices of a low balance. One adapter, PostgreSQL. Amounts are in minor units. */
import type { QualityLevel } from '../contract/vocabulary.ts';

export interface UsageQuery {
  projectId: string;
  /** Instants; `until` is not within it. */
  from: Date;
  until: Date;
  by: { day: boolean; key: boolean; level: boolean };
  /** Amounts of this currency are summed. */
  currency: string;
}

/** Documents that ended, and what they were charged. A field that is not grouped by is null. */
export interface UsageRow {
  /** UTC, `YYYY-MM-DD`. */
  day: string | null;
  /** null too for documents that no key has made. */
  key: { id: string; name: string; prefix: string } | null;
  /** null too for what has no level: reviews, typed edits, versions. */
  level: QualityLevel | null;
  documents: number;
  failed: number;
  canceled: number;
  pages: number;
  amount: number;
}

export interface StatementLine {
  /** UTC, `YYYY-MM-DD`. */
  day: string;
  /** Money that was given or paid in, or documents of a day and level. */
  kind: 'grant' | 'documents';
  /** Of a grant. */
  note: string;
  level: QualityLevel | null;
  documents: number;
  pages: number;
  /** Positive. */
  amount: number;
}

/** Of the ledger: `closing` is opening + grants − documents. */
export interface Statement {
  opening: number;
  lines: StatementLine[];
  closing: number;
}

export interface BalanceNotice {
  /** A notice is sent once less than this is left. */
  below: number;
  /** null: the owners of the organisation. */
  email: string | null;
}

export interface LowBalance {
  orgId: string;
  organisation: string;
  available: number;
  notice: BalanceNotice;
}

export interface MoneyStore {
  usage(query: UsageQuery): Promise<UsageRow[]>;
  /** One look at the ledger: what is committed meanwhile is in all of it or in none. */
  statement(orgId: string, currency: string, span: { from: Date; until: Date }): Promise<Statement>;
  notice(orgId: string, currency: string): Promise<BalanceNotice | null>;
  /** null: none is sent any more. One that is set anew is sent again where less is left. */
  setNotice(orgId: string, currency: string, notice: BalanceNotice | null): Promise<void>;
  /**
   * One organisation whose balance is below its notice and that was not told since money was last added; it is told with it: endpoints
   * that ask for `balance.low` hear of it in the same transaction. null where there is none.
   * @param mail whether a `send_mail` job is queued for the address of the notice
   */
  tellLow(currency: string, ids: { eventId: string; jobId: string }, mail: boolean): Promise<LowBalance | null>;
}
