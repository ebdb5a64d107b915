import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../route-parents.tsx';

const tokenOf = (search: Record<string, unknown>): { token?: string | undefined } => ({
  token: typeof search['token'] === 'string' ? search['token'] : undefined,
});

/** Where links to join lead: the first user's, and invitations. */
export const joinRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/join',
  validateSearch: tokenOf,
  component: lazyRouteComponent(() => import('./join-screen.tsx'), 'JoinScreen'),
});

/** Without a token it asks for a link by mail; with one it sets a new password. */
export const resetRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/reset',
  validateSearch: tokenOf,
  component: lazyRouteComponent(() => import('./reset-screen.tsx'), 'ResetScreen'),
});
