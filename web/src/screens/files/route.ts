import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../route-parents.tsx';

export const filesRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/files',
  component: lazyRouteComponent(() => import('./files-screen.tsx'), 'FilesScreen'),
});
