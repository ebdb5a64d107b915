/** The record of a document that is accepted this moment, as every store begins it. */
import type { NewDocument } from './document-store.ts';
import type { DocumentRecord } from './record.ts';

/** Queued, with what the request decided and nothing of what is made later; free where its price is nothing. */
export function recordOfNew(document: NewDocument, createdAt: Date): DocumentRecord {
  const { id, orgId, projectId, name, operation, format, type, mode, parentId, metadata, retention, route, quality, versions } = document;
  return {
    id,
    orgId,
    projectId,
    name,
    title: null,
    operation,
    format,
    type,
    mode,
    parentId,
    revision: 1,
    status: 'queued',
    phase: null,
    pages: null,
    styleApplied: null,
    styleUnsupported: [],
    validationSummary: null,
    repairSummary: null,
    error: null,
    versions,
    metadata,
    retention,
    expiresAt: null,
    route,
    quality,
    artifact: document.artifact ?? null,
    contentDeletedAt: null,
    createdAt,
    completedAt: null,
    attempt: 0,
    outputs: [],
    price: document.price !== undefined && document.price.amount > 0 ? document.price : null,
  };
}
