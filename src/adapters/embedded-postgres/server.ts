/**
 * One PostgreSQL server process on one cluster folder: made, launched, adopted, stopped.
 *
 * When root starts it, the server runs under another account, which may have no way through the folders above its own
 * (/root has mode 0700). It is therefore given its folder as an open descriptor and told to work in
 * `/proc/self/fd/3`: the kernel follows that link straight to the folder, without a look at its parents. The server's
 * children inherit the descriptor. The socket is made relative to the folder for the same reason.
 */
import { spawn } from 'node:child_process';
import { closeSync, constants, openSync } from 'node:fs';
import { chmod, chown, mkdir, open, readFile, rename, rm, stat, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { presentAccountName, type Account } from './programs.ts';

export const PORT = 5432;
export const ROLE = 'octavo';
const FOLDER_FD = 3;
const MAJOR = '18';

export interface Cluster {
  /** The folder with PG_VERSION; belongs to the account that the server runs as. */
  dir: string;
  programsDir: string;
  account: Account | null;
  logFile: string;
  settings: Record<string, string>;
}

export interface RunningServer {
  pid: number;
  adopted: boolean;
  /** Resolves when the process is gone. */
  exited: Promise<void>;
}

/**
 * Small and durable: every commit is on disk before it is answered. No replicas read this server's log, so it holds
 * the minimum; no parallel plans, no JIT: statements touch a few rows.
 */
const SETTINGS: Record<string, string> = {
  listen_addresses: '',
  unix_socket_directories: '.',
  port: String(PORT),
  max_connections: '40',
  shared_buffers: '32MB',
  huge_pages: 'off',
  work_mem: '4MB',
  maintenance_work_mem: '32MB',
  io_method: 'sync',
  jit: 'off',
  max_parallel_workers_per_gather: '0',
  max_parallel_maintenance_workers: '0',
  max_worker_processes: '2',
  max_logical_replication_workers: '0',
  fsync: 'on',
  synchronous_commit: 'on',
  full_page_writes: 'on',
  wal_level: 'minimal',
  max_wal_senders: '0',
  wal_compression: 'on',
  min_wal_size: '80MB',
  max_wal_size: '512MB',
  checkpoint_timeout: '10min',
  autovacuum_max_workers: '1',
  autovacuum_naptime: '30s',
  idle_in_transaction_session_timeout: '60s',
  timezone: 'UTC',
  log_timezone: 'UTC',
  logging_collector: 'off',
  log_destination: 'stderr',
  log_min_messages: 'warning',
  log_min_error_statement: 'panic',
};

function spawnIn(cluster: Cluster, program: string, args: string[], logFd: number): ReturnType<typeof spawn> {
  const folderFd = openSync(cluster.dir, constants.O_RDONLY | constants.O_DIRECTORY);
  try {
    return spawn(path.join(cluster.programsDir, 'bin', program), args, {
      stdio: ['ignore', logFd, logFd, folderFd],
      env: { LC_ALL: 'C', PATH: '/usr/bin:/bin' },
      cwd: '/',
      // A session of its own: Ctrl-C at the terminal must reach Octavo alone, which stops the server last.
      detached: true,
      ...(cluster.account ? { uid: cluster.account.uid, gid: cluster.account.gid } : {}),
    });
  } finally {
    closeSync(folderFd);
  }
}

function serverArguments(cluster: Cluster): string[] {
  const settings = { ...SETTINGS, ...cluster.settings };
  return ['-D', `/proc/self/fd/${FOLDER_FD}`, ...Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])];
}

async function tailOf(file: string, bytes: number): Promise<string> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text.slice(-bytes).trim();
}

