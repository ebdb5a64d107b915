/** Accounts in memory, for tests that need no database. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import type { AccountContext } from '../../src/accounts/keys.ts';
import type { AccountStore, ApiKey, Balance, KeyOwner, LedgerEntry, Organisation, Project } from '../../src/ports/account-store.ts';

export interface MemoryAccounts extends AccountStore {
  /** How often a key was looked up. */
  lookups: number;
}

/** As a primary key does. */
function refuseTwice(ids: readonly string[], id: string): void {
  if (ids.includes(id)) throw new Error(`duplicate key ${id}`);
}

const createdAt = new Date('2026-01-01T00:00:00Z');

type Owners = Omit<MemoryAccounts, 'grant' | 'listLedger' | 'listBalances' | 'secret'>;

function createOwners(): Owners {
  const organisations: Organisation[] = [];
  const projects: Project[] = [];
  const keys = new Map<string, { key: ApiKey; hash: string }>();
  const store: Owners = {
    lookups: 0,
    async createOrganisation(input) {
      refuseTwice(
        organisations.map(({ id }) => id),
        input.id,
      );
      const organisation = { ...input, createdAt };
      organisations.push(organisation);
      return organisation;
    },
    listOrganisations: async () => [...organisations],
    async createProject(input) {
      refuseTwice(
        projects.map(({ id }) => id),
        input.id,
      );
      const project = { ...input, createdAt };
      projects.push(project);
      return project;
    },
    listProjects: async (orgId) => projects.filter((project) => orgId === undefined || project.orgId === orgId),
    async updateProject(id, change) {
      const found = projects.find((project) => project.id === id);
      if (found === undefined) return null;
      if (change.name !== undefined) found.name = change.name;
      if (change.defaults !== undefined)
        found.defaults = { language: null, paper: null, brand: null, ...found.defaults, ...change.defaults };
      if (change.retention !== undefined) found.retention = change.retention;
      return found;
    },
    async deleteProject(id) {
      const at = projects.findIndex((project) => project.id === id);
      if (at >= 0) projects.splice(at, 1);
      return at >= 0;
    },
    async addKey({ hash, scope = 'admin', ...given }) {
      const { createdBy, ...input } = { createdBy: null, ...given };
      assert.ok(createdBy === null || createdBy.startsWith('usr_'));
      refuseTwice([...keys.keys()], input.id);
      const key: ApiKey = { ...input, scope, createdAt, lastUsedAt: null, revokedAt: null };
      keys.set(key.id, { key, hash: Buffer.from(hash).toString('hex') });
      return key;
    },
    listKeys: async (projectId) =>
      [...keys.values()].map(({ key }) => key).filter((key) => projectId === undefined || key.projectId === projectId),
    async revokeKey(id) {
      const found = keys.get(id);
      if (found === undefined) return false;
      found.key.revokedAt = createdAt;
      return true;
    },
    async findKey(hash): Promise<KeyOwner | null> {
      store.lookups++;
      const wanted = Buffer.from(hash).toString('hex');
      const found = [...keys.values()].find(({ key, hash: known }) => known === wanted && key.revokedAt === null);
      const project = projects.find(({ id }) => id === found?.key.projectId);
      return found === undefined || project === undefined
        ? null
        : { keyId: found.key.id, name: found.key.name, scope: found.key.scope, project };
    },
  };
  return store;
}

function createLedger(): Pick<AccountStore, 'grant' | 'listLedger' | 'listBalances'> {
  const grants: (LedgerEntry & { reference: string | undefined })[] = [];
  return {
    async grant(input, reference) {
      if (reference !== undefined && grants.some((entry) => entry.reference === reference)) return;
      grants.push({ ...input, id: String(grants.length + 1), kind: 'grant', documentId: null, createdAt, reference });
    },
    listLedger: async ({ orgId, kind, limit }) =>
      grants.filter((entry) => (orgId === undefined || entry.orgId === orgId) && (kind === undefined || entry.kind === kind)).slice(-limit),
    async listBalances(orgId) {
      const balances = new Map<string, Balance>();
      for (const { orgId: owner, currency, amount } of grants) {
        if (orgId !== undefined && owner !== orgId) continue;
        const before = balances.get(`${owner} ${currency}`) ?? { orgId: owner, currency, granted: 0, reserved: 0, captured: 0 };
        balances.set(`${owner} ${currency}`, { ...before, granted: before.granted + amount });
      }
      return [...balances.values()];
    },
  };
}

export function createMemoryAccounts(): MemoryAccounts {
  const secrets = new Map<string, string>();
  // One object: what counts lookups is what a test looks at.
  return Object.assign(createOwners(), createLedger(), {
    async secret(name: string, fresh: () => string) {
      const known = secrets.get(name) ?? fresh();
      secrets.set(name, known);
      return known;
    },
  });
}

/** Empty accounts of a region, with ids that count up and a clock that stands still. */
export function openAccounts(region = 'eu'): { store: MemoryAccounts; context: AccountContext } {
  const store = createMemoryAccounts();
  let ids = 0;
  return {
    store,
    context: {
      store,
      region,
      currency: 'EUR',
      random: (bytes) => randomBytes(bytes),
      clock: { now: () => new Date(0), monotonicMs: () => 0, ulid: () => String(ids++).padStart(26, '0') },
    },
  };
}
