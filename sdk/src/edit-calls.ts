/** Calls on files that exist: typed edits, their addresses, versions and what differs between them. */
import type { CompareRequest, Comparison, Content, Diff, DocumentRecord, EditPreview, EditResult, EditsRequest } from './contract.ts';
import { listPages, type Pages } from './list-pages.ts';
import type { ListQuery } from './records.ts';
import { askFor, keyed, pathOf, type CallOptions, type CreateOptions, type Transport } from './transport.ts';
import { toForm, type Upload } from './upload-form.ts';

export type Edits = Omit<EditsRequest, 'preview'>;

export interface ContentOptions extends CallOptions {
  /** Only what this query finds. */
  query?: string;
}

/** A file to save: one that was uploaded, or the file itself. */
export type SavedFile = { file: string } | Exclude<Upload, { url: string }>;

/** A file that shows what differs between two versions: its bytes. */
export type Redline = Uint8Array<ArrayBuffer> & {
  /** Sentences on what it could not show, which the file itself says in a comment; empty where it shows all of it. */
  readonly notTracked: readonly string[];
};

/** Sentences of the header `Not-Tracked`, a JSON list. */
function sentencesOf(header: string | null): string[] {
  if (header === null) return [];
  try {
    const list: unknown = JSON.parse(header);
    if (Array.isArray(list)) return list.map(String);
  } catch {
    // cut or rewritten on its way: what is left of it still says that something is not shown
  }
  return [header];
}

async function readRedline(response: Response): Promise<Redline> {
  const notTracked = sentencesOf(response.headers.get('not-tracked'));
  return Object.assign(new Uint8Array(await response.arrayBuffer()), { notTracked });
}

export function editCalls(transport: Transport) {
  return {
    /** Waits for the edited document, a new one. Where nothing could be done its status is `failed`, and its report says why. */
    apply: (request: Edits, options: CreateOptions = {}): Promise<DocumentRecord> =>
      askFor(transport, { method: 'POST', path: '/edits', body: request, ...keyed(options) }),
    /** What would happen; nothing is made. */
    preview: async (request: Edits, options: CallOptions = {}): Promise<EditResult[]> => {
      const body = { ...request, preview: true };
      return (await askFor<EditPreview>(transport, { method: 'POST', path: '/edits', body, ...options })).edits;
    },
    /** The content with the addresses that operations name. */
    content: async (id: string, { query, ...options }: ContentOptions = {}): Promise<Content['blocks']> =>
      (await askFor<Content>(transport, { method: 'GET', path: pathOf('documents', id, 'content'), query: { query }, ...options })).blocks,
  };
}

type Compared = Omit<CompareRequest, 'format' | 'author' | 'date'>;
type Redlined = Omit<CompareRequest, 'format'> & { format?: 'docx' | 'pdf' };

export function compareCalls(transport: Transport) {
  return {
    /** What differs between any two files of one format; nothing is kept. */
    compare: ({ from, to }: Compared, options: CallOptions = {}): Promise<Comparison> =>
      askFor(transport, { method: 'POST', path: '/compare', body: { from, to }, ...options }),
    /** Two Word files as one with tracked changes; with `format: 'pdf'` two PDF files as the newer one with marks. `notTracked` of the bytes tells what they do not show. */
    redline: async (request: Redlined, options: CallOptions = {}): Promise<Redline> =>
      readRedline(await transport({ method: 'POST', path: '/compare', body: { format: 'docx', ...request }, ...options })),
  };
}

export function versionCalls(transport: Transport) {
  return {
    /** A new document from an uploaded file that was edited by hand. @param file its id, `file_…` */
    create: (id: string, file: string, options: CallOptions = {}): Promise<DocumentRecord> =>
      askFor(transport, { method: 'POST', path: pathOf('documents', id, 'versions'), body: { file }, ...options }),
    /** The whole family, oldest first: one page when awaited; iterated, all of it. */
    list: (id: string, query: ListQuery = {}, options: CallOptions = {}): Pages<DocumentRecord> =>
      listPages(query, (page) =>
        askFor(transport, { method: 'GET', path: pathOf('documents', id, 'versions'), query: { ...page }, ...options }),
      ),
    /** Puts a file in the place of the document's; `revision` is that of the document that was edited. A `ProblemError` `revision_conflict` says that a user was faster. */
    save: async (id: string, saved: SavedFile, revision: number, options: CallOptions = {}): Promise<DocumentRecord> => {
      const body = 'file' in saved ? { file: saved.file, revision } : await toForm(saved, { revision: String(revision) });
      return askFor(transport, { method: 'PUT', path: pathOf('documents', id, 'file'), body, ...options });
    },
    /** What differs, block by block; `from` is the parent where absent. */
    diff: (id: string, from?: string, options: CallOptions = {}): Promise<Diff> =>
      askFor(transport, { method: 'GET', path: pathOf('documents', id, 'diff'), query: { from }, ...options }),
    /** Two Word files as one with tracked changes. `notTracked` of the bytes tells what they do not show. */
    redline: async (id: string, from?: string, options: CallOptions = {}): Promise<Redline> => {
      const query = { from, format: 'docx' };
      return readRedline(await transport({ method: 'GET', path: pathOf('documents', id, 'diff'), query, ...options }));
    },
  };
}
