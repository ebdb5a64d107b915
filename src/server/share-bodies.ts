/**
 * Long bodies of one organisation are read a few at a time, whoever sends them: the others of its own wait in their sockets, unread, so that a
 * flood of uploads takes neither the memory nor the event loop from anybody else.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createShares, type EndShare } from '../base/shares.ts';

/** A body of so many bytes stays in the pieces that it came in: joining and reading it would hold up everybody else. */
export const LONG_BODY_BYTES = 262_144;

/** Of an organisation in this process: two files of the longest kind, or a longer body alone. */
const BYTES_AT_ONCE = 42 * 1_048_576;
/** What a body weighs that does not say how long it is. */
const UNTOLD_BYTES = 20 * 1_048_576;

const shares = new WeakMap<object, EndShare>();

/** The body has been read, or will not be. A form is held until its answer, since its file is worked on meanwhile. */
export function endBody(request: object): void {
  shares.get(request)?.();
}

function weightOf({ headers }: FastifyRequest): number {
  if (headers['content-length'] !== undefined) return Number(headers['content-length']);
  return headers['transfer-encoding'] === undefined ? 0 : UNTOLD_BYTES;
}

/** To be called before routes are added. Bodies of those who are nobody yet count together. */
export function shareBodies(app: FastifyInstance, { bytesAtOnce = BYTES_AT_ONCE } = {}): void {
  const take = createShares(bytesAtOnce);
  app.addHook('preParsing', async (request, reply, payload) => {
    const weight = weightOf(request);
    if (weight <= LONG_BODY_BYTES) return payload;
    const gone = new AbortController();
    const leave = (): void => gone.abort(new Error('the client has gone'));
    reply.raw.once('close', leave);
    const end = await take(weight, { owner: request.owner?.orgId, signal: gone.signal });
    shares.set(request, end);
    reply.raw.off('close', leave).once('close', end);
    if (reply.raw.destroyed) end();
    return payload;
  });
  // of a request from within there is no connection that closes
  app.addHook('onResponse', async (request) => endBody(request));
}
