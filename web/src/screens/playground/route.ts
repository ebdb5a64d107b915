import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../route-parents.tsx';

export const playgroundRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/playground',
  validateSearch: (search: Record<string, unknown>): { call?: string | undefined } => ({
    /** `GET /documents`. */
    call: typeof search['call'] === 'string' ? search['call'] : undefined,
  }),
  component: lazyRouteComponent(() => import('./playground-screen.tsx'), 'PlaygroundScreen'),
});
