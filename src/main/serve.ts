/**
 * The service: every adapter made, wired and started, and taken down again in the order in which nothing is lost. With
 * the role `api` it draws nothing; with the role `worker` it makes documents and answers only for its health.
 */
import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createServer as createNetServer } from 'node:net';
import { join } from 'node:path';
import type { Logger } from 'pino';
import type { Dashboard } from '../accounts/dashboard.ts';
import { ensureFirstKey, ensureSecret } from '../accounts/keys.ts';
import { firstUserLink } from '../accounts/people.ts';
import { openDiskBlobs } from '../adapters/disk-blobs.ts';
import { createDownloader } from '../adapters/download.ts';
import { createAccountStore } from '../adapters/postgres-account-store.ts';
import { createArtifactStore } from '../adapters/postgres-artifact-store.ts';
import { createDocumentStore, type PostgresDocumentStore } from '../adapters/postgres-document-store.ts';
import { createJobQueue } from '../adapters/postgres-job-queue.ts';
import { createMoneyStore } from '../adapters/postgres-money-store.ts';
import { createPeopleStore } from '../adapters/postgres-people-store.ts';
import { createRequestLogStore } from '../adapters/postgres-request-log.ts';
import { createWebhookStore } from '../adapters/postgres-webhook-store.ts';
import { createS3Blobs } from '../adapters/s3-blobs.ts';
import { createSmtpMailer } from '../adapters/smtp-mailer.ts';
import { createStripePayments } from '../adapters/stripe-payments.ts';
import { createSystemClock } from '../adapters/system-clock.ts';
import { createWebhookSender } from '../adapters/webhook-sender.ts';
import type { Model } from '../ports/model.ts';
import type { Tracing } from '../ports/tracing.ts';
import { checkRendering } from '../render/start-up-check.ts';
import { createMetrics, type Metrics } from '../server/metrics.ts';
import { compactHeap } from './compact-heap.ts';
import { composeProcess, type ComposedProcess, type ProcessAdapters } from './compose-process.ts';
import type { Configuration } from './configuration.ts';
import { makeDataFolder } from './data-folder.ts';
import { loadAhead } from './load-ahead.ts';
import { adapterLog, createLog } from './log.ts';
import { openDashboard } from './open-dashboard.ts';
import { PRODUCT_VERSION } from './version.ts';
import { openServiceDatabase, type OpenDatabase } from './open-database.ts';
import { openDrawing, type Drawing } from './open-workshop.ts';

/** How long running documents may go on after SIGTERM before they are handed back. */
const GRACE_MS = 20_000;
interface OpenAdapters extends Omit<ProcessAdapters, 'dashboard'> {
  store: PostgresDocumentStore;
  records: OpenDatabase;
}

async function openAdapters(configuration: Configuration): Promise<OpenAdapters> {
  await makeDataFolder(configuration.dataDir);
  const log = createLog(configuration.logLevel);
  const clock = createSystemClock();
  const drawingLog = adapterLog(log);
  const openDrawingIfNeeded =
    configuration.role === 'api'
      ? null
      : openDrawing({ workDir: join(configuration.dataDir, 'render'), workers: configuration.renderers, clock, log: drawingLog });
  // a fault of the database is reported even while the renderers are still starting
  openDrawingIfNeeded?.catch(() => undefined);
  const records = await openServiceDatabase(configuration, adapterLog(log));
  const [blobs, drawing] = await Promise.all([
    configuration.blobs === undefined ? openDiskBlobs(join(configuration.dataDir, 'blobs')) : createS3Blobs(configuration.blobs),
    openDrawingIfNeeded,
  ]);
  const store = createDocumentStore(records.database, { clock });
  const artifacts = createArtifactStore(records.database, store.feed);
  const money = createMoneyStore(records.database, store.feed);
  const webhooks = createWebhookStore(records.database, store.feed);
  const queue = createJobQueue(records.database, store.feed, { clock, alone: configuration.databaseUrl === undefined });
  const accounts = {
    store: createAccountStore(records.database),
    clock,
    random: randomBytes,
    region: configuration.region,
    currency: configuration.prices.currency,
  };
  const metrics = createMetrics();
  const tracing = await openTracing(configuration);
  const [downloader, model] = [createDownloader({ allow: configuration.fetchAllow }), await openModel(configuration, metrics)];
  const [people, requests] = [createPeopleStore(records.database), createRequestLogStore(records.database)];
  const mailer = configuration.mail === undefined ? null : createSmtpMailer(configuration.mail);
  const payments = configuration.stripe === undefined ? null : createStripePayments(configuration.stripe);
  const sender = createWebhookSender({ allow: configuration.fetchAllow, userAgent: `Octavo/${PRODUCT_VERSION}` });
  return {
    log,
    records,
    store,
    artifacts,
    webhooks,
    queue,
    accounts,
    blobs,
    drawing,
    metrics,
    ...(tracing === undefined ? {} : { tracing }),
    downloader,
    sender,
    money,
    sweeps: [() => people.sweep(), () => requests.sweep()],
    mailer,
    payments,
    model,
  };
}

/** Its packages are loaded only where a collector is set: they take a second on a small machine. */
async function openTracing({ tracing }: Configuration): Promise<Tracing | undefined> {
  if (tracing === undefined) return undefined;
  const { createOpenTelemetry } = await import('../adapters/open-telemetry.ts');
  return createOpenTelemetry({ ...tracing, serviceVersion: PRODUCT_VERSION });
}

