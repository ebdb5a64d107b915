/** The client of an Octavo service. Needs nothing but `fetch`: Node 20 or later, Deno, Bun, a browser. */
import { editCalls, versionCalls } from './edit-calls.ts';
import { fillCalls } from './fill-calls.ts';
import { ConnectionError, ProblemError } from './errors.ts';
import { followEvents, type FollowOptions } from './follow-events.ts';
import {
  isFinal,
  isFinished,
  type DocumentEvent,
  type DocumentQuery,
  type DocumentRecord,
  type DocumentRequest,
  type FileRecord,
  type List,
  type ListQuery,
  type Output,
} from './records.ts';
import { createTransport, type Call, type Transport } from './transport.ts';

export { ConnectionError, ProblemError, isFinal, isFinished };
export type * from './records.ts';
export type * from './edit-calls.ts';
export type * from './fill-calls.ts';

export interface OctavoOptions {
  /** `ak_…`; printed by the service at its first start. */
  apiKey: string;
  /** Ends in `/v1`; `http://localhost:8080/v1` where absent. */
  baseUrl?: string;
  fetch?: typeof globalThis.fetch;
  /** Repeats of a call that failed for a passing reason; 2 where absent. */
  retriesMax?: number;
}

export interface CreateOptions {
  /** One is made where absent, so that a repeat after a lost answer never makes a second document. */
  idempotencyKey?: string;
  signal?: AbortSignal;
}
export interface CallOptions {
  signal?: AbortSignal;
}

/** The events of a document in the making, and which document it is. */
export interface DocumentStream extends AsyncIterable<DocumentEvent> {
  documentId: string;
}

export type Upload = { bytes: Uint8Array; filename: string; contentType?: string } | { url: string; filename?: string };

export type Octavo = ReturnType<typeof createOctavo>;

export function createOctavo(options: OctavoOptions) {
  const transport = createTransport({
    apiKey: options.apiKey,
    baseUrl: options.baseUrl ?? 'http://localhost:8080/v1',
    fetch: options.fetch ?? ((...input) => globalThis.fetch(...input)),
    retriesMax: options.retriesMax ?? 2,
  });
  return {
    documents: documentCalls(transport),
    edits: editCalls(transport),
    ...fillCalls(transport),
    versions: versionCalls(transport),
    files: fileCalls(transport),
    download: downloader(options.fetch ?? globalThis.fetch),
  };
}

/** The body of an answer, in the shape that the contract promises for the call. */
async function askFor<T>(transport: Transport, call: Call): Promise<T> {
  const response = await transport(call);
  return (await response.json()) as T;
}

const documentPath = (id: string): string => `/documents/${encodeURIComponent(id)}`;

