import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../route-parents.tsx';

export const VIEWS = ['pages', 'changes', 'versions', 'report', 'request', 'events', 'data'] as const;
export type View = (typeof VIEWS)[number];

export const documentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/documents/$documentId',
  validateSearch: (search: Record<string, unknown>): { view?: View | undefined; page?: number | undefined; from?: string | undefined } => ({
    view: VIEWS.find((view) => view === search['view']),
    page: typeof search['page'] === 'number' && search['page'] >= 1 ? Math.trunc(search['page']) : undefined,
    from: typeof search['from'] === 'string' ? search['from'] : undefined,
  }),
  component: lazyRouteComponent(() => import('./document-screen.tsx'), 'DocumentScreen'),
});
