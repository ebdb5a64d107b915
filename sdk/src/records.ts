/** Names for what the generated types of the contract leave unnamed, and what a status or event means. */
import type { DocumentEvent, DocumentRecord } from './contract.ts';

export type Operation = DocumentRecord['operation'];
export type Format = NonNullable<DocumentRecord['format']>;
export type Status = DocumentRecord['status'];
export type Retention = DocumentRecord['retention'];
export type QualityLevel = 'fast' | 'standard' | 'best';

export interface List<T> {
  object: 'list';
  data: T[];
  first_id: string | null;
  last_id: string | null;
  has_more: boolean;
}

export interface ListQuery {
  /** Items of a page, 1 to 100; 20 where absent. */
  limit?: number;
  after?: string;
  before?: string;
  order?: 'asc' | 'desc';
}

export interface DocumentQuery extends ListQuery {
  status?: Status;
  format?: Format;
  operation?: Operation;
  /** Only documents whose name holds this text, in capitals or not. */
  name?: string;
  parent_id?: string;
  metadata?: Record<string, string>;
}

const FINAL_STATUSES: readonly string[] = ['ready', 'ready_with_warnings', 'needs_review', 'failed', 'canceled'];
const FINAL_EVENTS: readonly string[] = ['document.ready', 'document.failed', 'document.canceled'];

export const isFinished = (document: Pick<DocumentRecord, 'status'>): boolean => FINAL_STATUSES.includes(document.status);
/** Nothing follows such an event. */
export const isFinal = (event: Pick<DocumentEvent, 'type'>): boolean => FINAL_EVENTS.includes(event.type);
