/** Everything that the client throws by itself is one of these. */

export interface ProblemBody {
  type?: string;
  title?: string;
  detail?: string;
  status?: number;
  code?: string;
  request_id?: string;
  errors?: { path: string; message: string }[];
}

/** The service said no (RFC 9457). `code` is stable: branch on it, not on the message. */
export class ProblemError extends Error {
  override readonly name = 'ProblemError';
  readonly status: number;
  readonly code: string;
  readonly requestId: string | undefined;
  /** The fields at fault, as JSON pointers into the request body. */
  readonly errors: readonly { path: string; message: string }[];
  /** Seconds after which the same call may pass. */
  readonly retryAfterS: number | undefined;

  constructor(status: number, body: ProblemBody, headers: { requestId: string | undefined; retryAfterS: number | undefined }) {
    const words = body.detail ?? body.title ?? `the service answered ${status}`;
    // a fault that stands alone is the detail already
    const fields = (body.errors ?? []).filter(({ message }) => !words.includes(message));
    super([words, ...fields.map(({ path, message }) => (path === '' ? message : `${path}: ${message}`))].join('; '));
    this.status = status;
    this.code = body.code ?? 'internal_error';
    this.requestId = body.request_id ?? headers.requestId;
    this.errors = body.errors ?? [];
    this.retryAfterS = headers.retryAfterS;
  }
}

/** The service could not be reached, or a stream broke more often than is sensible. */
export class ConnectionError extends Error {
  override readonly name: string = 'ConnectionError';
}

/** A call took longer than its `timeoutMs`, repeats and waits among it. What it asked for may have been done all the same. */
export class TimeoutError extends ConnectionError {
  override readonly name = 'TimeoutError';
}

/** The client was made or called in a way that cannot work; nothing was sent. */
export class UsageError extends Error {
  override readonly name = 'UsageError';
}
