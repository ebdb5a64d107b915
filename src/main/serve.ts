/**
 * The service: every adapter made, wired and started, and taken down again in the order in which nothing is lost. With
 * the role `api` it draws nothing; with the role `worker` it makes documents and answers only for its health.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Logger } from 'pino';
import { createAuthenticator } from '../accounts/authenticate.ts';
import { ensureFirstKey, ensureSecret, type AccountContext } from '../accounts/keys.ts';
import { openDiskBlobs } from '../adapters/disk-blobs.ts';
import { createDownloader } from '../adapters/download.ts';
import { createAccountStore } from '../adapters/postgres-account-store.ts';
import { createDocumentStore, type PostgresDocumentStore } from '../adapters/postgres-document-store.ts';
import { createJobQueue } from '../adapters/postgres-job-queue.ts';
import { createS3Blobs } from '../adapters/s3-blobs.ts';
import { createSystemClock } from '../adapters/system-clock.ts';
import { createPipeline, type RunningPipeline } from '../pipeline/create-pipeline.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { JobQueue } from '../ports/job-queue.ts';
import type { Model } from '../ports/model.ts';
import { checkRendering } from '../render/start-up-check.ts';
import { createServer } from '../server/create-server.ts';
import { createMetrics, type Metrics } from '../server/metrics.ts';
import { compactHeapSoon } from './compact-heap.ts';
import type { Configuration } from './configuration.ts';
import { makeDataFolder } from './data-folder.ts';
import { adapterLog, createLog } from './log.ts';
import { openServiceDatabase, type OpenDatabase } from './open-database.ts';
import { openDrawing, type Drawing } from './open-workshop.ts';
import { createReadiness } from './readiness.ts';
import { PRODUCT_VERSION } from './version.ts';

/** How long running documents may go on after SIGTERM before they are handed back. */
const GRACE_MS = 20_000;
/** Documents that one process makes at once, beyond those that its renderers draw: others read, build and store meanwhile. */
const BESIDE_RENDERERS = 2;

interface Parts {
  log: Logger;
  records: OpenDatabase;
  store: PostgresDocumentStore;
  queue: JobQueue;
  accounts: AccountContext;
  blobs: Blobs;
  drawing: Drawing | null;
  metrics: Metrics;
}

async function openParts(configuration: Configuration): Promise<Parts> {
  await makeDataFolder(configuration.dataDir);
  const log = createLog(configuration.logLevel);
  const clock = createSystemClock();
  const drawingLog = adapterLog(log);
  const openDrawingIfNeeded =
    configuration.role === 'api'
      ? null
      : openDrawing({ workDir: join(configuration.dataDir, 'render'), workers: configuration.renderers, clock, log: drawingLog });
  // a fault of the records is told even while the renderers are still starting
  openDrawingIfNeeded?.catch(() => undefined);
  const records = await openServiceDatabase(configuration, adapterLog(log));
  const [blobs, drawing] = await Promise.all([
    configuration.blobs === undefined ? openDiskBlobs(join(configuration.dataDir, 'blobs')) : createS3Blobs(configuration.blobs),
    openDrawingIfNeeded,
  ]);
  const store = createDocumentStore(records.database, { clock });
  const queue = createJobQueue(records.database, store.feed, { clock, alone: configuration.databaseUrl === undefined });
  const accounts = {
    store: createAccountStore(records.database),
    clock,
    random: randomBytes,
    region: configuration.region,
    currency: configuration.prices.currency,
  };
  return { log, records, store, queue, accounts, blobs, drawing, metrics: createMetrics() };
}

/** The clients of the providers are loaded only where a model is configured. */
async function openModel({ model }: Configuration, metrics: Metrics): Promise<Model | null> {
  if (!model) return null;
  const { createModel } = await import('../adapters/model.ts');
  return createModel({ ...model, onUsage: (tier, usage) => metrics.countTokens({ tier, ...usage }) });
}

function startWork(configuration: Configuration, parts: Parts, pipeline: RunningPipeline): Promise<(graceMs: number) => Promise<void>> {
  const { drawing, metrics } = parts;
  if (!drawing) return Promise.resolve(() => Promise.resolve());
  metrics.addGauge({ name: 'octavo_documents_running', help: 'Documents being made in this process.', read: () => pipeline.running() });
  return pipeline.start({
    ...drawing,
    ready: createReadiness(checksOf(parts), () => performance.now()),
    concurrency: configuration.renderers + BESIDE_RENDERERS,
    onFinished: (outcome) => metrics.countDocument(outcome),
  });
}

