/**
 * What the doors (server, CLI, later MCP) may ask of the pipeline. The orchestration is in the files beside this one;
 * a door decides nothing.
 */
import type { Wishes } from '../contract/extract-wishes.ts';
import type { StoredEvent } from '../contract/event.ts';
import type { Report } from '../contract/report.ts';
import type { Retention, Storage } from '../contract/vocabulary.ts';
import type { Project } from '../ports/account-store.ts';
import type { EditResult } from '../edits/apply-edits.ts';
import type { AskedOperation } from '../edits/resolve-targets.ts';
import type { FillDryRun } from '../contract/fill.ts';
import type { FillOptions } from '../edits/fill-template.ts';
import type { PublicDryRun } from '../contract/document.ts';
import type { DocumentRequest } from '../contract/document-request.ts';
import type { FileReference } from '../contract/file-reference.ts';
import type { BlockChange } from '../edits/compare-content.ts';
import type { ArtifactChange, ArtifactRecord, ArtifactValue, RecordPlace } from '../ports/artifact-store.ts';
import type { ListPage, ListQuery, FileRecord } from '../ports/document-store.ts';
import type { DocumentRecord } from '../ports/record.ts';
import type { DeliveryQuery, EndpointPatch, WebhookDelivery, WebhookEndpoint } from '../ports/webhook-store.ts';
import type { Extracted } from './extract.ts';

/** What a dry run found. */
export type DryRun = Omit<PublicDryRun, 'object' | 'valid'>;

export interface Submitted {
  record: DocumentRecord;
  /** The answer repeats an earlier one with the same Idempotency-Key. */
  replayed: boolean;
}

/** An `Idempotency-Key` and what it binds. */
export interface Idempotency {
  key: string;
  fingerprint: string;
}

/** A valid request of `POST /edits`. */
export interface EditsRequest {
  file: FileReference;
  operations: AskedOperation[];
  mode: 'direct' | 'tracked';
  author?: string | undefined;
  date?: string | undefined;
  render?: boolean | undefined;
  name?: string | undefined;
  metadata: Record<string, string>;
  retention?: Retention | undefined;
}

/** A valid request of `POST /fill`. */
export interface FillRequest {
  file: FileReference;
  /** One, or many, each as its JSON; undefined in a dry run that asks what is wanted. */
  records: string[] | undefined;
  /** Of a list: a document for each, or all in one. */
  output: 'documents' | 'one' | undefined;
  missing: FillOptions['missing'];
  language: string | undefined;
  format: 'docx' | 'pptx' | 'xlsx' | 'pdf' | undefined;
  name: string | undefined;
  metadata: Record<string, string>;
  retention: Retention | undefined;
}

/** A file edited by hand, and the revision of the document that it was edited from. */
export interface SavedFile {
  file: { fileId: string } | { bytes: Uint8Array; filename: string | undefined };
  revision: number;
}

/** What differs between two files. */
export interface Differences {
  summary: Record<BlockChange['change'], number>;
  changes: BlockChange[];
  truncated: boolean;
}
export interface Diff {
  from: string;
  to: string;
  /** `Differences` as JSON. */
  differences: Uint8Array;
}

/** A valid request of `POST /compare`. */
export interface CompareRequest {
  from: FileReference;
  to: FileReference;
  format: 'json' | 'docx' | 'pdf';
  author?: string | undefined;
  date?: string | undefined;
}
/** What differs, or a file that shows it. */
export type Compared =
  | { format: 'docx' | 'pptx' | 'xlsx' | 'pdf'; differences: Uint8Array }
  | { bytes: Uint8Array; notTracked: string[]; filename: string; contentType: string };

/** A valid request of `POST /webhook-endpoints`. */
interface WebhookRequest {
  url: string;
  events?: string[] | undefined;
  description?: string | undefined;
  enabled?: boolean | undefined;
}

/** Webhooks of a project. Each method throws Refusal not_found where the endpoint or delivery is another project's. */
export interface OwnWebhooks {
  /** With its secret. @throws Refusal too_many_endpoints */
  create(owner: Project, request: WebhookRequest): Promise<WebhookEndpoint>;
  get(owner: Project, id: string): Promise<WebhookEndpoint>;
  list(owner: Project, query: Page): Promise<ListPage<WebhookEndpoint>>;
  update(owner: Project, id: string, patch: { [K in keyof EndpointPatch]: EndpointPatch[K] | undefined }): Promise<WebhookEndpoint>;
  remove(owner: Project, id: string): Promise<void>;
  /** With its new secret. */
  rotateSecret(owner: Project, id: string): Promise<WebhookEndpoint>;
  /** Sends a test event, and waits for its attempt. */
  test(owner: Project, id: string): Promise<WebhookDelivery>;
  deliveries(owner: Project, id: string, query: DeliveryQuery): Promise<ListPage<WebhookDelivery>>;
  delivery(owner: Project, endpointId: string, id: string): Promise<WebhookDelivery>;
  /** @throws Refusal content_deleted */
  retry(owner: Project, endpointId: string, id: string): Promise<WebhookDelivery>;
}

