/** 405 where the address exists with other methods, which `Allow` names; 404 elsewhere. Both before any body is read. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { suggest } from '../api/suggest.ts';
import { Refusal } from '../base/refusal.ts';

/** Of an unknown path that is quoted. */
const PATH_CHARS_MAX = 100;

interface KnownRoute {
  url: string;
  pattern: RegExp;
  methods: readonly string[];
}

/**
 * Call before routes are added: it takes note of them.
 * @param answerPage answers a browser that wants a page; false where the request is not for one
 */
export function refuseUnknownRoutes(app: FastifyInstance, answerPage: (request: FastifyRequest, reply: FastifyReply) => boolean): void {
  const known: KnownRoute[] = [];
  const refuse = async (request: FastifyRequest, reply: FastifyReply): Promise<unknown> => {
    if (!request.is404) return undefined;
    const path = request.url.split('?', 1)[0] ?? '';
    const allowed = [...new Set(known.filter(({ pattern }) => pattern.test(path)).flatMap(({ methods }) => methods))].sort();
    if (allowed.length === 0 && answerPage(request, reply)) return reply;
    if (allowed.length === 0) throw new Refusal('not_found', describeUnknown(path, known));
    reply.header('allow', allowed.join(', '));
    throw new Refusal(
      'method_not_allowed',
      `${request.method} does not work here; ${allowed.join(', ')} ${allowed.length === 1 ? 'does' : 'do'}.`,
    );
  };
  app.addHook('onRoute', ({ url, method }) => {
    known.push({ url, pattern: toPattern(url), methods: [method].flat() });
  });
  app.addHook('onRequest', refuse);
  // Hooks run for unknown routes only where there is a handler of our own; it is never reached.
  app.setNotFoundHandler(refuse);
}

/** Names the path, and the one below /v1 where that is what was meant. */
function describeUnknown(path: string, known: readonly KnownRoute[]): string {
  const shown = path.slice(0, PATH_CHARS_MAX);
  const below = `/v1${path.replace(/^\/(?:api\/)?(?:v\d+(?=\/))?/, '/').replaceAll(/\/{2,}/g, '/')}`;
  const near = known.some(({ pattern }) => pattern.test(below)) ? below : nearTo(below, known);
  const meant = near === undefined ? '' : ` Did you mean ${near.slice(0, PATH_CHARS_MAX)}?`;
  return `There is nothing at ${shown}.${meant}`;
}

/** The path with one part as a route has it, where one is near. */
function nearTo(path: string, known: readonly KnownRoute[]): string | undefined {
  const parts = path.split('/');
  const places = new Map<number, string[]>();
  for (const { url } of known) {
    const wanted = url.split('/');
    if (wanted.length !== parts.length) continue;
    const apart = wanted.flatMap((part, at) => (part.startsWith(':') || part === parts[at] ? [] : [at]));
    const [at] = apart;
    if (apart.length === 1 && at !== undefined) places.set(at, [...(places.get(at) ?? []), wanted[at] ?? '']);
  }
  for (const [at, candidates] of places) {
    const meant = suggest(parts[at] ?? '', candidates);
    if (meant !== undefined) return parts.with(at, meant).join('/');
  }
  return undefined;
}

/** `/v1/files/:file_id` → /^\/v1\/files\/[^/]+$/ */
function toPattern(url: string): RegExp {
  const parts = url
    .split('/')
    .map((part) => (part.startsWith(':') ? '[^/]+' : part === '*' ? '.*' : part.replaceAll(/[.+?^${}()|[\]\\]/g, String.raw`\$&`)));
  return new RegExp(`^${parts.join('/')}$`);
}
