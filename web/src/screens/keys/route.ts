import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../route-parents.tsx';

const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

export const keysRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/keys',
  validateSearch: (
    search: Record<string, unknown>,
  ): { key?: string | undefined; failed?: true | undefined; request?: string | undefined } => ({
    /** Whose requests are shown. */
    key: text(search['key']),
    failed: search['failed'] === true ? true : undefined,
    /** The one that is open. */
    request: text(search['request']),
  }),
  component: lazyRouteComponent(() => import('./keys-screen.tsx'), 'KeysScreen'),
});
