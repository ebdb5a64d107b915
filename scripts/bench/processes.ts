/** The processes of a program, and what each has used of the processors. */
import { readdirSync, readFileSync } from 'node:fs';

/** Of `/proc/PID/stat`: a hundredth of a second on every Linux that Node runs on. */
const TICK_MS = 10;

/** A process, its descendants, and those that name its data folder (PostgreSQL may have gone its own way). */
export function findProcesses(pid: number, dataDir = ''): Set<number> {
  const parents = new Map<number, number>();
  const found = new Set([pid]);
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const id = Number(name);
    const parent = /^\d+ \(.*\) \S (\d+)/s.exec(readProcess(id, 'stat'))?.[1];
    if (parent !== undefined) parents.set(id, Number(parent));
    if (dataDir !== '' && readProcess(id, 'cmdline').includes(dataDir)) found.add(id);
  }
  for (let before = 0; before !== found.size;) {
    before = found.size;
    for (const [id, parent] of parents) if (found.has(parent)) found.add(id);
  }
  return found;
}

/** A file of /proc; '' where the process has ended since it was listed. */
export function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch (error) {
    if (error instanceof Error) return '';
    throw error;
  }
}

/** Processor time of these processes since they began, with that of children that have ended, in milliseconds (proc(5), fields 14 to 17). */
export function readCpuMs(processes: Iterable<number>): number {
  let ticks = 0;
  for (const pid of processes) {
    const stat = readProcess(pid, 'stat');
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    for (const value of fields.slice(11, 15)) ticks += Number(value);
  }
  return ticks * TICK_MS;
}
