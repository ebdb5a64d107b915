/** What the service remembers of a document beside what clients see of it (contract/). */
import type { DocumentType } from '../document/document.ts';
import type { Style } from '../document/style.ts';
import type { ChosenQuality, DocumentError, FindingCounts, RepairCounts, Route } from '../contract/document.ts';
import type {
  EditMode,
  Format,
  Mode,
  Operation,
  OutputKind,
  Phase,
  Quality,
  QualityLevel,
  Retention,
  Status,
  Storage,
} from '../contract/vocabulary.ts';
import type { Price, Prices } from './prices.ts';

export interface OutputRecord {
  /** `out_` + ULID. */
  id: string;
  kind: OutputKind;
  contentType: string;
  bytes: number;
  /** Blob key. */
  key: string;
  /** Previews only. */
  page?: number;
  width?: number;
  height?: number;
}

export interface DocumentRecord {
  id: string;
  orgId: string;
  projectId: string;
  name: string | null;
  operation: Operation;
  format: Format | null;
  type: DocumentType | null;
  mode: Mode | null;
  parentId: string | null;
  revision: number;
  status: Status;
  phase: Phase | null;
  pages: number | null;
  styleApplied: Style | null;
  styleUnsupported: string[];
  validationSummary: FindingCounts | null;
  repairSummary: RepairCounts | null;
  error: DocumentError | null;
  versions: { engine: string; renderer: string; model: string | null };
  metadata: Record<string, string>;
  retention: Retention;
  expiresAt: Date | null;
  route: Route | null;
  quality: ChosenQuality | null;
  artifact: { storage: Storage } | null;
  contentDeletedAt: Date | null;
  createdAt: Date;
  completedAt: Date | null;
  /** How often it was begun: 0 while queued, 1 in the first run. */
  attempt: number;
  outputs: OutputRecord[];
  /** Reserved for it while it lives, charged for it once it is ready; null where it is free or ended without a file. */
  price: Price | null;
}

/** A picture or document that the request brought, as it was sent or as it was stored on acceptance. */
export type FileSource =
  | { kind: 'file'; fileId: string }
  | { kind: 'document'; documentId: string }
  | { kind: 'url'; url: string; filename?: string | undefined }
  /** Bytes that came with the request are validated and written to the blob store before the document is accepted. */
  | { kind: 'blob'; key: string; filename: string; contentType: string };

/** All that the pipeline needs to make the document; deleted with its content. */
export interface DocumentJob {
  operation: Operation;
  format: Format | null;
  name: string | null;
  prompt?: string | undefined;
  markdown?: string | undefined;
  style?: string | undefined;
  sources: FileSource[];
  file?: FileSource | undefined;
  /** Typed edits of `file`; each operation keeps to the schema of its definition. */
  edits?: { operations: { op: string; target?: string | undefined; [field: string]: unknown }[]; mode: EditMode } | undefined;
  /** `file` was edited by hand: it is rendered, and reviewed where it is a Word file, and stays as it is. */
  manual?: true | undefined;
  /** What is made takes the place of this document's file, if it still has this revision: then there is no document of its own. */
  saves?: { documentId: string; revision: number } | undefined;
  quality: Quality;
  maxQuality?: QualityLevel | undefined;
  /** What the levels cost when it was accepted: that holds, whatever is set where it is made. Absent where the level is known from the start. */
  prices?: Prices | undefined;
}

export type { FindingCounts, RepairCounts } from '../contract/document.ts';
export { FINAL_EVENTS, type EventType, type NewEvent, type StoredEvent } from '../contract/event.ts';
export type { Report as ReportRecord } from '../contract/report.ts';
export {
  FINAL_STATUSES,
  QUALITY_LEVELS,
  type Format,
  type Operation,
  type OutputKind,
  type QualityLevel,
  type Retention,
  type Status,
} from '../contract/vocabulary.ts';
