/**
 * Extractions that are not answered at once: files that wait for a process which can read them, and results that wait to
 * be fetched. It holds no content, and not even a name: file and result lie among the blobs, under `extractions/<id>/`.
 *
 * ```
 * queued ─▶ running ─▶ done ─▶ taken ─▶ (gone)
 *    └─────────┴─ a worker that died: its lease runs out, another one claims it
 * ```
 */
export type ExtractionState = 'queued' | 'running' | 'done' | 'taken';

/** The right of one process to read a file. A newer claim makes it void: every write checks `attempt`. */
export interface ExtractionClaim {
  id: string;
  attempt: number;
}

export interface ExtractionQueue {
  /**
   * @param state `queued`: for whoever can; `running`: the caller is at it, as attempt 1
   * @returns false where the organisation has `waitingMax` already
   */
  add(extraction: { id: string; orgId: string; state: 'queued' | 'running' }, waitingMax: number): Promise<boolean>;
  /** null where there is none of this organisation. */
  state(id: string, orgId: string): Promise<ExtractionState | null>;
  /** Takes queued ones, and those whose lease ran out, at most `limit`. */
  claim(limit: number): Promise<ExtractionClaim[]>;
  /** Prolongs leases; ids that are still the caller's. */
  renew(claims: readonly ExtractionClaim[]): Promise<string[]>;
  /** The result is there. false where another process has taken over. */
  finish(claim: ExtractionClaim): Promise<boolean>;
  /** Hands unfinished ones back to the queue at once; the attempt does not count. */
  handBack(claims: readonly ExtractionClaim[]): Promise<void>;
  /** true for exactly one caller: who takes a result answers it, deletes its blobs, then removes it here. */
  take(id: string, orgId: string): Promise<boolean>;
  remove(id: string): Promise<void>;
  /** Ids of those that nobody fetched within an hour, and of those that somebody took and did not remove; at most `limit`. */
  stale(limit: number): Promise<string[]>;
  /** Calls `onChange` soon after a change of the extraction, in whichever process it happened. Returns the unsubscribe. */
  watch(id: string, onChange: () => void): () => void;
  /** Calls `wake` when something may be waiting, and now and then. Returns the unsubscribe. */
  onQueued(wake: () => void): () => void;
}
