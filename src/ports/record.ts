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
import type { ProjectDefaults } from '../contract/brand.ts';
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
  /** Previews of pages: size of the page in points. */
  widthPt?: number;
  heightPt?: number;
}

export interface DocumentRecord {
  id: string;
  orgId: string;
  projectId: string;
  name: string | null;
  /** What it is called where it has no name: by the words of its request, or by the file that it is of. */
  title: string | null;
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
  /** `generation` of the links to its page: older ones are revoked. 0 where absent. */
  artifact: { storage: Storage; generation?: number } | null;
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

/** What the project says of its documents. */
interface JobDefaults extends ProjectDefaults {
  /** How the report names the brand. */
  name: string;
}

/** A document to be created: exactly one of `markdown` and `prompt`. */
export interface CreateJob {
  kind: 'create';
  /** As it was asked for; null where the plan decides. */
  format: Format | null;
  prompt?: string | undefined;
  markdown?: string | undefined;
  style?: string | undefined;
  sources: FileSource[];
  quality: Quality;
  maxQuality?: QualityLevel | undefined;
  /** What the levels cost when it was accepted, whatever is configured where it is made. Absent where the level is known from the start. */
  prices?: Prices | undefined;
  /** Of the project when it was accepted; absent: none. */
  defaults?: JobDefaults | undefined;
}

/** Each operation is valid by the schema of its definition. */
export interface TypedEdits {
  operations: { op: string; target?: string | { query: string; all?: boolean | undefined } | undefined; [field: string]: unknown }[];
  mode: EditMode;
  /** Of tracked changes and comments. */
  author?: string | undefined;
  /** The same; ISO 8601. */
  date?: string | undefined;
  /** Whether pages are drawn; true where absent. */
  render?: boolean | undefined;
}
export interface PromptedEdit {
  prompt: string;
  style?: string | undefined;
  /** The kind of file that was asked for: an edit keeps that of its file, and says so. */
  format?: Format | undefined;
}
/** A template to be filled: the key of its records among the blobs, and how. */
export interface FillChanges {
  data: string;
  missing: 'error' | 'empty' | 'keep';
  locale: string;
}
export interface EditJob {
  kind: 'edit';
  file: FileSource;
  changes: TypedEdits | PromptedEdit | FillChanges;
}

export interface ReviewJob {
  kind: 'review';
  file: FileSource;
}

/** A file edited by hand: it is rendered, and reviewed where it is a Word file, and stays as it is. */
export interface VersionJob {
  kind: 'version';
  file: FileSource;
}

/** The same, in place of this document's file if it still has this revision: there is no document of its own. */
export interface SaveJob {
  kind: 'save';
  file: FileSource;
  target: { documentId: string; revision: number };
}

/**
 * Raised with everything that a job may say and a process of the version before would not understand: a kind, an operation, a field
 * (`api/job-version.test.ts` notices). That process leaves the job to another, instead of failing it or passing over what is new.
 */
export const JOB_VERSION = 4;

/** All that a worker needs to make a document; deleted with its content. */
export type DocumentJob = (CreateJob | EditJob | ReviewJob | VersionJob | SaveJob) & {
  /** `JOB_VERSION` of the process that accepted it; absent in those accepted before jobs had one. */
  version?: number | undefined;
  /** `traceparent` of the request, where it is traced (ports/tracing.ts). */
  trace?: string | undefined;
};
