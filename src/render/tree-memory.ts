/** What a sandboxed process and all that it has started take of the machine's memory and processors, as the kernel tells it. */
import { readFile } from 'node:fs/promises';

const PAGE_BYTES = 4096;
/** Of a tick in /proc (`USER_HZ`, the same on every architecture that Linux runs on here). */
const TICK_MS = 10;
/** A box holds its builder, process 1 and a worker; a browser has some twenty. */
const PROCESSES_MAX = 512;

export interface TreeUse {
  memoryBytes: number;
  /** Processor time of the processes that are there, since each of them began. */
  processorMs: number;
}

/**
 * Bytes of resident memory that is the tree's own: what its processes share with others by mapping the same file is left out. Files in a
 * box's `/tmp` have a bound of their own.
 * @param pid of the outermost process; 0 where it is gone
 */
export async function treeUse(pid: number): Promise<TreeUse> {
  let [bytes, ticks] = [0, 0];
  const open = [pid];
  for (let seen = 0; open.length > 0 && seen < PROCESSES_MAX; seen++) {
    const id = open.pop();
    const [memory, times, children] = await Promise.all([
      read(`/proc/${id}/statm`),
      read(`/proc/${id}/stat`),
      read(`/proc/${id}/task/${id}/children`),
    ]);
    const [, resident = 0, shared = 0] = memory.split(' ').map(Number);
    bytes += Math.max(0, resident - shared) * PAGE_BYTES;
    // utime and stime are the 14th and 15th field; the second one is a name in brackets that may hold anything
    const [user = 0, system = 0] = times
      .slice(times.lastIndexOf(')') + 2)
      .split(' ')
      .slice(11, 13)
      .map(Number);
    ticks += user + system;
    for (const child of children.split(' ')) if (Number(child) > 0) open.push(Number(child));
  }
  return { memoryBytes: bytes, processorMs: ticks * TICK_MS };
}

/** A process may end between two looks. */
const read = (path: string): Promise<string> => readFile(path, 'latin1').catch(() => '');
