import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../route-parents.tsx';

export const projectRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/project',
  component: lazyRouteComponent(() => import('./project-screen.tsx'), 'ProjectScreen'),
});

export const brandRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/brand',
  component: lazyRouteComponent(() => import('./brand-screen.tsx'), 'BrandScreen'),
});
