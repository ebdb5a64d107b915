/** 405 where the address exists with other methods, which `Allow` names; 404 elsewhere. Both before any body is read. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../base/refusal.ts';

/** Of an unknown path that is quoted. */
const PATH_CHARS_MAX = 100;

interface KnownRoute {
  pattern: RegExp;
  methods: readonly string[];
}

/** Call before routes are added: it takes note of them. */
export function refuseUnknownRoutes(app: FastifyInstance): void {
  const known: KnownRoute[] = [];
  const refuse = async (request: FastifyRequest, reply: FastifyReply): Promise<void> => {
    if (!request.is404) return;
    const path = request.url.split('?', 1)[0] ?? '';
    const allowed = [...new Set(known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))].sort();
    if (allowed.length === 0) throw new Refusal('not_found', describeUnknown(path, known));
    reply.header('allow', allowed.join(', '));
    throw new Refusal('method_not_allowed', `${request.method} does not work here; ${allowed.join(', ')} does.`);
  };
  app.addHook('onRoute', ({ url, method }) => {
    known.push({ pattern: toPattern(url), methods: [method].flat() });
  });
  app.addHook('onRequest', refuse);
  // Hooks run for unknown routes only where there is a handler of our own; it is never reached.
  app.setNotFoundHandler(refuse);
}

/** Names the path, and the one below /v1 where that is what was meant. */
function describeUnknown(path: string, known: readonly KnownRoute[]): string {
  const shown = path.slice(0, PATH_CHARS_MAX);
  const below = `/v1${path.replace(/^\/(?:api\/)?(?:v\d+(?=\/))?/, '/').replaceAll(/\/{2,}/g, '/')}`;
  const meant = known.some(({ pattern }) => pattern.test(below)) ? ` Did you mean ${below.slice(0, PATH_CHARS_MAX)}?` : '';
  return `There is nothing at ${shown}.${meant}`;
}

/** `/v1/files/:file_id` → /^\/v1\/files\/[^/]+$/ */
function toPattern(url: string): RegExp {
  const parts = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)));
  return new RegExp(`^${parts.join('/')}$`);
}
