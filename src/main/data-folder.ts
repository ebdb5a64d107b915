/** The data folder, made step by step: Node's own recursive way never ends below folders such as /proc. */
import { access, constants, mkdir, stat } from 'node:fs/promises';
import { dirname } from 'node:path';
import { ConfigurationError } from '../cli/exit-codes.ts';

async function isFolder(path: string): Promise<boolean> {
  try {
    return (await stat(path)).isDirectory();
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ENOENT') return false;
    throw error;
  }
}

/** @throws ConfigurationError where it cannot be made or written to */
export async function makeDataFolder(path: string): Promise<void> {
  const missing: string[] = [];
  try {
    for (let folder = path; !(await isFolder(folder)); folder = dirname(folder)) missing.unshift(folder);
    for (const folder of missing) await mkdir(folder);
    await access(path, constants.W_OK | constants.X_OK);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new ConfigurationError(`The data folder ${path} (OCTAVO_DATA_DIR) cannot be used: ${why}.`);
  }
}
