import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../route-parents.tsx';

const WAYS = ['prompt', 'markdown', 'review'] as const;
export type Way = (typeof WAYS)[number];

export const newDocumentRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/new',
  /** `files`: ids of uploaded files to begin with. */
  validateSearch: (search: Record<string, unknown>): { way?: Way | undefined; files?: string[] | undefined } => ({
    way: WAYS.find((way) => way === search['way']),
    files: Array.isArray(search['files'])
      ? search['files'].filter((id): id is string => typeof id === 'string' && id.startsWith('file_'))
      : undefined,
  }),
  component: lazyRouteComponent(() => import('./new-document-screen.tsx'), 'NewDocumentScreen'),
});
