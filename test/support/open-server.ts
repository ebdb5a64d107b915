/** The product's own service on adapters in memory, with one key of each of two organisations, and a worker that does what a test says. */
import { randomBytes } from 'node:crypto';
import type { FastifyInstance, LightMyRequestResponse } from 'fastify';
import type { AccountContext } from '../../src/accounts/keys.ts';
import { createKey } from '../../src/accounts/keys.ts';
import { createOrganisation, createProject } from '../../src/accounts/organisations.ts';
import { createDownloader } from '../../src/adapters/download.ts';
import { createWebhookSender } from '../../src/adapters/webhook-sender.ts';
import { createSystemClock } from '../../src/adapters/system-clock.ts';
import type { NewEvent } from '../../src/contract/event.ts';
import { composeProcess, type ProcessSettings } from '../../src/main/compose-process.ts';
import { createLog } from '../../src/main/log.ts';
import type { RunningPipeline } from '../../src/pipeline/create-pipeline.ts';
import type { Clock } from '../../src/ports/clock.ts';
import type { ArtifactStore } from '../../src/ports/artifact-store.ts';
import type { DocumentStore, FinishPatch } from '../../src/ports/document-store.ts';
import type { Downloader } from '../../src/ports/download.ts';
import { DOCUMENT_KINDS, type JobQueue, type Lease } from '../../src/ports/job-queue.ts';
import { BUDGETS } from '../../src/agent/loop-budget.ts';
import { FREE } from '../../src/ports/prices.ts';
import type { DocumentJob, OutputRecord } from '../../src/ports/record.ts';
import { createMetrics } from '../../src/server/metrics.ts';
import { createMemoryAccounts } from './memory-accounts.ts';
import { createMemoryBlobs, type MemoryBlobs } from './memory-blobs.ts';
import { createMemoryMoney } from './memory-money.ts';
import { createMemoryStore, type MemoryStore } from './memory-store.ts';
import { sampleReport } from './sample-report.ts';

/** What happens to accepted documents, in the place of a process that renders. */
export interface TestWorker {
  /** Claims the document unless it has: `document.started`; then commits these events. */
  emit(id: string, events?: NewEvent[]): Promise<void>;
  /** Ends it, as ready on one page where the patch says nothing else. */
  finish(id: string, patch?: Partial<FinishPatch>): Promise<void>;
  /** From now on every document is finished as soon as it is accepted. */
  finishAll(): void;
}

export interface OpenServer {
  app: FastifyInstance;
  /** The origin of artifacts. */
  artifactApp: FastifyInstance;
  pipeline: RunningPipeline;
  store: DocumentStore;
  artifacts: ArtifactStore;
  queue: JobQueue;
  blobs: MemoryBlobs;
  worker: TestWorker;
  /** The first organisation, and its project. */
  owner: { orgId: string; projectId: string };
  /** Ids of all documents in the order in which they were accepted. */
  ids(): string[];
  /** The job of the document that was accepted at this place. */
  jobAt(place: number): Promise<DocumentJob | null>;
  /** How many follow or wait for a document at this moment. */
  watching(): number;
  /** Headers of a caller of the first organisation, and of the second. */
  auth: { authorization: string };
  otherAuth: { authorization: string };
  /** Milliseconds by which the server's clock is ahead. */
  clock: { aheadMs: number };
  close(): Promise<void>;
  /** `POST /v1/documents` with a JSON body. */
  post(body: unknown, headers?: Record<string, string>, query?: string): Promise<LightMyRequestResponse>;
  get(path: string, headers?: Record<string, string>): Promise<LightMyRequestResponse>;
  /** Listens on a free port; returns the address without a slash at its end. */
  listen(): Promise<string>;
}

/** A PNG of one pixel. */
export const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);

/** An output of a document, its bytes among the blobs under `documents/<id>/<output id>`. */
export function makeOutput(documentId: string, id: string, bytes: number, more: Partial<OutputRecord> = {}): OutputRecord {
  return { id, kind: 'pdf', contentType: 'application/pdf', bytes, key: `documents/${documentId}/${id}`, ...more };
}

async function openAccounts(clock: Clock) {
  const store = createMemoryAccounts();
  const accounts: AccountContext = { store, clock, region: 'local', currency: 'EUR', random: (bytes) => randomBytes(bytes) };
  const open = async (name: string): Promise<{ owner: { orgId: string; projectId: string }; auth: { authorization: string } }> => {
    const organisation = await createOrganisation(accounts, { name });
    const project = await createProject(accounts, { orgId: organisation.id, name });
    const { key } = await createKey(accounts, { projectId: project.id, name });
    return { owner: { orgId: organisation.id, projectId: project.id }, auth: { authorization: `Bearer ${key}` } };
  };
  const [one, two] = [await open('one'), await open('two')];
  return { accounts, owner: one.owner, auth: one.auth, otherAuth: two.auth };
}

