/** Templates filled with data. */
import type { Options } from './edit-calls.ts';
import type { DocumentRecord, FileReference, Retention } from './records.ts';
import type { Call, Transport } from './transport.ts';

export interface FillRequest {
  /** A Word, PowerPoint or Excel file with `{{tags}}`; `docs/templates.md` tells which there are. */
  file: FileReference;
  data: Record<string, unknown>;
  /** What a missing value becomes; `error` where absent. */
  missing?: 'error' | 'empty' | 'keep';
  /** How numbers and dates are written, such as `de` or `pt-BR`; the language of the template where absent. */
  language?: string;
  /** `pdf` gives the PDF alone. */
  format?: 'docx' | 'pptx' | 'xlsx' | 'pdf';
  name?: string;
  metadata?: Record<string, string>;
  retention?: Retention;
}

/** What a template wants. */
export interface FillDryRun {
  object: 'fill_dry_run';
  valid: boolean;
  format: 'docx' | 'pptx' | 'xlsx' | 'pdf';
  tags: { tag: string; place: string }[];
  faults: { tag: string; place: string; message: string; about: 'template' | 'data' }[];
  /** A JSON Schema. */
  data_schema: Record<string, unknown>;
}

export function fillCalls(transport: Transport) {
  const ask = async <T>(call: Call): Promise<T> => (await (await transport(call)).json()) as T;
  return {
    /** Waits for the filled document. A `ProblemError` `input_invalid` names each tag that could not be filled. */
    fill: (request: FillRequest, { signal, idempotencyKey }: Options = {}): Promise<DocumentRecord> =>
      ask({
        method: 'POST',
        path: '/fill',
        body: request,
        headers: { 'Idempotency-Key': idempotencyKey ?? globalThis.crypto.randomUUID() },
        signal,
      }),
    /** A document for each record, in the background: follow each by its id. */
    fillMany: async (
      request: Omit<FillRequest, 'data'> & { data: FillRequest['data'][] },
      { signal, idempotencyKey }: Options = {},
    ): Promise<DocumentRecord[]> => {
      const batch = await ask<{ documents: DocumentRecord[] }>({
        method: 'POST',
        path: '/fill',
        body: { ...request, output: 'documents' },
        headers: { 'Idempotency-Key': idempotencyKey ?? globalThis.crypto.randomUUID() },
        signal,
      });
      return batch.documents;
    },
    /** What the template wants, and what is wrong with the data where some is given; nothing is made. */
    describeTemplate: (
      request: Omit<FillRequest, 'data'> & { data?: FillRequest['data'] },
      { signal }: Options = {},
    ): Promise<FillDryRun> => ask({ method: 'POST', path: '/fill', body: { ...request, dry_run: true }, signal }),
  };
}
