/** Routes without a key: health, metrics, the description of the interface, pages about problems. */
import type { FastifyInstance } from 'fastify';
import { Refusal, type RefusalCode } from '../base/refusal.ts';
import { writeOpenApi } from '../api/openapi.ts';
import { PROBLEMS } from '../api/problem.ts';
import { readParameter } from './door.ts';
import { addReferencePage } from './reference-page.ts';
import type { ServerOptions } from './server-options.ts';

/** A part that does not answer within this time is as good as down. */
const CHECK_TIMEOUT_MS = 3_000;

/** Adds the routes that need no key: health, readiness, metrics, the OpenAPI document, its reference page and the pages of errors. */
export function addOpenRoutes(app: FastifyInstance, options: Pick<ServerOptions, 'publicUrl' | 'version' | 'checks' | 'metrics'>): void {
  const { publicUrl, version, checks, metrics } = options;
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
  app.get('/metrics', { config: { operation: 'metrics' } }, async (_request, reply) =>
    reply.header('content-type', metrics.contentType).send(await metrics.read()),
  );

  let description: { publicUrl: string; json: string } | null = null;
  app.get('/v1/openapi.json', { config: { operation: 'openapi' } }, async (_request, reply) => {
    if (description?.publicUrl !== publicUrl())
      description = { publicUrl: publicUrl(), json: JSON.stringify(writeOpenApi({ publicUrl: publicUrl(), version })) };
    // Readers of the description run on other origins; it holds nothing that is not public.
    return reply
      .header('content-type', 'application/json; charset=utf-8')
      .header('access-control-allow-origin', '*')
      .send(description.json);
  });

  app.get('/errors/:code', { config: { operation: 'problemPage' } }, async (request, reply) => {
    const page = writeProblemPage(readParameter(request, 'code'));
    if (page === null) throw new Refusal('not_found', 'There is no problem with this code.');
    return reply
      .header('content-type', 'text/html; charset=utf-8')
      .header('content-security-policy', "default-src 'none'; style-src 'unsafe-inline'")
      .send(page);
  });
  addReferencePage(app);
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

const isCode = (code: string): code is RefusalCode => Object.hasOwn(PROBLEMS, code);
const escapeHtml = (text: string): string =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replace(/`([^`]+)`/g, '<code>$1</code>');

/** The page at a problem's `type`; null for a code that does not exist. */
function writeProblemPage(code: string): string | null {
  if (!isCode(code)) return null;
  const { status, title, meaning } = PROBLEMS[code];
  const style =
    'body{font:16px/1.5 system-ui,sans-serif;max-width:42rem;margin:4rem auto;padding:0 1rem;color:#1f2933}code{background:#eef1f4;padding:.1em .3em;border-radius:3px}';
  return (
    `<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>${code}</title><style>${style}</style></head>` +
    `<body><h1>${escapeHtml(title)}</h1><p><code>${code}</code>, HTTP ${status}</p><p>${escapeHtml(meaning)}</p><p><a href="/docs">All of the interface</a></p></body></html>\n`
  );
}
