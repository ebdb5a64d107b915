/** Making, listing and revoking API keys, and the first one of a new installation. */
import { Refusal } from '../base/refusal.ts';
import type { KeyScope } from '../contract/vocabulary.ts';
import type { AccountStore, ApiKey } from '../ports/account-store.ts';
import type { Clock } from '../ports/clock.ts';
import { grantToNew } from './grants.ts';
import { hashKey, makeKey, parseKey, prefixOf, type Random } from './api-key.ts';

export interface AccountContext {
  store: AccountStore;
  clock: Clock;
  random: Random;
  /** Region of this installation. */
  region: string;
  /** What it counts money in, ISO 4217. */
  currency: string;
}

export interface MadeKey {
  /** The key itself; it cannot be read again. */
  key: string;
  record: ApiKey;
}

/** @throws Refusal not_found where there is no such project */
export async function createKey(
  context: AccountContext,
  input: { projectId: string; name: string; scope?: KeyScope; createdBy?: string },
): Promise<MadeKey> {
  const project = (await context.store.listProjects()).find((candidate) => candidate.id === input.projectId);
  if (project === undefined) throw new Refusal('not_found', `There is no project ${input.projectId}.`);
  const key = makeKey(project.region, context.random);
  const { name, scope, createdBy } = input;
  const row = {
    id: `key_${context.clock.ulid()}`,
    projectId: project.id,
    name,
    prefix: prefixOf(key),
    hash: hashKey(key),
    ...(scope === undefined ? {} : { scope }),
    ...(createdBy === undefined ? {} : { createdBy }),
  };
  return { key, record: await context.store.addKey(row) };
}

/** Live and revoked keys of one project or of all. */
export function listKeys(context: Pick<AccountContext, 'store'>, projectId?: string): Promise<ApiKey[]> {
  return context.store.listKeys(projectId);
}

/** False where there is no such key. Servers refuse it within five seconds. */
export function revokeKey(context: Pick<AccountContext, 'store'>, id: string): Promise<boolean> {
  return context.store.revokeKey(id);
}

/**
 * In a new database: makes the organisation and project `default`, with a grant to begin with, and their first key. Several processes may do so at
 * once, and each may die at any step: the ids are settled first, so that every step is done once and a later start takes
 * up what is left to do.
 * @param given the operator's own choice (`OCTAVO_API_KEY`); ignored where the database is not new
 * @returns the key where it was made here, to be printed once; null where it was given or the database is not new
 * @throws Error for a given key that is not of the form `ak_<region>_…`, in a sentence for the operator
 */
export async function ensureFirstKey(context: AccountContext, given: string | undefined): Promise<string | null> {
  const { store, clock, random, region } = context;
  if ((await store.listKeys()).length > 0) return null;
  const id = await store.secret('first_organisation', () => clock.ulid());
  const orgId = `org_${id}`;
  const projectId = `prj_${id}`;
  // Organisations by hand come before keys by hand: whoever made one goes on so.
  if ((await store.listOrganisations()).some((organisation) => organisation.id !== orgId)) return null;
  if (given !== undefined) checkGivenKey(given, region);
  await makeOnce(
    async () => (await store.listOrganisations()).some((found) => found.id === orgId),
    () => store.createOrganisation({ id: orgId, name: 'default' }),
  );
  await makeOnce(
    async () => (await store.listProjects(orgId)).some((found) => found.id === projectId),
    () => store.createProject({ id: projectId, orgId, name: 'default', region, retention: '30d' }),
  );
  await grantToNew(context, orgId);
  const key = given ?? makeKey(region, random);
  const made = await makeOnce(
    async () => (await store.listKeys()).length > 0,
    () => store.addKey({ id: `key_${id}`, projectId, name: 'first key', prefix: prefixOf(key), hash: hashKey(key) }),
  );
  return made && given === undefined ? key : null;
}

/** True where it was made here, false where it was there or another process was faster. */
async function makeOnce(isThere: () => Promise<boolean>, make: () => Promise<unknown>): Promise<boolean> {
  if (await isThere()) return false;
  try {
    await make();
    return true;
  } catch (error) {
    if (await isThere()) return false;
    throw error;
  }
}

/** The secret that signs links: the operator's own (`OCTAVO_SECRET`), or one that is made once and kept in the database. */
export async function ensureSecret(context: Pick<AccountContext, 'store' | 'random'>, given: string | undefined): Promise<string> {
  return given ?? context.store.secret('link_signing', () => Buffer.from(context.random(32)).toString('base64url'));
}

function checkGivenKey(key: string, region: string): void {
  const parsed = parseKey(key);
  if (parsed === null)
    throw new Error(`OCTAVO_API_KEY is not an API key. It must be ak_${region}_ followed by letters and digits (32 random ones are wise).`);
  if (parsed.region !== region)
    throw new Error(`OCTAVO_API_KEY is for the region ${parsed.region}, but OCTAVO_REGION is ${region}; make the two agree.`);
}
