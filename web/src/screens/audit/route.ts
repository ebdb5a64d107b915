import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../route-parents.tsx';

export const auditRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/audit-log',
  component: lazyRouteComponent(() => import('./audit-screen.tsx'), 'AuditScreen'),
});
