/** The two parents of all routes: pages for everybody (sign-in, links), and the shell for who is signed in. */
import { createRootRouteWithContext, createRoute, Outlet, redirect, retainSearchParams } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { chooseProject, chosenProject } from './api/project.ts';
import { sessionQuery } from './api/session.ts';
import { AppShell } from './shell/app-shell.tsx';
import { NotFound } from './shell/not-found.tsx';
import { ScreenError } from './shell/screen-error.tsx';

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  errorComponent: ScreenError,
  notFoundComponent: NotFound,
});

/** What every address of the dashboard may name: its project, where the user has several, so that a link opens in the same one anywhere. */
interface ShellSearch {
  project?: string | undefined;
}

/** Screens of the dashboard are children of this one: whoever is not signed in is sent to the sign-in, and comes back. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  validateSearch: ({ project }: Record<string, unknown>): ShellSearch => ({
    project: typeof project === 'string' && /^prj_\w{26}$/.test(project) ? project : undefined,
  }),
  search: { middlewares: [retainSearchParams(['project'])] },
  beforeLoad: async ({ context: { queryClient }, location, search: { project } }) => {
    if (project !== undefined && project !== chosenProject()) {
      chooseProject(project);
      queryClient.removeQueries({ predicate: ({ queryKey }) => queryKey[0] !== sessionQuery.queryKey[0] });
      await queryClient.fetchQuery({ ...sessionQuery, staleTime: 0 });
    }
    const session = await queryClient.ensureQueryData(sessionQuery);
    if (session === null) throw redirect({ to: '/sign-in', search: { to: location.href } });
    const several = session.organisations.flatMap(({ projects }) => projects).length > 1;
    // what was asked for may be none of the user's: then the session is in another one
    const named = several ? (session.project ?? undefined) : undefined;
    if (named !== project) throw redirect({ to: location.pathname, search: { ...location.search, project: named }, replace: true });
  },
  component: AppShell,
  errorComponent: ScreenError,
  notFoundComponent: NotFound,
});

/** Addresses that no screen has: the navigation stays. */
export const unknownRoute = createRoute({ getParentRoute: () => shellRoute, path: '$', component: NotFound });
