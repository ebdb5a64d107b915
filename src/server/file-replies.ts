/** Endpoints of uploaded files. */
import type { FastifyRequest } from 'fastify';
import { Refusal } from '../base/refusal.ts';
import { parseFileRequest } from '../api/file-request.ts';
import { presentFile, presentList } from '../api/present-document.ts';
import { parseFileListQuery, refuseQuery } from '../api/queries.ts';
import type { FileRecord } from '../ports/document-store.ts';
import { DOCUMENT_VALUES_MAX } from '../contract/limits.ts';
import type { Reply } from './document-replies.ts';
import { ownerOf, readParameter, readQuery } from './door.ts';
import { readUpload } from './read-body.ts';
import { readJson } from './read-json.ts';
import type { ServerOptions } from './server-options.ts';

export function createFileReplies(
  options: Pick<ServerOptions, 'pipeline' | 'downloader'>,
): Record<'createFile' | 'listFiles' | 'getFile' | 'deleteFile', Reply> {
  const { pipeline } = options;
  return {
    async createFile(request, reply) {
      refuseQuery(readQuery(request));
      const file = request.isMultipart()
        ? await pipeline.addFile(ownerOf(request), await readUpload(request))
        : await addFromJson(request, options);
      reply.code(201);
      return presentFile(file);
    },
    async listFiles(request) {
      return presentList(await pipeline.listFiles(ownerOf(request), parseFileListQuery(readQuery(request))), presentFile);
    },
    async getFile(request) {
      refuseQuery(readQuery(request));
      return presentFile(await pipeline.getFile(ownerOf(request), readParameter(request, 'file_id')));
    },
    async deleteFile(request) {
      refuseQuery(readQuery(request));
      const id = readParameter(request, 'file_id');
      await pipeline.removeFile(ownerOf(request), id);
      return { id, object: 'file', deleted: true };
    },
  };
}

async function addFromJson(
  request: FastifyRequest,
  { pipeline, downloader }: Pick<ServerOptions, 'pipeline' | 'downloader'>,
): Promise<FileRecord> {
  const reference = parseFileRequest(await readJson(request, DOCUMENT_VALUES_MAX), (url) => downloader.check(url));
  const field = reference.kind === 'url' ? '/url' : '/data';
  try {
    return await pipeline.addFile(
      ownerOf(request),
      reference.kind === 'url' ? { url: reference.url, filename: reference.filename } : reference,
    );
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    // The pipeline speaks of the file; here it came in a field of another name.
    const errors = error.errors.map(({ path, message }) => ({ path: path === '/file' || path === '' ? field : path, message }));
    throw new Refusal(error.code, error.message, { errors, cause: error });
  }
}
