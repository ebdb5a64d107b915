/** Endpoints that read files into Markdown. */
import type { FastifyReply } from 'fastify';
import type { z } from 'zod';
import { parseExtractRequest } from '../api/extract-request.ts';
import { parseExtractQuery, refuseQuery } from '../api/queries.ts';
import type { extractionSchema, queuedExtractionSchema } from '../contract/file.ts';
import type { Extraction, QueuedExtraction } from '../pipeline/pipeline.ts';
import { DOCUMENT_VALUES_MAX } from '../contract/limits.ts';
import type { Reply } from './document-replies.ts';
import { ownerOf, readParameter, readQuery } from './door.ts';
import { readUpload } from './read-body.ts';
import { readJson } from './read-json.ts';
import type { ServerOptions } from './server-options.ts';

const RETRY_AFTER_S = 2;

export function createExtractionReplies({
  pipeline,
  downloader,
  publicUrl,
}: Pick<ServerOptions, 'pipeline' | 'downloader' | 'publicUrl'>): Record<'createExtraction' | 'getExtraction', Reply> {
  return {
    async createExtraction(request, reply) {
      const query = parseExtractQuery(readQuery(request));
      const file = request.isMultipart()
        ? { kind: 'upload' as const, ...(await readUpload(request)) }
        : parseExtractRequest(await readJson(request, DOCUMENT_VALUES_MAX), (url) => downloader.check(url));
      return present(await pipeline.extract(ownerOf(request), file, query), reply, publicUrl);
    },
    async getExtraction(request, reply) {
      refuseQuery(readQuery(request));
      return present(await pipeline.extraction(ownerOf(request), readParameter(request, 'extraction_id')), reply, publicUrl);
    },
  };
}

function present(
  found: Extraction | QueuedExtraction,
  reply: FastifyReply,
  publicUrl: () => string,
): z.infer<typeof extractionSchema> | z.infer<typeof queuedExtractionSchema> {
  if ('queued' in found) {
    reply.code(202).header('location', `${publicUrl()}/v1/extractions/${found.id}`).header('retry-after', String(RETRY_AFTER_S));
    return { object: 'extraction', id: found.id, status: 'queued' };
  }
  const { id, format, markdown, chars, truncated, pages, notes, blocks, outline, tables, layout, pictures, descriptions, model } = found;
  return {
    object: 'extraction',
    id,
    format,
    markdown,
    chars,
    truncated,
    pages,
    notes: notes.map(({ code, severity, message }) => ({ code, severity, message })),
    ...(blocks === undefined ? {} : { blocks: blocks.map((block) => ({ ...block })) }),
    ...(outline === undefined ? {} : { outline }),
    ...(tables === undefined ? {} : { tables }),
    ...(layout === undefined ? {} : { layout }),
    ...(pictures === undefined ? {} : { pictures }),
    ...(descriptions === undefined ? {} : { descriptions }),
    ...(model === undefined ? {} : { model }),
  };
}