/** Makes the cluster where there is none: in a folder beside, renamed when whole. @throws Error on another major version */
export async function ensureCluster(cluster: Cluster): Promise<void> {
  const found = await readFile(path.join(cluster.dir, 'PG_VERSION'), 'utf8').catch(() => null);
  if (found !== null) {
    if (found.trim() !== MAJOR)
      throw new Error(
        `${cluster.dir} was made by PostgreSQL ${found.trim()}; this Octavo brings PostgreSQL ${MAJOR}. Dump it with the older Octavo and restore it with this one.`,
      );
    return;
  }
  const fresh = { ...cluster, dir: `${cluster.dir}.new` };
  await rm(fresh.dir, { recursive: true, force: true });
  await mkdir(fresh.dir);
  await chmod(fresh.dir, 0o700);
  if (cluster.account) await chown(fresh.dir, cluster.account.uid, cluster.account.gid);
  const log = await open(cluster.logFile, 'a', 0o600);
  try {
    const child = spawnIn(
      fresh,
      'initdb',
      ['-D', `/proc/self/fd/${FOLDER_FD}`, '-U', ROLE, '--auth=peer', '--encoding=UTF8', '--locale=C', '--no-instructions'],
      log.fd,
    );
    const status = await new Promise((resolve, reject) => child.on('error', reject).on('exit', resolve));
    if (status !== 0) throw new Error(`initdb failed in ${cluster.dir}: ${await tailOf(cluster.logFile, 2_000)}`);
  } finally {
    await log.close();
  }
  await rename(fresh.dir, cluster.dir);
  const parent = await open(path.dirname(cluster.dir), 'r');
  await parent.sync();
  await parent.close();
}

/** Only the account that runs Octavo may sign in, by what the kernel says of the socket's other end. */
async function writeAccess(cluster: Cluster): Promise<void> {
  const files = {
    'pg_hba.conf': 'local all all peer map=octavo\n',
    'pg_ident.conf': `octavo ${JSON.stringify(presentAccountName())} ${ROLE}\n`,
  };
  for (const [name, text] of Object.entries(files)) {
    const file = path.join(cluster.dir, name);
    await writeFile(file, text, { mode: 0o600 });
    if (cluster.account) await chown(file, cluster.account.uid, cluster.account.gid);
  }
}

/** What postmaster.pid says; null where there is none. Line 1: process, line 8: state. */
export async function readPidFile(clusterDir: string): Promise<{ pid: number; ready: boolean } | null> {
  const lines = (await readFile(path.join(clusterDir, 'postmaster.pid'), 'utf8').catch(() => '')).split('\n');
  const pid = Number(lines[0]);
  return pid > 1 ? { pid, ready: (lines[7] ?? '').startsWith('ready') } : null;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (trouble) {
    // EPERM: alive, and another user's.
    return trouble instanceof Error && 'code' in trouble && trouble.code === 'EPERM';
  }
}

/**
 * A live process that is the PostgreSQL server of this folder, in which it works, and no stranger that was given the
 * number later: not even another folder's server.
 */
export async function isServer(pid: number, clusterDir: string): Promise<boolean> {
  if (!isAlive(pid)) return false;
  const [name, workDir, folder] = await Promise.all([
    readFile(`/proc/${pid}/comm`, 'utf8').catch(() => ''),
    // A zombie has no folder any more.
    stat(`/proc/${pid}/cwd`).catch(() => null),
    stat(clusterDir).catch(() => null),
  ]);
  return name.trim() === 'postgres' && workDir !== null && folder !== null && workDir.ino === folder.ino && workDir.dev === folder.dev;
}

async function waitGone(pid: number, clusterDir: string, timeoutMs: number): Promise<boolean> {
  for (let waitedMs = 0; waitedMs < timeoutMs; waitedMs += 20) {
    if (!(await isServer(pid, clusterDir))) return true;
    await sleep(20);
  }
  return !(await isServer(pid, clusterDir));
}

/**
 * Removes lock files that name a process which is not this folder's server: a stranger that was given the number later, or
 * the dead server itself where nobody collects it (a container whose first process is no init). PostgreSQL would take either
 * for its running self. Files that name no process at all it removes by itself.
 */
