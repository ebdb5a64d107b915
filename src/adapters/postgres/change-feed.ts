/**
 * Who is told when a document changes. A write of this process tells its own watchers at once; those of other processes
 * are reported by NOTIFY on one channel, through one LISTEN connection per process. That connection may be lost, and NOTIFY
 * with it: when it is back, everybody is woken, and a slow poll is behind it all.
 *
 * A notice is `<kind><id> <origin>`; kind `q`: a job waits for a worker, `c`: changed. Notices of our own origin have been acted on
 * before they come back.
 */
import { randomBytes } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import type { Database } from '../postgres-database.ts';

/** A connection that is lost for longer says nothing of the others: they may have come back without it. */
const LOST_MS_MAX = 60_000;

/** A server that does not answer any more does not hold up our own end. */
const CLOSING_MS = 2_000;

export interface ChangeFeed {
  /** Appended to notices made in SQL. */
  origin: string;
  notice(kind: 'q' | 'c', id: string): string;
  /** This process has committed a change. */
  changed(documentId: string): void;
  /** This process has queued something. */
  queued(): void;
  watch(documentId: string, onChange: () => void): () => void;
  /** Calls back when a job waits, when notices may have been missed, and now and then. */
  onQueued(wake: () => void): () => void;
  /**
   * Whether the database has been there for so long, as this process sees it: false while the connection for notices is lost, but for a
   * loss of over a minute, and for this time after it is back.
   */
  connectedFor(ms: number): boolean;
  close(): Promise<void>;
}

export function createChangeFeed(db: Database, pollMs: number): ChangeFeed {
  const origin = randomBytes(6).toString('base64url');
  const watchers = new Map<string, Set<() => void>>();
  const workers = new Set<() => void>();
  let listener: Listener | null = null;
  let poll: NodeJS.Timeout | undefined;

  const wakeAll = (): void => {
    for (const wake of workers) wake();
    for (const set of watchers.values()) for (const onChange of set) onChange();
  };
  const changed = (id: string): void => {
    for (const onChange of watchers.get(id) ?? []) onChange();
  };
  const queued = (): void => {
    for (const wake of workers) wake();
  };
  const onNotice = (notice: string): void => {
    const [subject = '', from] = notice.split(' ');
    if (from === origin) return;
    if (subject.startsWith('q')) queued();
    changed(subject.slice(1));
  };
  const attend = (): void => {
    listener ??= listen(db, onNotice, wakeAll);
    poll ??= setInterval(wakeAll, pollMs).unref();
  };
  const rest = (): void => {
    if (watchers.size > 0 || workers.size > 0) return;
    clearInterval(poll);
    poll = undefined;
  };

  return {
    origin,
    changed,
    queued,
    notice: (kind, id) => `${kind}${id} ${origin}`,
    watch: (id, onChange) => {
      attend();
      const set = watchers.get(id) ?? new Set();
      // The same function may be given twice: each call is its own entry.
      const entry = (): void => onChange();
      watchers.set(id, set.add(entry));
      return () => {
        set.delete(entry);
        if (set.size === 0 && watchers.get(id) === set) watchers.delete(id);
        rest();
      };
    },
    onQueued: (wake) => {
      attend();
      workers.add(wake);
      return () => {
        workers.delete(wake);
        rest();
      };
    },
    connectedFor: (ms) => {
      const { lostAtMs, backAtMs } = listener ?? NEVER_LOST;
      return performance.now() >= (lostAtMs === null ? backAtMs + ms : lostAtMs + LOST_MS_MAX);
    },
    close: async () => {
      clearInterval(poll);
      await listener?.close();
    },
  };
}

/** The LISTEN connection, by the process's own clock: since when it is lost, or null; when it was back after the last loss, or before all time. */
interface Listener {
  readonly lostAtMs: number | null;
  readonly backAtMs: number;
  close(): Promise<void>;
}
const NEVER_LOST = { lostAtMs: null, backAtMs: Number.NEGATIVE_INFINITY };

/** Keeps one LISTEN connection; `onBack` after every connect, the first included, since something may have been missed before. */
function listen(db: Database, onNotice: (notice: string) => void, onBack: () => void): Listener {
  const ending = new AbortController();
  let [lostAtMs, backAtMs]: [number | null, number] = [NEVER_LOST.lostAtMs, NEVER_LOST.backAtMs];
  let current: Client | null = null;
  const keep = async (): Promise<void> => {
    for (let failures = 0; !ending.signal.aborted;) {
      const client = new Client({
        connectionString: db.url,
        application_name: 'octavo listener',
        keepAlive: true,
        connectionTimeoutMillis: 10_000,
      });
      const lost = new Promise<void>((resolve) => {
        client.on('error', () => resolve()).on('end', () => resolve());
      });
      client.on('notification', ({ payload }) => {
        if (payload) onNotice(payload);
      });
      try {
        await client.connect();
        current = client;
        if (!ending.signal.aborted) {
          await client.query('listen octavo');
          failures = 0;
          if (lostAtMs !== null) [lostAtMs, backAtMs] = [null, performance.now()];
          onBack();
          await lost;
        }
      } catch (trouble) {
        if (failures++ === 3) db.log('warn', 'no notices from the database; polling until it is back', trouble);
      }
      lostAtMs ??= performance.now();
      // Not waited for: it never comes to an end where the server turned the connection down.
      client.end().catch((trouble: unknown) => db.log('info', 'the connection for notices was gone already', trouble));
      await sleep(Math.min(50 * 2 ** failures, 5_000), undefined, { signal: ending.signal, ref: false }).catch(() => undefined);
    }
  };
  const kept = keep();
  return {
    get lostAtMs() {
      return lostAtMs;
    },
    get backAtMs() {
      return backAtMs;
    },
    close: async () => {
      ending.abort();
      if (current) await Promise.race([current.end(), sleep(CLOSING_MS)]);
      await kept;
    },
  };
}
