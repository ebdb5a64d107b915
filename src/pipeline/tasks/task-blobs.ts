/**
 * What a task has among the blobs, under `extractions/<id>/`: `file`, the bytes to be read with a line of JSON before them, until
 * they have been read; `result`, what came of it, until it is fetched.
 */
import { Refusal, type FieldError, type FileFault, type RefusalCode } from '../../base/refusal.ts';
import type { Wishes } from '../../contract/extract-wishes.ts';
import type { Blobs } from '../../ports/blobs.ts';

/** A result as JSON, or the refusal that the task ended with. */
export type TaskResult<Value> =
  | { ok: true; value: Value }
  | { ok: false; code: RefusalCode; message: string; errors: FieldError[]; fault?: FileFault | undefined };

/** Bytes with what else the task is told of them. */
export interface TaskFile {
  bytes: Uint8Array;
  filename?: string | undefined;
  addresses?: boolean | undefined;
  wishes?: Wishes | undefined;
}

const fileKey = (id: string): string => `extractions/${id}/file`;
const resultKey = (id: string): string => `extractions/${id}/result`;

const NEWLINE = 0x0a;

export async function keepFile(blobs: Blobs, id: string, { bytes, ...rest }: TaskFile): Promise<void> {
  await blobs.put(fileKey(id), Buffer.concat([Buffer.from(`${JSON.stringify(rest)}\n`), bytes]), 'application/octet-stream');
}

/** null where none was kept: its process ended before it had the file. */
export async function readKeptFile(blobs: Blobs, id: string): Promise<TaskFile | null> {
  const kept = await blobs.get(fileKey(id));
  if (kept === null) return null;
  const end = kept.indexOf(NEWLINE);
  const { filename, addresses, wishes } = JSON.parse(Buffer.from(kept.subarray(0, end)).toString()) as Omit<TaskFile, 'bytes'>;
  return { bytes: kept.subarray(end + 1), filename, ...(addresses ? { addresses } : {}), ...(wishes ? { wishes } : {}) };
}

/** The result replaces the file. */
export async function keepResult(blobs: Blobs, id: string, result: TaskResult<unknown>): Promise<void> {
  await blobs.put(resultKey(id), Buffer.from(JSON.stringify(result)), 'application/json');
  await blobs.deleteAll(fileKey(id));
}

/** What a task ended with. @throws Refusal */
export async function readResult<Value>(blobs: Blobs, id: string): Promise<Value> {
  const kept = await blobs.get(resultKey(id));
  if (kept === null) throw new Refusal('processing_failed', 'The result is gone; send the file again.');
  // written by `keepResult` of this or another process of ours
  const result = JSON.parse(Buffer.from(kept).toString()) as TaskResult<Value>;
  if (result.ok) return result.value;
  const { code, message, errors, fault } = result;
  throw new Refusal(code, message, { errors, fault });
}

export const forgetBlobs = (blobs: Pick<Blobs, 'deleteAll'>, id: string): Promise<void> => blobs.deleteAll(`extractions/${id}/`);
