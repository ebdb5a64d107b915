/** `GET /v1/downloads/{document}/{output}`: the bytes of an output behind its signed address. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { Refusal } from '../base/refusal.ts';
import { DOCUMENT_ID, OUTPUT_ID } from '../contract/ids.ts';
import type { OutputRecord } from '../ports/record.ts';
import { readByteRange, type ByteRange } from './byte-range.ts';
import { nameDownload, writeContentDisposition } from './content-disposition.ts';
import { readParameter, readQuery } from './door.ts';
import type { LinkSigner } from './output-links.ts';
import type { ServerOptions } from './server-options.ts';

/** A reader that takes nothing for this long has gone. */
const STALLED_MS = 60_000;

export function addDownloads(app: FastifyInstance, options: Pick<ServerOptions, 'store' | 'blobs'>, signer: LinkSigner): void {
  app.route({
    method: ['GET', 'HEAD'],
    url: '/v1/downloads/:document_id/:output_id',
    exposeHeadRoute: false,
    config: { operation: 'downloadOutput' },
    handler: async (request, reply) => {
      const { output, filename } = await findOutput(request, options, signer);
      writeHeaders(reply, output, filename);
      if (request.headers['if-none-match']?.split(',').some((tag) => ['*', etagOf(output), `W/${etagOf(output)}`].includes(tag.trim())))
        return reply.code(304).send();
      const range = rangeOf(request, output);
      if (range === 'unsatisfiable') throw beyond(reply, output);
      if (range !== null) reply.code(206).header('content-range', `bytes ${range.start}-${range.end}/${output.bytes}`);
      reply.header('content-length', String(range === null ? output.bytes : range.end - range.start + 1));
      if (request.method === 'HEAD') return reply.send();
      return sendBytes(reply, output, range, options);
    },
  });
}

const etagOf = (output: OutputRecord): string => `"${output.id}"`;
/** Headers of the file are none of the problem's. */
function beyond(reply: FastifyReply, { bytes }: OutputRecord): Refusal {
  for (const name of ['content-disposition', 'etag']) reply.removeHeader(name);
  reply.header('content-range', `bytes */${bytes}`);
  return new Refusal('range_not_satisfiable', `The file has ${bytes} bytes; the range asked for begins behind them.`);
}
const gone = (): Refusal => new Refusal('not_found', 'There is no such download; ask GET /documents/{id}/outputs for its links.');

async function findOutput(
  request: FastifyRequest,
  options: Pick<ServerOptions, 'store'>,
  signer: LinkSigner,
): Promise<{ output: OutputRecord; filename: string }> {
  const documentId = readParameter(request, 'document_id');
  const outputId = readParameter(request, 'output_id');
  if (!DOCUMENT_ID.test(documentId) || !OUTPUT_ID.test(outputId)) throw gone();
  const verdict = signer.judge(documentId, outputId, readQuery(request));
  if (verdict === 'tampered') throw gone();
  if (verdict === 'expired')
    throw new Refusal('link_expired', 'This link was valid for five minutes; ask GET /documents/{id}/outputs for a fresh one.');
  const record = await options.store.get(documentId);
  if (record !== null && record.contentDeletedAt !== null)
    throw new Refusal('content_deleted', 'The content of this document has been deleted.');
  const output = record?.outputs.find(({ id }) => id === outputId);
  if (record === null || output === undefined) throw gone();
  return { output, filename: nameDownload(record, output) };
}

function writeHeaders(reply: FastifyReply, output: OutputRecord, filename: string): void {
  reply.headers({
    'content-type': output.contentType,
    'content-disposition': writeContentDisposition(filename),
    'accept-ranges': 'bytes',
    etag: etagOf(output),
    // An output never changes, but its link is personal and its content may be deleted.
    'cache-control': 'private, no-cache',
    'content-security-policy': "default-src 'none'; sandbox",
  });
}

/** A range holds only for the version that the client has in part (RFC 9110 §13.1.5). */
function rangeOf(request: FastifyRequest, output: OutputRecord): ByteRange | 'unsatisfiable' | null {
  // RFC 9110 §14.2: the header has a meaning for GET alone.
  if (request.method === 'HEAD') return null;
  const condition = request.headers['if-range'];
  if (condition !== undefined && condition !== etagOf(output)) return null;
  return readByteRange(request.headers.range, output.bytes);
}

async function sendBytes(
  reply: FastifyReply,
  output: OutputRecord,
  range: ByteRange | null,
  options: Pick<ServerOptions, 'blobs'>,
): Promise<FastifyReply> {
  const stream = await options.blobs.stream(output.key, range ?? undefined);
  if (stream === null) throw new Refusal('content_deleted', 'The content of this document has been deleted.');
  reply.raw.setTimeout(STALLED_MS, () => reply.raw.destroy());
  return reply.send(stream);
}
