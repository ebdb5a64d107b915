/** What the service sends and takes, as in its OpenAPI description. Fields may be added at any time; none is taken away. */

export type Operation = 'create' | 'review' | 'edit';
export type Format = 'docx' | 'pdf' | 'pptx' | 'xlsx' | 'artifact';
export type Status = 'queued' | 'running' | 'ready' | 'ready_with_warnings' | 'needs_review' | 'failed' | 'canceled';
export type Retention = 'none' | '1d' | '7d' | '30d' | '90d';
export type QualityLevel = 'fast' | 'standard' | 'best';
export type OutputKind = 'docx' | 'pptx' | 'xlsx' | 'pdf' | 'preview' | 'html';
type Align = 'left' | 'center' | 'right' | 'justify';

/** An uploaded file, an earlier document, an address to fetch, or the bytes themselves as base64. */
export type FileReference = string | { url: string; filename?: string } | { data: string; filename: string };

export interface DocumentRequest {
  operation?: Operation;
  name?: string;
  format?: Format;
  /** What to write or change; needs a model. */
  prompt?: string;
  /** Your own words. */
  content?: { markdown: string };
  /** The look, in free words. */
  style?: string;
  sources?: FileReference[];
  file?: FileReference;
  quality?: 'auto' | QualityLevel;
  max_quality?: QualityLevel;
  metadata?: Record<string, string>;
  artifact?: { storage: 'local' | 'shared' };
  retention?: Retention;
}

export interface Output {
  id: string;
  kind: OutputKind;
  content_type: string;
  bytes: number;
  /** Signed; lives five minutes and needs no key. */
  url: string;
  expires_at: string;
  /** Previews only. */
  page?: number;
  width?: number;
  height?: number;
}

export interface DocumentStyle {
  font: string;
  font_size: number;
  line_spacing: number;
  colors: { title: string; headings: string; text: string; accent: string };
  align: { title: Align; headings: Align; body: Align };
  margins_cm: number;
  orientation: 'portrait' | 'landscape';
  cover_page: boolean;
  table_of_contents: boolean;
  page_numbers: boolean;
  header?: string;
  footer?: string;
}

export interface DocumentRecord {
  id: string;
  object: 'document';
  name: string | null;
  operation: Operation;
  format: Format | null;
  type: 'report' | 'letter' | 'contract' | 'memo' | 'minutes' | 'presentation' | 'spreadsheet' | 'artifact' | null;
  mode: 'prompt' | 'content' | 'manual' | null;
  parent_id: string | null;
  revision: number;
  status: Status;
  phase: string | null;
  pages: number | null;
  style_applied: DocumentStyle | null;
  style_unsupported: string[];
  validation_summary: { errors: number; warnings: number; info: number } | null;
  repair_summary: { iterations: number; applied: number; rejected: number } | null;
  error: { code: string; message: string } | null;
  versions: { engine: string; renderer: string; model: string | null };
  metadata: Record<string, string>;
  retention: Retention;
  expires_at: string | null;
  route: { path: 'fast' | 'agent'; reason: string } | null;
  quality: { requested: 'auto' | QualityLevel; level: QualityLevel; reason: string } | null;
  artifact: { storage: 'local' | 'shared' } | null;
  content_deleted_at: string | null;
  created_at: string;
  completed_at: string | null;
  /** Present once the document is finished. */
  outputs?: Output[];
}

export interface FileRecord {
  id: string;
  object: 'file';
  filename: string;
  content_type: string;
  bytes: number;
  sha256: string;
  pages: number | null;
  created_at: string;
}

/** A happening to a document. Ignore types that you do not know: more may come. */
export interface DocumentEvent {
  id: string;
  type: string;
  version: number;
  document_id: string;
  /** 1, 2, 3 … without gaps within a document. */
  sequence: number;
  timestamp: string;
  display?: Record<string, string>;
  data: Record<string, unknown>;
}

export interface List<T> {
  object: 'list';
  data: T[];
  first_id: string | null;
  last_id: string | null;
  has_more: boolean;
}

export interface ListQuery {
  /** 1-100; 20 where absent. */
  limit?: number;
  after?: string;
  before?: string;
  order?: 'asc' | 'desc';
}

export interface DocumentQuery extends ListQuery {
  status?: Status;
  format?: Format;
  operation?: Operation;
  parent_id?: string;
  metadata?: Record<string, string>;
}

const FINAL_STATUSES: readonly string[] = ['ready', 'ready_with_warnings', 'needs_review', 'failed', 'canceled'];
const FINAL_EVENTS: readonly string[] = ['document.ready', 'document.failed', 'document.canceled'];

export const isFinished = (document: DocumentRecord): boolean => FINAL_STATUSES.includes(document.status);
/** Nothing follows such an event. */
export const isFinal = (event: DocumentEvent): boolean => FINAL_EVENTS.includes(event.type);
