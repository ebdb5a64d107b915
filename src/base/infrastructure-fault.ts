/**
 * Faults of what the service runs on, told apart from faults of a document: the database, the blob store or the provider of the
 * model does not answer, no renderer can be started, the device is full. They pass by themselves or by an operator's hand, so a
 * document that meets one waits and a request is answered `503`. Adapters throw them, by the codes of the system, PostgreSQL and HTTP.
 */

type InfrastructurePart = 'database' | 'blobs' | 'workers' | 'model';

export class InfrastructureFault extends Error {
  readonly part: InfrastructurePart;

  /** @param cause what the adapter met; its message is for the log alone */
  constructor(part: InfrastructurePart, cause: unknown) {
    super(`${part} unavailable: ${cause instanceof Error ? cause.message || cause.name : String(cause)}`, { cause });
    this.name = 'InfrastructureFault';
    this.part = part;
  }
}

/** No space, quota, file handles or processes left, or a device that fails or became read-only: wherever it happens. */
const EXHAUSTED = new Set(['ENOSPC', 'EDQUOT', 'EMFILE', 'ENFILE', 'EROFS', 'EIO', 'EAGAIN', 'ENOMEM']);
const CAUSES_MAX = 8;

/** A code as errors of Node and of drivers have it; '' where there is none. */
export const errorCode = (error: unknown): string =>
  error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';

/** Whether an error is, or was caused by, a fault of the infrastructure: then it says nothing about the document. */
export function isInfrastructureFault(error: unknown): boolean {
  for (let at = error, depth = 0; at instanceof Error && depth < CAUSES_MAX; at = at.cause, depth++)
    if (at instanceof InfrastructureFault || EXHAUSTED.has(errorCode(at))) return true;
  return false;
}
