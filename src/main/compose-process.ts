/**
 * The service out of its adapters: pipeline, door and work loop. The only composition there is: `serve.ts` gives it PostgreSQL,
 * blobs and renderers; tests of the server give it adapters in memory.
 */
import type { Logger } from 'pino';
import { createAuthenticator } from '../accounts/authenticate.ts';
import type { AccountContext } from '../accounts/keys.ts';
import { createPipeline, type RunningPipeline } from '../pipeline/create-pipeline.ts';
import type { ArtifactStore } from '../ports/artifact-store.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { Downloader } from '../ports/download.ts';
import type { JobQueue } from '../ports/job-queue.ts';
import type { Model } from '../ports/model.ts';
import { createArtifactServer } from '../server/artifact-server.ts';
import { createServer } from '../server/create-server.ts';
import type { Metrics } from '../server/metrics.ts';
import type { Configuration } from './configuration.ts';
import type { Drawing } from './open-workshop.ts';
import { createReadiness } from './readiness.ts';
import { PRODUCT_VERSION } from './version.ts';
import { GUIDES_FOLDER, openGuides } from '../mcp/guides.ts';
import type { AnswerMcp } from '../server/mcp-route.ts';

/** Documents that one process makes at once, beyond those that its renderers draw: others read, build and store meanwhile. */
const BESIDE_RENDERERS = 2;

export interface ProcessAdapters {
  store: DocumentStore;
  artifacts: ArtifactStore;
  queue: JobQueue;
  blobs: Blobs;
  accounts: AccountContext;
  downloader: Downloader;
  /** null: what needs a model is refused. */
  model: Model | null;
  /** null: this process renders nothing and takes no work from the queue. */
  drawing: Drawing | null;
  metrics: Metrics;
  log: Logger;
}

export interface ProcessSettings extends Pick<
  Configuration,
  'role' | 'region' | 'prices' | 'budgets' | 'ratePerMinute' | 'artifactWritesPerMinute' | 'trustedProxies' | 'bodyLimitBytes' | 'renderers'
> {
  /** Signs download links. */
  secret: string;
  /** Address of the deployment without `/v1`; asked when needed, since the port may be given by the system. */
  publicUrl: () => string;
  /** Origin of the pages of artifacts, asked when needed. */
  artifactUrl: () => string;
  /** Set when the process is about to end. */
  closing: AbortSignal;
  /** For tests: between heartbeats of streams and waiting answers, of unfinished requests at the end, and until an extraction is answered as queued. */
  heartbeatMs?: number;
  lingerMs?: number;
  extractionAnswerMs?: number;
}

export interface ComposedProcess {
  pipeline: RunningPipeline;
  /** Ready to listen. */
  app: Awaited<ReturnType<typeof createServer>>;
  /** The origin of artifacts, ready to listen; null where this process serves nobody. */
  artifactApp: ReturnType<typeof createArtifactServer> | null;
  /** Takes work from the queue until the returned function is called, which waits so many milliseconds for what runs. */
  startWork(): Promise<(graceMs: number) => Promise<void>>;
}

/** The door for agents; its parts are loaded with the first of them. */
const answerAgents: AnswerMcp = async (request, context) => {
  const { answerMcp } = await import('../mcp/http-door.ts');
  return answerMcp(request, { ...context, guides: openGuides(GUIDES_FOLDER), version: PRODUCT_VERSION });
};

/** Puts the parts together; starts nothing. */
export async function composeProcess(adapters: ProcessAdapters, settings: ProcessSettings): Promise<ComposedProcess> {
  const { store, artifacts, queue, blobs, accounts, downloader, model, drawing, metrics, log } = adapters;
  const { region, ratePerMinute, secret, publicUrl, bodyLimitBytes, closing, heartbeatMs, lingerMs, extractionAnswerMs } = settings;
  const { clock } = accounts;
  const checks = checksOf(adapters);
  const pipeline = createPipeline({
    model,
    store,
    artifacts,
    queue,
    blobs,
    clock,
    downloader,
    log,
    ratePerMinute,
    artifactWritesPerMinute: settings.artifactWritesPerMinute,
    prices: settings.prices,
    budgets: settings.budgets,
    versions: {
      engine: `octavo ${PRODUCT_VERSION}`,
      office: () => drawing?.office.version() ?? 'LibreOffice',
      typesetter: () => drawing?.typesetter.version() ?? 'Typst',
    },
    ...(drawing ? { renderers: drawing } : {}),
    ...(extractionAnswerMs === undefined ? {} : { extractionAnswerMs }),
  });
  addGauges(metrics, queue, drawing && pipeline);
  const serverOptions = {
    pipeline,
    authenticator: createAuthenticator({ store: accounts.store, region, nowMs: () => clock.monotonicMs() }),
    store,
    blobs,
    downloader,
    clock,
    secret,
    publicUrl,
    artifactUrl: settings.artifactUrl,
    version: PRODUCT_VERSION,
    bodyLimitBytes,
    ratePerMinute,
    checks,
    metrics,
    logger: log,
    closing,
    mcp: answerAgents,
    ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
    ...(lingerMs === undefined ? {} : { lingerMs }),
  };
  const isWorker = settings.role === 'worker';
  const app = await createServer({ ...serverOptions, operationsOnly: isWorker });
  const artifactApp = isWorker ? null : createArtifactServer({ ...serverOptions, trustedProxies: settings.trustedProxies });
  const startWork: ComposedProcess['startWork'] = async () => {
    if (!drawing) return () => Promise.resolve();
    return pipeline.start({
      ...drawing,
      ready: createReadiness(checks, () => performance.now()),
      concurrency: settings.renderers + BESIDE_RENDERERS,
      onFinished: (outcome) => metrics.countDocument(outcome),
    });
  };
  return { pipeline, app, artifactApp, startWork };
}

/** What `/readyz` asks, and the work loop before it claims. */
function checksOf({ store, blobs, drawing }: ProcessAdapters): Record<string, () => Promise<void>> {
  return { database: () => store.check(), blobs: () => blobs.check(), ...(drawing ? { renderers: () => drawing.office.ready() } : {}) };
}

function addGauges(metrics: Metrics, queue: JobQueue, working: RunningPipeline | null): void {
  metrics.addGauge({
    name: 'octavo_documents_queued',
    help: 'Documents that wait for a worker, in the whole installation.',
    read: () => queue.countDocuments(),
  });
  if (working)
    metrics.addGauge({ name: 'octavo_documents_running', help: 'Documents being made in this process.', read: () => working.running() });
}
