import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { shellRoute } from '../../route-parents.tsx';

export const SPANS = [7, 30, 90] as const;
const TABS = ['usage', 'balance', 'statements'] as const;

export const usageRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/usage',
  validateSearch: (
    search: Record<string, unknown>,
  ): { tab?: (typeof TABS)[number] | undefined; days?: (typeof SPANS)[number] | undefined; month?: string | undefined } => ({
    tab: TABS.find((tab) => tab === search['tab']),
    /** Days up to today. */
    days: SPANS.find((days) => days === search['days']),
    month: typeof search['month'] === 'string' && /^\d{4}-\d{2}$/.test(search['month']) ? search['month'] : undefined,
  }),
  component: lazyRouteComponent(() => import('./usage-screen.tsx'), 'UsageScreen'),
});
