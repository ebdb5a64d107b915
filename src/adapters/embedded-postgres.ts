/**
 * PostgreSQL of our own under the data folder: real binaries from npm, a unix socket only, one Octavo per folder. The
 * server is started, supervised (a crash is followed by a restart; clients reconnect), adopted after a crash of Octavo
 * itself, and stopped on close. What runs, as whom and where is reported in `embedded-postgres/`.
 */
import { closeSync, constants, openSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { lockFolder } from './embedded-postgres/folder-lock.ts';
import { chooseAccount, findPrograms } from './embedded-postgres/programs.ts';
import {
  adoptServer,
  ensureCluster,
  isServer,
  launchServer,
  PORT,
  readPidFile,
  ROLE,
  stopServer,
  type Cluster,
  type RunningServer,
} from './embedded-postgres/server.ts';
import type { Log } from './log.ts';

export interface EmbeddedPostgres {
  /** For this process only: a long path is abbreviated through one of its open descriptors. */
  url: string;
  /** Process of the server that runs now. */
  pid(): number;
  /** Ends the server (fast shutdown) and frees the folder. Close all connections first. */
  stop(): Promise<void>;
}

/** sun_path holds 108 bytes with its end. */
const SOCKET_PATH_MAX = 107;

/** Opens the way to the socket; `close` frees the descriptor that a long path needs. */
function openUrl(clusterDir: string): { url: string; close: () => void } {
  let host = clusterDir;
  let close = (): void => undefined;
  if (Buffer.byteLength(`${clusterDir}/.s.PGSQL.${PORT}`) > SOCKET_PATH_MAX) {
    const fd = openSync(clusterDir, constants.O_RDONLY | constants.O_DIRECTORY);
    host = `/proc/self/fd/${fd}`;
    close = () => closeSync(fd);
  }
  return { url: `postgresql://${ROLE}@localhost:${PORT}/postgres?host=${encodeURIComponent(host)}`, close };
}

async function startOrAdopt(cluster: Cluster): Promise<RunningServer> {
  const adopted = await adoptServer(cluster);
  if (adopted) return adopted;
  for (let attempt = 1; ; attempt++) {
    try {
      return await launchServer(cluster);
    } catch (trouble) {
      // Children of a killed server hold its shared memory until they notice that it is gone.
      const lingering = trouble instanceof Error && trouble.message.includes('shared memory block');
      if (!lingering || attempt >= 20) throw trouble;
      await sleep(100 * attempt);
    }
  }
}

/**
 * Starts (or adopts) the server of a data folder, made if it is new. The cluster is in `<dataDir>/postgres`, its log in
 * `<dataDir>/postgres.log`.
 * @param settings PostgreSQL settings over ours, for tests
 * @throws Error where another Octavo has the folder, or PostgreSQL cannot start: the message says why
 */
export async function startEmbeddedPostgres(options: {
  dataDir: string;
  log: Log;
  settings?: Record<string, string>;
}): Promise<EmbeddedPostgres> {
  const { log } = options;
  const dataDir = path.resolve(options.dataDir);
  await mkdir(dataDir, { recursive: true });
  const unlock = await lockFolder(dataDir);
  try {
    const dir = path.join(dataDir, 'postgres');
    const account = await chooseAccount(dir);
    const programs = await findPrograms(account);
    const cluster: Cluster = {
      dir,
      account,
      programsDir: programs.dir,
      logFile: path.join(dataDir, 'postgres.log'),
      settings: options.settings ?? {},
    };
    await ensureCluster(cluster);
    const supervisor = supervise(cluster, await startOrAdopt(cluster), log);
    const way = openUrl(dir);
    const stop = async (): Promise<void> => {
      await supervisor.stop();
      way.close();
      unlock();
    };
    let stopped: Promise<void> | undefined;
    // Once only: a descriptor that is closed twice may be another user's by then.
    return { url: way.url, pid: supervisor.pid, stop: () => (stopped ??= stop()) };
  } catch (trouble) {
    unlock();
    throw trouble;
  }
}

/** Restarts the server whenever it ends by itself, after 0.1 s, 0.2 s … 5 s. */
function supervise(cluster: Cluster, first: RunningServer, log: Log): { pid: () => number; stop: () => Promise<void> } {
  let current = first;
  const ending = new AbortController();
  const stopped = new Promise<void>((resolve) => ending.signal.addEventListener('abort', () => resolve()));
  log('info', `PostgreSQL ${first.adopted ? 'adopted' : 'started'}, process ${first.pid}`);
  const watchOver = async (): Promise<void> => {
    for (let failures = 0; ;) {
      if (failures === 0) {
        await Promise.race([current.exited, stopped]);
        if (ending.signal.aborted) return;
        log('error', `PostgreSQL (process ${current.pid}) ended by itself; it is started again`);
      }
      await Promise.race([sleep(Math.min(100 * 2 ** failures, 5_000)), stopped]);
      if (ending.signal.aborted) return;
      try {
        current = await startOrAdopt(cluster);
        failures = 0;
        log('info', `PostgreSQL started, process ${current.pid}`);
      } catch (trouble) {
        failures++;
        log('error', 'PostgreSQL could not be started again', trouble);
      }
    }
  };
  const loop = watchOver();
  return {
    pid: () => current.pid,
    stop: async () => {
      ending.abort();
      await loop;
      await stopServer(current.pid, cluster.dir);
    },
  };
}

/**
 * The way to a server that another Octavo runs in this folder now (for the command line beside a running service); null
 * where none runs.
 */
export async function findEmbeddedPostgres(dataDir: string): Promise<{ url: string; close: () => void } | null> {
  const dir = path.join(path.resolve(dataDir), 'postgres');
  const found = await readPidFile(dir);
  return found?.ready && (await isServer(found.pid, dir)) ? openUrl(dir) : null;
}
