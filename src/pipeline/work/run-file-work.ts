/** Work on a file, where it holds up nobody: what is small is done at once, since a thread costs more than it. */
import { isMainThread } from 'node:worker_threads';
import { detectFileKind } from '../../base/file-kind.ts';
import { readZipSizes } from '../../base/zip-peek.ts';
import { letOthers } from '../let-others.ts';
import { FILE_WORK, type FileTask, type FileWork } from './file-work.ts';
import { isLongDocument, isShortDocument } from './sent-pages.ts';
import { createThreads, type Threads } from './threads.ts';

/** Bytes and characters of all that goes in, XML of an Office file unpacked; such a file is worked on in a few milliseconds. */
const SMALL_MAX = 48 * 1024;
/** Work that takes so many times as long for a byte as reading does. */
const HARD_WORK: Partial<Record<keyof FileWork, number>> = { applyEdits: 2, compareFiles: 2, redlineFiles: 4, reviewForeign: 2 };
/** To fill a template takes so many times as long for a byte as to read it. */
const RECORD_WORK = 6;
/** Operations look for their targets in all that there is: each takes a part of the time that reading takes. */
const ON_OPERATIONS: ReadonlySet<keyof FileWork> = new Set(['applyEdits', 'resolveTargets']);
const OPERATION_WORK = 1 / 4;
/** Looks, which work on content passes over: every file has some, and those of a page outweigh its text. */
const FURNITURE = /(?:^|\/)(?:theme|styles|stylesWithEffects|settings|webSettings|fontTable|docProps|slideMasters|slideLayouts|_rels)\b/;
/** Of a value that is no text. */
const VALUE_WEIGHT = 8;

/** The library of PDF objects bounds no time: only a thread can be ended. How many records were kept is known when they are read. */
const UNBOUNDED: ReadonlySet<keyof FileWork> = new Set(['applyPdfEdits', 'picturePages', 'findSamePages', 'fillKept']);
const ON_TEMPLATES: ReadonlySet<keyof FileWork> = new Set(['describeTemplate', 'checkRecords', 'fillRecords']);
const isUnbounded = (name: keyof FileWork, [file]: readonly unknown[]): boolean =>
  UNBOUNDED.has(name) || (ON_TEMPLATES.has(name) && file instanceof Uint8Array && detectFileKind(file, undefined).kind === 'pdf');

let threads: Threads<FileTask, unknown> | undefined;

/** What a file weighs: repeated text is packed into a hundredth of what has to be read. */
function weightOf(file: Uint8Array): number {
  if (file.length > SMALL_MAX || file[0] !== 0x50 || file[1] !== 0x4b) return file.length;
  let content = 0;
  for (const [name, bytes] of readZipSizes(file) ?? []) if (/\.(?:xml|vml)$/i.test(name) && !FURNITURE.test(name)) content += bytes;
  return Math.max(file.length, content);
}

/** What each of the records or operations takes beside the reading of the file. */
function workOfList(name: keyof FileWork, list: unknown): number {
  if (!Array.isArray(list)) return 0;
  if (ON_TEMPLATES.has(name)) return RECORD_WORK * Math.max(0, list.length - 1);
  return ON_OPERATIONS.has(name) ? OPERATION_WORK * list.length : 0;
}

/** Whether the work takes long enough for a thread, by what goes in: a template counts once for each record that it is filled with. */
export function isLarge(name: keyof FileWork, input: readonly unknown[]): boolean {
  const [file, list] = input;
  const hardness = HARD_WORK[name] ?? 1;
  let weight = file instanceof Uint8Array ? weightOf(file) * workOfList(name, list) : 0;
  const open: unknown[] = [...input];
  while (open.length > 0 && weight <= SMALL_MAX) {
    const value = open.pop();
    if (typeof value === 'string') weight += value.length;
    else if (value instanceof Uint8Array) weight += weightOf(value) * hardness;
    else if (typeof value !== 'object' || value === null) weight += VALUE_WEIGHT;
    else if (isLongDocument(value) || (Array.isArray(value) && value.length * VALUE_WEIGHT > SMALL_MAX)) return true;
    else if (!isShortDocument(value)) for (const one of Object.values(value)) open.push(one);
  }
  return weight > SMALL_MAX;
}

/** @throws Refusal of the work itself; processing_failed where it takes too long or too much memory */
export async function runFileWork<Name extends keyof FileWork>(
  name: Name,
  ...input: Parameters<FileWork[Name]>
): Promise<Awaited<ReturnType<FileWork[Name]>>> {
  // who asks in a thread holds up nobody
  if (!isMainThread) return await Reflect.apply(FILE_WORK[name], undefined, input);
  if (!isLarge(name, input) && !isUnbounded(name, input)) {
    // a dozen that come together, each of some milliseconds, do not make one turn of the event loop
    await letOthers();
    return await Reflect.apply(FILE_WORK[name], undefined, input);
  }
  threads ??= createThreads<FileTask, unknown>(new URL('./file-work-thread.ts', import.meta.url));
  // the thread runs the function of this name on this input
  return (await threads.run({ name, input })) as Awaited<ReturnType<FileWork[Name]>>;
}
