/**
 * What the doors (server, CLI, later MCP) may ask of the pipeline. The orchestration is in the files beside this one;
 * a door decides nothing.
 */
import type { Project } from '../ports/account-store.ts';
import type { Edits } from './edits.ts';
import type { Extractions } from './extractions.ts';
import type { Comparisons } from './compare-versions.ts';
import type { Versions } from './versions.ts';
import type { ListPage, ListQuery, FileRecord } from '../ports/document-store.ts';
import type { DocumentRecord, Format, Operation, QualityLevel, ReportRecord, Retention, StoredEvent } from '../ports/record.ts';

/** A file reference as the client gave it, already valid by itself (interface §4.1, "File reference forms"). */
export type FileReference =
  | { kind: 'file'; fileId: string }
  | { kind: 'document'; documentId: string }
  | { kind: 'url'; url: string; filename?: string | undefined }
  | { kind: 'data'; bytes: Uint8Array; filename: string };

/** A valid request of `POST /documents`; `path`s of refusals are those of the public body (`/sources/2`). */
export interface DocumentRequest {
  operation: Operation;
  name?: string | undefined;
  format?: Format | undefined;
  prompt?: string | undefined;
  content?: { markdown: string } | undefined;
  style?: string | undefined;
  sources: FileReference[];
  file?: FileReference | undefined;
  quality: 'auto' | QualityLevel;
  maxQuality?: QualityLevel | undefined;
  metadata: Record<string, string>;
  artifact?: { storage: 'local' | 'shared' } | undefined;
  retention?: Retention | undefined;
}

export interface DryRun {
  operation: Operation;
  format: Format | null;
  type: DocumentRecord['type'];
  route: DocumentRecord['route'];
  quality: DocumentRecord['quality'];
  files: { ref: string; filename: string; format: string; bytes: number; pages: number | null }[];
  warnings: { path: string; code: string; message: string }[];
}

export interface Submitted {
  record: DocumentRecord;
  /** The answer repeats an earlier one with the same Idempotency-Key. */
  replayed: boolean;
}

/** Every method throws `Refusal` for what it refuses; a document or file of another organisation is `not_found`. */
export interface Pipeline extends Extractions, Edits, Versions, Comparisons {
  /** Refuses at once (429) while the organisation is known to be over its rate, before the body is looked at; asks nobody. */
  checkRate(owner: Project): void;
  /** Checks features and files at hand, accepts (rate, idempotency), and returns as soon as the document is queued. */
  submit(owner: Project, request: DocumentRequest, idempotency?: { key: string; fingerprint: string }): Promise<Submitted>;
  /**
   * Looks a key up before the body is validated: null when it is new; the earlier document when it may be replayed.
   * @throws Refusal idempotency_key_reused, idempotency_request_in_progress
   */
  replay(owner: Project, idempotency: { key: string; fingerprint: string }, options: { background: boolean }): Promise<Submitted | null>;
  /** The first request with this key has been answered. */
  answered(owner: Project, key: string): Promise<void>;
  dryRun(owner: Project, request: DocumentRequest): Promise<DryRun>;

  get(owner: Project, id: string): Promise<DocumentRecord>;
  list(owner: Project, query: ListQuery): Promise<ListPage<DocumentRecord>>;
  cancel(owner: Project, id: string): Promise<DocumentRecord>;
  /** Cancels first if need be, then deletes all content. */
  remove(owner: Project, id: string): Promise<DocumentRecord>;
  /** @throws Refusal report_not_ready, content_deleted */
  report(owner: Project, id: string): Promise<ReportRecord>;
  /** Resolves with the final record; rejects only with the signal's reason. The document goes on without the caller. */
  waitUntilFinal(id: string, signal?: AbortSignal): Promise<DocumentRecord>;
  /** Stored events after `after`, then live ones as they are committed, in batches; ends after the final event. @throws Refusal events_expired, content_deleted */
  follow(owner: Project, id: string, after: number, signal?: AbortSignal): AsyncIterable<StoredEvent[]>;

  addFile(
    owner: Project,
    file: { bytes: Uint8Array; filename: string | undefined } | { url: string; filename?: string | undefined },
  ): Promise<FileRecord>;
  getFile(owner: Project, id: string): Promise<FileRecord>;
  listFiles(owner: Project, query: Pick<ListQuery, 'limit' | 'order' | 'after' | 'before'>): Promise<ListPage<FileRecord>>;
  removeFile(owner: Project, id: string): Promise<void>;
}
