import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../route-parents.tsx';

const TABS = ['page', 'data'] as const;

export const artifactsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/artifacts',
  component: lazyRouteComponent(() => import('./artifacts-screen.tsx'), 'ArtifactsScreen'),
});

export const artifactRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/artifacts/$documentId',
  validateSearch: (search: Record<string, unknown>): { tab?: (typeof TABS)[number] | undefined; collection?: string | undefined } => ({
    tab: TABS.find((tab) => tab === search['tab']),
    collection: typeof search['collection'] === 'string' ? search['collection'] : undefined,
  }),
  component: lazyRouteComponent(() => import('./artifact-screen.tsx'), 'ArtifactScreen'),
});
