/** Memory of all processes of a service: PSS shares out what several of them map, so that the sum is true. */
import { readdirSync, readFileSync } from 'node:fs';

/** MiB of a process, its descendants, and those that name its data folder (PostgreSQL may have gone its own way). */
export function readPssMb(pid: number, dataDir: string): { mb: number; processes: number } {
  const parents = new Map<number, number>();
  const found = new Set([pid]);
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const id = Number(name);
    const parent = /^\d+ \(.*\) \S (\d+)/s.exec(readProcess(id, 'stat'))?.[1];
    if (parent !== undefined) parents.set(id, Number(parent));
    if (readProcess(id, 'cmdline').includes(dataDir)) found.add(id);
  }
  for (let before = 0; before !== found.size;) {
    before = found.size;
    for (const [id, parent] of parents) if (found.has(parent)) found.add(id);
  }
  const kb = [...found].reduce((sum, id) => sum + Number(/^Pss:\s+(\d+)/m.exec(readProcess(id, 'smaps_rollup'))?.[1] ?? 0), 0);
  return { mb: Math.round(kb / 1024), processes: found.size };
}

function readProcess(pid: number, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch (error) {
    // It may have ended since it was listed.
    if (error instanceof Error) return '';
    throw error;
  }
}
