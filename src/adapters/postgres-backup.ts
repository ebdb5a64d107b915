/**
 * All tables as text and back, without a program beside PostgreSQL: each value as its type writes it, so that it is read by the same type
 * without loss. What is written is one moment: a snapshot that no writer waits for.
 */
import type { PoolClient } from 'pg';
import type { Database } from './postgres-database.ts';
import { MIGRATIONS } from './postgres/migrations/all.ts';

/** Values of a row in the order of the table's columns. */
export type TextRow = readonly (string | null)[];

export interface TableDump {
  name: string;
  columns: readonly string[];
  /** In pieces; to be read before the next table is asked for. */
  rows: AsyncIterable<readonly TextRow[]>;
}

const ROWS_AT_ONCE = 100;
/** The applied migrations are the program's own; where a restored database is behind, it says so. */
const TABLES = `select c.relname as name, array_agg(a.attname::text order by a.attnum) as columns,
    array_agg(format_type(a.atttypid, a.atttypmod) order by a.attnum) as types,
    (select coalesce(array_agg(distinct f.relname::text), '{}') from pg_constraint k join pg_class f on f.oid = k.confrelid
      where k.conrelid = c.oid and k.contype = 'f' and f.oid <> c.oid) as needs
  from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
  where c.relnamespace = current_schema()::regnamespace and c.relkind = 'r' and c.relname <> 'migrations' and c.relname <> 'octavo_migrations'
  group by c.oid, c.relname order by c.relname`;

interface Table {
  name: string;
  columns: string[];
  types: string[];
  needs: string[];
}

const quote = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Tables after those that they refer to. */
async function listTables(client: PoolClient): Promise<Table[]> {
  const { rows } = await client.query<Table>(TABLES);
  const ordered: Table[] = [];
  const place = (table: Table): void => {
    if (ordered.includes(table)) return;
    for (const needed of rows) if (table.needs.includes(needed.name)) place(needed);
    ordered.push(table);
  };
  for (const table of rows) place(table);
  return ordered;
}

async function* readRows(client: PoolClient, { name, columns }: Table): AsyncGenerator<TextRow[]> {
  await client.query(
    `declare reading no scroll cursor for select ${columns.map((column) => `${quote(column)}::text`).join(', ')} from ${quote(name)}`,
  );
  try {
    for (;;) {
      const { rows } = await client.query<(string | null)[]>({ text: `fetch ${ROWS_AT_ONCE} from reading`, rowMode: 'array' });
      if (rows.length === 0) return;
      yield rows;
    }
  } finally {
    await client.query('close reading');
  }
}

/** Names of the migrations that this program's tables are made by: a backup is restored by a program that has the same. */
export const migrationNames = (): string[] => MIGRATIONS.map(({ name }) => name);

/** Calls `write` with each table of one moment. @param note called when the moment is fixed */
export async function dumpTables({ pool }: Database, write: (table: TableDump) => Promise<void>): Promise<void> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin isolation level repeatable read read only; set local statement_timeout = 0; set local timezone = 'UTC'");
    for (const table of await listTables(client)) await write({ ...table, rows: readRows(client, table) });
    await client.query('commit');
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(broken);
  }
}

async function insertRows(client: PoolClient, { name, columns, types }: Table, rows: readonly TextRow[]): Promise<void> {
  const values = columns.map((_, at) => rows.map((row) => row[at] ?? null));
  const given = columns.map((_, at) => `$${at + 1}::text[]`).join(', ');
  const cast = types.map((type, at) => `v.c${at}::${type}`).join(', ');
  const names = columns.map((_, at) => `c${at}`).join(', ');
  await client.query(
    `insert into ${quote(name)} (${columns.map(quote).join(', ')}) overriding system value select ${cast} from unnest(${given}) as v(${names})`,
    values,
  );
}

/** Numbers that the database gives go on behind those that are there. */
async function advanceIdentities(client: PoolClient, { name, columns }: Table): Promise<void> {
  for (const column of columns) {
    const { rows } = await client.query<{ sequence: string | null }>('select pg_get_serial_sequence($1, $2) as sequence', [
      quote(name),
      column,
    ]);
    const sequence = rows[0]?.sequence;
    if (sequence)
      await client.query(`select setval($1, coalesce((select max(${quote(column)}) from ${quote(name)}), 0) + 1, false)`, [sequence]);
  }
}

/**
 * Fills an empty database, in one transaction: no trigger acts, so that nothing is sent or reckoned twice.
 * @param open the rows of a table with the columns that they have; null where the backup has no such table
 * @throws Error where the database holds organisations already
 */
export async function restoreTables({ pool }: Database, open: (name: string) => Promise<Omit<TableDump, 'name'> | null>): Promise<void> {
  const client = await pool.connect();
  let broken: Error | undefined;
  try {
    await client.query("begin; set local statement_timeout = 0; set local timezone = 'UTC'");
    const { rows } = await client.query<{ used: boolean }>(
      'select exists(select from organisations) or exists(select from documents) as used',
    );
    if (rows[0]?.used !== false)
      throw new Error('the database is in use: a backup is restored into an empty one (a new OCTAVO_DATA_DIR or database)');
    const tables = await listTables(client);
    for (const { name } of tables) await client.query(`alter table ${quote(name)} disable trigger user; delete from ${quote(name)}`);
    for (const table of tables) {
      const found = await open(table.name);
      if (found === null) continue;
      const types = found.columns.map((column) => table.types[table.columns.indexOf(column)] ?? 'text');
      const filled = { ...table, columns: [...found.columns], types };
      for await (const batch of found.rows) await insertRows(client, filled, batch);
      await advanceIdentities(client, table);
    }
    for (const { name } of tables) await client.query(`alter table ${quote(name)} enable trigger user`);
    await client.query('commit');
  } catch (error) {
    broken = error instanceof Error ? error : new Error(String(error));
    throw error;
  } finally {
    client.release(broken);
  }
}