/** What can be read into Markdown: a reference, or bytes that came with the request. */
export type ExtractionFile = FileReference | { kind: 'upload'; bytes: Uint8Array; filename: string | undefined };

export interface Extraction extends Extracted {
  id: string;
}
export interface QueuedExtraction {
  id: string;
  queued: true;
}

type Page = Pick<ListQuery, 'limit' | 'order' | 'after' | 'before'>;

/** Files into Markdown. */
export interface Extractions {
  /**
   * @param options addresses: blocks with their addresses too, of Office files; wishes: what else
   * @throws Refusal not_found, file_rejected, file_too_large, content_deleted, document_not_ready, feature_unavailable, rate_limited, processing_failed
   */
  extract(
    owner: Project,
    file: ExtractionFile,
    options?: { addresses?: boolean; wishes?: Wishes | undefined },
  ): Promise<Extraction | QueuedExtraction>;
  /** The result, once. @throws Refusal not_found, or what the extraction ended with */
  extraction(owner: Project, id: string): Promise<Extraction | QueuedExtraction>;
}

/** Typed edits. */
interface Edits {
  /** @throws Refusal not_found, file_rejected, file_too_large, content_deleted, document_not_ready, feature_unavailable, input_invalid, rate_limited */
  submitEdits(owner: Project, request: EditsRequest, idempotency?: Idempotency): Promise<Submitted>;
  /** What would happen; nothing is made. */
  previewEdits(owner: Project, request: EditsRequest): Promise<EditResult[]>;
  /** @throws Refusal not_found, file_rejected, file_too_large, content_deleted, document_not_ready, input_invalid, service_unavailable */
  compare(owner: Project, request: CompareRequest): Promise<Compared>;
  /** Content of a finished document, with addresses: the JSON of its blocks, or of what the query finds among them. */
  content(owner: Project, id: string, query?: string): Promise<Uint8Array<ArrayBuffer>>;
}

/** Templates. */
interface Fills {
  /** @throws Refusal input_invalid with all that cannot be filled, each with its tag and place; as `submitEdits` */
  submitFill(owner: Project, request: FillRequest, idempotency?: Idempotency): Promise<Submitted>;
  /** A document for each record, all in the background. @throws Refusal as `submitFill` */
  submitFills(owner: Project, request: FillRequest, idempotency?: Idempotency): Promise<Submitted[]>;
  /** What the template wants, and what is wrong with the data; nothing is made. */
  tryFill(owner: Project, request: FillRequest): Promise<Omit<FillDryRun, 'object'>>;
}

/** Files edited by hand. */
interface Versions {
  /** @throws Refusal not_found, content_deleted, document_not_ready, file_rejected, rate_limited */
  createVersion(owner: Project, id: string, fileId: string): Promise<DocumentRecord>;
  /** All versions of the document, those that it was edited from too; oldest first unless the query says otherwise. */
  versions(owner: Project, id: string, query: Page): Promise<ListPage<DocumentRecord>>;
  /** Waits for the pages. @throws Refusal not_found, content_deleted, document_not_ready, file_rejected, revision_conflict, rate_limited; the signal's reason */
  saveFile(owner: Project, id: string, save: SavedFile, signal?: AbortSignal): Promise<DocumentRecord>;
  /** @param from the parent where undefined. @throws Refusal not_found, content_deleted, document_not_ready, input_invalid, feature_unavailable */
  diff(owner: Project, id: string, from: string | undefined): Promise<Diff>;
  /** The older Word file with the changes to the newer one tracked. */
  redline(owner: Project, id: string, from: string | undefined): Promise<{ bytes: Uint8Array; notTracked: string[]; filename: string }>;
}

/** Uploads. */
interface Files {
  addFile(
    owner: Project,
    file: { bytes: Uint8Array; filename: string | undefined } | { url: string; filename?: string | undefined },
  ): Promise<FileRecord>;
  getFile(owner: Project, id: string): Promise<FileRecord>;
  listFiles(owner: Project, query: Page): Promise<ListPage<FileRecord>>;
  removeFile(owner: Project, id: string): Promise<void>;
}

/** Artifacts for their owner. All refuse with not_found, not_an_artifact, content_deleted; those of data with artifact_is_local too. */
export interface OwnArtifacts {
  /** By name, those too that are declared and empty. */
  collections(owner: Project, id: string): Promise<{ collection: string; records: number }[]>;
  records(owner: Project, id: string, collection: string, page: Page): Promise<ListPage<ArtifactRecord>>;
  /** All of a collection, oldest first, in batches. */
  exportRecords(owner: Project, id: string, collection: string): AsyncIterable<ArtifactRecord[]>;
  /** @throws Refusal record_too_large, too_many_records, input_invalid */
  addRecord(owner: Project, id: string, collection: string, value: ArtifactValue): Promise<ArtifactRecord>;
  /** @param revision that it must still have; null: any. @throws Refusal as `addRecord`; revision_conflict */
  updateRecord(owner: Project, place: RecordPlace, value: ArtifactValue, revision: number | null): Promise<ArtifactRecord>;
  removeRecord(owner: Project, place: RecordPlace): Promise<void>;
  /** How many records there were. */
  removeCollection(owner: Project, id: string, collection: string): Promise<number>;
  /** Every link to the page that was given out is dead from now on. */
  revokeLinks(owner: Project, id: string): Promise<DocumentRecord>;
}

