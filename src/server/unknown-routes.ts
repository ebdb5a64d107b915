/** 405 where the address exists with other methods, which `Allow` names; 404 elsewhere. */
import type { FastifyInstance } from 'fastify';
import { Refusal } from '../base/refusal.ts';
import { sendProblem, type PublicUrl } from './problem-replies.ts';

interface KnownRoute { pattern: RegExp; methods: readonly string[] }

/** Call before routes are added: it takes note of them. */
export function refuseUnknownRoutes(app: FastifyInstance, publicUrl: PublicUrl): void {
  const known: KnownRoute[] = [];
  app.addHook('onRoute', ({ url, method }) => {
    known.push({ pattern: toPattern(url), methods: [method].flat() });
  });
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?', 1)[0] ?? '';
    const allowed = [...new Set(known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))].sort();
    if (allowed.length === 0) return sendProblem(reply, new Refusal('not_found', 'There is no such address.'), publicUrl);
    reply.header('allow', allowed.join(', '));
    return sendProblem(reply, new Refusal('method_not_allowed', `${request.method} does not work here; ${allowed.join(', ')} does.`), publicUrl);
  });
}

/** `/v1/files/:file_id` → /^\/v1\/files\/[^/]+$/ */
function toPattern(url: string): RegExp {
  const parts = url.split('/').map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)));
  return new RegExp(`^${parts.join('/')}$`);
}
