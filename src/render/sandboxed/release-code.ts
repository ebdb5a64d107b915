/** Memory that a process at rest can do without: pages of its libraries, which come back from the system's page cache when they are used. */
import koffi from 'koffi';
import { readFileSync } from 'node:fs';

/** madvise(2): the pages are taken away; the next access reads those of a file again. */
const MADV_DONTNEED = 4;

interface Range {
  start: bigint;
  bytes: bigint;
}

/**
 * Ranges of a process that show a file as it is: mapped without leave to write, with no page of its own. Pages that were relocated at
 * the start are copies ("Anonymous"), and are lost if they are given back; a range with one of them is not among these.
 * @param smaps as in proc(5)
 */
export function readCleanRanges(smaps: string): Range[] {
  const ranges: Range[] = [];
  let open: Range | null = null;
  for (const line of smaps.split('\n')) {
    const head = /^([0-9a-f]+)-([0-9a-f]+) (\S+) \S+ \S+ (\d+)\s*(.*)$/.exec(line);
    if (head) {
      const [, from = '0', to = '0', rights = '', inode = '0', path = ''] = head;
      const [start, end] = [BigInt(`0x${from}`), BigInt(`0x${to}`)];
      const isFile = inode !== '0' && path.startsWith('/') && !path.startsWith('/memfd:') && !path.endsWith(' (deleted)');
      open = isFile && /^r-.p$/.test(rights) ? { start, bytes: end - start } : null;
      continue;
    }
    const copied = /^Anonymous:\s+(\d+) kB/.exec(line);
    if (copied === null) continue;
    if (open !== null && copied[1] === '0') ranges.push(open);
    open = null;
  }
  return ranges;
}

const advise = koffi.load(null).func('int madvise(size_t start, size_t bytes, int advice)');

/** Gives back the code and the constants that this process has in memory. @throws Error where the system gives no account of its memory */
export function releaseCode(): void {
  for (const { start, bytes } of readCleanRanges(readFileSync('/proc/self/smaps', 'utf8'))) advise(start, bytes, MADV_DONTNEED);
}
