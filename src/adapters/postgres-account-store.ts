/** Organisations, projects, keys, money and named secrets in PostgreSQL. */
import type { ProjectDefaults } from '../contract/brand.ts';
import type { KeyScope, Retention } from '../contract/vocabulary.ts';
import type { AccountStore, ApiKey, Balance, LedgerEntry, Organisation, Project } from '../ports/account-store.ts';
import type { Database } from './postgres-database.ts';
import { repeatable, run, type Statement } from './postgres/statements.ts';
import { fromStored, toStored } from './postgres/stored-text.ts';

interface OrganisationRow {
  id: string;
  name: string;
  created_at: Date;
}
interface ProjectRow {
  id: string;
  org_id: string;
  name: string;
  region: string;
  retention: Retention;
  /** {} where nothing was set. */
  defaults: Partial<ProjectDefaults>;
  created_at: Date;
}
interface KeyRow {
  id: string;
  project_id: string;
  name: string;
  prefix: string;
  created_at: Date;
  last_used_at: Date | null;
  revoked_at: Date | null;
  scope: KeyScope;
}

/** The driver gives `bigint` as text; amounts stay far below what a number holds exactly. */
interface LedgerRow {
  id: string;
  org_id: string;
  kind: LedgerEntry['kind'];
  amount: string;
  currency: string;
  document_id: string | null;
  note: string;
  created_at: Date;
}
interface BalanceRow {
  org_id: string;
  currency: string;
  granted: string;
  reserved: string;
  captured: string;
}

const PROJECT_COLUMNS = 'id, org_id, name, region, retention, defaults, created_at';
const KEY_COLUMNS = 'id, project_id, name, prefix, created_at, last_used_at, revoked_at, scope';

const toOrganisation = (row: OrganisationRow): Organisation => ({ id: row.id, name: fromStored(row.name), createdAt: row.created_at });
const toProject = (row: ProjectRow): Project => ({
  id: row.id,
  orgId: row.org_id,
  name: fromStored(row.name),
  region: row.region,
  retention: row.retention,
  ...(Object.keys(row.defaults).length === 0 ? {} : { defaults: { language: null, paper: null, brand: null, ...row.defaults } }),
  createdAt: row.created_at,
});
const toKey = (row: KeyRow): ApiKey => ({
  id: row.id,
  projectId: row.project_id,
  name: fromStored(row.name),
  prefix: row.prefix,
  createdAt: row.created_at,
  lastUsedAt: row.last_used_at,
  revokedAt: row.revoked_at,
  scope: row.scope,
});

const toEntry = (row: LedgerRow): LedgerEntry => ({
  id: row.id,
  orgId: row.org_id,
  kind: row.kind,
  amount: Number(row.amount),
  currency: row.currency,
  documentId: row.document_id,
  note: fromStored(row.note),
  createdAt: row.created_at,
});
const toBalance = (row: BalanceRow): Balance => ({
  orgId: row.org_id,
  currency: row.currency,
  granted: Number(row.granted),
  reserved: Number(row.reserved),
  captured: Number(row.captured),
});

/** `last_used_at` is right to the minute, so that a busy key is not written with every request. */
const FIND_KEY: Statement = {
  name: 'find-key-4',
  text: `with used as (
    update api_keys set last_used_at = clock_timestamp()
    from (select set_config('synchronous_commit', 'off', true)) as quick
    where hash = $1 and revoked_at is null and (last_used_at is null or last_used_at < clock_timestamp() - interval '1 minute')
  ) select k.id as key_id, k.name as key_name, k.scope, ${PROJECT_COLUMNS.split(', ')
    .map((column) => `p.${column}`)
    .join(', ')}
    from api_keys k join projects p on p.id = k.project_id where k.hash = $1 and k.revoked_at is null and p.deleted_at is null`,
};

/** Keeps what is there: all processes read the value that was first. */
const SECRET: Statement = {
  name: 'secret',
  text: 'insert into secrets (name, value) values ($1, $2) on conflict (name) do update set name = excluded.name returning value',
};

function only<T>(rows: T[]): T {
  const [row] = rows;
  if (row === undefined) throw new Error('the database returned no row for what it was given');
  return row;
}

