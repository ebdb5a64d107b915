import { chmod, rename, writeFile } from 'node:fs/promises';

/** Replaces the file in one step, readable by all: other processes, and workers that run as another user, may be reading it. */
export async function writeWhole(path: string, content: string | Uint8Array): Promise<void> {
  const fresh = `${path}.${process.pid}`;
  await writeFile(fresh, content);
  await chmod(fresh, 0o644);
  await rename(fresh, path);
}
