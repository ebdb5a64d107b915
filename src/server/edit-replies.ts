/** Endpoints of typed edits, and the addresses that they take. */
import { parseEditsRequest } from '../api/edits-request.ts';
import { parseJsonBody } from '../api/json-body.ts';
import { refuseQuery } from '../api/queries.ts';
import type { CreateContext } from './create-document.ts';
import type { Reply } from './document-replies.ts';
import { ownerOf, readParameter, readQuery } from './door.ts';
import { readBody } from './read-body.ts';
import { answerRecord } from './version-replies.ts';

export function createEditReplies(context: CreateContext): Record<'createEdit' | 'getContent', Reply> {
  const { options, door } = context;
  const { pipeline, downloader, clock } = options;
  return {
    async createEdit(request, reply) {
      const owner = ownerOf(request);
      const askedAtMs = clock.now().getTime();
      refuseQuery(readQuery(request));
      const asked = parseEditsRequest(parseJsonBody(readBody(request)), (url) => downloader.check(url));
      if (asked.preview) return { object: 'edit_preview', edits: await pipeline.previewEdits(owner, asked) };
      const { id } = await pipeline.submitEdits(owner, asked);
      door.rate.count(owner.orgId, askedAtMs);
      reply.header('document-id', id);
      return answerRecord(context, reply, async (signal) => {
        const record = await pipeline.waitUntilFinal(id, signal);
        reply.code(201).header('location', `${options.publicUrl()}/v1/documents/${id}`);
        return record;
      });
    },
    async getContent(request) {
      refuseQuery(readQuery(request));
      const id = readParameter(request, 'document_id');
      await pipeline.get(ownerOf(request), id);
      return { object: 'content', document_id: id, blocks: await pipeline.content(ownerOf(request), id) };
    },
  };
}
