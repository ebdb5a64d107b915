/**
 * During an update processes of the version before and of the new one work on one database, which the new one has migrated. What an
 * older process needs of the tables must stay: this compares the schema before and after each migration. `test/adapters/side-by-side.test.ts`
 * lets this version work on a database that a later one has migrated.
 */
import assert from 'node:assert/strict';
import { after, before, test } from 'node:test';
import { Client } from 'pg';
import { MIGRATIONS } from './all.ts';
import { createTestDatabase, startEmbedded, type TestServer } from '../../../../test/support/postgres-servers.ts';

/** From this one on migrations are held to what the version before can live with: those before it were never run by anybody. */
const FIRST_HELD = '0011-titles';

/** Everything of the schema that a statement of a process relies on, by name. */
const SCHEMA = `
  select 'column ' || table_name || '.' || column_name as name,
      data_type || case when is_nullable = 'NO' and column_default is null and is_identity = 'NO' then ', to be given' else '' end as what
    from information_schema.columns where table_schema = 'public'
  union all
  select 'nullable ' || table_name || '.' || column_name, is_nullable from information_schema.columns where table_schema = 'public'
  union all
  select 'constraint ' || c.conrelid::regclass || ' ' || pg_get_constraintdef(c.oid), '' from pg_constraint c
    join pg_namespace n on n.oid = c.connamespace where n.nspname = 'public' and c.contype in ('c', 'f', 'p', 'u')
  union all
  select 'unique index ' || i.indrelid::regclass || ' ' || substring(pg_get_indexdef(i.indexrelid) from 'USING.*'), '' from pg_index i
    join pg_class t on t.oid = i.indrelid join pg_namespace n on n.oid = t.relnamespace where n.nspname = 'public' and i.indisunique
  union all
  select 'function ' || p.oid::regprocedure, pg_get_function_result(p.oid) from pg_proc p
    join pg_namespace n on n.oid = p.pronamespace where n.nspname = 'public'`;

type Schema = ReadonlyMap<string, string>;

const tableOf = (name: string): string =>
  /^(?:column|nullable) ([^.]+)\.|^(?:constraint|unique index) (\S+)/.exec(name)?.slice(1).find(Boolean) ?? '';

/** What an older process cannot live with: anything gone or changed, and anything new that refuses what it writes. */
function findBreaks(older: Schema, newer: Schema): string[] {
  const tables = new Set([...older.keys()].map(tableOf));
  const changed = [...older].flatMap(([name, what]) => {
    const now = newer.get(name);
    // a column may come to take nothing as well; a uniqueness that is gone fails the statements that name it
    if (now === what || (name.startsWith('nullable') && now === 'YES') || (now !== undefined && now === what.replace(', to be given', '')))
      return [];
    // a foreign key or a check that is gone refuses less
    if (now === undefined && /^constraint .* (?:CHECK|FOREIGN KEY) /.test(name)) return [];
    return [now === undefined ? `${name} is gone` : `${name} is ${now}, and was ${what}`];
  });
  const added = [...newer].flatMap(([name, what]) => {
    if (older.has(name) || !tables.has(tableOf(name))) return [];
    const refuses = name.startsWith('constraint') || name.startsWith('unique index') || what.endsWith(', to be given');
    return refuses ? [`${name}${what} is new, and refuses what an older process writes`] : [];
  });
  return [...changed, ...added];
}

let server: TestServer;
before(async () => {
  server = await startEmbedded();
});
after(() => server.close());

async function withDatabase<T>(name: string, use: (client: Client) => Promise<T>): Promise<T> {
  const url = await createTestDatabase(server, name);
  const client = new Client({ connectionString: url });
  await client.connect();
  try {
    return await use(client);
  } finally {
    await client.end();
  }
}

async function readSchema(client: Client): Promise<Schema> {
  const { rows } = await client.query<{ name: string; what: string }>(SCHEMA);
  return new Map(rows.map(({ name, what }) => [name, what]));
}

test('no migration takes from an older process what it works with', () =>
  withDatabase('levels', async (client) => {
    let held = 0;
    for (const { name, sql } of MIGRATIONS) {
      const older = await readSchema(client);
      await client.query(sql);
      if (name < FIRST_HELD) continue;
      held++;
      assert.deepEqual(findBreaks(older, await readSchema(client)), [], name);
    }
    assert.ok(held > 0);
  }));

const BREAKING: readonly string[] = [
  'alter table documents drop column name',
  'alter table documents rename column name to called',
  'alter table events alter column sequence type bigint',
  'alter table documents add column place text not null',
  'alter table documents alter column name set not null',
  'alter table files add constraint once unique (sha256)',
  'create unique index once on files (sha256)',
  'alter table documents add check (revision < 100)',
  'alter table files add foreign key (org_id) references organisations',
  'alter table idempotency_keys drop constraint idempotency_keys_pkey',
  'alter table events rename to happenings',
  'drop function accept_document_1',
  'drop table idempotency_keys',
];
const HARMLESS: readonly string[] = [
  "alter table documents add column place text, add column kind text not null default ''",
  'alter table documents alter column operation drop not null',
  'create table later (id text primary key, document_id text not null)',
  'create index sooner on events (at)',
  'create function accept_document_9(id text) returns text language sql as $$ select id $$',
];

test('what breaks an older process is told from what does not', () =>
  withDatabase('breaks', async (client) => {
    for (const { sql } of MIGRATIONS) await client.query(sql);
    const older = await readSchema(client);
    for (const [statements, breaks] of [[BREAKING, true] as const, [HARMLESS, false] as const])
      for (const statement of statements) {
        await client.query(`begin; ${statement}`);
        assert.equal(findBreaks(older, await readSchema(client)).length > 0, breaks, statement);
        await client.query('rollback');
      }
  }));
