/** All that the dashboard's routes stand on; made in `main/`. */
import type { RequestLogStore } from '../ports/request-log.ts';
import type { SignIn } from '../ports/sign-in.ts';
import type { AccountContext } from './keys.ts';
import type { SessionCaller } from './caller.ts';
import type { PeopleContext } from './people.ts';

export interface Dashboard extends PeopleContext {
  signIn: SignIn;
  accounts: AccountContext;
  requests: RequestLogStore;
}

/** What happened, for the audit log. */
export interface Happening {
  action: string;
  target?: string | null;
  details?: Record<string, string>;
}

/** Notes what a user who is signed in did in the organisation. @param address of the client */
export function noteDeed(
  { people }: Pick<PeopleContext, 'people'>,
  { session, membership, project }: SessionCaller,
  { action, target = null, details = {} }: Happening,
  address: string,
): Promise<void> {
  const { id, email } = session.user;
  const where = { orgId: membership?.organisation.id ?? null, projectId: project?.id ?? null };
  return people.record({ ...where, userId: id, actor: email, action, target, details, address });
}
