/** All routes of the dashboard: one line for each screen, from the `route.ts` of its folder. */
import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query';
import { createRouter } from '@tanstack/react-router';
import { ApiError } from './api/client.ts';
import { sessionQuery } from './api/session.ts';
import { rootRoute, shellRoute, unknownRoute } from './route-parents.tsx';
import { accountRoute } from './screens/account/route.ts';
import { artifactRoute, artifactsRoute } from './screens/artifacts/route.ts';
import { auditRoute } from './screens/audit/route.ts';
import { documentRoute } from './screens/document/route.ts';
import { documentsRoute } from './screens/documents/route.ts';
import { extractionsRoute } from './screens/extractions/route.ts';
import { filesRoute } from './screens/files/route.ts';
import { joinRoute, resetRoute } from './screens/join/route.ts';
import { keysRoute } from './screens/keys/route.ts';
import { membersRoute } from './screens/members/route.ts';
import { newDocumentRoute } from './screens/new-document/route.ts';
import { overviewRoute } from './screens/overview/route.ts';
import { playgroundRoute } from './screens/playground/route.ts';
import { brandRoute, projectRoute } from './screens/project/route.ts';
import { signInRoute } from './screens/sign-in/route.ts';
import { usageRoute } from './screens/usage/route.ts';
import { webhookRoute, webhooksRoute } from './screens/webhooks/route.ts';
import { ScreenError } from './shell/screen-error.tsx';
import { ScreenLoading } from './shell/screen-loading.tsx';

const managing = [
  filesRoute,
  extractionsRoute,
  artifactsRoute,
  artifactRoute,
  keysRoute,
  webhooksRoute,
  webhookRoute,
  playgroundRoute,
  usageRoute,
  membersRoute,
  projectRoute,
  brandRoute,
  auditRoute,
  accountRoute,
] as const;
const routeTree = rootRoute.addChildren([
  signInRoute,
  joinRoute,
  resetRoute,
  shellRoute.addChildren([overviewRoute, newDocumentRoute, documentsRoute, documentRoute, ...managing, unknownRoute]),
]);

/** A session that has ended leads to the sign-in, and from there back to where the user was. */
function leaveWhenSignedOut(error: Error): void {
  if (!(error instanceof ApiError) || error.problem?.code !== 'unauthorized') return;
  if (router.state.location.pathname === '/sign-in') return;
  queryClient.setQueryData(sessionQuery.queryKey, null);
  void router.navigate({ to: '/sign-in', search: { to: router.state.location.href, ended: true } });
}

const isWorthRetrying = (failures: number, error: Error): boolean =>
  failures < 2 && !(error instanceof ApiError && error.status >= 400 && error.status < 500);

export const queryClient = new QueryClient({
  queryCache: new QueryCache({ onError: leaveWhenSignedOut }),
  mutationCache: new MutationCache({ onError: leaveWhenSignedOut }),
  defaultOptions: { queries: { retry: isWorthRetrying, staleTime: 5_000 } },
});

export const router = createRouter({
  routeTree,
  context: { queryClient },
  defaultPreload: 'intent',
  scrollRestoration: true,
  defaultErrorComponent: ScreenError,
  defaultPendingComponent: ScreenLoading,
  defaultPendingMs: 300,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
