import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { FORMATS, OPERATIONS, STATUSES, type Format, type Operation, type Status } from '../../../../src/contract/vocabulary.ts';
import { shellRoute } from '../../route-parents.tsx';

export interface DocumentFilters {
  name?: string | undefined;
  status?: Status | undefined;
  format?: Format | undefined;
  operation?: Operation | undefined;
  /** Cursors of pages. */
  after?: string | undefined;
  before?: string | undefined;
}

const oneOf = <V extends string>(known: readonly V[], value: unknown): V | undefined => known.find((one) => one === value);
const text = (value: unknown): string | undefined => (typeof value === 'string' && value !== '' ? value : undefined);

export const documentsRoute = createRoute({
  getParentRoute: () => shellRoute,
  path: '/documents',
  validateSearch: (search: Record<string, unknown>): DocumentFilters => ({
    name: text(search['name']),
    status: oneOf(STATUSES, search['status']),
    format: oneOf(FORMATS, search['format']),
    operation: oneOf(OPERATIONS, search['operation']),
    after: text(search['after']),
    before: text(search['before']),
  }),
  component: lazyRouteComponent(() => import('./documents-screen.tsx'), 'DocumentsScreen'),
});
