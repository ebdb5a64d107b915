import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../route-parents.tsx';

const STATUSES = ['pending', 'delivered', 'failed'] as const;

export const webhooksRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./webhooks-screen.tsx'), 'WebhooksScreen'),
});

export const webhookRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/webhooks/$endpointId',
  validateSearch: (search: Record<string, unknown>): { status?: (typeof STATUSES)[number] | undefined; delivery?: string | undefined } => ({
    status: STATUSES.find((status) => status === search['status']),
    /** The delivery that is open. */
    delivery: typeof search['delivery'] === 'string' ? search['delivery'] : undefined,
  }),
  component: lazyRouteComponent(() => import('./webhook-screen.tsx'), 'WebhookScreen'),
});
