/** Endpoints of versions: files edited by hand, and what differs between two of them. */
import { notTrackedHeader } from './not-tracked-header.ts';
import { parseJsonBody } from '../api/json-body.ts';
import { presentDocument, presentLongList } from '../api/present-document.ts';
import { parseDiffQuery, parseVersionListQuery, refuseQuery } from '../api/queries.ts';
import { parseFormRevision, parseSaveRequest, parseVersionRequest } from '../api/version-requests.ts';
import { answerWaiting } from './answer-waiting.ts';
import { writeContentDisposition } from './content-disposition.ts';
import type { CreateContext } from './create-document.ts';
import type { Reply } from './document-replies.ts';
import { ownerOf, readParameter, readQuery } from './door.ts';
import { readBody, readUpload } from './read-body.ts';
import { sendAround } from './write-around.ts';

const WORD = 'application/vnd.openxmlformats-officedocument.wordprocessingml.document';

export function createVersionReplies(
  context: CreateContext,
): Record<'createVersion' | 'listVersions' | 'saveDocumentFile' | 'diffDocument', Reply> {
  const { options, link, door } = context;
  const { pipeline, clock } = options;
  return {
    async createVersion(request, reply) {
      const owner = ownerOf(request);
      const askedAtMs = clock.monotonicMs();
      refuseQuery(readQuery(request));
      const { fileId } = parseVersionRequest(parseJsonBody(readBody(request)));
      const { id } = await pipeline.createVersion(owner, readParameter(request, 'document_id'), fileId);
      door.rate.count(owner.orgId, askedAtMs);
      reply.header('document-id', id);
      return answerWaiting(context, reply, {
        wait: (signal) => pipeline.waitUntilFinal(id, signal),
        accepted: () => void reply.code(201).header('location', `${options.publicUrl()}/v1/documents/${id}`),
      });
    },
    async listVersions(request) {
      const page = await pipeline.versions(
        ownerOf(request),
        readParameter(request, 'document_id'),
        parseVersionListQuery(readQuery(request)),
      );
      return presentLongList(page, (record) => presentDocument(record, link));
    },
    async saveDocumentFile(request, reply) {
      const owner = ownerOf(request);
      const askedAtMs = clock.monotonicMs();
      refuseQuery(readQuery(request));
      const id = readParameter(request, 'document_id');
      const saved = request.isMultipart() ? await readForm(request) : readJson(parseSaveRequest(parseJsonBody(readBody(request))));
      return answerWaiting(context, reply, {
        wait: async (signal) => {
          const record = await pipeline.saveFile(owner, id, saved, signal);
          door.rate.count(owner.orgId, askedAtMs);
          return record;
        },
      });
    },
    async diffDocument(request, reply) {
      const owner = ownerOf(request);
      const id = readParameter(request, 'document_id');
      const { from, format } = parseDiffQuery(readQuery(request));
      if (format === 'json') {
        const { differences, ...sides } = await pipeline.diff(owner, id, from);
        return sendAround(reply, { object: 'diff', ...sides }, differences);
      }
      const { bytes, notTracked, filename } = await pipeline.redline(owner, id, from);
      return reply
        .headers({ 'content-type': WORD, 'content-disposition': writeContentDisposition(filename), ...notTrackedHeader(notTracked) })
        .send(Buffer.from(bytes));
    },
  };
}

const readJson = ({ fileId, revision }: { fileId: string; revision: number }): { file: { fileId: string }; revision: number } => ({
  file: { fileId },
  revision,
});

async function readForm(
  request: Parameters<typeof readUpload>[0],
): Promise<{ file: { bytes: Uint8Array; filename: string | undefined }; revision: number }> {
  const { bytes, filename, fields } = await readUpload(request);
  return { file: { bytes, filename }, revision: parseFormRevision(fields.get('revision')) };
}
