/** The two parents of all routes: pages for everybody (sign-in, links), and the shell for who is signed in. */
import { createRootRouteWithContext, createRoute, Outlet, redirect } from '@tanstack/react-router';
import type { QueryClient } from '@tanstack/react-query';
import { sessionQuery } from './api/session.ts';
import { AppShell } from './shell/app-shell.tsx';
import { NotFound } from './shell/not-found.tsx';
import { ScreenError } from './shell/screen-error.tsx';

export const rootRoute = createRootRouteWithContext<{ queryClient: QueryClient }>()({
  component: Outlet,
  errorComponent: ScreenError,
  notFoundComponent: NotFound,
});

/** Screens of the dashboard are children of this one: whoever is not signed in is sent to the sign-in, and comes back. */
export const shellRoute = createRoute({
  getParentRoute: () => rootRoute,
  id: 'shell',
  beforeLoad: async ({ context, location }) => {
    const session = await context.queryClient.ensureQueryData(sessionQuery);
    if (session === null) throw redirect({ to: '/sign-in', search: { to: location.href } });
  },
  component: AppShell,
  errorComponent: ScreenError,
  notFoundComponent: NotFound,
});
