/** The way to PostgreSQL ≥ 14: a pool of connections to a database that has the present tables. */
import { Pool } from 'pg';
import type { Log } from './log.ts';
import { migrate } from './postgres/migrate.ts';

export interface Database {
  url: string;
  pool: Pool;
  log: Log;
  /** Waits for running queries, then closes every connection. */
  close(): Promise<void>;
}

/**
 * Connects, and brings the tables up to date when they are behind; several processes may start at once.
 * @param url `postgresql://user:password@host:port/database?…`
 * @throws Error where the server cannot be reached, is older than 14, the database is not UTF8, or a migration fails
 */
export async function openDatabase(url: string, options: { log: Log; connectionsMax?: number }): Promise<Database> {
  const pool = new Pool({
    connectionString: url,
    max: options.connectionsMax ?? 10,
    connectionTimeoutMillis: 10_000,
    idleTimeoutMillis: 60_000,
    application_name: 'octavo',
    keepAlive: true,
    statement_timeout: 60_000,
  });
  // An idle connection was lost: the pool has dropped it already and opens another when one is wanted.
  pool.on('error', (trouble) => options.log('warn', 'a database connection was lost', trouble));
  try {
    await migrate(pool, options.log);
  } catch (trouble) {
    await pool.end();
    throw new Error(`The database ${nameOf(url)} cannot be used: ${reasonOf(trouble)}`, { cause: trouble });
  }
  return { url, pool, log: options.log, close: () => pool.end() };
}

/** Place and name of a database, without user and password. */
function nameOf(url: string): string {
  if (!URL.canParse(url)) return 'of that address';
  const { host, pathname, searchParams } = new URL(url);
  return `${pathname.slice(1)} on ${searchParams.get('host') ?? host}`;
}

/** A failure on all addresses of a name has a code and no message. */
function reasonOf(trouble: unknown): string {
  if (!(trouble instanceof Error)) return String(trouble);
  return trouble.message || ('code' in trouble ? String(trouble.code) : trouble.name);
}