function createWorker({ store, queue }: MemoryStore): TestWorker {
  const leases = new Map<string, Lease>();
  const claim = async (only?: string): Promise<string[]> => {
    const claims = await queue.claim(DOCUMENT_KINDS, {
      limit: 100,
      running: [],
      perOrganisation: 100,
      ...(only === undefined ? {} : { only }),
    });
    for (const { lease } of claims) leases.set(lease.jobId, lease);
    return claims.map(({ lease }) => lease.jobId);
  };
  const leaseOf = async (id: string): Promise<Lease> => {
    if (!leases.has(id)) await claim(id);
    const lease = leases.get(id);
    if (!lease) throw new Error(`${id} cannot be claimed`);
    return lease;
  };
  const worker: TestWorker = {
    async emit(id, events = []) {
      await store.commit(await leaseOf(id), {}, events);
    },
    async finish(id, patch = {}) {
      const report = sampleReport({ document_id: id });
      await store.finish(await leaseOf(id), { status: 'ready', pages: 1, report, ...patch }, []);
    },
    finishAll() {
      queue.onWaiting(() => {
        // what has changed is committed before anybody works on it
        setImmediate(() => void claim().then((ids) => Promise.all(ids.map((id) => worker.finish(id)))));
      });
    },
  };
  return worker;
}

/** Every public address answers a picture. */
function createTestDownloader(): Downloader {
  const { check } = createDownloader({ allow: [] });
  return { check, download: async (url) => ({ bytes: PIXEL, filename: url.split('/').at(-1) ?? 'download', contentType: 'image/png' }) };
}

const SETTINGS: Omit<ProcessSettings, 'publicUrl' | 'artifactUrl' | 'closing'> = {
  role: 'api',
  region: 'local',
  metrics: { port: undefined, token: undefined },
  prices: FREE,
  budgets: BUDGETS,
  renderers: 1,
  documentsWaiting: 0,
  secret: 'a secret of sixteen',
  artifactWritesPerMinute: 120,
  trustedProxies: [],
  allowedOrigins: [],
  bodyLimitBytes: 40 * 1_048_576,
  ratePerMinute: 10_000,
};

/** What these servers do without. */
const NONE = { dashboard: null, mailer: null, payments: null, model: null, drawing: null };

export type OpenServerSettings = Partial<ProcessSettings>;

export async function openServer(more: OpenServerSettings = {}): Promise<OpenServer> {
  const shift = { aheadMs: 0 };
  const system = createSystemClock(() => Date.now() + shift.aheadMs);
  const clock: Clock = { ...system, monotonicMs: () => system.monotonicMs() + shift.aheadMs };
  const { accounts, owner, auth, otherAuth } = await openAccounts(clock);
  const memory = createMemoryStore(clock);
  const blobs = createMemoryBlobs();
  const closing = new AbortController();
  let publicUrl = 'http://octavo.test';
  let artifactUrl = 'http://pages.octavo.test';
  const { app, artifactApp, pipeline } = await composeProcess(
    {
      store: memory.store,
      artifacts: memory.artifacts,
      webhooks: memory.webhooks,
      queue: memory.queue,
      blobs,
      accounts,
      downloader: createTestDownloader(),
      sender: createWebhookSender({ allow: [] }),
      money: createMemoryMoney(memory.records, accounts.store),
      ...NONE,
      metrics: createMetrics(),
      log: createLog('silent'),
    },
    {
      ...SETTINGS,
      publicUrl: () => publicUrl,
      artifactUrl: () => artifactUrl,
      closing: closing.signal,
      ...more,
    },
  );
  if (!artifactApp) throw new Error('the role api serves artifacts');
  return {
    app,
    artifactApp,
    pipeline,
    store: memory.store,
    artifacts: memory.artifacts,
    queue: memory.queue,
    blobs,
    worker: createWorker(memory),
    owner,
    ids: memory.ids,
    jobAt: (place) => memory.store.job(memory.ids()[place] ?? ''),
    watching: memory.watching,
    auth,
    otherAuth,
    clock: shift,
    async close() {
      closing.abort();
      await Promise.all([app.close(), artifactApp.close()]);
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
      artifactUrl = await artifactApp.listen({ port: 0, host: '127.0.0.1' });
      return publicUrl;
    },
  };
}
