/** Who asks: a key of a project, or a user who is signed in and acts in one. */
import { Refusal } from '../base/refusal.ts';
import type { KeyScope, Permission, Role } from '../contract/vocabulary.ts';
import type { KeyOwner, Project } from '../ports/account-store.ts';
import type { Membership, PeopleStore } from '../ports/people-store.ts';
import type { SignedIn } from '../ports/sign-in.ts';
import { roleMay, scopeMay } from './permissions.ts';

export interface KeyCaller {
  kind: 'key';
  keyId: string;
  scope: KeyScope;
  project: Project;
}
export interface SessionCaller {
  kind: 'session';
  session: SignedIn;
  memberships: readonly Membership[];
  /** Where the user acts; null where there is no organisation, or no project in it. */
  membership: Membership | null;
  project: Project | null;
}
export type Caller = KeyCaller | SessionCaller;

/** The caller behind a key that holds. */
export const keyCaller = ({ keyId, scope, project }: KeyOwner): KeyCaller => ({ kind: 'key', keyId, scope, project });

/**
 * The caller behind a session that holds.
 * @param named the header `Octavo-Project`; the first project of the user's where it is absent
 * @throws Refusal not_found for a project that is not one of the user's, unauthorized for a user that was disabled
 */
export async function sessionCaller(
  people: Pick<PeopleStore, 'memberships'>,
  session: SignedIn,
  named: { project: string | undefined; region: string },
): Promise<SessionCaller> {
  const memberships = await people.memberships(session.user.id);
  const base = { kind: 'session' as const, session, memberships };
  if (named.project === undefined) {
    const membership = memberships.find(({ projects }) => projects.length > 0) ?? memberships[0] ?? null;
    return { ...base, membership, project: membership?.projects[0] ?? null };
  }
  for (const membership of memberships) {
    const project = membership.projects.find(({ id }) => id === named.project);
    if (project === undefined) continue;
    if (project.region === named.region) return { ...base, membership, project };
    throw new Refusal('region_mismatch', `The project is in the region ${project.region}, and this is ${named.region}.`);
  }
  throw new Refusal('not_found', 'There is no such project (header Octavo-Project) among those of this user.');
}

const describeRole = (role: Role | undefined): string => (role === undefined ? 'A user without an organisation' : `The role ${role}`);

/** @throws Refusal forbidden where the scope of the key or the role of the user does not allow it */
export function checkPermission(caller: Caller, permission: Permission): void {
  if (caller.kind === 'key') {
    if (!scopeMay(caller.scope, permission)) throw new Refusal('forbidden', `A key with the scope ${caller.scope} may not do this.`);
    return;
  }
  const role = caller.membership?.role;
  if (permission === 'self' || (role !== undefined && roleMay(role, permission))) return;
  throw new Refusal('forbidden', `${describeRole(role)} may not do this.`);
}
