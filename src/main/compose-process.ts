/**
 * The service out of its adapters: pipeline, door and work loop. The only composition there is: `serve.ts` gives it PostgreSQL,
 * blobs and renderers; tests of the server give it adapters in memory.
 */
import { fileURLToPath } from 'node:url';
import type { Logger } from 'pino';
import { createAuthenticator } from '../accounts/authenticate.ts';
import type { Dashboard } from '../accounts/dashboard.ts';
import type { AccountContext } from '../accounts/keys.ts';
import { createPipeline, type RunningPipeline } from '../pipeline/create-pipeline.ts';
import type { ArtifactStore } from '../ports/artifact-store.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { Downloader } from '../ports/download.ts';
import type { JobQueue } from '../ports/job-queue.ts';
import { createMoneyDesk } from '../accounts/money-desk.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { Model } from '../ports/model.ts';
import type { MoneyStore } from '../ports/money-store.ts';
import type { Payment, Payments } from '../ports/payments.ts';
import type { Tracing } from '../ports/tracing.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import type { WebhookStore } from '../ports/webhook-store.ts';
import { createArtifactServer } from '../server/artifact-server.ts';
import { createServer } from '../server/create-server.ts';
import type { Metrics } from '../server/metrics.ts';
import { createMetricsServer } from '../server/metrics-routes.ts';
import type { Configuration } from './configuration.ts';
import type { Drawing } from './open-workshop.ts';
import { openDocumentation, SITE_FOLDER } from './open-documentation.ts';
import { createReadiness } from './readiness.ts';
import { PRODUCT_VERSION } from './version.ts';
import { GUIDES_FOLDER, openGuides } from '../mcp/guides.ts';
import type { AnswerMcp } from '../server/mcp-route.ts';

/** Where `npm run setup` builds the dashboard. */
const DASHBOARD_DIR = fileURLToPath(new URL('../../web/dist', import.meta.url));

/** Documents that one process makes at once, beyond those that its renderers draw: others read, build and store meanwhile. */
const BESIDE_RENDERERS = 2;

export interface ProcessAdapters {
  store: DocumentStore;
  artifacts: ArtifactStore;
  webhooks: WebhookStore;
  money: MoneyStore;
  /** Rounds of deletion beside those of documents. */
  sweeps?: readonly (() => Promise<void>)[];
  /** null: no mail is sent. */
  mailer: Mailer | null;
  /** null: nobody can pay in by themselves. */
  payments: Payments | null;
  queue: JobQueue;
  blobs: Blobs;
  accounts: AccountContext;
  downloader: Downloader;
  /** null: nobody signs in. */
  dashboard: Dashboard | null;
  sender: WebhookSender;
  /** null: what needs a model is refused. */
  model: Model | null;
  /** null: this process renders nothing and takes no work from the queue. */
  drawing: Drawing | null;
  metrics: Metrics;
  /** Absent: nothing is traced. */
  tracing?: Tracing;
  log: Logger;
}

export interface ProcessSettings extends Pick<
  Configuration,
  | 'role'
  | 'region'
  | 'metrics'
  | 'prices'
  | 'budgets'
  | 'ratePerMinute'
  | 'artifactWritesPerMinute'
  | 'trustedProxies'
  | 'allowedOrigins'
  | 'bodyLimitBytes'
  | 'renderers'
  | 'documentsWaiting'
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
  /** The metrics on a port of their own, ready to listen; null where they are on that of the interface. */
  metricsApp: ReturnType<typeof createMetricsServer> | null;
  /** Takes work from the queue until the returned function is called, which waits so many milliseconds for what runs. */
  startWork(): Promise<(graceMs: number) => Promise<void>>;
}

/**
 * Loads the door for agents and tries it. The first request would hold up all others for a third of a second; a process that starts waits for its
 * renderers meanwhile.
 */
export async function warmAgentDoor(): Promise<void> {
  const { warmMcp } = await import('../mcp/http-door.ts');
  await warmMcp(PRODUCT_VERSION);
}

const answerAgents: AnswerMcp = async (request, context) => {
  const { answerMcp } = await import('../mcp/http-door.ts');
  return answerMcp(request, { ...context, guides: openGuides(GUIDES_FOLDER), version: PRODUCT_VERSION });
};

