/**
 * Extractions as clients ask for them: by any reference to a file, answered at once or, beyond ten seconds, fetched
 * later. What waits to be fetched lies in the memory of this process, once, for an hour at most; nothing is stored.
 */
import { Refusal } from '../base/refusal.ts';
import type { Project } from '../ports/account-store.ts';
import type { Blobs } from '../ports/blobs.ts';
import type { Clock } from '../ports/clock.ts';
import type { DocumentStore } from '../ports/document-store.ts';
import type { Downloader } from '../ports/download.ts';
import { extractMarkdown } from './extract.ts';
import type { Extracted, ExtractTools } from './extract.ts';
import type { FileReference } from './pipeline.ts';
import { FILE_BYTES_MAX, findFile } from './sources.ts';

export interface Extraction extends Extracted { id: string }
export interface QueuedExtraction { id: string; queued: true }

export interface Extractions {
  /** @throws Refusal not_found, file_rejected, file_too_large, content_deleted, document_not_ready, feature_unavailable, processing_failed */
  extract(owner: Project, file: FileReference | { kind: 'upload'; bytes: Uint8Array; filename: string | undefined }): Promise<Extraction | QueuedExtraction>;
  /** The result, once. @throws Refusal not_found, or what the extraction ended with */
  extraction(owner: Project, id: string): Promise<Extraction | QueuedExtraction>;
}

const ANSWER_MS = 10_000;
const KEPT_MS = 3_600_000;
const WAITING_MAX = 100;

interface Waiting { orgId: string; startedMs: number; work: Promise<Extraction>; settled: boolean }

/** Where files of references lie. */
export interface FileSources {
  store: Pick<DocumentStore, 'get' | 'getFile'>;
  blobs: Pick<Blobs, 'get'>;
  downloader: Pick<Downloader, 'download'>;
  clock: Clock;
}

export interface ExtractionsOptions { answerMs?: number }

export function createExtractions(deps: FileSources, tools: ExtractTools, { answerMs = ANSWER_MS }: ExtractionsOptions = {}): Extractions {
  const waiting = new Map<string, Waiting>();
  const nowMs = (): number => deps.clock.now().getTime();
  const forget = (): void => {
    for (const [id, { startedMs, settled }] of waiting) if (settled && nowMs() - startedMs > KEPT_MS) waiting.delete(id);
    // The oldest results that nobody fetches make room.
    for (const [id, { settled }] of waiting) if (waiting.size > WAITING_MAX && settled) waiting.delete(id);
  };
  return {
    async extract(owner, reference) {
      forget();
      if (waiting.size >= WAITING_MAX) throw new Refusal('rate_limited', 'Too many extractions are waiting to be fetched; try again in a few seconds.', { retryAfterS: 5 });
      const id = `ext_${deps.clock.ulid()}`;
      const work = fetchFile(deps, owner, reference).then(async (file) => ({ id, ...(await extractMarkdown(file, tools)) }));
      const late = Promise.withResolvers<null>();
      const timer = setTimeout(() => late.resolve(null), answerMs);
      try {
        const done = await Promise.race([work, late.promise]);
        if (done !== null) return done;
      } finally {
        clearTimeout(timer);
      }
      const entry: Waiting = { orgId: owner.orgId, startedMs: nowMs(), work, settled: false };
      waiting.set(id, entry);
      // Its failure is told to whoever fetches it.
      work.catch(() => undefined).finally(() => {
        entry.settled = true;
      });
      return { id, queued: true };
    },
    async extraction(owner, id) {
      forget();
      const entry = waiting.get(id);
      if (entry === undefined || entry.orgId !== owner.orgId) throw new Refusal('not_found', `There is no extraction ${id}: it was fetched already, is over an hour old, or never was.`);
      if (!entry.settled) return { id, queued: true };
      waiting.delete(id);
      return entry.work;
    },
  };
}

// ------------------------------------------------------------------------------------------------------------- files

const rejected = (code: ConstructorParameters<typeof Refusal>[0], message: string, cause?: unknown): Refusal => new Refusal(code, message, { errors: [{ path: '/file', message }], cause });

type Named = { bytes: Uint8Array; filename: string | undefined };

/** Bytes of a file by any reference. @throws Refusal not_found, file_rejected, file_too_large, content_deleted, document_not_ready */
export async function fetchFile(deps: FileSources, owner: Project, reference: Parameters<Extractions['extract']>[1]): Promise<Named> {
  switch (reference.kind) {
    case 'upload': case 'data':
      if (reference.bytes.length > FILE_BYTES_MAX) throw rejected('file_too_large', 'The file is over 20 MB.');
      return reference;
    case 'file': {
      const file = await findFile(deps, owner, reference.fileId, '/file');
      const bytes = await deps.blobs.get(file.key);
      if (bytes === null) throw rejected('not_found', `The file ${reference.fileId} has been deleted.`);
      return { bytes, filename: file.filename };
    }
    case 'url':
      return download(deps, reference);
    case 'document':
      return documentFile(deps, owner, reference.documentId);
  }
}

async function download({ downloader }: FileSources, { url, filename }: { url: string; filename?: string | undefined }): Promise<Named> {
  try {
    const downloaded = await downloader.download(url);
    return { bytes: downloaded.bytes, filename: filename ?? downloaded.filename };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    throw rejected(error.code === 'file_too_large' ? 'file_too_large' : 'file_rejected', error.message, error);
  }
}

/** Its office file, or its PDF where that is all it has (interface §4.1). */
async function documentFile(deps: FileSources, owner: Project, id: string): Promise<Named> {
  const record = await deps.store.get(id);
  if (record === null || record.orgId !== owner.orgId) throw rejected('not_found', `There is no document ${id}.`);
  if (record.contentDeletedAt !== null) throw rejected('content_deleted', `The content of ${id} has been deleted; only its record stays.`);
  const output = ['docx', 'pptx', 'xlsx', 'pdf'].map((kind) => record.outputs.find((one) => one.kind === kind)).find((one) => one !== undefined);
  if (output === undefined) throw rejected('document_not_ready', `The document ${id} has no file; wait until it is ready.`);
  const bytes = await deps.blobs.get(output.key);
  if (bytes === null) throw rejected('content_deleted', `The content of ${id} has been deleted; only its record stays.`);
  return { bytes, filename: undefined };
}
