/** Writes down what keys ask for, behind the answers: nobody waits for it, and a database that is away costs the lines alone. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { minOf } from '../base/extremes.ts';
import { keepBody, maskSecrets, type KeptBody } from '../api/kept-body.ts';
import type { Clock } from '../ports/clock.ts';
import type { LoggedRequest, RequestLogStore } from '../ports/request-log.ts';
import { LongBody, readBody } from './read-body.ts';
import { readQuery } from './door.ts';
import { parseDryRun } from '../api/queries.ts';

const FLUSH_MS = 500;
/** Lines that wait; more come only where the database is away. */
const WAITING_MOST = 2_000;
const PATH_CHARS_MAX = 2_000;
const DAY_MS = 86_400_000;
/** Bodies are kept as long as lines are, at most. */
const BODY_DAYS_MOST = 7;

/** Those that make documents: the rest needs no body to be understood, or carries what a project keeps elsewhere. */
const WITH_BODY: ReadonlySet<string> = new Set(['createDocument', 'createEdit', 'createFill']);

export interface RequestRecorder {
  /** To be called after each answer. */
  note(request: FastifyRequest, reply: FastifyReply): void;
  /** Writes what waits. */
  close(): Promise<void>;
}

/** What may be kept of the body, and until when: as long as the content of its document, and nothing where that is not kept. */
function bodyOf(request: FastifyRequest, made: boolean, now: Date): Pick<LoggedRequest, 'body' | 'bodyUntil'> {
  const none = { body: null, bodyUntil: null };
  const { operation = '' } = request.routeOptions.config;
  const { body } = request;
  const keep = (): KeptBody | null => (body instanceof LongBody ? body.kept : keepBody(readBody(request)));
  const kept = WITH_BODY.has(operation) && made ? keep() : null;
  if (kept === null) return none;
  const asked = [kept.retention, request.owner?.retention].filter((retention) => retention !== undefined);
  const days = asked.map((retention) => (retention === 'none' ? 0 : Number(/^(\d+)d$/.exec(retention)?.[1] ?? BODY_DAYS_MOST)));
  const shortest = minOf([BODY_DAYS_MOST, ...days]);
  return shortest === 0 ? none : { body: kept.text, bodyUntil: new Date(now.getTime() + shortest * DAY_MS) };
}

/** @param warn is told of lines that could not be written */
export function createRequestRecorder(
  { requests, clock }: { requests: RequestLogStore; clock: Clock },
  warn: (error: unknown, lines: number) => void,
): RequestRecorder {
  let waiting: LoggedRequest[] = [];
  let timer: NodeJS.Timeout | undefined;
  let writing = Promise.resolve();
  const write = async (): Promise<void> => {
    const lines = waiting;
    waiting = [];
    if (lines.length > 0) await requests.add(lines).catch((error: unknown) => warn(error, lines.length));
  };
  const flush = (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    return (writing = writing.then(write));
  };
  return {
    note(request, reply) {
      const { caller } = request;
      if (caller?.kind !== 'key' || waiting.length >= WAITING_MOST) return;
      const durationMs = Math.round(reply.elapsedTime);
      const at = new Date(clock.now().getTime() - durationMs);
      const document = reply.getHeader('document-id');
      const documentId = typeof document === 'string' ? document : null;
      // the body of a request that made something is kept with it: what has no document is refused, or a dry run
      const hasPlace = documentId !== null || reply.statusCode >= 400 || parseDryRun(readQuery(request)).dryRun;
      waiting.push({
        id: request.id,
        projectId: caller.project.id,
        keyId: caller.keyId,
        method: request.method,
        path: maskSecrets(request.url).slice(0, PATH_CHARS_MAX),
        status: reply.statusCode,
        durationMs,
        documentId,
        ...bodyOf(request, hasPlace, at),
        at,
      });
      timer ??= setTimeout(() => void flush(), FLUSH_MS).unref();
    },
    close: flush,
  };
}
