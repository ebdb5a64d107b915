/** All that the pipeline depends on; made in `main/`, replaced by other adapters in tests. */
import type { Budgets } from '../agent/loop-budget.ts';
import type { ArtifactStore } from '../ports/artifact-store.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { Downloader } from '../ports/download.ts';
import type { JobQueue } from '../ports/job-queue.ts';
import type { Model } from '../ports/model.ts';
import type { PictureDecoder } from '../ports/picture-decoder.ts';
import type { Prices } from '../ports/prices.ts';
import type { Mailer } from '../ports/mailer.ts';
import type { MoneyStore } from '../ports/money-store.ts';
import type { Tracing } from '../ports/tracing.ts';
import type { WebhookSender } from '../ports/webhook-sender.ts';
import type { WebhookStore } from '../ports/webhook-store.ts';
import type { ExtractRenderers, ExtractTools, PageReader } from './extract.ts';
import type { FileValidation } from './accept/validate-file.ts';
import type { Engine } from './make.ts';

export interface PipelineLog {
  error(details: Record<string, unknown>, message: string): void;
  warn(details: Record<string, unknown>, message: string): void;
  info(details: Record<string, unknown>, message: string): void;
}

/** What a process that makes documents has beside the rest. */
export interface Workshop extends Engine {
  pictures: PictureDecoder;
  /** Whether what documents need answers: nothing is claimed while it does not. Absent: always. */
  ready?: () => Promise<boolean>;
  /** Documents made at once. */
  concurrency: number;
  /** Documents that may wait for a model, or for files at addresses, beside these. */
  waiting: number;
  /** Finished documents, for /metrics. */
  onFinished?: (outcome: { status: string; format: string | null; seconds: number }) => void;
}

export interface PipelineDependencies {
  store: DocumentStore;
  artifacts: ArtifactStore;
  webhooks: WebhookStore;
  sender: WebhookSender;
  money: MoneyStore;
  /** What else is to be forgotten in each round: of people and of the log of requests. */
  sweeps?: readonly (() => Promise<void>)[];
  /** null where the installation sends no mail. */
  mailer: Mailer | null;
  /** Gives unpredictable bytes, for secrets. */
  random: (bytes: number) => Uint8Array;
  queue: JobQueue;
  blobs: Blobs;
  clock: Clock;
  downloader: Downloader;
  log: PipelineLog;
  /** Absent: nothing is traced. */
  tracing?: Tracing;
  /** null where none is configured: what needs one is refused. */
  model: Model | null;
  /** What an agent may spend on a document, by level. */
  budgets: Budgets;
  /** Now and then removes bytes that no record names. */
  sweepBlobs: () => Promise<void>;
  ratePerMinute: number;
  /** By all visitors of an artifact; reads are five times as many, one address has a tenth of both. 0: no limits. */
  artifactWritesPerMinute: number;
  prices: Prices;
  /** How files are read: one set of threads for all of a process. */
  reader: ExtractTools;
  /** Of every file from outside, before it is kept or worked on. */
  validation: FileValidation;
  /** Of PDF files: of the renderers of this process, or of a worker's. */
  pages: PageReader;
  /** Absent where this process renders nothing. */
  renderers?: ExtractRenderers;
  /** Until an extraction is answered as queued; 10,000. */
  extractionAnswerMs?: number;
  /** Attempts at webhooks, for /metrics. */
  onDelivery?: (attempt: { outcome: 'delivered' | 'failed'; seconds: number }) => void;
  /** What makes and renders documents, as their records name it. */
  versions: { engine: string; office: () => string; typesetter: () => string };
}
