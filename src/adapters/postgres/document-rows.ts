/** Rows of `documents` ↔ records. */
import type { StoredEvent } from '../../contract/event.ts';
import { keepWritten } from '../../contract/written-events.ts';
import type { DocumentRecord } from '../../ports/record.ts';
import { displayOf } from '../../contract/event-display.ts';
import type { FileRecord } from '../../ports/document-store.ts';
import { fromStored, fromStoredRecord } from './stored-text.ts';

/** The columns that make a record, in the types that the driver gives them. */
export interface DocumentRow {
  id: string;
  org_id: string;
  project_id: string;
  name: string | null;
  title: string | null;
  operation: DocumentRecord['operation'];
  format: DocumentRecord['format'];
  type: DocumentRecord['type'];
  mode: DocumentRecord['mode'];
  parent_id: string | null;
  revision: number;
  status: DocumentRecord['status'];
  phase: DocumentRecord['phase'];
  pages: number | null;
  style_applied: DocumentRecord['styleApplied'];
  style_unsupported: string[];
  validation_summary: DocumentRecord['validationSummary'];
  repair_summary: DocumentRecord['repairSummary'];
  error: DocumentRecord['error'];
  versions: DocumentRecord['versions'];
  metadata: Record<string, string>;
  retention: DocumentRecord['retention'];
  expires_at: Date | null;
  route: DocumentRecord['route'];
  quality: DocumentRecord['quality'];
  artifact: DocumentRecord['artifact'];
  content_deleted_at: Date | null;
  created_at: Date;
  completed_at: Date | null;
  attempt: number;
  outputs: DocumentRecord['outputs'];
  price: number;
  currency: string | null;
}

export const RECORD_COLUMNS = [
  'id',
  'org_id',
  'project_id',
  'name',
  'title',
  'operation',
  'format',
  'type',
  'mode',
  'parent_id',
  'revision',
  'status',
  'phase',
  'pages',
  'style_applied',
  'style_unsupported',
  'validation_summary',
  'repair_summary',
  'error',
  'versions',
  'metadata',
  'retention',
  'expires_at',
  'route',
  'quality',
  'artifact',
  'content_deleted_at',
  'created_at',
  'completed_at',
  'attempt',
  'outputs',
  'price',
  'currency',
] as const satisfies (keyof DocumentRow)[];

export function toRecord(row: DocumentRow): DocumentRecord {
  return {
    id: row.id,
    orgId: row.org_id,
    projectId: row.project_id,
    name: row.name === null ? null : fromStored(row.name),
    title: row.title === null ? null : fromStored(row.title),
    operation: row.operation,
    format: row.format,
    type: row.type,
    mode: row.mode,
    parentId: row.parent_id,
    revision: row.revision,
    status: row.status,
    phase: row.phase,
    pages: row.pages,
    styleApplied: row.style_applied,
    styleUnsupported: row.style_unsupported,
    validationSummary: row.validation_summary,
    repairSummary: row.repair_summary,
    error: row.error,
    versions: row.versions,
    metadata: fromStoredRecord(row.metadata),
    retention: row.retention,
    expiresAt: row.expires_at,
    route: row.route,
    quality: row.quality,
    artifact: row.artifact,
    contentDeletedAt: row.content_deleted_at,
    createdAt: row.created_at,
    completedAt: row.completed_at,
    attempt: row.attempt,
    outputs: row.outputs,
    price: row.price > 0 && row.currency !== null ? { amount: row.price, currency: row.currency } : null,
  };
}

export interface EventRow {
  id: string;
  type: string;
  version: number;
  document_id: string;
  sequence: number;
  at: Date;
  /** JSON. */
  data: string;
}

/** Content of more characters is built only for who asks for it: a paragraph of half a million characters is many megabytes of JSON. */
const LONG_DATA = 20_000;

/** The event; its data as JSON, where that is long, is written as it is (written-events.ts). */
export function toEvent(row: EventRow): StoredEvent {
  if (row.data.length > LONG_DATA && row.type.startsWith('content.')) return toLongEvent(row);
  const data: Record<string, unknown> = JSON.parse(row.data);
  const display = displayOf(row.type, data);
  return {
    id: row.id,
    type: row.type,
    version: row.version,
    document_id: row.document_id,
    sequence: row.sequence,
    timestamp: row.at.toISOString(),
    ...(display ? { display } : {}),
    data,
  };
}

/** Events that carry content have no text to show. */
function toLongEvent(row: EventRow): StoredEvent {
  let data: Record<string, unknown> | undefined;
  const event: StoredEvent = {
    id: row.id,
    type: row.type,
    version: row.version,
    document_id: row.document_id,
    sequence: row.sequence,
    timestamp: row.at.toISOString(),
    get data(): Record<string, unknown> {
      return (data ??= JSON.parse(row.data) as Record<string, unknown>);
    },
  };
  keepWritten(event, row.data);
  return event;
}

export interface FileRow {
  id: string;
  org_id: string;
  project_id: string;
  filename: string;
  content_type: string;
  bytes: number;
  sha256: string;
  pages: number | null;
  key: string;
  created_at: Date;
}

export const FILE_COLUMNS = [
  'id',
  'org_id',
  'project_id',
  'filename',
  'content_type',
  'bytes',
  'sha256',
  'pages',
  'key',
  'created_at',
] as const satisfies (keyof FileRow)[];

export function toFile(row: FileRow): FileRecord {
  return {
    id: row.id,
    orgId: row.org_id,
    projectId: row.project_id,
    filename: fromStored(row.filename),
    contentType: fromStored(row.content_type),
    bytes: row.bytes,
    sha256: row.sha256,
    pages: row.pages,
    key: row.key,
    createdAt: row.created_at,
  };
}
