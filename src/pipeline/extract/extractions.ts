/**
 * Extractions as clients ask for them: by any reference to a file, answered at once or, beyond ten seconds, fetched
 * later, from whichever process. A file that this process cannot read goes to one that can. What is answered at once leaves
 * nothing behind; of what is answered later, file and result are among the blobs until it is fetched, for an hour at most.
 */
import { detectFileKind, type FileKind } from '../../base/file-kind.ts';
import { Refusal } from '../../base/refusal.ts';
import type { Project } from '../../ports/account-store.ts';
import type { Clock } from '../../ports/clock.ts';
import type { Lease } from '../../ports/job-queue.ts';
import { resolveFile, type FileAccess } from '../accept/resolve-file.ts';
import { extractMarkdown, isReadHere, refuseDescribing, type Extracted, type ExtractTools, type NamedFile } from '../extract.ts';
import { openBell } from '../follow.ts';
import type { Leases } from '../hold-leases.ts';
import type { Extraction, Extractions } from '../pipeline.ts';
import { settleTask, type TaskDependencies } from '../tasks/run-task.ts';
import { forgetBlobs, keepFile, readResult } from '../tasks/task-blobs.ts';

const ANSWER_MS = 10_000;
/** Of one organisation, read or fetched later. */
const WAITING_MAX = 100;

export interface ExtractionsOptions {
  tools: ExtractTools;
  leases: Leases;
  /** Until it is answered as queued; 10,000. */
  answerMs?: number | undefined;
}

export function createExtractions(
  deps: FileAccess & TaskDependencies & { clock: Clock },
  { tools, leases, answerMs = ANSWER_MS }: ExtractionsOptions,
): Extractions {
  const { queue, blobs, log } = deps;
  /** After the answer: the file is kept in case this process ends, then its result. */
  const finishLater = async (lease: Lease, fetching: Promise<NamedFile>, work: Promise<Extracted | null>): Promise<void> => {
    const lost = new AbortController();
    const drop = leases.hold(lease, (error) => lost.abort(error));
    try {
      const file = await fetching.catch(() => null);
      if (file !== null) await keepFile(blobs, lease.jobId, file);
      if (file !== null && !readsHere(file, tools)) await queue.release(lease);
      else await settleTask(deps, lease, lost.signal, work);
    } catch (error) {
      log.error({ err: error, jobId: lease.jobId }, 'the result of an extraction could not be kept; its lease runs out by itself');
    } finally {
      drop();
    }
  };
  return {
    async extract(owner, reference, { addresses = false, wishes } = {}) {
      refuseDescribing(wishes, tools.model);
      const id = `ext_${deps.clock.ulid()}`;
      const late = AbortSignal.timeout(answerMs);
      const isLate = new Promise<'late'>((resolve) => {
        late.addEventListener('abort', () => resolve('late'));
      });
      const fetching = resolveFile(deps, owner, reference).then(({ bytes, filename }): NamedFile => ({
        bytes,
        filename,
        ...(addresses ? { addresses } : {}),
        ...(wishes === undefined ? {} : { wishes }),
      }));
      const file = await Promise.race([fetching, isLate]);
      if (file !== 'late' && !readsHere(file, tools)) {
        await keepFile(blobs, id, file);
        await addTask(deps, id, owner, { leased: false });
        return (await waitElsewhere(deps, { id, owner, signal: late })) ?? { id, queued: true };
      }
      const work = fetching.then((fetched) => (readsHere(fetched, tools) ? extractMarkdown(fetched, tools) : null));
      const done = await Promise.race([work, isLate]);
      if (done !== 'late' && done !== null) return { id, ...done };
      work.catch(() => undefined);
      const lease = await addTask(deps, id, owner, { leased: true });
      if (lease !== null) void finishLater(lease, fetching, work);
      return { id, queued: true };
    },
    async extraction(owner, id) {
      const state = await queue.state(id, owner.orgId, owner.id);
      if (state === 'waiting' || state === 'running') return { id, queued: true };
      const found = state === 'done' ? await take(deps, id, owner) : null;
      if (found === null)
        throw new Refusal('not_found', `There is no extraction ${id}: it was fetched already, is over an hour old, or never was.`);
      return found;
    },
  };
}

/** @throws Refusal rate_limited */
async function addTask(
  { queue, blobs }: TaskDependencies,
  id: string,
  { id: projectId, orgId }: Project,
  options: { leased: boolean },
): Promise<Lease | null> {
  const added = await queue.add({ id, kind: 'extract', orgId, payload: { projectId } }, { waitingMax: WAITING_MAX, ...options });
  if (added !== null) return added.lease;
  await forgetBlobs(blobs, id);
  throw new Refusal(
    'rate_limited',
    `${WAITING_MAX} extractions are waiting to be read or fetched; fetch some, or try again in a few seconds.`,
    { retryAfterS: 5 },
  );
}

/** Fetched once; then nothing of it is left. */
async function take({ queue, blobs }: TaskDependencies, id: string, owner: Project): Promise<Extraction | null> {
  if (!(await queue.take(id, owner.orgId, owner.id))) return null;
  try {
    return { id, ...(await readResult<Extracted>(blobs, id)) };
  } finally {
    await forgetBlobs(blobs, id);
    await queue.remove(id);
  }
}

/** What another process makes of it before the signal; null after. */
async function waitElsewhere(
  deps: TaskDependencies,
  { id, owner, signal }: { id: string; owner: Project; signal: AbortSignal },
): Promise<Extraction | null> {
  const bell = openBell(deps.queue, id, signal);
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

/** What is in them may need renderers. */
const MAY_HOLD_OTHERS: ReadonlySet<FileKind> = new Set(['zip', 'eml', 'msg']);

/** Whether this process has what it takes: PDF files, old Office files, pictures and descriptions of pictures need renderers. */
function readsHere({ bytes, filename, wishes }: NamedFile, { renderers }: ExtractTools): boolean {
  const { kind } = detectFileKind(bytes, filename);
  return renderers !== null || kind === null || (isReadHere(kind) && !wishes?.describe && !MAY_HOLD_OTHERS.has(kind));
}
