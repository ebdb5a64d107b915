/**
 * `octavo backup` and `octavo restore`: the records of one moment and the files that they name, in a folder that holds nothing else:
 * `manifest.json`, `tables/<name>.ndjson.gz` (values of a row as an array of texts), `blobs/<key>`.
 */
import { createReadStream, createWriteStream, existsSync } from 'node:fs';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import { z } from 'zod';
import { openDiskBlobs } from '../adapters/disk-blobs.ts';
import { dumpTables, migrationNames, restoreTables, type TableDump, type TextRow } from '../adapters/postgres-backup.ts';
import { createS3Blobs } from '../adapters/s3-blobs.ts';
import type { BackupCommands } from '../cli/backup-commands.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Configuration } from './configuration.ts';
import { makeDataFolder } from './data-folder.ts';
import { adapterLog, createLog } from './log.ts';
import { openCommandDatabase, openServiceDatabase } from './open-database.ts';
import { PRODUCT_VERSION } from './version.ts';

const FORMAT = 1;
const manifestSchema = z.object({
  format: z.literal(FORMAT),
  version: z.string(),
  created_at: z.string(),
  migrations: z.array(z.string()),
  tables: z.array(z.object({ name: z.string(), columns: z.array(z.string()), rows: z.number() })),
  files: z.number().nullable(),
});
type Manifest = z.infer<typeof manifestSchema>;
const rowSchema = z.array(z.string().nullable());

const ROOTS = ['documents/', 'files/'];
const FOLDERS_AT_ONCE = 500;
const ROWS_AT_ONCE = 100;
const manifestFile = (dir: string): string => join(dir, 'manifest.json');
const tableFile = (dir: string, name: string): string => join(dir, 'tables', `${name}.ndjson.gz`);

const openBlobs = ({ blobs, dataDir }: Configuration): Promise<Blobs> =>
  blobs === undefined ? openDiskBlobs(join(dataDir, 'blobs')) : createS3Blobs(blobs);

/** Line ends for whoever reads lines, and plain characters in JSON. */
const LINE_ENDS = /[\u2028\u2029]/g;
const escapeLineEnd = (end: string): string => (end === '\u2028' ? String.raw`\u2028` : String.raw`\u2029`);

async function* linesOf(rows: AsyncIterable<readonly TextRow[]>, count: (rows: number) => void): AsyncGenerator<string> {
  for await (const batch of rows) {
    count(batch.length);
    yield batch.map((row) => `${JSON.stringify(row).replaceAll(LINE_ENDS, escapeLineEnd)}\n`).join('');
  }
}

async function* keysOf(blobs: Blobs): AsyncGenerator<string> {
  for (const root of ROOTS) {
    for (let after = ''; ;) {
      const names = await blobs.folders(root, { after, before: '~', limit: FOLDERS_AT_ONCE });
      for (const name of names) yield* await blobs.list(`${root}${name}/`);
      const last = names.at(-1);
      if (last === undefined) break;
      after = last;
    }
  }
}

/** Files are copied behind the records: what was deleted meanwhile is left out, as it would be from the records a moment later. */
async function copyBlobs(blobs: Blobs, dir: string): Promise<number> {
  let copied = 0;
  for await (const key of keysOf(blobs)) {
    const from = await blobs.stream(key);
    if (from === null) continue;
    const file = join(dir, 'blobs', key);
    await mkdir(dirname(file), { recursive: true });
    await pipeline(from, createWriteStream(file, { mode: 0o600 }));
    copied++;
  }
  return copied;
}

