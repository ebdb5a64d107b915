/**
 * Pages of other origins that may call the API with a key (CORS, WHATWG Fetch §3.3). Cookies are never taken across origins, so the
 * routes of the dashboard are not opened, and nothing here lets a page do what its user could not do with the key by other means.
 */
import type { FastifyInstance } from 'fastify';

/** What may be asked across origins: the API, downloads and the door for agents. */
const OPEN = /^\/(?:v1\/(?!dashboard(?:\/|$))|mcp(?:[/?]|$))/;
const METHODS = 'GET, HEAD, POST, PUT, PATCH, DELETE';
const REQUEST_HEADERS =
  'Authorization, Content-Type, Idempotency-Key, If-None-Match, If-Range, Last-Event-ID, Mcp-Protocol-Version, Mcp-Session-Id, Range';
const ANSWER_HEADERS = [
  'Accept-Ranges',
  'Content-Disposition',
  'Content-Range',
  'Document-Id',
  'ETag',
  'Idempotent-Replayed',
  'Location',
  'Mcp-Session-Id',
  'Not-Tracked',
  'RateLimit',
  'RateLimit-Policy',
  'Request-Id',
  'Retry-After',
].join(', ');
/** Browsers ask again after this time; longer than most of them keep it. */
const PREFLIGHT_S = 7_200;

/**
 * Call before routes and other hooks are added. A preflight of an origin that is allowed is answered here, before keys are asked for.
 * @param allowed origins such as `https://app.example.com`, or `*` for all
 */
export function allowOrigins(app: FastifyInstance, allowed: readonly string[]): void {
  if (allowed.length === 0) return;
  const everybody = allowed.includes('*');
  app.addHook('onRequest', async (request, reply) => {
    if (!OPEN.test(request.url)) return;
    if (!everybody) reply.header('vary', 'Origin');
    const { origin } = request.headers;
    if (origin === undefined || !(everybody || allowed.includes(origin))) return;
    reply.header('access-control-allow-origin', everybody ? '*' : origin).header('access-control-expose-headers', ANSWER_HEADERS);
    if (request.method !== 'OPTIONS' || request.headers['access-control-request-method'] === undefined) return;
    await reply
      .code(204)
      .headers({
        'access-control-allow-methods': METHODS,
        'access-control-allow-headers': REQUEST_HEADERS,
        'access-control-max-age': String(PREFLIGHT_S),
      })
      .send();
  });
}