/** The clients of the providers are loaded only where a model is configured. */
async function openModel({ model }: Configuration, metrics: Metrics): Promise<Model | null> {
  if (!model) return null;
  const { createModel } = await import('../adapters/model.ts');
  return createModel({ ...model, onUsage: (tier, usage) => metrics.countTokens({ tier, ...usage }) });
}

async function tellFirstKey(configuration: Configuration, { accounts }: OpenAdapters, dashboard: Dashboard | null): Promise<void> {
  const made = await ensureFirstKey(accounts, configuration.apiKey);
  if (made !== null) process.stdout.write(`The first API key, shown only this once: ${made}\n`);
  const link = dashboard === null ? null : await firstUserLink(dashboard, accounts.store);
  if (link !== null) process.stdout.write(`To make the first user, open this link within an hour: ${link}\n`);
}

/**
 * Fonts that would break pages elsewhere than Word does, equations that come out blank: reported with their repair, beside the
 * first work. Once all is well it is not drawn again until LibreOffice or the languages of text recognition are others.
 */
async function tellRenderingProblems(
  configuration: Configuration,
  { office, pages, recognizer, browser }: Drawing,
  log: Logger,
): Promise<void> {
  const workDir = join(configuration.dataDir, 'render');
  const passed = join(
    workDir,
    `checked-${[office.version(), ...recognizer.languages(), browser.isThere ? 'browser' : ''].join('-').replaceAll(/[^A-Za-z0-9.]+/g, '-')}`,
  );
  try {
    if (existsSync(passed)) return;
    const problems = await checkRendering({ office, pages, recognizer, browser, workDir });
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

const PAGES_PORT = 8_081;

/** The port that is set; where none is, ours if nobody has it: a second service on a machine does not fail for it. */
async function choosePagesPort({ artifactPort, port, host }: Configuration, log: Logger): Promise<number> {
  if (artifactPort !== undefined) return artifactPort;
  if (port === 0 || port === PAGES_PORT) return 0;
  const isFree = await new Promise<boolean>((resolve) => {
    const probe = createNetServer()
      .once('error', () => resolve(false))
      .listen(PAGES_PORT, host, () => probe.close(() => resolve(true)));
  });
  if (!isFree) log.warn(`port ${PAGES_PORT} is taken: artifacts are served on a free one; set OCTAVO_ARTIFACT_PORT`);
  return isFree ? PAGES_PORT : 0;
}

/** @returns the port, where the system chose one */
async function listen(app: ComposedProcess['app'], host: string, port: number): Promise<number> {
  await app.listen({ host, port });
  const [address] = app.addresses();
  return typeof address === 'object' ? address.port : port;
}

/** Serves until SIGTERM or SIGINT, then finishes or hands back what runs. Prints `listening on …/v1` once it can serve. */
export async function serve(configuration: Configuration): Promise<void> {
  const signaled = waitForSignal();
  let serving = false;
  // before it serves there is nothing to finish: what was started ends with the process, or is adopted by the next one
  void signaled.then(() => {
    if (!serving) process.exit(0);
  });
  const adapters = await openAdapters(configuration);
  const { log, records, store, accounts, drawing } = adapters;
  const [secret] = await Promise.all([
    ensureSecret(accounts, configuration.secret),
    drawing?.office.ready(),
    loadAhead(configuration, createPeopleStore(records.database)),
  ]);

  let boundPort = configuration.port;
  let artifactPort = 0;
  const closing = new AbortController();
  const publicUrl = (): string => configuration.publicUrl ?? configuration.localUrl(boundPort);
  const { pool } = records.database;
  const dashboard =
    configuration.role === 'worker' ? null : openDashboard(configuration, { pool, accounts, publicUrl, secret, log: adapterLog(log) });
  const { app, artifactApp, metricsApp, startWork } = await composeProcess(
    { ...adapters, dashboard },
    {
      ...configuration,
      secret,
      publicUrl,
      artifactUrl: () => configuration.artifactUrl ?? configuration.localUrl(artifactPort),
      closing: closing.signal,
    },
  );
  const stopWork = await startWork();
  if (artifactApp) {
    artifactPort = await listen(artifactApp, configuration.host, await choosePagesPort(configuration, log));
    if (configuration.publicUrl !== undefined && configuration.artifactUrl === undefined)
      log.warn('OCTAVO_PUBLIC_URL is set and OCTAVO_ARTIFACT_URL is not: links to artifacts lead to this machine');
    process.stdout.write(`artifacts at ${configuration.artifactUrl ?? configuration.boundUrl(artifactPort)}\n`);
  }
  if (metricsApp)
    process.stdout.write(
      `metrics at ${configuration.boundUrl(await listen(metricsApp, configuration.host, configuration.metrics.port ?? 0))}/metrics\n`,
    );
  compactHeap();
  boundPort = await listen(app, configuration.host, configuration.port);
  await tellFirstKey(configuration, adapters, dashboard);
  serving = true;
  process.stdout.write(`listening on ${configuration.boundUrl(boundPort)}/v1\n`);

  if (drawing) void tellRenderingProblems(configuration, drawing, log);

  log.info({ signal: await signaled }, 'ending');
  await stopWork(GRACE_MS);
  closing.abort();
  await Promise.all([app.close(), artifactApp?.close(), metricsApp?.close()]);
  await adapters.tracing?.close();
  await store.close();
  await drawing?.close();
  await records.close();
}