/** What a link to a page says: of which artifact, and of which generation of links. */
export interface ArtifactLink {
  documentId: string;
  generation: number;
}

/** A visitor with a link that holds. */
export interface Visit {
  documentId: string;
  name: string | null;
  storage: Storage;
  /** Tells visitors apart for the rates; opaque. */
  address: string;
}

/** Artifacts for their visitors. Data refuses with artifact_is_local, not_found, rate_limited, and method_not_allowed for what the mode does not allow. */
export interface Visits {
  /** The page. @throws Refusal link_expired */
  page(link: ArtifactLink): Promise<{ bytes: Uint8Array; name: string | null }>;
  /** @throws Refusal link_expired */
  open(link: ArtifactLink, address: string): Promise<Visit>;
  /** Oldest first. */
  list(visit: Visit, collection: string, page: Pick<Page, 'limit' | 'after'>): Promise<ListPage<ArtifactRecord>>;
  get(visit: Visit, collection: string, id: string): Promise<ArtifactRecord>;
  /** Of `window.storage`. */
  keys(visit: Visit, prefix: string): Promise<string[]>;
  /** @throws Refusal record_too_large, too_many_records, input_invalid */
  add(visit: Visit, collection: string, value: ArtifactValue): Promise<ArtifactRecord>;
  /** Of `window.storage`: added, or put in the place of what is there. */
  put(visit: Visit, id: string, value: ArtifactValue): Promise<ArtifactRecord>;
  /** @throws Refusal as `add`; revision_conflict */
  update(visit: Visit, collection: string, id: string, value: ArtifactValue, revision: number | null): Promise<ArtifactRecord>;
  remove(visit: Visit, collection: string, id: string): Promise<void>;
  /** Changes after `after` of what visitors may read; null: none, only where to go on. */
  changes(visit: Visit, after: number | null): Promise<{ changes: ArtifactChange[]; sequence: number }>;
  /** Calls back soon after each write. Returns the unsubscribe. */
  watch(visit: Visit, onChange: () => void): () => void;
}

/** Every method throws `Refusal` for what it refuses; a document or file of another organisation is `not_found`. */
export interface Pipeline extends Extractions, Edits, Fills, Versions, Files {
  /** Refuses at once (429) while the organisation is known to be over its rate, before the body is read; does not ask the database. */
  checkRate(owner: Project): void;
  /** Checks features and the files given, accepts (rate, idempotency), and returns as soon as the document is queued. */
  submit(owner: Project, request: DocumentRequest, idempotency?: Idempotency): Promise<Submitted>;
  /** A document of the installation's own words, which costs nothing; a sample is in no list, sum or webhook. @throws Refusal rate_limited */
  submitFree(
    owner: Project,
    request: { name: string; format: 'docx' | 'pdf' | 'pptx'; markdown: string; sample?: boolean },
  ): Promise<Submitted>;
  /**
   * Looks a key up before the body is validated: null when it is new; the earlier document when it may be replayed.
   * @throws Refusal idempotency_key_reused, idempotency_request_in_progress
   */
  replay(owner: Project, idempotency: Idempotency): Promise<Submitted | null>;
  /** The first request with this key has been answered. */
  answered(owner: Project, key: string): Promise<void>;
  dryRun(owner: Project, request: DocumentRequest): Promise<DryRun>;

  get(owner: Project, id: string): Promise<DocumentRecord>;
  list(owner: Project, query: ListQuery): Promise<ListPage<DocumentRecord>>;
  cancel(owner: Project, id: string): Promise<DocumentRecord>;
  /** Cancels first if need be, then deletes all content. */
  remove(owner: Project, id: string): Promise<DocumentRecord>;
  /** @throws Refusal report_not_ready, content_deleted */
  report(owner: Project, id: string): Promise<Report>;
  /** Resolves with the final record; rejects only with the signal's reason. The document goes on without the caller. */
  waitUntilFinal(id: string, signal?: AbortSignal): Promise<DocumentRecord>;
  /** Stored events after `after`, then live ones as they are committed, in batches; ends after the final event. @throws Refusal events_expired, content_deleted */
  follow(owner: Project, id: string, after: number, signal?: AbortSignal): AsyncIterable<StoredEvent[]>;

  artifacts: OwnArtifacts;
  visits: Visits;
  webhooks: OwnWebhooks;
}
