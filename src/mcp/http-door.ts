/** MCP over Streamable HTTP, without sessions: every request brings its key, and any process can answer it. */
import { WebStandardStreamableHTTPServerTransport } from '@modelcontextprotocol/sdk/server/webStandardStreamableHttp.js';
import type { CallApi } from '../api/call-api.ts';
import { createMcpServer } from './create-mcp-server.ts';
import type { Guides } from './tool-context.ts';

/** Comments between messages of a stream, so that no proxy takes it for dead. */
const KEEP_ALIVE_MS = 15_000;

/** Answers one POST. @param call asks the API with the key of the request */
export async function answerMcp(
  request: Request,
  { call, parsedBody, guides, version }: { call: CallApi; parsedBody: unknown; guides: Guides; version: string },
): Promise<Response> {
  const transport = new WebStandardStreamableHTTPServerTransport({ keepAliveMs: KEEP_ALIVE_MS });
  const server = createMcpServer({ call, guides, local: null }, version);
  await server.connect(transport);
  request.signal.addEventListener('abort', () => void server.close(), { once: true });
  return transport.handleRequest(request, { parsedBody });
}