function checksOf({ store, blobs, drawing }: Parts): Record<string, () => Promise<void>> {
  return { database: () => store.check(), blobs: () => blobs.check(), ...(drawing ? { renderers: () => drawing.office.ready() } : {}) };
}

async function tellFirstKey(configuration: Configuration, { accounts }: Parts): Promise<void> {
  const made = await ensureFirstKey(accounts, configuration.apiKey);
  if (made !== null) process.stdout.write(`The first API key, shown only this once: ${made}\n`);
}

/**
 * Fonts that would break pages elsewhere than Word does, equations that come out blank: reported with their repair, beside the
 * first work. Once all is well it is not drawn again until LibreOffice or the languages of text recognition are others.
 */
async function tellRenderingProblems(configuration: Configuration, { office, pages, recognizer }: Drawing, log: Logger): Promise<void> {
  const workDir = join(configuration.dataDir, 'render');
  const passed = join(workDir, `checked-${[office.version(), ...recognizer.languages()].join('-').replaceAll(/[^A-Za-z0-9.]+/g, '-')}`);
  try {
    if (existsSync(passed)) return;
    const problems = await checkRendering({ office, pages, recognizer, workDir });
    for (const problem of problems) log.warn(problem);
    if (problems.length === 0) await writeFile(passed, '');
  } catch (error) {
    log.warn({ err: error }, 'the check of the renderers failed');
  }
}

function waitForSignal(): Promise<string> {
  return new Promise((resolve) => {
    process.once('SIGTERM', () => resolve('SIGTERM'));
    process.once('SIGINT', () => resolve('SIGINT'));
  });
}

/** Serves until SIGTERM or SIGINT, then finishes or hands back what runs. Prints `listening on …/v1` once it can serve. */
export async function serve(configuration: Configuration): Promise<void> {
  const signaled = waitForSignal();
  let serving = false;
  // before it serves there is nothing to finish: what was started ends with the process, or is adopted by the next one
  void signaled.then(() => {
    if (!serving) process.exit(0);
  });
  const parts = await openParts(configuration);
  const { log, records, store, queue, accounts, blobs, drawing, metrics } = parts;
  metrics.addGauge({
    name: 'octavo_documents_queued',
    help: 'Documents that wait for a worker, in the whole installation.',
    read: () => queue.countDocuments(),
  });
  const downloader = createDownloader({ allow: configuration.fetchAllow });
  const versions = {
    engine: `octavo ${PRODUCT_VERSION}`,
    office: () => drawing?.office.version() ?? 'LibreOffice',
    typesetter: () => drawing?.typesetter.version() ?? 'Typst',
  };
  const model = await openModel(configuration, metrics);
  const deps: Parameters<typeof createPipeline>[0] = {
    model,
    store,
    queue,
    blobs,
    clock: accounts.clock,
    downloader,
    log,
    ratePerMinute: configuration.ratePerMinute,
    prices: configuration.prices,
    versions,
    ...(drawing ? { renderers: drawing } : {}),
  };
  const pipeline = createPipeline(deps);
  const [secret] = await Promise.all([ensureSecret(accounts, configuration.secret), drawing?.office.ready()]);

  let boundPort = configuration.port;
  const closing = new AbortController();
  const server = await createServer({
    pipeline,
    authenticator: createAuthenticator({
      store: accounts.store,
      region: configuration.region,
      nowMs: () => accounts.clock.now().getTime(),
    }),
    store,
    blobs,
    downloader,
    clock: accounts.clock,
    secret,
    publicUrl: () => configuration.publicUrl ?? configuration.localUrl(boundPort),
    version: PRODUCT_VERSION,
    bodyLimitBytes: configuration.bodyLimitBytes,
    ratePerMinute: configuration.ratePerMinute,
    checks: checksOf(parts),
    metrics,
    logger: log,
    closing: closing.signal,
    operationsOnly: configuration.role === 'worker',
  });
  const stopWork = await startWork(configuration, parts, pipeline);
  await server.listen({ host: configuration.host, port: configuration.port });
  const [address] = server.addresses();
  if (typeof address === 'object') boundPort = address.port;
  await tellFirstKey(configuration, parts);
  serving = true;
  process.stdout.write(`listening on ${configuration.boundUrl(boundPort)}/v1\n`);

  compactHeapSoon();
  if (drawing) void tellRenderingProblems(configuration, drawing, log);

  log.info({ signal: await signaled }, 'ending');
  await stopWork(GRACE_MS);
  closing.abort();
  await server.close();
  await store.close();
  await drawing?.close();
  await records.close();
}
