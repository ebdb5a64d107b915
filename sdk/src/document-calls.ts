/** Calls on documents: making, following, reading and deleting them. */
import type { DocumentEvent, DocumentRecord, DocumentRequest, DryRun, Output, Report, StoredRequest } from './contract.ts';
import { ConnectionError } from './errors.ts';
import { followEvents, type FollowOptions } from './follow-events.ts';
import { listPages, type Pages } from './list-pages.ts';
import { isFinal, isFinished, type DocumentQuery } from './records.ts';
import { askFor, keyed, limitTime, pathOf, type Call, type CallOptions, type CreateOptions, type Transport } from './transport.ts';

/** What to make; how the answer comes is said by the method. */
export type NewDocument = Omit<DocumentRequest, 'stream' | 'background'>;

/** The events of a document in the making, and which document it is. */
export interface DocumentStream extends AsyncIterable<DocumentEvent> {
  documentId: string;
}

export interface WaitOptions extends CallOptions {
  /** Of the whole wait; without one it ends with the document. */
  timeoutMs?: number;
}

const documentPath = (id: string, ...rest: readonly string[]): string => pathOf('documents', id, ...rest);

export function documentCalls(transport: Transport) {
  const post = (request: NewDocument, mode: { stream?: true; background?: true }, options: CreateOptions): Call => ({
    method: 'POST',
    path: '/documents',
    body: { ...request, ...mode },
    ...keyed(options),
  });
  const get = (id: string, options: CallOptions = {}): Promise<DocumentRecord> =>
    askFor(transport, { method: 'GET', path: documentPath(id), ...options });
  const events = (id: string, follow: FollowOptions = {}): AsyncIterable<DocumentEvent> => followEvents(transport, id, follow);
  return {
    /** Waits for the finished document. One that fails in the making is an answer too: see `status` and `error`. */
    create: (request: NewDocument, options: CreateOptions = {}): Promise<DocumentRecord> => askFor(transport, post(request, {}, options)),
    /** Returns at once with the queued document. */
    start: (request: NewDocument, options: CreateOptions = {}): Promise<DocumentRecord> =>
      askFor(transport, post(request, { background: true }, options)),
    /** What would be made and what is wrong with the request; nothing is made. */
    dryRun: (request: NewDocument, options: CallOptions = {}): Promise<DryRun> =>
      askFor(transport, { method: 'POST', path: '/documents', query: { dry_run: true }, body: request, ...options }),
    /** The events as they happen, over broken connections too. Leaving the loop does not stop the document: `cancel` does. */
    stream: async (request: NewDocument, options: CreateOptions = {}): Promise<DocumentStream> => {
      const first = await transport(post(request, { stream: true }, options));
      const documentId = first.headers.get('document-id');
      if (documentId === null) throw new ConnectionError('the answer names no document');
      const iterator = followEvents(transport, documentId, { first, signal: options.signal });
      return { documentId, [Symbol.asyncIterator]: () => iterator };
    },
    /** All events so far, then live ones, each once; `after` a sequence: only those behind it. */
    events,
    /** The finished document; follows its events and asks no more often than needed. */
    wait: async (id: string, { timeoutMs, signal: outer, ...options }: WaitOptions = {}): Promise<DocumentRecord> => {
      const { signal, end } = limitTime(timeoutMs, outer);
      try {
        const before = await get(id, { ...options, signal });
        if (isFinished(before)) return before;
        for await (const event of events(id, { signal })) if (isFinal(event)) break;
        return await get(id, { ...options, signal });
      } finally {
        end();
      }
    },
    get,
    /** One page when awaited; iterated, all documents that fit. */
    list: (query: DocumentQuery = {}, options: CallOptions = {}): Pages<DocumentRecord> =>
      listPages(query, ({ metadata = {}, ...plain }) => {
        const keys = Object.entries(metadata).map(([key, value]) => [`metadata[${key}]`, value] as const);
        return askFor(transport, { method: 'GET', path: '/documents', query: { ...plain, ...Object.fromEntries(keys) }, ...options });
      }),
    cancel: (id: string, options: CallOptions = {}): Promise<DocumentRecord> =>
      askFor(transport, { method: 'POST', path: documentPath(id, 'cancel'), ...options }),
    /** Deletes the content; a running document is canceled first. */
    delete: (id: string, options: CallOptions = {}): Promise<DocumentRecord> =>
      askFor(transport, { method: 'DELETE', path: documentPath(id), ...options }),
    /** Fresh download links. @param options.expiresIn seconds that the page link of an artifact lives, 60 to 604,800; an hour where absent */
    outputs: async (id: string, { expiresIn, ...options }: CallOptions & { expiresIn?: number } = {}): Promise<Output[]> => {
      const call: Call = { method: 'GET', path: documentPath(id, 'outputs'), query: { expires_in: expiresIn }, ...options };
      return (await askFor<{ data: Output[] }>(transport, call)).data;
    },
    /** What was decided, found, repaired and charged. */
    report: (id: string, options: CallOptions = {}): Promise<Report> =>
      askFor(transport, { method: 'GET', path: documentPath(id, 'report'), ...options }),
    /** What was asked for, as a body to send again. */
    request: (id: string, options: CallOptions = {}): Promise<StoredRequest> =>
      askFor(transport, { method: 'GET', path: documentPath(id, 'request'), ...options }),
  };
}
