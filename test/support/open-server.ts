/** The HTTP server over a pipeline in memory, with one key of each of two organisations. */
import { randomBytes } from 'node:crypto';
import { Readable } from 'node:stream';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import { createAuthenticator } from '../../src/accounts/authenticate.ts';
import { createKey } from '../../src/accounts/keys.ts';
import { createOrganisation, createProject } from '../../src/accounts/organisations.ts';
import { createDownloader } from '../../src/adapters/download.ts';
import { createSystemClock } from '../../src/adapters/system-clock.ts';
import { createMetrics } from '../../src/server/metrics.ts';
import { createServer } from '../../src/server/create-server.ts';
import type { ServerOptions } from '../../src/server/server-options.ts';
import { createMemoryAccounts } from './memory-accounts.ts';
import { createMemoryPipeline, type MemoryPipeline } from './memory-pipeline.ts';

export interface OpenServer {
  app: FastifyInstance;
  pipeline: MemoryPipeline;
  /** Headers of a caller of the first organisation, and of the second. */
  auth: { authorization: string };
  otherAuth: { authorization: string };
  /** Bytes of outputs by blob key. */
  blobs: Map<string, Uint8Array>;
  /** Milliseconds by which the server's clock is ahead. */
  clock: { aheadMs: number };
  close(): Promise<void>;
  /** `POST /v1/documents` with a JSON body. */
  post(body: unknown, headers?: Record<string, string>, query?: string): Promise<LightMyRequestResponse>;
  get(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Listens on a free port; returns the address without a slash at its end. */
  listen(): Promise<string>;
}

async function openAccounts(clock: ServerOptions['clock']) {
  const store = createMemoryAccounts();
  const context = { store, clock, region: 'local', currency: 'EUR', random: (bytes: number) => randomBytes(bytes) };
  const open = async (name: string): Promise<{ authorization: string }> => {
    const organisation = await createOrganisation(context, { name });
    const project = await createProject(context, { orgId: organisation.id, name });
    return { authorization: `Bearer ${(await createKey(context, { projectId: project.id, name })).key}` };
  };
  return { store, auth: await open('one'), otherAuth: await open('two') };
}

export async function openServer(more: Partial<ServerOptions> = {}): Promise<OpenServer> {
  const shift = { aheadMs: 0 };
  const clock = createSystemClock(() => Date.now() + shift.aheadMs);
  const { store: accounts, auth, otherAuth } = await openAccounts(clock);
  const pipeline = createMemoryPipeline(clock.ulid);
  const blobs = new Map<string, Uint8Array>();
  const closing = new AbortController();
  let publicUrl = 'http://octavo.test';
  const app = await createServer({
    pipeline,
    authenticator: createAuthenticator({ store: accounts, region: 'local', nowMs: () => Date.now() }),
    store: { get: async (id) => pipeline.find(id) },
    blobs: {
      async stream(key, range) {
        const bytes = blobs.get(key);
        return bytes === undefined ? null : Readable.from([range === undefined ? bytes : bytes.subarray(range.start, range.end + 1)]);
      },
    },
    downloader: createDownloader({ allow: [] }),
    clock,
    secret: 'a secret of sixteen',
    publicUrl: () => publicUrl,
    version: '0.0.0',
    bodyLimitBytes: 40 * 1_048_576,
    ratePerMinute: 10_000,
    checks: {},
    metrics: createMetrics(),
    closing: closing.signal,
    ...more,
  });
  return {
    app,
    pipeline,
    auth,
    otherAuth,
    blobs,
    clock: shift,
    async close() {
      closing.abort();
      await app.close();
    },
    post: (body, headers = {}, query = '') =>
      app.inject({
        method: 'POST',
        url: `/v1/documents${query}`,
        headers: { ...auth, 'content-type': 'application/json', ...headers },
        payload: typeof body === 'string' ? body : JSON.stringify(body),
      }),
    get: (path, headers = {}) => app.inject({ method: 'GET', url: path, headers: { ...auth, ...headers } }),
    async listen() {
      publicUrl = await app.listen({ port: 0, host: '127.0.0.1' });
      return publicUrl;
    },
  };
}
