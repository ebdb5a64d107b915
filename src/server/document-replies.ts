/** Endpoints of documents that exist already. */
import type { FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../base/refusal.ts';
import { presentDocument, presentLongList, presentOutputs } from '../api/present-document.ts';
import { presentRequest } from '../api/present-request.ts';
import { parseDocumentListQuery, parseEventCursor, parseOutputsQuery, refuseQuery } from '../api/queries.ts';
import type { CreateContext } from './create-document.ts';
import { ownerOf, readParameter, readQuery } from './door.ts';
import { sendEvents } from './event-stream.ts';

export type Reply = (request: FastifyRequest, reply: FastifyReply) => Promise<unknown>;

type Known =
  | 'listDocuments'
  | 'getDocument'
  | 'deleteDocument'
  | 'cancelDocument'
  | 'listOutputs'
  | 'followEvents'
  | 'getReport'
  | 'getDocumentRequest';

const documentIdOf = (request: FastifyRequest): string => readParameter(request, 'document_id');

export function createDocumentReplies(context: CreateContext): Record<Known, Reply> {
  const { options, link, answers, heartbeatMs } = context;
  const { pipeline } = options;
  return {
    async listDocuments(request) {
      const page = await pipeline.list(ownerOf(request), parseDocumentListQuery(readQuery(request)));
      return presentLongList(page, (record) => presentDocument(record, link));
    },
    async getDocument(request) {
      refuseQuery(readQuery(request));
      return presentDocument(await pipeline.get(ownerOf(request), documentIdOf(request)), link);
    },
    async deleteDocument(request) {
      refuseQuery(readQuery(request));
      return presentDocument(await pipeline.remove(ownerOf(request), documentIdOf(request)), link);
    },
    async cancelDocument(request) {
      refuseQuery(readQuery(request));
      return presentDocument(await pipeline.cancel(ownerOf(request), documentIdOf(request)), link);
    },
    async listOutputs(request) {
      const { expiresInS } = parseOutputsQuery(readQuery(request));
      const record = await pipeline.get(ownerOf(request), documentIdOf(request));
      if (record.contentDeletedAt !== null) throw contentDeleted(record.id);
      return { data: presentOutputs(record, (one, output) => link(one, output, expiresInS)) };
    },
    async followEvents(request, reply) {
      const after = parseEventCursor(headerOf(request, 'last-event-id'), readQuery(request));
      const signal = answers.open(reply);
      await sendEvents(reply, pipeline.follow(ownerOf(request), documentIdOf(request), after, signal), { signal, heartbeatMs });
      return reply;
    },
    async getReport(request) {
      refuseQuery(readQuery(request));
      return pipeline.report(ownerOf(request), documentIdOf(request));
    },
    async getDocumentRequest(request) {
      refuseQuery(readQuery(request));
      const record = await pipeline.get(ownerOf(request), documentIdOf(request));
      const job = record.contentDeletedAt === null ? await options.store.job(record.id) : null;
      if (job === null) throw contentDeleted(record.id);
      return presentRequest(record, job);
    },
  };
}

function headerOf(request: FastifyRequest, name: string): string | undefined {
  const value = request.headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}

function contentDeleted(id: string): Refusal {
  return new Refusal('content_deleted', `The content of ${id} has been deleted; only its record stays.`);
}
