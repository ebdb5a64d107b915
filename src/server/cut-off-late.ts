/** An end of the process that no client can hold up. */
import type { FastifyInstance } from 'fastify';
import type { ServerOptions } from './server-options.ts';

/** Once the process is about to end, answers and requests under way have this long; what a client never finishes is cut off then. */
const LINGER_MS = 5_000;

/** Node's own limits of time for requests end with `close()`, so that a request half sent would hold the process for ever. */
export function cutOffLate(app: FastifyInstance, { closing, lingerMs = LINGER_MS }: Pick<ServerOptions, 'closing' | 'lingerMs'>): void {
  const cut = (): void => {
    const timer = setTimeout(() => app.server.closeAllConnections(), lingerMs);
    app.server.once('close', () => clearTimeout(timer));
  };
  closing?.addEventListener('abort', cut, { once: true });
}
