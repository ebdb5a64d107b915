/** Organisations and their projects: who the documents belong to, and how long their content is kept by default. */
import { RETENTIONS, type Retention } from '../contract/vocabulary.ts';
import { Refusal } from '../base/refusal.ts';
import type { AccountStore, Organisation, Project } from '../ports/account-store.ts';
import type { AccountContext } from './keys.ts';

const NAME_CHARS_MAX = 200;

/** @throws Refusal input_invalid for a name that cannot be */
export async function createOrganisation(
  { store, clock }: Pick<AccountContext, 'store' | 'clock'>,
  input: { name: string },
): Promise<Organisation> {
  return store.createOrganisation({ id: `org_${clock.ulid()}`, name: checkName(input.name) });
}

/** All organisations of the installation, in the order of the store. */
export function listOrganisations({ store }: { store: AccountStore }): Promise<Organisation[]> {
  return store.listOrganisations();
}

/**
 * A project of this installation's region.
 * @throws Refusal not_found where there is no such organisation, input_invalid for a name or retention that cannot be
 */
export async function createProject(
  context: Pick<AccountContext, 'store' | 'clock' | 'region'>,
  input: { orgId: string; name: string; retention?: string | undefined },
): Promise<Project> {
  const { store, clock, region } = context;
  const name = checkName(input.name);
  const retention = checkRetention(input.retention ?? '30d');
  const organisations = await store.listOrganisations();
  if (!organisations.some(({ id }) => id === input.orgId))
    throw new Refusal('not_found', `There is no organisation ${input.orgId}; octavo orgs list shows those that are.`);
  return store.createProject({ id: `prj_${clock.ulid()}`, orgId: input.orgId, name, region, retention });
}

/** Projects of one organisation or of all. */
export function listProjects({ store }: { store: AccountStore }, orgId?: string): Promise<Project[]> {
  return store.listProjects(orgId);
}

function checkName(name: string): string {
  const trimmed = name.trim();
  if (trimmed === '' || [...trimmed].length > NAME_CHARS_MAX || /\p{Cc}/u.test(trimmed))
    throw new Refusal('input_invalid', `A name has 1 to ${NAME_CHARS_MAX} characters and no control characters.`);
  return trimmed;
}

function checkRetention(retention: string): Retention {
  const found = RETENTIONS.find((known) => known === retention);
  if (found === undefined) throw new Refusal('input_invalid', `A retention is one of ${RETENTIONS.join(', ')}; ${retention} is not.`);
  return found;
}
