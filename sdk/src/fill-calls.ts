/** Templates filled with data. */
import type { DocumentRecord, FillBatch, FillDryRun, FillRequest } from './contract.ts';
import { askFor, keyed, type CallOptions, type CreateOptions, type Transport } from './transport.ts';

type Values = Record<string, unknown>;
/** A template, what to fill it with, and how; how the answer comes is said by the method. */
export type Fill = Omit<FillRequest, 'data' | 'output' | 'dry_run' | 'background'>;

export function fillCalls(transport: Transport) {
  const post = <T>(body: object, options: CallOptions): Promise<T> =>
    askFor(transport, { method: 'POST', path: '/fill', body, ...options });
  return {
    /** Waits for the filled document. A `ProblemError` `input_invalid` names each tag that could not be filled. */
    fill: (request: Fill & { data: Values }, options: CreateOptions = {}): Promise<DocumentRecord> => post(request, keyed(options)),
    /** One file with the template filled for each record, in the background: follow it by its id. */
    fillAsOne: (request: Fill & { data: Values[] }, options: CreateOptions = {}): Promise<DocumentRecord> =>
      post({ ...request, output: 'one', background: true }, keyed(options)),
    /** A document for each record, in the background: follow each by its id. */
    fillMany: async (request: Fill & { data: Values[] }, options: CreateOptions = {}): Promise<DocumentRecord[]> =>
      (await post<FillBatch>({ ...request, output: 'documents' }, keyed(options))).documents,
    /** What the template wants, and what is wrong with the data where some is given; nothing is made. */
    describeTemplate: (request: Fill & { data?: Values | Values[] }, options: CallOptions = {}): Promise<FillDryRun> =>
      post({ ...request, dry_run: true }, options),
  };
}
