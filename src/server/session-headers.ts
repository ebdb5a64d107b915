/** Headers of requests that carry the cookie of a session, and the rule of where they may come from. */
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../base/refusal.ts';

const SAFE: ReadonlySet<string> = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Under which the address of the client is given to sign-in; what a client itself sends under it is left out. */
const ADDRESS_HEADER = 'x-octavo-address';

/** The headers of a request as the platform's type, with the address of the client. */
export function readHeaders(request: FastifyRequest): Headers {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) {
    if (typeof value === 'string') headers.set(name, value);
  }
  headers.set(ADDRESS_HEADER, request.ip);
  return headers;
}

/**
 * Whether a page of this origin is the dashboard's: that of the public address, or of the host that the request itself names, so that
 * a deployment without a public address works under each name that it has. Another port is another origin: pages of artifacts are on one.
 */
function isOwn(origin: string, publicUrl: string, host: string | undefined): boolean {
  const own = new URL(publicUrl);
  if (origin === own.origin) return true;
  return host !== undefined && origin === `${own.protocol}//${host}`;
}

/** A browser sends cookies by itself: what changes something must come from a page of ours. @throws Refusal origin_refused */
export function checkOrigin(request: FastifyRequest, publicUrl: string): void {
  const { origin, host } = request.headers;
  if (SAFE.has(request.method) || (origin !== undefined && isOwn(origin, publicUrl, host))) return;
  throw new Refusal('origin_refused', 'A change with the cookie of a session needs the header Origin with the address of the dashboard.');
}
