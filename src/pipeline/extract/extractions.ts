/**
 * Extractions as clients ask for them: by any reference to a file, answered at once or, beyond ten seconds, fetched
 * later, from whichever process. A file that this process cannot read goes to one that can. What is answered at once leaves
 * nothing behind; of what is answered later, file and result lie among the blobs until it is fetched, for an hour at most.
 */
import { detectFileKind } from '../../base/file-kind.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Project } from '../../ports/account-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { ExtractionQueue } from '../../ports/extraction-queue.ts';
import { resolveFile, type FileAccess } from '../accept/resolve-file.ts';
import { extractMarkdown, type Extracted, type ExtractTools, type NamedFile } from '../extract.ts';
import { openBell } from '../follow.ts';
import type { Extraction, Extractions } from '../pipeline.ts';
import { forgetBlobs, keepFile, openResult, readKeptResult } from './kept-blobs.ts';
import type { LeasedDependencies, LeasedReading } from './read-under-lease.ts';

const ANSWER_MS = 10_000;
/** Of one organisation, read or fetched later. */
const WAITING_MAX = 100;

export interface ExtractionsOptions {
  tools: ExtractTools;
  reading: LeasedReading;
  answerMs?: number;
}

export function createExtractions(
  deps: FileAccess & LeasedDependencies & { clock: Clock },
  { tools, reading, answerMs = ANSWER_MS }: ExtractionsOptions,
): Extractions {
  const { extractions } = deps;
  /** After the answer: the file is kept in case this process ends, then its result. */
  const goOn = async (id: string, { fetching, work }: { fetching: Promise<NamedFile>; work: Promise<Extracted | null> }): Promise<void> => {
    try {
      const file = await fetching;
      if (!readsHere(file, tools)) return await handOn(deps, id, file);
      await keepFile(deps.blobs, id, file);
    } catch (error) {
      if (!(error instanceof Refusal)) deps.log.error({ err: error, extraction: id }, 'the file of an extraction could not be kept');
    }
    await reading.settle(
      { id, attempt: 1 },
      work.then((extracted) => {
        if (extracted === null) throw new Error('a file for another process was to be read here');
        return extracted;
      }),
    );
  };
  return {
    async extract(owner, reference, { addresses = false } = {}) {
      const id = `ext_${deps.clock.ulid()}`;
      const late = AbortSignal.timeout(answerMs);
      const isLate = new Promise<'late'>((resolve) => {
        late.addEventListener('abort', () => resolve('late'));
      });
      const fetching = resolveFile(deps, owner, reference).then(({ bytes, filename }): NamedFile => ({
        bytes,
        filename,
        ...(addresses ? { addresses } : {}),
      }));
      const file = await Promise.race([fetching, isLate]);
      if (file !== 'late' && !readsHere(file, tools)) {
        await addRow(extractions, id, owner);
        await handOn(deps, id, file);
        return (await waitElsewhere(deps, { id, owner, signal: late })) ?? { id, queued: true };
      }
      const work = fetching.then((fetched) => (readsHere(fetched, tools) ? extractMarkdown(fetched, tools) : null));
      const done = await Promise.race([work, isLate]);
      if (done !== 'late' && done !== null) return { id, ...done };
      work.catch(() => undefined);
      await addRow(extractions, id, owner);
      void goOn(id, { fetching, work });
      return { id, queued: true };
    },
    async extraction(owner, id) {
      const state = await extractions.state(id, owner.orgId);
      if (state === 'queued' || state === 'running') return { id, queued: true };
      const found = state === 'done' ? await take(deps, id, owner) : null;
      if (found === null)
        throw new Refusal('not_found', `There is no extraction ${id}: it was fetched already, is over an hour old, or never was.`);
      return found;
    },
  };
}

/** @throws Refusal rate_limited */
async function addRow(extractions: ExtractionQueue, id: string, owner: Project): Promise<void> {
  if (await extractions.add({ id, orgId: owner.orgId, state: 'running' }, WAITING_MAX)) return;
  throw new Refusal(
    'rate_limited',
    `${WAITING_MAX} extractions are waiting to be read or fetched; fetch some, or try again in a few seconds.`,
    { retryAfterS: 5 },
  );
}

/** Fetched once; then nothing of it is left. */
async function take({ extractions, blobs }: LeasedDependencies, id: string, owner: Project): Promise<Extraction | null> {
  if (!(await extractions.take(id, owner.orgId))) return null;
  const result = await readKeptResult(blobs, id);
  await forgetBlobs(blobs, id);
  await extractions.remove(id);
  return { id, ...openResult(result) };
}

/** To whoever can read it. The row is there already, so that nobody loses the bytes. */
async function handOn({ extractions, blobs }: LeasedDependencies, id: string, file: NamedFile): Promise<void> {
  await keepFile(blobs, id, file);
  await extractions.handBack([{ id, attempt: 1 }]);
}

/** What another process makes of it before the signal; null after. */
async function waitElsewhere(
  deps: LeasedDependencies,
  { id, owner, signal }: { id: string; owner: Project; signal: AbortSignal },
): Promise<Extraction | null> {
  const bell = openBell(deps.extractions, id, signal);
  try {
    for (;;) {
      const found = signal.aborted ? null : await take(deps, id, owner);
      if (found !== null || signal.aborted) return found;
      await bell.wait();
    }
  } finally {
    bell.close();
  }
}

/** Whether this process has what it takes: PDF files, old Office files and pictures want renderers. */
function readsHere({ bytes, filename }: NamedFile, { renderers }: ExtractTools): boolean {
  const { kind } = detectFileKind(bytes, filename);
  return renderers !== null || kind === null || /^(?:docx|pptx|xlsx|html|txt|md)$/.test(kind);
}
