/** MCP over standard input and output: a client starts this process, which asks a service by its address and a key. */
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, resolve } from 'node:path';
import { StdioServerTransport } from '@modelcontextprotocol/sdk/server/stdio.js';
import type { CallApi } from '../api/call-api.ts';
import { ApiProblem } from './api-client.ts';
import { createMcpServer } from './create-mcp-server.ts';
import type { Guides, LocalFiles } from './tool-context.ts';

const LOCAL: LocalFiles = {
  read: async (path) => ({ bytes: await readFile(path), filename: basename(path) }),
  write: async (path, bytes) => {
    const file = resolve(path);
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, bytes);
    return file;
  },
};

/** @param baseUrl of a service, with or without `/v1` */
export function remoteApi({ baseUrl, apiKey }: { baseUrl: string; apiKey: string }): CallApi {
  const root = baseUrl.replace(/\/+$/, '').replace(/\/v1$/, '');
  return async ({ method, path, body, headers, signal }) => {
    const own = path.startsWith('/');
    const init: RequestInit = {
      method,
      headers: {
        ...headers,
        // addresses of downloads are signed and need no key
        ...(own ? { authorization: `Bearer ${apiKey}` } : {}),
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
      ...(signal === undefined ? {} : { signal }),
    };
    try {
      return await fetch(own ? root + path : path, init);
    } catch (error) {
      if (signal?.aborted) throw error;
      throw new ApiProblem('service_unavailable', `The service at ${root} does not answer. Is it started, and is OCTAVO_BASE_URL right?`);
    }
  };
}

/** Serves until the client closes the input. */
export async function serveStdio({ call, guides, version }: { call: CallApi; guides: Guides; version: string }): Promise<void> {
  const server = createMcpServer({ call, guides, local: LOCAL }, version);
  const ended = new Promise<void>((resolveEnd) => {
    server.server.onclose = resolveEnd;
    process.stdin.once('end', resolveEnd);
  });
  await server.connect(new StdioServerTransport());
  await ended;
  await server.close();
}
