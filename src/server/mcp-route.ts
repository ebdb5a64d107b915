/** `POST /mcp`: the Model Context Protocol over the API of this process, with the key that the request brings. */
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CallApi } from '../api/call-api.ts';
import type { Door } from './door.ts';
import { argumentsOf, holdFiles } from './held-files.ts';
import { readJson } from './read-json.ts';

/** Answers one message of MCP. @param call asks this API with the key of the request */
export type AnswerMcp = (request: Request, context: { call: CallApi; parsedBody: unknown }) => Promise<Response>;

/**
 * The body of an answer; the signal ends it. Not `Readable.toWeb`, which throws where nobody can catch it when a reader cancels
 * and the source ends afterwards.
 */
function webStream(source: Readable, signal: AbortSignal | undefined): ReadableStream<Uint8Array> {
  const leave = (): void => void source.destroy(new Error('the caller has gone'));
  signal?.addEventListener('abort', leave, { once: true });
  // an answer that is cut off is an error for its reader, who may have gone
  source.on('error', () => undefined).once('close', () => signal?.removeEventListener('abort', leave));
  if (signal?.aborted) leave();
  return ReadableStream.from<Uint8Array>(source);
}

/** Asks the routes of this very process: every check of the API is between a tool and what it does. */
function callInProcess(app: FastifyInstance, authorization: string, publicUrl: string): CallApi {
  return async ({ method, path, body, headers, signal }) => {
    signal?.throwIfAborted();
    const url = path.startsWith(`${publicUrl}/`) ? path.slice(publicUrl.length) : path;
    // the signal is not for `inject`, which emits the abort as an error that nobody listens for yet
    const answer = await app.inject({
      method,
      url,
      headers: { ...headers, authorization, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
      ...(body === undefined ? {} : { payload: JSON.stringify(body) }),
      payloadAsStream: true,
    });
    const given = Object.entries(answer.headers).flatMap(([name, value]): [string, string][] =>
      value === undefined ? [] : [[name, String(value)]],
    );
    const empty = answer.statusCode === 204 || answer.statusCode === 304;
    const stream = webStream(answer.stream(), signal);
    return new Response(empty ? null : stream, { status: answer.statusCode, headers: given });
  };
}

function webRequest(request: FastifyRequest, root: string, signal: AbortSignal): Request {
  const headers = new Headers();
  for (const [name, value] of Object.entries(request.headers)) if (typeof value === 'string') headers.set(name, value);
  // what is in the body has been read
  return new Request(`${root}/mcp`, { method: 'POST', headers, signal });
}

export interface McpOptions {
  publicUrl: () => string;
  answer: AnswerMcp;
  bodyLimitBytes: number;
}

/** A file of 20 MB in base64, and what is around it. */
const BODY_BYTES_MAX = 32 * 1_048_576;

/** Adds the route. There are no sessions to read or to end, so that other methods are 405, as MCP has it (Streamable HTTP). */
export function addMcp(app: FastifyInstance, door: Door, { publicUrl, answer, bodyLimitBytes }: McpOptions): void {
  const bodyLimit = Math.min(bodyLimitBytes, BODY_BYTES_MAX);
  app.post(
    '/mcp',
    { config: { operation: 'mcp' }, bodyLimit, onRequest: (request) => door.authenticateKey(request) },
    async (request, reply) => {
      const gone = new AbortController();
      reply.raw.on('close', () => gone.abort());
      const call = callInProcess(app, request.headers.authorization ?? '', publicUrl());
      const parsedBody = await readJson(request);
      const response = await holdFiles(argumentsOf(parsedBody), () =>
        answer(webRequest(request, publicUrl(), gone.signal), { call, parsedBody }),
      );
      reply.code(response.status).headers(Object.fromEntries(response.headers));
      return reply.send(response.body === null ? null : Readable.fromWeb(response.body));
    },
  );
}
