/** `POST /fill`: templates filled with data. */
import type { FieldError } from '../base/refusal.ts';
import { refuseFields } from '../api/document-request.ts';
import { presentDocument } from '../api/present-document.ts';
import { refuseQuery } from '../api/queries.ts';
import { answerWaiting } from './answer-waiting.ts';
import { noteGone, type CreateContext } from './create-document.ts';
import type { Reply } from './document-replies.ts';
import { ownerOf, readQuery } from './door.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { readAsked } from './read-json.ts';

/** Seconds after which it is worth asking for a document that was queued just now. */
const BACKGROUND_RETRY_S = 1;

export function createFillReplies(context: CreateContext): Record<'createFill', Reply> {
  const { options, door } = context;
  const { pipeline, downloader, clock } = options;
  return {
    async createFill(request, reply) {
      const owner = ownerOf(request);
      const askedAtMs = clock.monotonicMs();
      refuseQuery(readQuery(request));
      const body = await readAsked(request, 'fill', { endpoint: 'POST /v1/fill', checkUrl: (url) => downloader.check(url) });
      const errors: FieldError[] = [];
      const idempotency = readIdempotencyKey(request, body.fingerprint, errors);
      if (errors.length > 0) throw refuseFields(errors);
      const asked = body.asked();
      if (asked.dryRun) return { object: 'fill_dry_run', ...(await pipeline.tryFill(owner, asked)) };
      if (asked.output === 'documents') {
        const made = await pipeline.submitFills(owner, asked, idempotency ?? undefined);
        if (made.every(({ replayed }) => replayed)) reply.header('idempotent-replayed', 'true');
        else door.rate.count(owner.orgId, askedAtMs);
        reply.code(202).header('retry-after', String(BACKGROUND_RETRY_S));
        return { object: 'fill_batch', documents: made.map(({ record }) => presentDocument(record, context.link)) };
      }
      const earlier = idempotency && (await pipeline.replay(owner, idempotency));
      const submitted = earlier ?? (await pipeline.submitFill(owner, asked, idempotency ?? undefined));
      const { id } = submitted.record;
      if (submitted.replayed) reply.header('idempotent-replayed', 'true');
      else door.rate.count(owner.orgId, askedAtMs);
      const location = `${options.publicUrl()}/v1/documents/${id}`;
      reply.header('document-id', id);
      if (asked.background) {
        if (idempotency !== null && !submitted.replayed) await pipeline.answered(owner, idempotency.key);
        reply.code(202).header('location', location).header('retry-after', String(BACKGROUND_RETRY_S));
        return presentDocument(submitted.record, context.link);
      }
      return answerWaiting(context, reply, {
        wait: (signal) => pipeline.waitUntilFinal(id, signal),
        onGone: () => noteGone(context, { request, owner, idempotency }),
        accepted: () => void reply.code(201).header('location', location),
      });
    },
  };
}
