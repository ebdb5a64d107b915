/** Making, listing and revoking API keys, and the first one of a new installation. */
import type { AccountStore, ApiKey, Project } from '../ports/account-store.ts';
import type { Clock } from '../ports/clock.ts';
import { hashKey, makeKey, parseKey, prefixOf, type Random } from './api-key.ts';

export interface AccountContext {
  store: AccountStore;
  clock: Clock;
  random: Random;
  /** Region of this installation. */
  region: string;
}

export interface MadeKey {
  /** The key itself; it cannot be read again. */
  key: string;
  record: ApiKey;
}

/** @throws Error where there is no such project */
export async function createKey(context: AccountContext, input: { projectId: string; name: string }): Promise<MadeKey> {
  const project = (await context.store.listProjects()).find((candidate) => candidate.id === input.projectId);
  if (project === undefined) throw new Error(`There is no project ${input.projectId}.`);
  return addKey(context, project, input.name, makeKey(project.region, context.random));
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
 * In a database without organisations: makes the organisation and project `default` and their first key.
 * @param given the operator's own choice (`OCTAVO_API_KEY`); ignored where there is an organisation already
 * @returns the key where it was made here, to be printed once; null where it was given or the database is not new
 * @throws Error for a given key that is not of the form `ak_<region>_…`, in a sentence for the operator
 */
export async function ensureFirstKey(context: AccountContext, given: string | undefined): Promise<string | null> {
  const { store, clock, random, region } = context;
  if ((await store.listOrganisations()).length > 0) return null;
  if (given !== undefined) checkGivenKey(given, region);
  // Several processes may start on a new database at once; the one whose id was stored does the work.
  const id = clock.ulid();
  if (await store.secret('first_organisation', () => id) !== id) return null;
  const organisation = await store.createOrganisation({ id: `org_${id}`, name: 'default' });
  const project = await store.createProject({ id: `prj_${clock.ulid()}`, orgId: organisation.id, name: 'default', region, retention: '30d' });
  const key = given ?? makeKey(region, random);
  await addKey(context, project, 'first key', key);
  return given === undefined ? key : null;
}

/** The secret that signs links: the operator's own (`OCTAVO_SECRET`), or one that is made once and kept in the database. */
export async function ensureSecret(context: Pick<AccountContext, 'store' | 'random'>, given: string | undefined): Promise<string> {
  return given ?? context.store.secret('link_signing', () => Buffer.from(context.random(32)).toString('base64url'));
}

function addKey(context: AccountContext, project: Project, name: string, key: string): Promise<MadeKey> {
  const row = { id: `key_${context.clock.ulid()}`, projectId: project.id, name, prefix: prefixOf(key), hash: hashKey(key) };
  return context.store.addKey(row).then((record) => ({ key, record }));
}

function checkGivenKey(key: string, region: string): void {
  const parsed = parseKey(key);
  if (parsed === null) throw new Error(`OCTAVO_API_KEY is not an API key. It must be ak_${region}_ followed by letters and digits (32 random ones are wise).`);
  if (parsed.region !== region) throw new Error(`OCTAVO_API_KEY is for the region ${parsed.region}, but OCTAVO_REGION is ${region}; make the two agree.`);
}
