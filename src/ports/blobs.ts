/** Bytes by key. Real adapters: the data folder and S3. Keys look like `documents/<doc id>/<output id>.docx`. */
import type { Readable } from 'node:stream';

export interface Blobs {
  put(key: string, bytes: Uint8Array, contentType: string): Promise<void>;
  /** null where there is none. */
  get(key: string): Promise<Uint8Array | null>;
  /** Bytes `start`-`end` (both inclusive) or all; null where there is none. */
  stream(key: string, range?: { start: number; end: number }): Promise<Readable | null>;
  /** Deletes every key with this prefix; nothing to delete is no error. */
  deleteAll(prefix: string): Promise<void>;
  /** Throws where the store cannot be written to; for /readyz. */
  check(): Promise<void>;
}
