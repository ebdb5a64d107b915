/** `POST /documents` (interface §4.1): the checks in their order, then one of four answers. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { parseDocumentRequest, type ParsedDocumentRequest } from '../api/document-request.ts';
import { presentDocument, presentDryRun, type LinkOutput } from '../api/present-document.ts';
import type { PublicDocument, PublicDryRun } from '../contract/document.ts';
import { parseDryRun } from '../api/queries.ts';
import type { Project } from '../ports/account-store.ts';
import type { Submitted } from '../pipeline/pipeline.ts';
import { DOCUMENT_VALUES_MAX } from '../contract/limits.ts';
import { answerWaiting } from './answer-waiting.ts';
import { ownerOf, readQuery, type Door } from './door.ts';
import { sendEvents } from './event-stream.ts';
import { fingerprintOf, readIdempotencyKey, type IdempotencyKey } from './idempotency-key.ts';
import type { OpenAnswers } from './open-answers.ts';
import { readJson } from './read-json.ts';
import type { ServerOptions } from './server-options.ts';

export interface CreateContext {
  options: ServerOptions;
  door: Door;
  answers: OpenAnswers;
  link: LinkOutput;
  heartbeatMs: number;
}

/** Seconds after which it is worth asking for a document that was queued just now. */
const BACKGROUND_RETRY_S = 1;

export async function createDocument(
  context: CreateContext,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<PublicDocument | PublicDryRun | FastifyReply> {
  const { pipeline, downloader, clock } = context.options;
  const owner = ownerOf(request);
  const askedAtMs = clock.monotonicMs();
  const body = await readJson(request, DOCUMENT_VALUES_MAX);
  const { dryRun, errors } = parseDryRun(readQuery(request));
  const idempotency = dryRun ? null : readIdempotencyKey(request, () => fingerprintOf('POST /v1/documents', body), errors);
  if (idempotency !== null && errors.length === 0) {
    const earlier = await pipeline.replay(owner, idempotency);
    if (earlier !== null) return answer(context, { request, reply, owner, submitted: earlier, idempotency, mode: modeOf(body) });
  }
  const parsed: ParsedDocumentRequest = parseDocumentRequest(body, (url) => downloader.check(url), errors);
  if (dryRun) return presentDryRun(await pipeline.dryRun(owner, parsed.request));
  const submitted = await pipeline.submit(owner, parsed.request, idempotency ?? undefined);
  if (!submitted.replayed) context.door.rate.count(owner.orgId, askedAtMs);
  return answer(context, { request, reply, owner, submitted, idempotency, mode: modeOf(body) });
}

interface Accepted {
  request: FastifyRequest;
  reply: FastifyReply;
  owner: Project;
  submitted: Submitted;
  idempotency: IdempotencyKey | null;
  mode: 'direct' | 'stream' | 'background';
}

async function answer(context: CreateContext, accepted: Accepted): Promise<PublicDocument | FastifyReply> {
  const { reply, submitted, mode } = accepted;
  reply.header('document-id', submitted.record.id);
  if (submitted.replayed) reply.header('idempotent-replayed', 'true');
  switch (mode) {
    case 'stream':
      return answerStream(context, accepted);
    case 'background':
      return answerAtOnce(context, accepted);
    case 'direct':
      return answerFinished(context, accepted);
  }
}

async function answerAtOnce({ options, link }: CreateContext, { reply, owner, submitted, idempotency }: Accepted): Promise<PublicDocument> {
  const { id } = submitted.record;
  // Before the answer goes out: a repeat that follows it must be a replay.
  if (idempotency !== null && !submitted.replayed) await options.pipeline.answered(owner, idempotency.key);
  reply.code(202).header('location', `${options.publicUrl()}/v1/documents/${id}`).header('retry-after', String(BACKGROUND_RETRY_S));
  return presentDocument(submitted.record, link);
}

function answerFinished(context: CreateContext, accepted: Accepted): Promise<PublicDocument | FastifyReply> {
  const { reply, submitted } = accepted;
  return answerWaiting(context, reply, {
    wait: (signal) => context.options.pipeline.waitUntilFinal(submitted.record.id, signal),
    onGone: () => noteGone(context, accepted),
    accepted: () => void reply.code(200),
  });
}

async function answerStream(context: CreateContext, accepted: Accepted): Promise<FastifyReply> {
  const { reply, owner, submitted } = accepted;
  const signal = context.answers.open(reply, () => noteGone(context, accepted));
  await sendEvents(reply, context.options.pipeline.follow(owner, submitted.record.id, 0, signal), {
    signal,
    heartbeatMs: context.heartbeatMs,
  });
  return reply;
}

/** Nobody is left to be answered: a repeat with the same key takes the document up instead of getting 409. */
export function noteGone(
  { options }: CreateContext,
  { request, owner, idempotency }: Pick<Accepted, 'request' | 'owner' | 'idempotency'>,
): void {
  if (idempotency === null) return;
  options.pipeline
    .answered(owner, idempotency.key)
    .catch((error: unknown) => request.log.warn({ err: error }, 'an abandoned request could not be noted'));
}

function asksFor(body: unknown, name: 'stream' | 'background'): boolean {
  return typeof body === 'object' && body !== null && Object.entries(body).some(([key, value]) => key === name && value === true);
}

/** With both, the stream wins (decisions §2): the document goes on without the client in any case. */
function modeOf(body: unknown): Accepted['mode'] {
  if (asksFor(body, 'stream')) return 'stream';
  return asksFor(body, 'background') ? 'background' : 'direct';
}
