/** Posts to addresses that clients registered. Real adapter: `adapters/webhook-sender.ts`, which reaches public https addresses only. */
export interface SentAnswer {
  /** HTTP status; null where no answer came. */
  status: number | null;
  /** Beginning of the answer as text; null where no answer came. */
  body: string | null;
  /** The answer was longer than what is kept of it. */
  truncated: boolean;
  /** Why there is no answer, in one sentence; null where there is one. */
  fault: string | null;
  durationMs: number;
}

export interface WebhookSender {
  /** What is wrong with the address by itself (scheme, port, credentials, private address or name), in one sentence; null if nothing. */
  check(url: string): string | null;
  /**
   * One POST, at most 15 s in all. Redirects are answers like others: they are not followed. Whatever goes wrong on the way is an
   * answer without a status.
   * @throws the signal's reason where it ended the call
   */
  send(url: string, message: { headers: Record<string, string>; body: string }, signal?: AbortSignal): Promise<SentAnswer>;
}

/** Until an attempt is given up. */
export const ATTEMPT_MS = 15_000;
/** Bytes of an answer that are kept. */
export const ANSWER_BYTES_MAX = 4_096;
