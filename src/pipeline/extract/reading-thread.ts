/** A thread that reads files one after another: what a file does to it harms nobody else. */
import { parentPort } from 'node:worker_threads';
import { REFUSAL_CODES, Refusal } from '../../base/refusal.ts';
import type { RefusalCode } from '../../base/refusal.ts';
import { readFileTask } from './read-file.ts';
import type { ReadResult, ReadTask } from './read-file.ts';

export type ThreadReply = { ok: true; result: ReadResult } | { ok: false; code: RefusalCode | null; message: string };

export const isRefusalCode = (code: string): code is RefusalCode => REFUSAL_CODES.some((known) => known === code);

parentPort?.on('message', (task: ReadTask) => {
  let reply: ThreadReply;
  try {
    reply = { ok: true, result: readFileTask(task) };
  } catch (error) {
    if (error instanceof Refusal) reply = { ok: false, code: error.code, message: error.message };
    else reply = { ok: false, code: null, message: error instanceof Error ? (error.stack ?? error.message) : String(error) };
  }
  parentPort?.postMessage(reply);
});
