/**
 * Work that goes behind the answering of requests where all processors are busy. The thread of the event loop, and those on which V8
 * collects garbage for it, are then not kept waiting by pages that are drawn: a collection that waits for its helpers stops everybody.
 */
import { getPriority, setPriority } from 'node:os';

/** Nice value of renderers and of threads that compute: a third of the share of the event loop where both want a processor, all of it else. */
export const NICENESS = 5;

/**
 * To be called in a thread, before its work. On Linux it is the thread alone that steps back (setpriority(2), "C library/kernel
 * differences"); elsewhere it would be the whole process, so that nothing is done there. A service that stands behind others already stays there:
 * only root may step forward.
 */
export function yieldProcessor(): void {
  if (process.platform === 'linux' && getPriority() < NICENESS) setPriority(NICENESS);
}
