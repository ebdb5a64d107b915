/** The process's own log: JSON lines on standard error, so that standard output stays for what a person asked for. */
import { pino, type Logger } from 'pino';
import type { Log } from '../adapters/log.ts';

export function createLog(level: string): Logger {
  return pino({ level, base: undefined, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ dest: 2, sync: true }));
}

/** The form in which adapters tell what happens to them. */
export function adapterLog(log: Logger): Log {
  return (level, message, cause) => {
    if (cause === undefined) log[level](message);
    else log[level]({ err: cause }, message);
  };
}
