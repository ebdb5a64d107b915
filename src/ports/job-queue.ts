/**
 * All work that waits for a worker, in one queue: documents to be made, and tasks that are no documents. A job is claimed under a
 * lease with a fencing token; one whose worker died is claimed again when its lease has run out. The job of a document is
 * queued, claimed and ended in the transaction that changes the document. Adapters: PostgreSQL; one in memory for tests.
 *
 * ```
 * waiting ─▶ running ─▶ (gone: a document has ended)
 *    ▲          ├────▶ done ─▶ taken ─▶ (gone: the result of a task was fetched)
 *    └──────────┘ released, at once or for later; or its lease ran out
 * ```
 */
import type { DocumentJob, DocumentRecord } from './record.ts';

/** A mail to be written: what it is about, and what it names; amounts in minor units. */
export type MailPayload =
  | { mail: 'balance_low'; to: string; available: number; below: number; currency: string; organisation: string }
  | { mail: 'webhook_disabled'; to: string; url: string; reason: 'failing' | 'gone' };

/** What a task is given beside the bytes among the blobs: never content. */
export interface TaskPayloads {
  /** Reads a file into Markdown; the file and its name are among the blobs. */
  /** Absent in tasks of versions before projects were told apart. */
  extract: { projectId?: string };
  /** Reads the pages of a PDF for a process without renderers. */
  read_pdf: { wanted: 'outline' | 'pages' };
  /** A round of retention; put back for the next one. */
  purge: Record<string, never>;
  /** An attempt at the delivery with the id of the job; queued by what happens to documents (webhook-store.ts). */
  deliver_webhook: Record<string, never>;
  /** A mail of the installation's own; tried again for a day or so. */
  send_mail: MailPayload;
}
export type TaskKind = keyof TaskPayloads;
export type DocumentKind = DocumentJob['kind'];
export type JobKind = DocumentKind | TaskKind;

export const DOCUMENT_KINDS = ['create', 'edit', 'review', 'version', 'save'] as const satisfies DocumentKind[];
/** Tasks for whoever has a free place. */
export const TASK_KINDS = ['extract', 'read_pdf', 'purge', 'send_mail'] as const satisfies TaskKind[];
/** They wait for others' machines, and have places of their own. */
export const DELIVERY_KINDS = ['deliver_webhook'] as const satisfies TaskKind[];

/** Seconds by which jobs of a kind are back behind others that came at the same time: short ones first, none for ever. */
export const STANDS_BACK_S: Readonly<Record<JobKind, number>> = {
  save: 0,
  version: 0,
  create: 1,
  edit: 1,
  review: 5,
  extract: 0,
  read_pdf: 0,
  purge: 0,
  deliver_webhook: 0,
  send_mail: 0,
};

/** Whose turn it is: the organisation's, of deliveries their endpoint's. This one: jobs that belong to the installation itself. */
export const OWN_ORGANISATION = '';

/** Attempts of a document that count: after them it fails. */
export const ATTEMPTS_MAX = 3;

/**
 * The right to work on a job, and to write to its document. A newer claim makes it void: every write checks `token`.
 * `attempt` counts this attempt and those before it that count.
 */
export interface Lease {
  jobId: string;
  token: number;
  attempt: number;
}

export class LeaseLost extends Error {
  constructor(jobId: string) {
    super(`lease lost on ${jobId}`);
    this.name = 'LeaseLost';
  }
}

/** A claimed document, with all that its worker needs. */
export interface DocumentClaim {
  kind: DocumentKind;
  lease: Lease;
  orgId: string;
  record: DocumentRecord;
  job: DocumentJob;
}
export type TaskClaim = { [Kind in TaskKind]: { kind: Kind; lease: Lease; orgId: string; payload: TaskPayloads[Kind] } }[TaskKind];
export type Claim = DocumentClaim | TaskClaim;

/** Whether the claimed job makes a document; all others are tasks. */
export const isDocumentClaim = (claim: Claim): claim is DocumentClaim => 'record' in claim;

export type NewTask = { [Kind in TaskKind]: { id: string; kind: Kind; orgId: string; payload: TaskPayloads[Kind] } }[TaskKind];

/** `waits`: it has lent its place, and does not count among those of its organisation. */
interface RunningJob {
  jobId: string;
  orgId: string;
  waits?: boolean;
}

export interface ClaimOptions {
  /** At most so many. */
  limit: number;
  /** What this process works on already, by organisation: a process that stood still must not take its own work away from itself. */
  running: readonly RunningJob[];
  /** Jobs of one organisation that this process may work on at once. */
  perOrganisation: number;
  /** This job and no other. */
  only?: string;
}

export interface JobQueue {
  /**
   * Queues a task.
   * @param options waitingMax: tasks of this kind that the organisation may have, fetched or not; leased: the caller works on it
   * itself, as attempt 1, for a minute unless it renews the lease
   * @returns null where the organisation has `waitingMax` already; the lease where it was asked for
   */
  add(task: NewTask, options?: { waitingMax?: number; leased?: boolean }): Promise<{ lease: Lease | null } | null>;
  /**
   * Claims jobs whose time has come, and those whose lease ran out: organisations take turns by what they have running, then jobs
   * that came first. A document is `running` with it; one whose attempts are used up fails instead.
   */
  claim(kinds: readonly JobKind[], options: ClaimOptions): Promise<Claim[]>;
  /** Prolongs leases; resolves with the ids of jobs that are still the caller's. */
  renew(leases: readonly Lease[]): Promise<string[]>;
  /** The result of a task is kept. False where the lease is lost. */
  finish(lease: Lease): Promise<boolean>;
  /**
   * Puts an unfinished job back, for a worker that can do it.
   * @param options attemptCounts: as one of three; delayMs: not before; backOff: later each time, with jitter, up to a minute
   */
  release(lease: Lease, options?: { attemptCounts?: boolean; delayMs?: number; backOff?: boolean }): Promise<void>;

  /** State of a task; null where the organisation has none with this id, it is another project's, or over an hour old. */
  state(id: string, orgId: string, projectId?: string): Promise<'waiting' | 'running' | 'done' | 'taken' | null>;
  /** True for exactly one caller: it answers the result, deletes its blobs, then removes the task. */
  take(id: string, orgId: string, projectId?: string): Promise<boolean>;
  remove(id: string): Promise<void>;
  /** Ids of tasks whose result was not fetched within an hour, or was taken and not removed; at most `limit`. */
  stale(limit: number): Promise<string[]>;

  /** Calls `onChange` soon after a change of the job, in whichever process it happened. Returns the unsubscribe. */
  watch(id: string, onChange: () => void): () => void;
  /** Calls `wake` when a job may be waiting, and now and then. Returns the unsubscribe. */
  onWaiting(wake: () => void): () => void;
  /** Called once before a process begins to work: takes up what a dead process left, where no other works on the database. */
  begin(): Promise<void>;
  /** Documents that wait for a worker. */
  countDocuments(): Promise<number>;
}
