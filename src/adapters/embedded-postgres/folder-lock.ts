/**
 * One process per data folder. The lock is flock(2) on an open file: it ends with its process, however that dies, and
 * needs no clean-up. Node has no call for it, so flock(1) of util-linux sets it on our descriptor: the lock belongs to
 * the open file, which both share, and stays with us when flock(1) is gone.
 */
import { spawn } from 'node:child_process';
import { closeSync, ftruncateSync, openSync, readFileSync, writeSync } from 'node:fs';
import path from 'node:path';

/**
 * Locks the folder for this process. Returns the release.
 * @throws Error naming the process that has it
 */
export async function lockFolder(dataDir: string): Promise<() => void> {
  const file = path.join(dataDir, 'octavo.lock');
  const fd = openSync(file, 'a+', 0o600);
  const status = await new Promise<number | null>((resolve, reject) => {
    spawn('flock', ['-n', '3'], { stdio: ['ignore', 'ignore', 'ignore', fd] })
      .on('error', reject)
      .on('exit', resolve);
  }).catch((trouble: unknown) => {
    closeSync(fd);
    throw new Error('flock, of the package util-linux, is needed to lock the data folder', { cause: trouble });
  });
  if (status !== 0) {
    closeSync(fd);
    const pid = readFileSync(file, 'utf8').trim() || 'unknown';
    throw new Error(
      `The data folder ${dataDir} is in use by another Octavo (process ${pid}). Stop that one, or give this one its own folder with OCTAVO_DATA_DIR.`,
    );
  }
  ftruncateSync(fd);
  writeSync(fd, `${process.pid}\n`);
  return () => closeSync(fd);
}
