/** Work on a file, where it holds up nobody: what is small is done at once, since a thread costs more than it. */
import { isMainThread } from 'node:worker_threads';
import { detectFileKind } from '../../base/file-kind.ts';
import { FILE_WORK, type FileTask, type FileWork } from './file-work.ts';
import { isLongDocument } from './sent-pages.ts';
import { createThreads, type Threads } from './threads.ts';

/** Packed bytes of all that goes in; such a file is worked on in a few milliseconds. */
const SMALL_BYTES_MAX = 48 * 1024;

/** The library of PDF objects bounds no time: only a thread can be ended. */
const UNBOUNDED: ReadonlySet<keyof FileWork> = new Set(['applyPdfEdits', 'picturePages']);
const ON_TEMPLATES: ReadonlySet<keyof FileWork> = new Set(['describeTemplate', 'checkRecords', 'fillRecords']);
const isUnbounded = (name: keyof FileWork, [file]: readonly unknown[]): boolean =>
  UNBOUNDED.has(name) || (ON_TEMPLATES.has(name) && file instanceof Uint8Array && detectFileKind(file, undefined).kind === 'pdf');

let threads: Threads<FileTask, unknown> | undefined;

const isLarge = (input: readonly unknown[]): boolean => input.reduce<number>((sum, value) => sum + sizeOf(value), 0) > SMALL_BYTES_MAX;

function sizeOf(value: unknown): number {
  if (value instanceof Uint8Array || typeof value === 'string') return value.length;
  if (typeof value !== 'object' || value === null) return 0;
  if (isLongDocument(value)) return Number.POSITIVE_INFINITY;
  return 'bytes' in value && value.bytes instanceof Uint8Array ? value.bytes.length : 0;
}

/** @throws Refusal of the work itself; processing_failed where it takes too long or too much memory */
export async function runFileWork<Name extends keyof FileWork>(
  name: Name,
  ...input: Parameters<FileWork[Name]>
): Promise<Awaited<ReturnType<FileWork[Name]>>> {
  // who asks in a thread holds up nobody
  if (!isMainThread || (!isLarge(input) && !isUnbounded(name, input))) return await Reflect.apply(FILE_WORK[name], undefined, input);
  threads ??= createThreads<FileTask, unknown>(new URL('./file-work-thread.ts', import.meta.url));
  // the thread runs the function of this name on this input
  return (await threads.run({ name, input })) as Awaited<ReturnType<FileWork[Name]>>;
}
