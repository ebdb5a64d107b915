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
  /** Keys with this prefix, in order; for the few of one document. */
  list(prefix: string): Promise<string[]>;
  /** Names of the folders right under `root` (`documents/`), in order: those above `after` and below `before`, `limit` at most. */
  folders(root: string, range: { after: string; before: string; limit: number }): Promise<string[]>;
  /** Removes what puts that never ended have left, once it is an hour old. */
  sweep(): Promise<void>;
  /** Throws where the store cannot be written to; for /readyz. */
  check(): Promise<void>;
}
