/** What a sandboxed process and all that it has started take of the machine's memory, as the kernel tells it. */
import { readFile } from 'node:fs/promises';

const PAGE_BYTES = 4096;
/** A box holds its builder, process 1 and a worker; a browser has some twenty. */
const PROCESSES_MAX = 512;

/**
 * Bytes of resident memory that is the tree's own: what its processes share with others by mapping the same file is left out. Files in a
 * box's `/tmp` have a bound of their own.
 * @param pid of the outermost process; 0 where it is gone
 */
export async function treeMemoryBytes(pid: number): Promise<number> {
  let bytes = 0;
  const open = [pid];
  for (let seen = 0; open.length > 0 && seen < PROCESSES_MAX; seen++) {
    const id = open.pop();
    const [memory, children] = await Promise.all([read(`/proc/${id}/statm`), read(`/proc/${id}/task/${id}/children`)]);
    const [, resident = 0, shared = 0] = memory.split(' ').map(Number);
    bytes += Math.max(0, resident - shared) * PAGE_BYTES;
    for (const child of children.split(' ')) if (Number(child) > 0) open.push(Number(child));
  }
  return bytes;
}

/** A process may end between two looks. */
const read = (path: string): Promise<string> => readFile(path, 'latin1').catch(() => '');
