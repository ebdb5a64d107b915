/** All that the pipeline stands on; made in `main/`, replaced by other adapters in tests. */
import type { Blobs } from '../ports/blobs.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { Downloader } from '../ports/download.ts';
import type { PictureDecoder } from '../ports/picture-decoder.ts';
import type { Engine } from './make.ts';

export interface PipelineLog {
  error(details: Record<string, unknown>, message: string): void;
  warn(details: Record<string, unknown>, message: string): void;
  info(details: Record<string, unknown>, message: string): void;
}

export interface PipelineDependencies extends Engine {
  store: DocumentStore;
  blobs: Blobs;
  pictures: PictureDecoder;
  downloader: Downloader;
  log: PipelineLog;
  /** Names this process in leases. */
  workerId: string;
  /** Documents made at once. */
  concurrency: number;
  ratePerMinute: number;
  versions: { engine: string; renderer: string; model: string | null };
  /** Finished documents, for /metrics. */
  onFinished?: (outcome: { status: string; format: string | null; seconds: number }) => void;
}
