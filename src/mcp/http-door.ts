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

/** Answers one request of nobody: what is compiled at the first one, a tenth of a second, is compiled before anybody waits. */
export async function warmMcp(version: string): Promise<void> {
  const headers = { 'content-type': 'application/json', accept: 'application/json, text/event-stream' };
  const answer = await answerMcp(new Request('http://localhost/mcp', { method: 'POST', headers }), {
    call: () => Promise.resolve(Response.json({})),
    parsedBody: { jsonrpc: '2.0', id: 1, method: 'tools/list' },
    guides: { topics: [], read: () => Promise.resolve('') },
    version,
  });
  await answer.text();
}
