import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../route-parents.tsx';

/** Where to go afterwards: an address of the dashboard, never one elsewhere. */
const ownAddress = (value: unknown): string | undefined => (typeof value === 'string' && /^\/(?![/\\])/.test(value) ? value : undefined);

export const signInRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sign-in',
  validateSearch: (search: Record<string, unknown>): { to?: string | undefined; ended?: true | undefined; error?: string | undefined } => ({
    to: ownAddress(search['to']),
    ended: search['ended'] === true ? true : undefined,
    // a code of sign-in elsewhere, never words: an address may come from anybody
    error: typeof search['error'] === 'string' && /^\w{1,60}$/.test(search['error']) ? search['error'] : undefined,
  }),
  component: lazyRouteComponent(() => import('./sign-in-screen.tsx'), 'SignInScreen'),
});
