/**
 * The dashboard as `npm run setup` builds it (`web/dist`): hashed files that never change, and one page that browsers get at every
 * address that is nobody else's. Whoever asks at `/` and is no browser is told where the API is.
 */
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { ServerOptions } from './server-options.ts';

const YEAR_S = 31_536_000;
/** Addresses below these are never pages of the dashboard: what is unknown there is a problem, to browsers too. */
const NOT_PAGES = /^\/(?:v\d+|api|docs|errors|mcp|assets|healthz|readyz|metrics)(?:\/|$)/;

/** The page holds no script and no style of its own. Pages of artifacts are shown in a frame, from their own origin. */
const policyFor = (artifactUrl: string): string =>
  [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "font-src 'self'",
    "img-src 'self' blob: data:",
    "connect-src 'self'",
    `frame-src ${artifactUrl === '' ? "'none'" : new URL(artifactUrl).origin}`,
    "form-action 'self'",
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ');

const NOT_BUILT = `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width, initial-scale=1"><title>Octavo</title><style>body{font:16px/1.6 system-ui,sans-serif;max-width:40rem;margin:4rem auto;padding:0 1rem;color:#1c1917}code{background:#f3f1ee;padding:.1em .35em;border-radius:4px}</style></head>
<body><h1>The dashboard has not been built</h1><p>Octavo is running, and its API works: it is below <code>/v1</code>, described at <a href="/docs">/docs</a>.</p><p>For the dashboard run <code>npm run setup</code> in the folder of Octavo (<code>npm start</code> does it by itself), then start Octavo again.</p></body></html>
`;

/** Whether a browser is on its way to a page: it says so, or takes HTML before all else. */
function isNavigation(request: FastifyRequest): boolean {
  if (request.method !== 'GET' && request.method !== 'HEAD') return false;
  return request.headers['sec-fetch-mode'] === 'navigate' || /^\s*text\/html\b/.test(request.headers.accept ?? '');
}

export interface DashboardPages {
  /** Answers a browser with the page; false where the request is not for one. */
  answer(request: FastifyRequest, reply: FastifyReply): boolean;
}

/** What the page is answered with, in place of the `no-store` and `nosniff` of the API. */
function createAnswer(options: Pick<ServerOptions, 'artifactUrl'>, html: string | null): DashboardPages['answer'] {
  return (request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    if (NOT_PAGES.test(path) || !isNavigation(request)) return false;
    reply.headers({
      'content-type': 'text/html; charset=utf-8',
      vary: 'Accept, Sec-Fetch-Mode',
      'cross-origin-opener-policy': 'same-origin',
      'content-security-policy': html === null ? "default-src 'none'; style-src 'unsafe-inline'" : policyFor(options.artifactUrl()),
    });
    if (html === null) reply.code(path === '/' ? 200 : 404);
    else reply.header('cache-control', 'no-cache');
    void reply.send(html ?? NOT_BUILT);
    return true;
  };
}

/**
 * Adds the files below `/assets` and `GET /` for programs.
 * @param options.dashboardDir folder of the built files; without them browsers get a page that says how to build them
 */
export async function addDashboardPages(
  app: FastifyInstance,
  options: Pick<ServerOptions, 'dashboardDir' | 'artifactUrl' | 'publicUrl' | 'version'>,
): Promise<DashboardPages> {
  const { dashboardDir: dir, publicUrl, version } = options;
  const built = dir !== undefined && existsSync(join(dir, 'index.html'));
  const answer = createAnswer(options, built ? readFileSync(join(dir, 'index.html'), 'utf8') : null);
  if (built) {
    await app.register(fastifyStatic, {
      root: join(dir, 'assets'),
      prefix: '/assets/',
      index: false,
      // a route for each file, so that others are unknown like any address
      wildcard: false,
      preCompressed: true,
      cacheControl: false,
      setHeaders: (reply) => void reply.header('cache-control', `public, max-age=${YEAR_S}, immutable`),
    });
    app.get('/favicon.svg', { config: { operation: 'dashboardPage' } }, async (_request, reply) =>
      reply
        .headers({ 'content-type': 'image/svg+xml', 'cache-control': 'public, max-age=86400' })
        .send(readFileSync(join(dir, 'favicon.svg'), 'utf8')),
    );
  }
  app.get('/', { config: { operation: 'dashboardPage' } }, async (request, reply) => {
    if (answer(request, reply)) return reply;
    return { object: 'service', name: 'Octavo', version, api: `${publicUrl()}/v1`, reference: `${publicUrl()}/docs`, dashboard: built };
  });
  return { answer };
}
