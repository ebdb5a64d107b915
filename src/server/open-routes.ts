/** Routes without a key: health, metrics, the description of the interface, pages about problems. */
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../base/refusal.ts';
import { createDescription } from './describe-interface.ts';
import { addDocumentation } from './documentation.ts';
import { readParameter } from './door.ts';
import { addMetrics } from './metrics-routes.ts';
import { writeProblemPage } from './problem-page.ts';
import { addReferencePage } from './reference-page.ts';
import type { ServerOptions } from './server-options.ts';

/** A part that does not answer within this time is as good as down. */
const CHECK_TIMEOUT_MS = 3_000;

/** Adds the routes that need no key: health, readiness, metrics, the OpenAPI document, its reference page and the pages of errors. */
export function addOpenRoutes(
  app: FastifyInstance,
  options: Pick<ServerOptions, 'publicUrl' | 'version' | 'checks' | 'metrics' | 'metricsAccess' | 'documentation'>,
): void {
  const { publicUrl, version, checks } = options;
  app.get('/healthz', { config: { operation: 'healthz' } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config: { operation: 'readyz' } }, async (request, reply) => {
    const found = await Promise.all(
      Object.entries(checks).map(async ([name, check]) => {
        const trouble = await runCheck(check);
        if (trouble !== null) request.log.warn({ err: trouble, check: name }, 'a check failed');
        return [name, trouble === null ? 'ok' : 'failed'] as const;
      }),
    );
    const ready = found.every(([, state]) => state === 'ok');
    if (!ready) reply.code(503);
    return { status: ready ? 'ok' : 'unavailable', checks: Object.fromEntries(found) };
  });
  if (options.metricsAccess?.elsewhere !== true) addMetrics(app, options);

  const describe = createDescription();
  app.get('/v1/openapi.json', { config: { operation: 'openapi' } }, async (_request, reply) => {
    const description = await describe({ publicUrl: publicUrl(), version });
    // Readers of the description run on other origins; it holds nothing that is not public.
    return reply.header('content-type', 'application/json; charset=utf-8').header('access-control-allow-origin', '*').send(description);
  });

  app.get('/errors/:code', { config: { operation: 'problemPage' } }, async (request, reply) => {
    const page = writeProblemPage(readParameter(request, 'code'));
    if (page === null) throw new Refusal('not_found', 'There is no problem with this code.');
    return reply.header('content-type', 'text/html; charset=utf-8').header('content-security-policy', page.policy).send(page.html);
  });
  addReferencePage(app);
  addDocumentation(app, options.documentation);
}

/** What went wrong, or that there was no answer in time; null if nothing. */
export async function runCheck(check: () => Promise<void>): Promise<unknown> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    timer = setTimeout(() => reject(new Error(`no answer within ${CHECK_TIMEOUT_MS} ms`)), CHECK_TIMEOUT_MS);
  });
  try {
    await Promise.race([check(), late]);
    return null;
  } catch (error) {
    return error ?? new Error('the check failed without saying why');
  } finally {
    clearTimeout(timer);
  }
}
