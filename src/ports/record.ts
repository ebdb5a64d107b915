/** What the service remembers of a document: its record, outputs and events (interface §2.1, §2.2, §3, §6). */
import type { FindingLocation, Severity } from '../base/finding.ts';
import type { DocumentType } from '../document/document.ts';
import type { Block } from '../document/block.ts';
import type { Style } from '../document/style.ts';
import type { Price, Prices } from './prices.ts';

export const FORMATS = ['docx', 'pdf', 'pptx', 'xlsx', 'artifact'] as const;
export type Format = (typeof FORMATS)[number];
export const OPERATIONS = ['create', 'review', 'edit'] as const;
export type Operation = (typeof OPERATIONS)[number];
export const STATUSES = ['queued', 'running', 'ready', 'ready_with_warnings', 'needs_review', 'failed', 'canceled'] as const;
export type Status = (typeof STATUSES)[number];
export const FINAL_STATUSES: readonly Status[] = ['ready', 'ready_with_warnings', 'needs_review', 'failed', 'canceled'];
export const PHASES = ['reading', 'planning', 'writing', 'building', 'rendering', 'reviewing', 'repairing', 'finishing'] as const;
export type Phase = (typeof PHASES)[number];
export const RETENTIONS = ['none', '1d', '7d', '30d', '90d'] as const;
export type Retention = (typeof RETENTIONS)[number];
export const OUTPUT_KINDS = ['docx', 'pptx', 'xlsx', 'pdf', 'preview', 'html'] as const;
export type OutputKind = (typeof OUTPUT_KINDS)[number];
export const QUALITY_LEVELS = ['fast', 'standard', 'best'] as const;
export type QualityLevel = (typeof QUALITY_LEVELS)[number];

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

export interface FindingCounts {
  errors: number;
  warnings: number;
  info: number;
}
export interface RepairCounts {
  iterations: number;
  applied: number;
  rejected: number;
}
export interface DocumentFailure {
  code: string;
  message: string;
}

export interface DocumentRecord {
  id: string;
  orgId: string;
  projectId: string;
  name: string | null;
  operation: Operation;
  format: Format | null;
  type: DocumentType | null;
  mode: 'prompt' | 'content' | 'manual' | null;
  parentId: string | null;
  revision: number;
  status: Status;
  phase: Phase | null;
  pages: number | null;
  styleApplied: Style | null;
  styleUnsupported: string[];
  validationSummary: FindingCounts | null;
  repairSummary: RepairCounts | null;
  error: DocumentFailure | null;
  versions: { engine: string; renderer: string; model: string | null };
  metadata: Record<string, string>;
  retention: Retention;
  expiresAt: Date | null;
  route: { path: 'fast' | 'agent'; reason: string } | null;
  quality: { requested: 'auto' | QualityLevel; level: QualityLevel; reason: string } | null;
  artifact: { storage: 'local' | 'shared' } | null;
  contentDeletedAt: Date | null;
  createdAt: Date;
  completedAt: Date | null;
  /** How often it was begun: 0 while queued, 1 in the first run. */
  attempt: number;
  outputs: OutputRecord[];
  /** Reserved for it while it lives, charged for it once it is ready; null where it is free or ended without a file. */
  price: Price | null;
}

/** A picture or document that the request brought, as it was given or as it was stored on acceptance. */
export type FileSource =
  | { kind: 'file'; fileId: string }
  | { kind: 'document'; documentId: string }
  | { kind: 'url'; url: string; filename?: string | undefined }
  /** Bytes at hand are checked and written to the blob store before the document is accepted. */
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
  edits?: { operations: { op: string; target?: string | undefined; [field: string]: unknown }[]; mode: 'direct' | 'tracked' } | undefined;
  /** `file` was edited by hand: it is drawn, and reviewed where it is a Word file, and stays as it is. */
  manual?: true | undefined;
  /** What is made takes the place of this document's file, if it still has this revision: then there is no document of its own. */
  saves?: { documentId: string; revision: number } | undefined;
  quality: 'auto' | QualityLevel;
  maxQuality?: QualityLevel | undefined;
  /** What the levels cost when it was accepted: that holds, whatever is set where it is made. Absent where the level is known from the start. */
  prices?: Prices | undefined;
}

// ---------------------------------------------------------------------------------------------------------- events

/** `type` → `data` of every event that is sent today (interface §6.2). */
export interface EventDataByType {
  'document.created': { operation: Operation; format: Format | null };
  'document.started': { attempt: number };
  'document.ready': { status: Status; pages: number | null; validation_summary: FindingCounts | null };
  'document.failed': { error: { code: string; message: string; retryable: boolean } };
  'document.canceled': Record<string, never>;
  'style.resolved': { style: Style; unsupported: string[] };
  'content.block_started': { block_id: string; index: number; type: string; level?: number };
  'content.block_delta': { block_id: string; text: string };
  'content.block_completed': { block_id: string; block: Block };
  'edit.planned': { operations: number; unsupported: string[] };
  'edit.operation_applied': { op: string; target?: string; before?: string; after?: string };
  'edit.operation_rejected': { op: string; target?: string; reason: string; message: string };
  'render.completed': { iteration: number; pages: number; duration_ms: number };
  'validation.issue_found': { code: string; severity: Severity; message: string; location: FindingLocation; fixable: boolean };
  'validation.completed': { iteration: number; errors: number; warnings: number; info: number };
  'repair.applied': { iteration: number; fix: string; issue_code: string };
  'repair.rejected': { iteration: number; fix: string; issue_code: string; reason: string };
  'preview.page_ready': { page: number; total: number; output_id: string; width: number; height: number };
  'output.available': { output_id: string; kind: OutputKind; bytes: number };
}
export type EventType = keyof EventDataByType;
export type NewEvent = { [T in EventType]: { type: T; data: EventDataByType[T] } }[EventType];
export const FINAL_EVENTS: readonly EventType[] = ['document.ready', 'document.failed', 'document.canceled'];

/** An event as it is stored and sent (interface §6.1). `sequence` is 1, 2, 3 … without gaps within a document. */
export interface StoredEvent {
  id: string;
  type: string;
  version: number;
  document_id: string;
  sequence: number;
  timestamp: string;
  display?: Record<string, string>;
  data: Record<string, unknown>;
}

/** Body of `GET /documents/{id}/report` (decisions §6), as it is stored; deleted with the content. */
export type ReportRecord = Record<string, unknown>;
