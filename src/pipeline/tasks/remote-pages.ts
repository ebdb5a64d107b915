/**
 * Pages of PDF files for a process without renderers: the file is handed to a worker through the queue, and the answer waited
 * for. Nothing of it is kept once it is answered, or given up.
 */
import { Refusal } from '../../base/refusal.ts';
import type { Clock } from '../../ports/clock.ts';
import { OWN_ORGANISATION, type TaskPayloads } from '../../ports/job-queue.ts';
import { openBell } from '../follow.ts';
import type { PageReader } from '../extract.ts';
import type { TaskDependencies } from './run-task.ts';
import { forgetBlobs, keepFile, readResult } from './task-blobs.ts';

export interface RemotePagesOptions {
  /** How long a task may wait for a worker; 15,000. */
  unclaimedMs?: number;
  /** How long an answer may take in all; 60,000. */
  answerMs?: number;
}

const UNCLAIMED_MS = 15_000;
const ANSWER_MS = 60_000;
const RETRY_AFTER_S = 10;

const unavailable = (message: string): Refusal => new Refusal('service_unavailable', message, { retryAfterS: RETRY_AFTER_S });

export function createRemotePages(deps: TaskDependencies & { clock: Clock }, options: RemotePagesOptions = {}): PageReader {
  const { queue, blobs, clock } = deps;
  const { unclaimedMs = UNCLAIMED_MS, answerMs = ANSWER_MS } = options;

  /** Until the task is done. @throws Refusal service_unavailable; the caller's reason */
  const waitForResult = async (id: string, signal: AbortSignal | undefined): Promise<void> => {
    const [unclaimed, late] = [AbortSignal.timeout(unclaimedMs), AbortSignal.timeout(answerMs)];
    const bell = openBell(queue, id, unclaimed, late, signal);
    try {
      for (;;) {
        signal?.throwIfAborted();
        const state = await queue.state(id, OWN_ORGANISATION);
        if (state === 'done') return;
        if (state === 'waiting' && unclaimed.aborted)
          throw unavailable('No worker has taken the file: all are busy, or none is running. Try again in a few seconds.');
        if (late.aborted) throw unavailable('The file takes too long to read at the moment; try again in a few seconds.');
        await bell.wait();
      }
    } finally {
      bell.close();
    }
  };

  const ask = async <Value>(bytes: Uint8Array, wanted: TaskPayloads['read_pdf']['wanted'], signal?: AbortSignal): Promise<Value> => {
    const id = `job_${clock.ulid()}`;
    try {
      await keepFile(blobs, id, { bytes });
      await queue.add({ id, kind: 'read_pdf', orgId: OWN_ORGANISATION, payload: { wanted } });
      await waitForResult(id, signal);
      return await readResult<Value>(blobs, id);
    } finally {
      await queue.remove(id);
      await forgetBlobs(blobs, id);
    }
  };

  return {
    outline: (pdf) => ask(pdf, 'outline'),
    read: (pdf, { signal } = {}) => ask(pdf, 'pages', signal),
  };
}
