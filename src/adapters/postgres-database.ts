/** The way to PostgreSQL ≥ 14: a pool of connections to a database that has the present tables. */
import { Kysely, Migrator, PostgresDialect, sql } from 'kysely';
import { Pool } from 'pg';
import type { Log } from './log.ts';
import { MIGRATIONS } from './postgres/migrations/all.ts';
import { run } from './postgres/statements.ts';
import type { Schema } from './postgres/schema.ts';

export interface Database {
  url: string;
  pool: Pool;
  kysely: Kysely<Schema>;
  log: Log;
  /** Waits for running queries, then closes every connection. */
  close(): Promise<void>;
}

const TABLE = 'octavo_migrations';

/** Any number that others in the same database are unlikely to lock. */
const LOCK = 6_601_702;

/**
 * Connects, and brings the tables up to date when they are behind; several processes may start at once.
 * @param url `postgresql://user:password@host:port/database?…`
 * @throws Error where the server cannot be reached, is older than 14, the database is not UTF8, or a migration fails
 */
export async function openDatabase(url: string, options: { log: Log; connectionsMax?: number }): Promise<Database> {
  const pool = new Pool({
    connectionString: url, max: options.connectionsMax ?? 10, connectionTimeoutMillis: 10_000, idleTimeoutMillis: 60_000,
    application_name: 'octavo', keepAlive: true, statement_timeout: 60_000,
  });
  // An idle connection was lost: the pool has dropped it already and opens another when one is wanted.
  pool.on('error', (trouble) => options.log('warn', 'a database connection was lost', trouble));
  const kysely = new Kysely<Schema>({ dialect: new PostgresDialect({ pool }) });
  try {
    await migrate(pool, kysely);
  } catch (trouble) {
    await kysely.destroy();
    throw new Error(`The database ${nameOf(url)} cannot be used: ${reasonOf(trouble)}`, { cause: trouble });
  }
  return { url, pool, kysely, log: options.log, close: () => kysely.destroy() };
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

/** Names of the migrations that this database has had; null where it is new. One look tells a warm start that nothing is to do. */
async function readApplied(pool: Pool): Promise<Set<string> | null> {
  const found = await run<{ version: number; encoding: string; tables: string | null }>(pool, {
    text: `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding, to_regclass('${TABLE}')::text as tables`,
  }, []);
  const version = found[0]?.version ?? 0;
  if (version < 140_000) throw new Error(`Octavo needs PostgreSQL 14 or newer; this server is ${Math.floor(version / 10_000)}`);
  if (found[0]?.encoding !== 'UTF8') throw new Error(`Octavo needs a database with the encoding UTF8; this one has ${found[0]?.encoding ?? 'none'}`);
  if (!found[0].tables) return null;
  const rows = await run<{ name: string }>(pool, { text: `select name from ${TABLE}` }, []);
  return new Set(rows.map((row) => row.name));
}

async function migrate(pool: Pool, kysely: Kysely<Schema>): Promise<void> {
  const applied = await readApplied(pool);
  if (applied && Object.keys(MIGRATIONS).every((name) => applied.has(name))) return;
  // Kysely makes its own tables before it takes its lock; ours comes first. A session's lock ends with its connection.
  await kysely.connection().execute(async (keeper) => {
    await sql`select pg_advisory_lock(${sql.lit(LOCK)})`.execute(keeper);
    try {
      const migrator = new Migrator({
        db: kysely, provider: { getMigrations: () => Promise.resolve(MIGRATIONS) },
        migrationTableName: TABLE, migrationLockTableName: `${TABLE}_lock`,
      });
      const { error } = await migrator.migrateToLatest();
      if (error) throw error;
    } finally {
      await sql`select pg_advisory_unlock(${sql.lit(LOCK)})`.execute(keeper);
    }
  });
}