function composePipeline(adapters: ProcessAdapters, settings: ProcessSettings): RunningPipeline {
  const { store, artifacts, webhooks, money, mailer, queue, blobs, accounts, downloader, sender, model, drawing, metrics, log } = adapters;
  const { ratePerMinute, extractionAnswerMs } = settings;
  const { clock } = accounts;
  return createPipeline({
    model,
    store,
    artifacts,
    webhooks,
    sender,
    money,
    mailer,
    random: accounts.random,
    ...(adapters.sweeps === undefined ? {} : { sweeps: adapters.sweeps }),
    onDelivery: (attempt) => metrics.countDelivery(attempt),
    queue,
    blobs,
    clock,
    downloader,
    log,
    ...(adapters.tracing === undefined ? {} : { tracing: adapters.tracing }),
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
}

/** Puts the parts together; starts nothing. */
export async function composeProcess(adapters: ProcessAdapters, settings: ProcessSettings): Promise<ComposedProcess> {
  const { store, webhooks, money, payments, queue, blobs, accounts, downloader, sender, drawing, metrics, log } = adapters;
  const { region, ratePerMinute, secret, publicUrl, bodyLimitBytes, closing, heartbeatMs, lingerMs } = settings;
  const { clock } = accounts;
  const checks = checksOf(adapters);
  const pipeline = composePipeline(adapters, settings);
  addGauges(metrics, { queue, webhooks, working: drawing && pipeline });
  const serverOptions = {
    pipeline,
    authenticator: createAuthenticator({ store: accounts.store, region, nowMs: () => clock.monotonicMs() }),
    store,
    blobs,
    downloader,
    receivers: sender,
    payments,
    credit: creditTo(accounts),
    desk: createMoneyDesk({ money, accounts: accounts.store, prices: settings.prices, clock }),
    clock,
    secret,
    publicUrl,
    artifactUrl: settings.artifactUrl,
    version: PRODUCT_VERSION,
    bodyLimitBytes,
    ratePerMinute,
    checks,
    metrics,
    metricsAccess: { token: settings.metrics.token, elsewhere: settings.metrics.port !== undefined },
    logger: log,
    ...(adapters.tracing === undefined ? {} : { tracing: adapters.tracing }),
    closing,
    mcp: answerAgents,
    documentation: openDocumentation(SITE_FOLDER),
    dashboard: adapters.dashboard,
    dashboardDir: DASHBOARD_DIR,
    trustedProxies: settings.trustedProxies,
    allowedOrigins: settings.allowedOrigins,
    ...(heartbeatMs === undefined ? {} : { heartbeatMs }),
    ...(lingerMs === undefined ? {} : { lingerMs }),
  };
  const isWorker = settings.role === 'worker';
  const app = await createServer({ ...serverOptions, operationsOnly: isWorker });
  const artifactApp = isWorker ? null : createArtifactServer(serverOptions);
  const metricsApp = settings.metrics.port === undefined ? null : createMetricsServer(serverOptions);
  const startWork: ComposedProcess['startWork'] = async () => {
    if (!drawing) return () => Promise.resolve();
    return pipeline.start({
      ...drawing,
      ready: createReadiness(checks, () => performance.now()),
      concurrency: settings.renderers + BESIDE_RENDERERS,
      waiting: settings.documentsWaiting,
      onFinished: (outcome) => metrics.countDocument(outcome),
    });
  };
  return { pipeline, app, artifactApp, metricsApp, startWork };
}

/** The reference of a payment is in the ledger once: what is told again changes nothing. */
const creditTo =
  ({ store }: AccountContext) =>
  ({ reference, orgId, amount, currency }: Payment): Promise<void> =>
    store.grant({ orgId, amount, currency, note: 'paid in' }, reference);

/** What `/readyz` asks, and the work loop before it claims. */
function checksOf({ store, blobs, drawing }: ProcessAdapters): Record<string, () => Promise<void>> {
  return { database: () => store.check(), blobs: () => blobs.check(), ...(drawing ? { renderers: () => drawing.office.ready() } : {}) };
}

function addGauges(
  metrics: Metrics,
  { queue, webhooks, working }: Pick<ProcessAdapters, 'queue' | 'webhooks'> & { working: RunningPipeline | null },
): void {
  metrics.addGauge({
    name: 'octavo_webhooks_pending',
    help: 'Deliveries that wait for their first or next attempt, in the whole installation.',
    read: () => webhooks.countPending(),
  });
  metrics.addGauge({
    name: 'octavo_documents_queued',
    help: 'Documents that wait for a worker, in the whole installation.',
    read: () => queue.countDocuments(),
  });
  if (working)
    metrics.addGauge({ name: 'octavo_documents_running', help: 'Documents being made in this process.', read: () => working.running() });
}
