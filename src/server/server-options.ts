/** All that the server is on; made in `main/`. */
import type { FastifyBaseLogger } from 'fastify';
import type { Authenticator } from '../accounts/authenticate.ts';
import type { Dashboard } from '../accounts/dashboard.ts';
import type { Pipeline } from '../pipeline/pipeline.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { Downloader } from '../ports/download.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import type { Tracing } from '../ports/tracing.ts';
import type { MoneyDesk } from '../accounts/money-desk.ts';
import type { Payment, Payments } from '../ports/payments.ts';
import type { AnswerMcp } from './mcp-route.ts';
import type { Documentation } from './documentation.ts';
import type { Metrics } from './metrics.ts';

export interface ServerOptions {
  /** null: nobody signs in here, and only keys are taken. */
  dashboard: Dashboard | null;
  /** Folder of the built files of the dashboard; absent: browsers are told how to build them. */
  dashboardDir?: string;
  /** Addresses and networks of proxies whose `X-Forwarded-For` is believed. */
  trustedProxies: readonly string[];
  /** Origins whose pages may call the API with a key, or `*`; absent: none. */
  allowedOrigins?: readonly string[];
  pipeline: Pipeline;
  authenticator: Pick<Authenticator, 'authenticate'>;
  /** For signed downloads, which no key opens, and for archives. */
  store: Pick<DocumentStore, 'get' | 'job'>;
  blobs: Pick<Blobs, 'stream'>;
  downloader: Pick<Downloader, 'check'>;
  /** Judges addresses of webhooks. */
  receivers: Pick<WebhookSender, 'check'>;
  desk: MoneyDesk;
  /** null where no provider is set up. */
  payments: Payments | null;
  /** Adds a payment to the balance, once however often it is told. */
  credit: (payment: Payment) => Promise<void>;
  clock: Clock;
  /** Signs download links. */
  secret: string;
  /** Address of the deployment without `/v1` and without a closing slash; asked when needed, since the port may be given by the system. */
  publicUrl: () => string;
  /** Origin that pages of artifacts live on, without a closing slash; never that of the API. */
  artifactUrl: () => string;
  /** Version of the engine, e.g. `0.1.0`. */
  version: string;
  bodyLimitBytes: number;
  ratePerMinute: number;
  /** Parts that /readyz asks: each resolves, or throws where it does not answer. */
  checks: Readonly<Record<string, () => Promise<void>>>;
  /** token: sent by whoever reads /metrics; elsewhere: they are on a port of their own, and not here. Absent: anybody, here. */
  metricsAccess?: { token: string | undefined; elsewhere: boolean };
  metrics: Metrics;
  /** Absent: nothing is traced. */
  tracing?: Tracing;
  /** Absent: nothing is logged. */
  logger?: FastifyBaseLogger;
  /**
   * Set when the process is about to end and no more work is done in it: open streams are ended and waiting direct
   * requests are cut off, both to be taken up again by the client. Until then `close()` waits for them.
   */
  closing?: AbortSignal;
  /** The built pages at `/docs`; absent: only the reference is there. */
  documentation?: Documentation;
  /** The door for agents at `/mcp`; absent: there is none. */
  mcp?: AnswerMcp;
  /** A worker answers for its health and metrics alone. */
  operationsOnly?: boolean;
  /** For tests. */
  lingerMs?: number;
  /** For tests. */
  heartbeatMs?: number;
}