async function removeStaleLocks(cluster: Cluster): Promise<void> {
  for (const name of ['postmaster.pid', `.s.PGSQL.${PORT}.lock`]) {
    const file = path.join(cluster.dir, name);
    const pid = Math.abs(Number((await readFile(file, 'utf8').catch(() => '')).split('\n')[0]));
    if (pid > 1 && isAlive(pid) && !(await isServer(pid, cluster.dir))) await rm(file, { force: true });
  }
}

/**
 * Takes over a server that a killed Octavo left running in the folder, if it runs with the settings that we would
 * give it; ends one that does not. null where no server runs: one may be launched then. Call it only with the folder locked.
 */
export async function adoptServer(cluster: Cluster): Promise<RunningServer | null> {
  const found = await readPidFile(cluster.dir);
  if (!found || !(await isServer(found.pid, cluster.dir))) {
    await removeStaleLocks(cluster);
    return null;
  }
  const started = await readFile(path.join(cluster.dir, 'postmaster.opts'), 'utf8').catch(() => '');
  const wanted = [path.join(cluster.programsDir, 'bin', 'postgres'), ...serverArguments(cluster).map((a) => `"${a}"`)].join(' ');
  let ready = found.ready;
  for (let waitedMs = 0; !ready && waitedMs < 10_000; waitedMs += 50) {
    await sleep(50);
    ready = (await readPidFile(cluster.dir))?.ready ?? false;
  }
  if (!ready || started.trim() !== wanted) {
    await stopServer(found.pid, cluster.dir);
    return null;
  }
  return { pid: found.pid, adopted: true, exited: watchProcess(found.pid, cluster.dir) };
}

async function watchProcess(pid: number, clusterDir: string): Promise<void> {
  while (await isServer(pid, clusterDir)) await sleep(500, undefined, { ref: false });
}

/** Starts the server and waits until it accepts connections. @throws Error with the end of its log */
export async function launchServer(cluster: Cluster): Promise<RunningServer> {
  await writeAccess(cluster);
  const size = await stat(cluster.logFile).then(
    (s) => s.size,
    () => 0,
  );
  if (size > 4_000_000) await rename(cluster.logFile, `${cluster.logFile}.1`);
  const log = await open(cluster.logFile, 'a', 0o600);
  let child: ReturnType<typeof spawn>;
  try {
    child = spawnIn(cluster, 'postgres', serverArguments(cluster), log.fd);
  } finally {
    await log.close();
  }
  let gone = false;
  const exited = new Promise<void>((resolve, reject) => child.on('error', reject).on('exit', () => resolve())).finally(() => {
    gone = true;
  });
  exited.catch(() => undefined);
  for (let waitedMs = 0; waitedMs < 60_000; waitedMs += 4) {
    if (gone) {
      await exited;
      throw new Error(`PostgreSQL did not start in ${cluster.dir}: ${await tailOf(cluster.logFile, 1_000)}`);
    }
    const found = await readPidFile(cluster.dir);
    if (found?.ready && found.pid === child.pid) {
      child.unref();
      return { pid: found.pid, adopted: false, exited };
    }
    await sleep(4);
  }
  child.kill('SIGKILL');
  throw new Error(`PostgreSQL did not become ready within 60 s in ${cluster.dir}: ${await tailOf(cluster.logFile, 1_000)}`);
}

/** Ends a server: politely (fast shutdown), then at once (immediate: it recovers at its next start), then by force. */
export async function stopServer(pid: number, clusterDir: string): Promise<void> {
  for (const [signal, timeoutMs] of [
    ['SIGINT', 15_000],
    ['SIGQUIT', 5_000],
    ['SIGKILL', 5_000],
  ] as const) {
    if (!(await isServer(pid, clusterDir))) return;
    process.kill(pid, signal);
    if (await waitGone(pid, clusterDir, timeoutMs)) return;
  }
  throw new Error(`PostgreSQL (process ${pid}) does not end`);
}
