/** Records of the store → the JSON of the contract (interface §2.1-2.3, §4.6; decisions §2, §8 "Records and events"). */
import { FINAL_STATUSES } from '../contract/vocabulary.ts';
import type { PublicArtifactRecord } from '../contract/artifact.ts';
import type { ArtifactRecord } from '../ports/artifact-store.ts';
import type { DocumentRecord, OutputRecord } from '../ports/record.ts';
import type { FileRecord, ListPage } from '../ports/document-store.ts';
import type { PublicDocument, PublicDryRun, PublicOutput } from '../contract/document.ts';
import type { PublicFile } from '../contract/file.ts';

/** Makes the signed address of an output, and says until when it is valid. @param expiresInS of the page of an artifact; an hour where absent */
export type LinkOutput = (record: DocumentRecord, output: OutputRecord, expiresInS?: number) => { url: string; expiresAt: Date };

function isFinal(record: DocumentRecord): boolean {
  return FINAL_STATUSES.includes(record.status);
}

/** After deletion only what holds no content stays: name null, metadata empty, no outputs. */
export function presentDocument(record: DocumentRecord, linkOutput: LinkOutput): PublicDocument {
  const deleted = record.contentDeletedAt !== null;
  return {
    id: record.id,
    object: 'document',
    name: deleted ? null : record.name,
    title: deleted ? null : record.title,
    operation: record.operation,
    format: record.format,
    type: record.type,
    mode: record.mode,
    parent_id: record.parentId,
    revision: record.revision,
    status: record.status,
    phase: record.phase,
    pages: record.pages,
    style_applied: record.styleApplied,
    style_unsupported: record.styleUnsupported,
    validation_summary: record.validationSummary,
    repair_summary: record.repairSummary,
    error: record.error,
    versions: record.versions,
    metadata: deleted ? {} : record.metadata,
    retention: record.retention,
    expires_at: record.expiresAt?.toISOString() ?? null,
    route: record.route,
    quality: record.quality,
    artifact: record.artifact && { storage: record.artifact.storage },
    content_deleted_at: record.contentDeletedAt?.toISOString() ?? null,
    created_at: record.createdAt.toISOString(),
    completed_at: record.completedAt?.toISOString() ?? null,
    ...(isFinal(record) && !deleted ? { outputs: presentOutputs(record, linkOutput) } : {}),
  };
}

/** The outputs of a record with links that are signed now. */
export function presentOutputs(record: DocumentRecord, linkOutput: LinkOutput): PublicOutput[] {
  return record.outputs.map((output) => {
    const link = linkOutput(record, output);
    return {
      id: output.id,
      kind: output.kind,
      content_type: output.contentType,
      bytes: output.bytes,
      url: link.url,
      expires_at: link.expiresAt.toISOString(),
      ...(output.page === undefined ? {} : { page: output.page }),
      ...(output.width === undefined ? {} : { width: output.width }),
      ...(output.height === undefined ? {} : { height: output.height }),
      ...(output.widthPt === undefined ? {} : { width_pt: output.widthPt }),
      ...(output.heightPt === undefined ? {} : { height_pt: output.heightPt }),
    };
  });
}

/** An upload as clients see it: times in ISO 8601, nothing of where its bytes are. */
export function presentFile(file: FileRecord): PublicFile {
  return {
    id: file.id,
    object: 'file',
    filename: file.filename,
    content_type: file.contentType,
    bytes: file.bytes,
    sha256: file.sha256,
    pages: file.pages,
    created_at: file.createdAt.toISOString(),
  };
}

/** A record of an artifact's data. */
export function presentArtifactRecord(
  collection: string,
  { id, revision, createdAt, updatedAt, record }: ArtifactRecord,
): PublicArtifactRecord {
  return {
    id,
    object: 'record',
    collection,
    revision,
    created_at: createdAt.toISOString(),
    updated_at: updatedAt.toISOString(),
    record: { ...record },
  };
}

/** A record as a page has it. */
export function presentVisitorRecord({ id, revision, createdAt, updatedAt, record }: ArtifactRecord): Record<string, unknown> {
  return { id, revision, created_at: createdAt.toISOString(), updated_at: updatedAt.toISOString(), record };
}

export interface PublicList<T> {
  object: 'list';
  data: T[];
  first_id: string | null;
  last_id: string | null;
  has_more: boolean;
}

/** A page of a list with its first and last id, by which the next one is asked for; both null on an empty page. */
export function presentList<R extends { id: string }, T>(page: ListPage<R>, present: (record: R) => T): PublicList<T> {
  return listOf(page, page.data.map(present));
}

function listOf<T>({ data: records, hasMore }: ListPage<{ id: string }>, data: T[]): PublicList<T> {
  return { object: 'list', data, first_id: records[0]?.id ?? null, last_id: records.at(-1)?.id ?? null, has_more: hasMore };
}

/** A turn of the event loop presents so long; a hundred records may have thousands of signed links. */
const PRESENTED_AT_ONCE_MS = 8;

/** A page whose records take their time to present: others are served between them. */
export async function presentLongList<R extends { id: string }, T>(page: ListPage<R>, present: (record: R) => T): Promise<PublicList<T>> {
  const data: T[] = [];
  let beganMs = performance.now();
  for (const record of page.data) {
    if (performance.now() - beganMs > PRESENTED_AT_ONCE_MS) {
      await new Promise(setImmediate);
      beganMs = performance.now();
    }
    data.push(present(record));
  }
  return listOf(page, data);
}

/** @param findings what the pipeline found */
export function presentDryRun(findings: Omit<PublicDryRun, 'object' | 'valid'>): PublicDryRun {
  return { object: 'dry_run', valid: true, ...findings };
}
