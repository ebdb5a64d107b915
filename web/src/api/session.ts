/** Who is signed in, in which project, and what the user may do there. */
import { queryOptions, useSuspenseQuery } from '@tanstack/react-query';
import { roleMay } from '../../../src/accounts/permissions.ts';
import type { Permission } from '../../../src/contract/vocabulary.ts';
import { ApiError, ask } from './client.ts';
import type { Session } from './contract.ts';
import { chooseProject } from './project.ts';

/** The session; null where nobody is signed in. A project that is gone, or never was the user's, is forgotten. */
export const sessionQuery = queryOptions({
  queryKey: ['session'],
  staleTime: 60_000,
  queryFn: async (): Promise<Session | null> => {
    try {
      return await ask('GET', '/dashboard/session', {});
    } catch (error) {
      if (!(error instanceof ApiError)) throw error;
      if (error.status === 401) return null;
      if (error.status !== 404) throw error;
      chooseProject(null);
      return ask('GET', '/dashboard/session', {});
    }
  },
});

/** Behind the sign-in there is a session; its absence is a bug. */
export function useSession() {
  const { data } = useSuspenseQuery(sessionQuery);
  if (data === null) throw new Error('nobody is signed in');
  const organisation = data.organisations.find(({ projects }) => projects.some(({ id }) => id === data.project)) ?? data.organisations[0];
  const project = organisation?.projects.find(({ id }) => id === data.project) ?? null;
  const role = organisation?.role ?? 'viewer';
  return { ...data, organisation, projectSettings: project, role, may: (permission: Permission): boolean => roleMay(role, permission) };
}
