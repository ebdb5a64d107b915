/** Memory of all processes of a service: PSS shares out what several of them map, so that the sum is true. */
import { findProcesses, readProcess } from './processes.ts';

/** MiB of a process, its descendants, and those that name its data folder. */
export function readPssMb(pid: number, dataDir: string): { mb: number; processes: number } {
  const found = findProcesses(pid, dataDir);
  const kb = [...found].reduce((sum, id) => sum + Number(/^Pss:\s+(\d+)/m.exec(readProcess(id, 'smaps_rollup'))?.[1] ?? 0), 0);
  return { mb: Math.round(kb / 1024), processes: found.size };
}
