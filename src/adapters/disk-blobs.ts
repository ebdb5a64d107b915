/**
 * Bytes by key in a folder. A file appears whole or not at all: it is written beside, flushed, and renamed into its place,
 * and the folder is flushed too, so that what was put is there after a power cut.
 */
import { randomBytes } from 'node:crypto';
import { mkdir, open, opendir, readdir, readFile, rename, rm, stat, unlink, type FileHandle } from 'node:fs/promises';
import path from 'node:path';
import { Readable } from 'node:stream';
import { errorCode } from '../base/infrastructure-fault.ts';
import type { Blobs } from '../ports/blobs.ts';
import { withBlobFaults } from './blob-faults.ts';
import { checkKey, checkPrefix } from './blob-key.ts';

/** Files under way. What a crash leaves there is removed when the folder is opened and by each sweep, once nobody can be writing it any more. */
const PARTIAL = '.partial';
const PARTIAL_AGE_MAX_MS = 3_600_000;

const isMissing = (trouble: unknown): boolean =>
  trouble instanceof Error && 'code' in trouble && (trouble.code === 'ENOENT' || trouble.code === 'ENOTDIR');

/** null where the file is missing. */
async function openFile(file: string): Promise<FileHandle | null> {
  try {
    return await open(file, 'r');
  } catch (trouble) {
    if (isMissing(trouble)) return null;
    throw trouble;
  }
}

async function flushFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r');
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}

/** Makes the folder of a key, and flushes every folder that got a new entry by it. */
async function makeFolders(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true, mode: 0o700 });
  if (first === undefined) return;
  for (let at = folder; at.length >= first.length; at = path.dirname(at)) await flushFolder(path.dirname(at));
}

async function writeFlushed(file: string, bytes: Uint8Array): Promise<void> {
  const handle = await open(file, 'wx', 0o600);
  try {
    await handle.writeFile(bytes);
    await handle.datasync();
  } finally {
    await handle.close();
  }
}

/** Moves a finished file into its folder, which a deletion at the same time may take away before or after. */
async function place(partial: string, file: string): Promise<void> {
  const folder = path.dirname(file);
  for (let attempt = 1; ; attempt++) {
    try {
      await makeFolders(folder);
      await rename(partial, file);
      break;
    } catch (trouble) {
      if (!isMissing(trouble) || attempt === 5) throw trouble;
    }
  }
  await flushFolder(folder).catch((trouble: unknown) => {
    // The file was there and the deletion came after it: nothing is left to flush.
    if (!isMissing(trouble)) throw trouble;
  });
}

/** Again where a put at the same time has filled it meanwhile. */
async function removeFolder(folder: string): Promise<void> {
  await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 10 });
}

async function removeLeftovers(partialDir: string): Promise<void> {
  for (const name of await readdir(partialDir)) {
    const file = path.join(partialDir, name);
    const changed = await stat(file).then(
      ({ mtimeMs }) => mtimeMs,
      () => Infinity,
    );
    if (changed < Date.now() - PARTIAL_AGE_MAX_MS) await rm(file, { force: true });
  }
}

/** Keys of the files under a folder that begin with `prefix`. */
async function listKeys(root: string, prefix: string): Promise<string[]> {
  const folder = prefix.slice(0, prefix.lastIndexOf('/'));
  const entries = await readdir(path.join(root, folder), { withFileTypes: true }).catch(noEntries);
  const keys = await Promise.all(
    entries.map((entry): string[] | Promise<string[]> => {
      const key = `${folder}/${entry.name}`;
      if (!key.startsWith(prefix)) return [];
      return entry.isDirectory() ? listKeys(root, `${key}/`) : [key];
    }),
  );
  return keys.flat().toSorted();
}

const noEntries = (trouble: unknown): [] => {
  if (isMissing(trouble)) return [];
  throw trouble;
};

/** A folder of a million names is read in pieces and only what is wanted of it is kept. */
async function listFolders(folder: string, { after, before, limit }: { after: string; before: string; limit: number }): Promise<string[]> {
  const names: string[] = [];
  const entries = await opendir(folder, { bufferSize: 512 }).catch(noEntries);
  for await (const { name } of entries) if (name > after && name < before) names.push(name);
  return names.toSorted().slice(0, limit);
}

/** Opens (and makes) the folder; several processes may share it. */
export async function openDiskBlobs(dir: string): Promise<Blobs> {
  const root = path.resolve(dir);
  const partialDir = path.join(root, PARTIAL);
  await mkdir(partialDir, { recursive: true, mode: 0o700 });
  await removeLeftovers(partialDir);
  const fileOf = (key: string): string => {
    checkKey(key);
    return path.join(root, key);
  };
  const newPartial = (): string => path.join(partialDir, randomBytes(12).toString('hex'));

  const blobs: Blobs = {
    put: async (key, bytes) => {
      const file = fileOf(key);
      const partial = newPartial();
      try {
        await writeFlushed(partial, bytes);
        await place(partial, file);
      } catch (trouble) {
        await rm(partial, { force: true });
        throw trouble;
      }
    },
    get: async (key) => {
      try {
        return await readFile(fileOf(key));
      } catch (trouble) {
        if (isMissing(trouble)) return null;
        throw trouble;
      }
    },
    stream: async (key, range) => {
      const handle = await openFile(fileOf(key));
      if (!handle) return null;
      // Opened before it is answered: a deletion in between takes the name away, not the bytes.
      return range && range.end < range.start
        ? handle.close().then(() => Readable.from([]))
        : handle.createReadStream(range ? { start: range.start, end: range.end } : {});
    },
    deleteAll: async (prefix) => {
      const whole = prefix.endsWith('/');
      checkPrefix(prefix);
      if (whole) return removeFolder(path.join(root, prefix));
      const folder = path.join(root, path.dirname(prefix));
      const names = await readdir(folder).catch((trouble: unknown) => {
        if (isMissing(trouble)) return [];
        throw trouble;
      });
      for (const name of names) {
        if (name.startsWith(path.basename(prefix))) await removeFolder(path.join(folder, name));
      }
    },
    list: (prefix) => listKeys(root, prefix),
    folders: (wanted, range) => listFolders(path.join(root, wanted), range),
    sweep: () => removeLeftovers(partialDir),
    check: async () => {
      const partial = newPartial();
      await writeFlushed(partial, Buffer.from('octavo'));
      await unlink(partial);
    },
  };
  return withBlobFaults(blobs, (error) => errorCode(error) !== '');
}
