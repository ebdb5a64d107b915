/** Endpoints of typed edits, and the addresses that they take. */
import { notTrackedHeader } from './not-tracked-header.ts';
import type { FieldError } from '../base/refusal.ts';
import { refuseFields } from '../api/document-request.ts';
import { parseCompareRequest } from '../api/compare-request.ts';
import { DOCUMENT_VALUES_MAX } from '../contract/limits.ts';
import { parseContentQuery, refuseQuery } from '../api/queries.ts';
import { answerWaiting } from './answer-waiting.ts';
import { writeContentDisposition } from './content-disposition.ts';
import { noteGone, type CreateContext } from './create-document.ts';
import type { Reply } from './document-replies.ts';
import { ownerOf, readParameter, readQuery } from './door.ts';
import { readIdempotencyKey } from './idempotency-key.ts';
import { readAsked, readJson } from './read-json.ts';
import { sendAround } from './write-around.ts';

export function createEditReplies(context: CreateContext): Record<'createEdit' | 'compareFiles' | 'getContent', Reply> {
  const { options, door } = context;
  const { pipeline, downloader, clock } = options;
  return {
    async createEdit(request, reply) {
      const owner = ownerOf(request);
      const askedAtMs = clock.monotonicMs();
      refuseQuery(readQuery(request));
      const body = await readAsked(request, 'edits', { endpoint: 'POST /v1/edits', checkUrl: (url) => downloader.check(url) });
      const errors: FieldError[] = [];
      const idempotency = readIdempotencyKey(request, body.fingerprint, errors);
      if (errors.length > 0) throw refuseFields(errors);
      const earlier = idempotency && (await pipeline.replay(owner, idempotency));
      const asked = earlier ? null : body.asked();
      if (asked?.preview) return { object: 'edit_preview', edits: await pipeline.previewEdits(owner, asked) };
      const submitted = earlier ?? (asked && (await pipeline.submitEdits(owner, asked, idempotency ?? undefined)));
      if (!submitted) throw new Error('an edit was neither new nor a repeat');
      const { id } = submitted.record;
      if (submitted.replayed) reply.header('idempotent-replayed', 'true');
      else door.rate.count(owner.orgId, askedAtMs);
      reply.header('document-id', id);
      return answerWaiting(context, reply, {
        wait: (signal) => pipeline.waitUntilFinal(id, signal),
        onGone: () => noteGone(context, { request, owner, idempotency }),
        accepted: () => void reply.code(201).header('location', `${options.publicUrl()}/v1/documents/${id}`),
      });
    },
    async compareFiles(request, reply) {
      const owner = ownerOf(request);
      const askedAtMs = clock.monotonicMs();
      refuseQuery(readQuery(request));
      const asked = parseCompareRequest(await readJson(request, DOCUMENT_VALUES_MAX), (url) => downloader.check(url));
      const compared = await pipeline.compare(owner, asked);
      door.rate.count(owner.orgId, askedAtMs);
      if (!('bytes' in compared)) return sendAround(reply, { object: 'comparison', format: compared.format }, compared.differences);
      const { bytes, notTracked, filename, contentType } = compared;
      return reply
        .headers({ 'content-type': contentType, 'content-disposition': writeContentDisposition(filename), ...notTrackedHeader(notTracked) })
        .send(Buffer.from(bytes));
    },
    async getContent(request, reply) {
      const { query } = parseContentQuery(readQuery(request));
      const id = readParameter(request, 'document_id');
      await pipeline.get(ownerOf(request), id);
      const blocks = await pipeline.content(ownerOf(request), id, query);
      return sendAround(reply, { object: 'content', document_id: id }, blocks);
    },
  };
}