function documentCalls(transport: Transport) {
  const post = (request: DocumentRequest, mode: { stream?: true; background?: true }, { idempotencyKey, signal }: CreateOptions): Call => ({
    method: 'POST',
    path: '/documents',
    body: { ...request, ...mode },
    headers: { 'Idempotency-Key': idempotencyKey ?? globalThis.crypto.randomUUID() },
    signal,
  });
  const get = (id: string, { signal }: CallOptions = {}): Promise<DocumentRecord> =>
    askFor(transport, { method: 'GET', path: documentPath(id), signal });
  const events = (id: string, follow: FollowOptions = {}): AsyncIterable<DocumentEvent> => followEvents(transport, id, follow);
  return {
    /** Waits for the finished document. One that fails in the making is an answer too: see `status` and `error`. */
    create: (request: DocumentRequest, call: CreateOptions = {}): Promise<DocumentRecord> => askFor(transport, post(request, {}, call)),
    /** Returns at once with the queued document. */
    start: (request: DocumentRequest, call: CreateOptions = {}): Promise<DocumentRecord> =>
      askFor(transport, post(request, { background: true }, call)),
    /** The events as they happen, over broken connections too. Leaving the loop does not stop the document: `cancel` does. */
    stream: async (request: DocumentRequest, call: CreateOptions = {}): Promise<DocumentStream> => {
      const first = await transport(post(request, { stream: true }, call));
      const documentId = first.headers.get('document-id');
      if (documentId === null) throw new ConnectionError('the answer names no document');
      const iterator = followEvents(transport, documentId, { first, signal: call.signal });
      return { documentId, [Symbol.asyncIterator]: () => iterator };
    },
    events,
    /** The finished document; follows its events and asks no more often than needed. */
    wait: async (id: string, call: CallOptions = {}): Promise<DocumentRecord> => {
      const before = await get(id, call);
      if (isFinished(before)) return before;
      for await (const event of events(id, call)) if (isFinal(event)) break;
      return get(id, call);
    },
    get,
    list: (query: DocumentQuery = {}, { signal }: CallOptions = {}): Promise<List<DocumentRecord>> => {
      const { metadata = {}, ...plain } = query;
      const keys = Object.entries(metadata).map(([key, value]) => [`metadata[${key}]`, value] as const);
      return askFor(transport, { method: 'GET', path: '/documents', query: { ...plain, ...Object.fromEntries(keys) }, signal });
    },
    cancel: (id: string, { signal }: CallOptions = {}): Promise<DocumentRecord> =>
      askFor(transport, { method: 'POST', path: `${documentPath(id)}/cancel`, signal }),
    /** Deletes the content; a running document is canceled first. */
    delete: (id: string, { signal }: CallOptions = {}): Promise<DocumentRecord> =>
      askFor(transport, { method: 'DELETE', path: documentPath(id), signal }),
    /** Fresh download links. */
    outputs: async (id: string, { signal }: CallOptions = {}): Promise<Output[]> => {
      const answer = await askFor<{ data: Output[] }>(transport, { method: 'GET', path: `${documentPath(id)}/outputs`, signal });
      return answer.data;
    },
    report: (id: string, { signal }: CallOptions = {}): Promise<Record<string, unknown>> =>
      askFor(transport, { method: 'GET', path: `${documentPath(id)}/report`, signal }),
  };
}

function fileCalls(transport: Transport) {
  const filePath = (id: string): string => `/files/${encodeURIComponent(id)}`;
  return {
    upload: (upload: Upload, { signal }: CallOptions = {}): Promise<FileRecord> => {
      if ('url' in upload) return askFor(transport, { method: 'POST', path: '/files', body: upload, signal });
      const form = new FormData();
      form.set(
        'file',
        new Blob([new Uint8Array(upload.bytes)], { type: upload.contentType ?? 'application/octet-stream' }),
        upload.filename,
      );
      return askFor(transport, { method: 'POST', path: '/files', body: form, signal });
    },
    get: (id: string, { signal }: CallOptions = {}): Promise<FileRecord> =>
      askFor(transport, { method: 'GET', path: filePath(id), signal }),
    list: (query: ListQuery = {}, { signal }: CallOptions = {}): Promise<List<FileRecord>> =>
      askFor(transport, { method: 'GET', path: '/files', query: { ...query }, signal }),
    delete: (id: string, { signal }: CallOptions = {}): Promise<{ id: string; object: 'file'; deleted: true }> =>
      askFor(transport, { method: 'DELETE', path: filePath(id), signal }),
  };
}

function downloader(fetch: typeof globalThis.fetch) {
  /** The bytes of an output. Its link lives five minutes: `documents.outputs` gives a fresh one. */
  return async (output: Pick<Output, 'url'>, { signal }: CallOptions = {}): Promise<Uint8Array> => {
    const response = await fetch(output.url, { signal: signal ?? null });
    if (!response.ok)
      throw new ProblemError(
        response.status,
        { title: `the download answered ${response.status}` },
        { requestId: undefined, retryAfterS: undefined },
      );
    return new Uint8Array(await response.arrayBuffer());
  };
}
