/** The product's work loop on documents, without a pipeline behind it. */
import { holdLeases } from '../../src/pipeline/hold-leases.ts';
import { startWork } from '../../src/pipeline/work-loop.ts';
import { DOCUMENT_KINDS, isDocumentClaim, type DocumentClaim, type JobQueue } from '../../src/ports/job-queue.ts';

const log = { error: () => undefined, warn: () => undefined };

/** @param renewMs how often leases are renewed; never where absent. Returns the stop. */
export function startWorking(
  queue: JobQueue,
  concurrency: number,
  handle: (claim: DocumentClaim) => Promise<void>,
  renewMs = 3_600_000,
): () => Promise<void> {
  const work = startWork({
    queue,
    leases: holdLeases(queue, log, renewMs),
    log,
    kinds: DOCUMENT_KINDS,
    concurrency,
    handle: async (claim) => {
      if (isDocumentClaim(claim)) await handle(claim);
    },
  });
  return () => work.stop(3_600_000, new Error('stopped'));
}
