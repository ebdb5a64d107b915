/** The process's own log: JSON lines on standard error, so that standard output stays for what a person asked for. */
import { pino, type Logger } from 'pino';
import type { Log } from '../adapters/log.ts';

interface DescribedError {
  type: string;
  message: string;
  stack: string | undefined;
  code?: unknown;
  cause?: DescribedError;
}

/** What helps to find a fault; never the objects that hang on an error (connections, requests). */
function describeError(error: unknown): DescribedError | string {
  if (!(error instanceof Error)) return String(error);
  const { name, message, stack, cause } = error;
  return {
    type: name,
    message,
    stack,
    ...('code' in error ? { code: error.code } : {}),
    ...(cause instanceof Error ? { cause: { type: cause.name, message: cause.message, stack: cause.stack } } : {}),
  };
}

export function createLog(level: string): Logger {
  return pino(
    { serializers: { err: describeError }, level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime },
    pino.destination({ dest: 2, sync: true }),
  );
}

/** The form in which adapters report what happens. */
export function adapterLog(log: Logger): Log {
  return (level, message, cause) => {
    if (cause === undefined) log[level](message);
    else log[level]({ err: cause }, message);
  };
}
