/** What the program ends with (docs/command-line.md has the same table). */
import { ConnectionError, ProblemError, UsageError } from '../../sdk/src/errors.ts';
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

/** @param error what stopped the command */
export function exitCodeOf(error: unknown): number {
  if (error instanceof DocumentFailed) return EXIT_CODES.failed;
  if (error instanceof UsageError || error instanceof ConfigurationError) return EXIT_CODES.usage;
  if (error instanceof ConnectionError) return EXIT_CODES.unreachable;
  if (error instanceof ProblemError || error instanceof Refusal) return EXIT_CODES.refused;
  return EXIT_CODES.fault;
}