/** Writes a backup beside a running service or without one. What it holds, in a sentence. @throws Error where the folder is not empty */
async function backUp(configuration: Configuration, dir: string, { files }: { files: boolean }): Promise<string> {
  await mkdir(join(dir, 'tables'), { recursive: true, mode: 0o700 });
  if ((await readdir(dir)).length > 1 || (await readdir(join(dir, 'tables'))).length > 0)
    throw new Error(`${dir} is not empty; name a new folder`);
  const { database, close } = await openCommandDatabase(configuration, adapterLog(createLog('error')));
  try {
    const tables: Manifest['tables'] = [];
    const createdAt = new Date().toISOString();
    await dumpTables(database, async ({ name, columns, rows }: TableDump) => {
      const table = { name, columns: [...columns], rows: 0 };
      const lines = linesOf(rows, (count) => void (table.rows += count));
      await pipeline(Readable.from(lines), createGzip(), createWriteStream(tableFile(dir, name), { mode: 0o600 }));
      tables.push(table);
    });
    const copied = files ? await copyBlobs(await openBlobs(configuration), dir) : null;
    const manifest: Manifest = {
      format: FORMAT,
      version: PRODUCT_VERSION,
      created_at: createdAt,
      migrations: migrationNames(),
      tables,
      files: copied,
    };
    // last, so that a backup which was broken off is none
    await writeFile(manifestFile(dir), `${JSON.stringify(manifest, null, 2)}\n`, { mode: 0o600 });
    const rows = tables.reduce((sum, table) => sum + table.rows, 0);
    return `${rows} rows of ${tables.length} tables${copied === null ? '' : ` and ${copied} files`} in ${dir}`;
  } finally {
    await close();
  }
}

/** @throws Error where the folder holds no whole backup, or one of another version's tables */
async function readManifest(dir: string): Promise<Manifest> {
  if (!existsSync(manifestFile(dir))) throw new Error(`${dir} holds no whole backup: manifest.json is missing`);
  const manifest = manifestSchema.parse(JSON.parse(await readFile(manifestFile(dir), 'utf8')));
  const own = migrationNames();
  if (manifest.migrations.join() !== own.join())
    throw new Error(
      `the backup was written by version ${manifest.version}, whose tables differ; restore it with that version, then update`,
    );
  return manifest;
}

async function* rowsOf(dir: string, name: string): AsyncGenerator<TextRow[]> {
  const lines = createInterface({ input: createReadStream(tableFile(dir, name)).pipe(createGunzip()), crlfDelay: Infinity });
  let batch: TextRow[] = [];
  for await (const line of lines) {
    batch.push(rowSchema.parse(JSON.parse(line)));
    if (batch.length < ROWS_AT_ONCE) continue;
    yield batch;
    batch = [];
  }
  if (batch.length > 0) yield batch;
}

async function restoreBlobs(blobs: Blobs, dir: string): Promise<number> {
  const root = join(dir, 'blobs');
  let restored = 0;
  for (const entry of existsSync(root) ? await readdir(root, { recursive: true, withFileTypes: true }) : []) {
    if (!entry.isFile()) continue;
    const file = join(entry.parentPath, entry.name);
    await blobs.put(file.slice(root.length + 1), await readFile(file), 'application/octet-stream');
    restored++;
  }
  return restored;
}

/** Fills an installation that has nothing yet; files first, so that no record is without its bytes. */
async function restore(configuration: Configuration, dir: string): Promise<string> {
  const manifest = await readManifest(dir);
  await makeDataFolder(configuration.dataDir);
  const { database, close } = await openServiceDatabase(configuration, adapterLog(createLog('error')));
  try {
    const columnsOf = new Map(manifest.tables.map(({ name, columns }) => [name, columns]));
    const files = manifest.files === null ? 0 : await restoreBlobs(await openBlobs(configuration), dir);
    await restoreTables(database, async (name) => {
      const columns = columnsOf.get(name);
      return columns === undefined ? null : { columns, rows: rowsOf(dir, name) };
    });
    return `${manifest.tables.reduce((sum, { rows }) => sum + rows, 0)} rows and ${files} files of ${manifest.created_at}`;
  } finally {
    await close();
  }
}

/** The two commands on the configured installation. */
export const backupCommands = (readConfiguration: () => Promise<Configuration>): BackupCommands => ({
  backUp: async (dir, options) => backUp(await readConfiguration(), dir, options),
  restore: async (dir) => restore(await readConfiguration(), dir),
});
