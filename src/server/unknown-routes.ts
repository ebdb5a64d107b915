/** 405 where the address exists with other methods, which `Allow` names; 404 elsewhere. Both before any body is read. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../base/refusal.ts';

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
    if (allowed.length === 0) throw new Refusal('not_found', 'There is no such address.');
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

/** `/v1/files/:file_id` → /^\/v1\/files\/[^/]+$/ */
function toPattern(url: string): RegExp {
  const parts = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)));
  return new RegExp(`^${parts.join('/')}$`);
}
