/** Whatever was thrown → a problem answer (RFC 9457). Bugs are logged and distinguished from refusals; no stack leaves the process. */
import type { Socket } from 'node:net';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isInfrastructureFault } from '../base/infrastructure-fault.ts';
import { Refusal, type RefusalCode } from '../base/refusal.ts';
import { presentProblem, retryAfterOf } from '../api/problem.ts';

type PublicUrl = () => string;

/** Faults of requests that Fastify or its parsers find, by their codes. */
const FOUND_BY_FASTIFY: Readonly<Record<string, { code: RefusalCode; message: string }>> = {
  FST_ERR_CTP_BODY_TOO_LARGE: {
    code: 'payload_too_large',
    message: 'The body is larger than this deployment takes; upload large files with POST /files and refer to them by id.',
  },
  FST_ERR_CTP_INVALID_MEDIA_TYPE: { code: 'unsupported_media_type', message: 'Send the body as Content-Type: application/json.' },
  FST_ERR_CTP_INVALID_CONTENT_LENGTH: { code: 'input_invalid', message: 'The body is not as long as Content-Length says.' },
  FST_ERR_CTP_EMPTY_TYPE: { code: 'unsupported_media_type', message: 'Send the body as Content-Type: application/json.' },
  FST_ERR_BAD_URL: { code: 'not_found', message: 'There is no such address: it is not a valid URL.' },
  FST_ERR_MAX_PARAM_LENGTH: { code: 'not_found', message: 'There is no such address.' },
};

/** The refusal behind an error, of Fastify's too; null for a bug. */
export function toRefusal(error: unknown): Refusal | null {
  if (error instanceof Refusal) return error;
  const code = typeof error === 'object' && error !== null && 'code' in error && typeof error.code === 'string' ? error.code : '';
  const known = FOUND_BY_FASTIFY[code];
  if (known === undefined) return null;
  const errors = known.code === 'input_invalid' ? [{ path: '', message: known.message }] : [];
  return new Refusal(known.code, known.message, { errors, cause: error });
}

/** Statuses of bytes that Node cannot read as HTTP, by the code of its error. */
const MALFORMED: Readonly<Record<string, { status: number; title: string }>> = {
  HPE_HEADER_OVERFLOW: { status: 431, title: 'Request Header Fields Too Large' },
  ERR_HTTP_REQUEST_TIMEOUT: { status: 408, title: 'Request Timeout' },
};

/** Answers what is no HTTP, or did not come in time, and ends the connection. */
export function answerMalformedHttp(
  error: Error & { code?: string },
  socket: Socket,
  context: { publicUrl: string; requestId: string },
): void {
  if (error.code === 'ECONNRESET' || !socket.writable) return void socket.destroy();
  const { status, title } = MALFORMED[error.code ?? ''] ?? { status: 400, title: 'Bad Request' };
  const refusal = new Refusal(
    'input_invalid',
    status === 408 ? 'The request did not come in whole in time.' : 'This is not a request that can be read as HTTP.',
  );
  const body = JSON.stringify({ ...presentProblem(refusal, context), title, status });
  socket.end(
    `HTTP/1.1 ${status} ${title}\r\nContent-Type: application/problem+json\r\nContent-Length: ${Buffer.byteLength(body)}\r\nRequest-Id: ${context.requestId}\r\nConnection: close\r\n\r\n${body}`,
  );
}

function sendProblem(reply: FastifyReply, refusal: Refusal, publicUrl: PublicUrl): FastifyReply {
  const problem = presentProblem(refusal, { publicUrl: publicUrl(), requestId: reply.request.id });
  const retryAfterS = retryAfterOf(refusal);
  if (retryAfterS !== null) reply.header('retry-after', String(retryAfterS));
  if (problem.status === 401) reply.header('www-authenticate', 'Bearer');
  return reply.code(problem.status).header('content-type', 'application/problem+json').serializer(JSON.stringify).send(problem);
}

export function createErrorReply(publicUrl: PublicUrl) {
  return (error: FastifyError | Error, request: FastifyRequest, reply: FastifyReply): FastifyReply | void => {
    // The client went away in the middle of its request: there is nobody to answer.
    if (reply.raw.destroyed || request.raw.errored) return void reply.hijack();
    // Fastify would close the connection while the client is still sending, which then sees no answer but a broken pipe.
    // Node passes over the rest of the body, as long as it comes in time.
    reply.removeHeader('connection');
    if (isInfrastructureFault(error)) {
      request.log.error({ err: error, requestId: request.id }, 'a request was refused: what it needs does not answer');
      return sendProblem(
        reply,
        new Refusal(
          'service_unavailable',
          'A part of the service does not answer at the moment. Try again after the seconds in Retry-After.',
        ),
        publicUrl,
      );
    }
    const refusal = toRefusal(error);
    if (refusal !== null) return sendProblem(reply, refusal, publicUrl);
    request.log.error({ err: error, requestId: request.id }, 'request failed');
    return sendProblem(
      reply,
      new Refusal('internal_error', 'Something went wrong on our side. Try again; if it stays, report it with the request_id.'),
      publicUrl,
    );
  };
}
