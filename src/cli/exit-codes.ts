/** What the program ends with (docs/command-line.md has the same table). */
import { ConnectionError, ProblemError, TimeoutError, UsageError } from '../../sdk/src/errors.ts';
import { Refusal } from '../base/refusal.ts';

/** A document that was accepted and not made. */
export class DocumentFailed extends Error {
  override readonly name = 'DocumentFailed';
  readonly code: string;
  constructor(message: string, code: string) {
    super(message);
    this.code = code;
  }
}

/** Settings of the environment that cannot be used. */
export class ConfigurationError extends Error {
  override readonly name = 'ConfigurationError';
}

export const EXIT_CODES = {
  done: 0,
  fault: 1,
  usage: 2,
  refused: 3,
  failed: 4,
  unreachable: 5,
} as const;

/** What the network says, in words that help; '' where it says nothing known. */
const NETWORK: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'nothing listens there',
  ENOTFOUND: 'there is no such host',
  EAI_AGAIN: 'the name of the host could not be looked up',
  ECONNRESET: 'the connection was cut',
  ETIMEDOUT: 'the host does not answer',
  UND_ERR_CONNECT_TIMEOUT: 'the host does not answer',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'its certificate is signed by itself; NODE_EXTRA_CA_CERTS names one to trust',
  SELF_SIGNED_CERT_IN_CHAIN: 'its certificate is signed by nobody known; NODE_EXTRA_CA_CERTS names one to trust',
  CERT_HAS_EXPIRED: 'its certificate has expired',
};

function networkReason(error: unknown): string {
  for (let at = error; at instanceof Error; at = at.cause) {
    const reason = 'code' in at ? NETWORK[String(at.code)] : undefined;
    if (reason !== undefined) return `: ${reason}`;
  }
  return '';
}

/** What is told to whoever ran the command: what went wrong, and where to look. @param error what stopped it */
export function explain(error: unknown): string {
  if (error instanceof TimeoutError) return `${error.message}.`;
  if (error instanceof ConnectionError)
    return `${error.message}${networkReason(error)}. Is the service started, and is OCTAVO_BASE_URL right?`;
  if (error instanceof ProblemError && error.status === 401) return `${error.message} The key is that of OCTAVO_API_KEY.`;
  return error instanceof Error ? error.message : String(error);
}

/** @param error what stopped the command */
export function exitCodeOf(error: unknown): number {
  if (error instanceof DocumentFailed) return EXIT_CODES.failed;
  if (error instanceof UsageError || error instanceof ConfigurationError) return EXIT_CODES.usage;
  if (error instanceof ConnectionError) return EXIT_CODES.unreachable;
  if (error instanceof ProblemError || error instanceof Refusal) return EXIT_CODES.refused;
  return EXIT_CODES.fault;
}
