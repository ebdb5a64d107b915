/** Brings the tables up to date. All of it is one transaction: a start that is killed in the middle has changed nothing. */
import type { Pool } from 'pg';
import type { Log } from '../log.ts';
import { MIGRATIONS } from './migrations/all.ts';
import { repeatable } from './statements.ts';

const TABLE = 'octavo_migrations';

/** Any number that others in the same database are unlikely to lock. */
const LOCK = 6_601_702;

/** Names of the migrations that this database has had; null where it is new. One look tells a warm start that nothing is to do. */
async function readApplied(pool: Pool): Promise<Set<string> | null> {
  const [found] = await repeatable<{ version: number; encoding: string; tables: string | null }>(
    pool,
    {
      text: `select current_setting('server_version_num')::int as version, current_setting('server_encoding') as encoding, to_regclass('${TABLE}')::text as tables`,
    },
    [],
  );
  if (!found) throw new Error('the server answered nothing');
  if (found.version < 140_000) throw new Error(`Octavo needs PostgreSQL 14 or newer; this server is ${Math.floor(found.version / 10_000)}`);
  if (found.encoding !== 'UTF8') throw new Error(`Octavo needs a database with the encoding UTF8; this one has ${found.encoding}`);
  if (found.tables === null) return null;
  const rows = await repeatable<{ name: string }>(pool, { text: `select name from ${TABLE}` }, []);
  return new Set(rows.map((row) => row.name));
}

/**
 * Runs the migrations that are missing; several processes may do so at once.
 * @throws Error where the server is older than 14, the database is not UTF8, or a migration fails
 */
export async function migrate(pool: Pool, log: Log): Promise<void> {
  const known = await readApplied(pool);
  if (known && MIGRATIONS.every(({ name }) => known.has(name))) return;
  const client = await pool.connect();
  let broken: Error | undefined;
  const onError = (trouble: Error): void => {
    broken = trouble;
  };
  client.on('error', onError);
  try {
    await client.query(`begin; set local statement_timeout = 0; select pg_advisory_xact_lock(${LOCK})`);
    await client.query(`create table if not exists ${TABLE} (name text primary key, timestamp text not null)`);
    const { rows } = await client.query<{ name: string }>(`select name from ${TABLE}`);
    const applied = new Set(rows.map((row) => row.name));
    for (const { name, sql } of MIGRATIONS) {
      if (applied.has(name)) continue;
      await client.query(sql);
      await client.query(`insert into ${TABLE} (name, timestamp) values ($1, clock_timestamp()::text)`, [name]);
      log('info', `the database has got migration ${name}`);
    }
    await client.query('commit');
  } catch (trouble) {
    // The transaction ends with its connection.
    broken = trouble instanceof Error ? trouble : new Error(String(trouble));
    throw trouble;
  } finally {
    client.off('error', onError);
    client.release(broken);
  }
}
