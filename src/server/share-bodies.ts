/**
 * Long bodies of one organisation are read a few at a time, whoever sends them: the others of its own wait in their sockets, unread, so that a
 * flood of uploads takes neither the memory nor the event loop from anybody else. What they bring in a minute has a bound too: it would
 * fill the disk, and the network, of all.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { createAttemptWindow } from '../accounts/attempt-window.ts';
import { createShares, type EndShare } from '../base/shares.ts';

/** A body of so many bytes stays in the pieces that it came in: joining and reading it would hold up everybody else. */
export const LONG_BODY_BYTES = 262_144;

const MB = 1_048_576;
/** Of an organisation in this process: two files of the longest kind, or a longer body alone. */
const BYTES_AT_ONCE = 42 * MB;
/** What a body weighs that does not say how long it is. */
const UNTOLD_BYTES = 20 * MB;
/** For each document that may be made in a minute: a file of half the size that one may have. */
const MB_FOR_DOCUMENT = 10;
/** Two files of the longest kind, or a large body alone, where next to no documents may be made. */
const MB_MIN = 100;

const shares = new WeakMap<object, EndShare>();

/** The body has been read, or will not be. A form is held until its answer, since its file is worked on meanwhile. */
export function endBody(request: object): void {
  shares.get(request)?.();
}

function weightOf({ headers }: FastifyRequest): number {
  if (headers['content-length'] !== undefined) return Number(headers['content-length']);
  return headers['transfer-encoding'] === undefined ? 0 : UNTOLD_BYTES;
}

export interface BodyBounds {
  ratePerMinute: number;
  /** Never goes back. */
  nowMs: () => number;
  bytesAtOnce?: number;
}

/** To be called before routes are added. Bodies of those who are nobody yet count together. */
export function shareBodies(app: FastifyInstance, { ratePerMinute, nowMs, bytesAtOnce = BYTES_AT_ONCE }: BodyBounds): void {
  const take = createShares(bytesAtOnce);
  const brought = createAttemptWindow({ perMinute: Math.max(MB_MIN, ratePerMinute * MB_FOR_DOCUMENT), nowMs });
  app.addHook('preParsing', async (request, reply, payload) => {
    const weight = weightOf(request);
    if (weight <= LONG_BODY_BYTES) return payload;
    const who = request.owner?.orgId ?? '';
    brought.check(who, 'MB of long bodies');
    brought.count(who, weight / MB);
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
