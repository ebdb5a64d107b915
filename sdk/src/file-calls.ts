/** Calls on uploaded files, files read into Markdown, and the bytes of outputs. */
import type { DeletedFile, Extraction, ExtractRequest, FileRecord, Output, QueuedExtraction } from './contract.ts';
import { ProblemError } from './errors.ts';
import { listPages, type Pages } from './list-pages.ts';
import type { ListQuery } from './records.ts';
import { askFor, pathOf, pause, type Call, type CallOptions, type Transport } from './transport.ts';
import { toBody, toForm, type Upload } from './upload-form.ts';

export function fileCalls(transport: Transport) {
  return {
    /** Keeps a file for use as a source, or as the file of an edit or review. */
    upload: async (upload: Upload, options: CallOptions = {}): Promise<FileRecord> =>
      askFor(transport, { method: 'POST', path: '/files', body: await toBody(upload), ...options }),
    get: (id: string, options: CallOptions = {}): Promise<FileRecord> =>
      askFor(transport, { method: 'GET', path: pathOf('files', id), ...options }),
    /** One page when awaited; iterated, all files. */
    list: (query: ListQuery = {}, options: CallOptions = {}): Pages<FileRecord> =>
      listPages(query, (page) => askFor(transport, { method: 'GET', path: '/files', query: { ...page }, ...options })),
    delete: (id: string, options: CallOptions = {}): Promise<DeletedFile> =>
      askFor(transport, { method: 'DELETE', path: pathOf('files', id), ...options }),
  };
}

export interface ExtractOptions extends CallOptions {
  /** Blocks with the addresses that edits name, too. */
  addresses?: boolean;
  /** The headings with their pages and lengths, in place of the text. */
  outline?: boolean;
  /** Tables as values, too. */
  tables?: boolean;
  /** Where each block is on its page, too: PDF files and pictures. */
  layout?: boolean;
  /** Pictures as files, too. */
  pictures?: boolean;
  /** Pictures described by the service's model, where they stand in the text. */
  describe?: boolean;
  /** Only these pages, slides or sheets: `2-4,7,12-`. */
  pages?: string;
}

const POLL_MS = 1_000;

export function extractCalls(transport: Transport) {
  const take = async (call: Call): Promise<{ answer: Extraction | QueuedExtraction; waitMs: number }> => {
    const response = await transport(call);
    const after = Number(response.headers.get('retry-after') ?? 1);
    return { answer: (await response.json()) as Extraction | QueuedExtraction, waitMs: Number.isFinite(after) ? after * 1_000 : POLL_MS };
  };
  /** A queued extraction: the text once it is there. Its result is given once. */
  const extraction = (id: string, options: CallOptions = {}): Promise<Extraction | QueuedExtraction> =>
    askFor(transport, { method: 'GET', path: pathOf('extractions', id), ...options });
  return {
    /**
     * Any file as Markdown: an upload, or a reference to a file that the service has. Waits also where the work takes longer than an
     * answer may.
     */
    extract: async (
      file: Upload | ExtractRequest,
      { addresses, outline, tables, layout, pictures, describe, pages, ...options }: ExtractOptions = {},
    ): Promise<Extraction> => {
      const body = 'file' in file ? file : 'url' in file ? { file } : await toForm(file);
      const query = { addresses, outline, tables, layout, pictures, describe, pages };
      let { answer, waitMs } = await take({ method: 'POST', path: '/extract', query, body, ...options });
      while (!('markdown' in answer)) {
        await pause(waitMs, options.signal);
        ({ answer, waitMs } = await take({ method: 'GET', path: pathOf('extractions', answer.id), ...options }));
      }
      return answer;
    },
    extraction,
  };
}

export function downloadCalls(fetch: typeof globalThis.fetch) {
  const open = async (output: Pick<Output, 'url'>, { signal }: CallOptions): Promise<Response> => {
    const response = await fetch(output.url, { signal: signal ?? null });
    if (response.ok) return response;
    const title = `the download answered ${response.status}: its link lives five minutes, and documents.outputs gives a fresh one`;
    throw new ProblemError(response.status, { title }, { requestId: undefined, retryAfterS: undefined });
  };
  return {
    /** The bytes of an output. Its link lives five minutes: `documents.outputs` gives a fresh one. */
    download: async (output: Pick<Output, 'url'>, options: CallOptions = {}): Promise<Uint8Array<ArrayBuffer>> =>
      new Uint8Array(await (await open(output, options)).arrayBuffer()),
    /** The same as a stream, for what is not to be held in memory. */
    downloadStream: async (output: Pick<Output, 'url'>, options: CallOptions = {}): Promise<ReadableStream<Uint8Array>> => {
      const { body } = await open(output, options);
      return body ?? new Blob([]).stream();
    },
  };
}
