/** Calls on files that exist: typed edits, their addresses, versions and what differs between them. */
import type { DocumentRecord, FileReference, List, ListQuery, Retention } from './records.ts';
import type { Call, Transport } from './transport.ts';

/** One typed operation; `docs/editing.md` tells what each takes. */
export interface EditOperation {
  op: string;
  target?: string;
  expect?: string;
  [field: string]: unknown;
}

export interface EditsRequest {
  file: FileReference;
  operations: EditOperation[];
  /** `tracked` makes tracked changes of a Word file. */
  mode?: 'direct' | 'tracked';
  name?: string;
  metadata?: Record<string, string>;
  retention?: Retention;
}

export interface EditResult {
  op: string;
  target: string | null;
  status: 'applied' | 'rejected';
  before?: string;
  after?: string;
  reason?: string;
  message?: string;
  candidates?: string[];
}

export interface ContentBlock {
  address: string;
  type: string;
  text: string;
  rows?: { address: string; cells: { address: string; text: string }[] }[];
  blocks?: ContentBlock[];
  [field: string]: unknown;
}

export interface DocumentDiff {
  from: string;
  to: string;
  summary: { inserted: number; deleted: number; changed: number; moved: number };
  changes: {
    change: 'inserted' | 'deleted' | 'changed' | 'moved';
    type: string;
    from: string | null;
    to: string | null;
    before?: string;
    after?: string;
    words?: { kind: 'same' | 'deleted' | 'inserted'; text: string }[];
  }[];
  truncated: boolean;
}

export interface Options {
  signal?: AbortSignal;
  idempotencyKey?: string;
}

/** A file to save: one that was uploaded, or its bytes. */
export type SavedFile = { file: string } | { bytes: Uint8Array; filename: string };

const documentPath = (id: string): string => `/documents/${encodeURIComponent(id)}`;

export function editCalls(transport: Transport) {
  const ask = async <T>(call: Call): Promise<T> => (await (await transport(call)).json()) as T;
  const key = (given: string | undefined): Record<string, string> => ({ 'Idempotency-Key': given ?? globalThis.crypto.randomUUID() });
  return {
    /** Waits for the edited document, a new one. Where nothing could be done its status is `failed`, and its report says why. */
    apply: (request: EditsRequest, { signal, idempotencyKey }: Options = {}): Promise<DocumentRecord> =>
      ask({ method: 'POST', path: '/edits', body: request, headers: key(idempotencyKey), signal }),
    /** What would happen; nothing is made. */
    preview: async (request: EditsRequest, { signal }: Options = {}): Promise<EditResult[]> =>
      (await ask<{ edits: EditResult[] }>({ method: 'POST', path: '/edits', body: { ...request, preview: true }, signal })).edits,
    /** The content with the addresses that operations name. */
    content: async (id: string, { signal }: Options = {}): Promise<ContentBlock[]> =>
      (await ask<{ blocks: ContentBlock[] }>({ method: 'GET', path: `${documentPath(id)}/content`, signal })).blocks,
  };
}

export function versionCalls(transport: Transport) {
  const ask = async <T>(call: Call): Promise<T> => (await (await transport(call)).json()) as T;
  const query = (from: string | undefined): Record<string, string> => (from === undefined ? {} : { from });
  return {
    /** A new document from an uploaded file that was edited by hand. */
    create: (id: string, file: string, { signal }: Options = {}): Promise<DocumentRecord> =>
      ask({ method: 'POST', path: `${documentPath(id)}/versions`, body: { file }, signal }),
    /** The whole family, oldest first. */
    list: (id: string, page: ListQuery = {}, { signal }: Options = {}): Promise<List<DocumentRecord>> =>
      ask({ method: 'GET', path: `${documentPath(id)}/versions`, query: { ...page }, signal }),
    /** Puts a file in the place of the document's; `revision` is that of the document that was edited. A `ProblemError` `revision_conflict` says that a user was faster. */
    save: (id: string, saved: SavedFile, revision: number, { signal }: Options = {}): Promise<DocumentRecord> => {
      if ('file' in saved) return ask({ method: 'PUT', path: `${documentPath(id)}/file`, body: { file: saved.file, revision }, signal });
      const form = new FormData();
      form.set('revision', String(revision));
      form.set('file', new Blob([new Uint8Array(saved.bytes)]), saved.filename);
      return ask({ method: 'PUT', path: `${documentPath(id)}/file`, body: form, signal });
    },
    /** What differs, block by block; `from` is the parent where absent. */
    diff: (id: string, from?: string, { signal }: Options = {}): Promise<DocumentDiff> =>
      ask({ method: 'GET', path: `${documentPath(id)}/diff`, query: query(from), signal }),
    /** Two Word files as one with tracked changes. */
    redline: async (id: string, from?: string, { signal }: Options = {}): Promise<Uint8Array> => {
      const response = await transport({
        method: 'GET',
        path: `${documentPath(id)}/diff`,
        query: { ...query(from), format: 'docx' },
        signal,
      });
      return new Uint8Array(await response.arrayBuffer());
    },
  };
}