function createMoney(pool: Database['pool']): Pick<AccountStore, 'grant' | 'listLedger' | 'listBalances'> {
  return {
    grant: async ({ orgId, amount, currency, note }, reference) => {
      const text = `insert into ledger (org_id, kind, amount, currency, note, reference) values ($1, 'grant', $2, $3, $4, $5) on conflict (reference) do nothing`;
      await run(pool, { text }, [orgId, amount, currency, toStored(note), reference ?? null]);
    },
    listLedger: async ({ orgId, kind, limit }) => {
      const text = `select id, org_id, kind, amount, currency, document_id, note, created_at from ledger
        where ($1::text is null or org_id = $1) and ($2::text is null or kind = $2) order by id desc limit $3`;
      return (await repeatable<LedgerRow>(pool, { text }, [orgId ?? null, kind ?? null, limit])).map(toEntry).toReversed();
    },
    listBalances: async (orgId) => {
      const text =
        'select org_id, currency, granted, reserved, captured from balances where $1::text is null or org_id = $1 order by org_id, currency';
      return (await repeatable<BalanceRow>(pool, { text }, [orgId ?? null])).map(toBalance);
    },
  };
}

/** Accounts on an open database; nothing is to be closed. */
export function createAccountStore({ pool }: Database): AccountStore {
  return {
    createOrganisation: async ({ id, name }) => {
      const text = 'insert into organisations (id, name) values ($1, $2) returning id, name, created_at';
      return toOrganisation(only(await run<OrganisationRow>(pool, { text }, [id, toStored(name)])));
    },
    listOrganisations: async () =>
      (await repeatable<OrganisationRow>(pool, { text: 'select id, name, created_at from organisations order by id' }, [])).map(
        toOrganisation,
      ),
    createProject: async ({ id, orgId, name, region, retention }) => {
      const text = `insert into projects (id, org_id, name, region, retention) values ($1, $2, $3, $4, $5) returning ${PROJECT_COLUMNS}`;
      return toProject(only(await run<ProjectRow>(pool, { text }, [id, orgId, toStored(name), region, retention])));
    },
    listProjects: async (orgId) => {
      const text = `select ${PROJECT_COLUMNS} from projects where deleted_at is null and ($1::text is null or org_id = $1) order by id`;
      return (await repeatable<ProjectRow>(pool, { text }, [orgId ?? null])).map(toProject);
    },
    updateProject: async (id, { name, retention, defaults = {} }) => {
      const text = `update projects set name = coalesce($2, name), retention = coalesce($3, retention), defaults = defaults || $4
        where id = $1 and deleted_at is null returning ${PROJECT_COLUMNS}`;
      const [row] = await run<ProjectRow>(pool, { text }, [
        id,
        name === undefined ? null : toStored(name),
        retention ?? null,
        JSON.stringify(defaults),
      ]);
      return row ? toProject(row) : null;
    },
    deleteProject: async (id) => {
      const text = `with k as (update api_keys set revoked_at = coalesce(revoked_at, clock_timestamp()) where project_id = $1)
        update projects set deleted_at = clock_timestamp() where id = $1 and deleted_at is null returning id`;
      return (await run(pool, { text }, [id])).length > 0;
    },
    addKey: async ({ id, projectId, name, prefix, hash, scope = 'admin', createdBy = null }) => {
      const text = `insert into api_keys (id, project_id, name, prefix, hash, scope, created_by) values ($1, $2, $3, $4, $5, $6, $7) returning ${KEY_COLUMNS}`;
      return toKey(only(await run<KeyRow>(pool, { text }, [id, projectId, toStored(name), prefix, Buffer.from(hash), scope, createdBy])));
    },
    listKeys: async (projectId) => {
      const text = `select ${KEY_COLUMNS} from api_keys where $1::text is null or project_id = $1 order by id`;
      return (await repeatable<KeyRow>(pool, { text }, [projectId ?? null])).map(toKey);
    },
    revokeKey: async (id) => {
      const text = 'update api_keys set revoked_at = coalesce(revoked_at, clock_timestamp()) where id = $1 returning id';
      return (await repeatable(pool, { text }, [id])).length > 0;
    },
    findKey: async (hash) => {
      const [row] = await repeatable<ProjectRow & { key_id: string; key_name: string; scope: KeyScope }>(pool, FIND_KEY, [
        Buffer.from(hash),
      ]);
      return row ? { keyId: row.key_id, name: fromStored(row.key_name), scope: row.scope, project: toProject(row) } : null;
    },
    ...createMoney(pool),
    secret: async (name, fresh) => {
      const [known] = await repeatable<{ value: string }>(pool, { text: 'select value from secrets where name = $1' }, [name]);
      return known?.value ?? only(await repeatable<{ value: string }>(pool, SECRET, [name, fresh()])).value;
    },
  };
}
