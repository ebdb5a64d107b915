import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../route-parents.tsx';

export const extractionsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/extractions',
  component: lazyRouteComponent(() => import('./extractions-screen.tsx'), 'ExtractionsScreen'),
});
