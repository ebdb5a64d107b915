/** What every tool is given, and how its answer is written. */
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type { CallToolResult, ServerNotification, ServerRequest } from '@modelcontextprotocol/sdk/types.js';
import { z } from 'zod';
import type { CallApi } from '../api/call-api.ts';
import { ApiProblem, type Progress } from './api-client.ts';

/** The texts of `docs/` that a model may read, by topic. */
export interface Guides {
  topics: readonly string[];
  read(topic: string): Promise<string>;
}

/** Files of the machine that the client runs on; only where the server of the tools runs there too. */
export interface LocalFiles {
  /** @throws Error where it cannot be read */
  read(path: string): Promise<{ bytes: Uint8Array; filename: string }>;
  /** Writes the bytes and returns the absolute path; a file that exists is replaced. */
  write(path: string, bytes: Uint8Array): Promise<string>;
}

export interface ToolContext {
  call: CallApi;
  guides: Guides;
  local: LocalFiles | null;
}

export type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;

export const text = (...parts: string[]): CallToolResult => ({ content: [{ type: 'text', text: parts.filter(Boolean).join('\n') }] });

/** Runs a tool; a problem of the API is an answer that the model can read and act on. */
export async function answering(run: () => Promise<CallToolResult>): Promise<CallToolResult> {
  try {
    return await run();
  } catch (error) {
    if (!(error instanceof ApiProblem)) throw error;
    return { ...text(error.message), isError: true };
  }
}

/** Reports to clients that asked for it; the count only goes up, since nobody knows the total beforehand. */
export function progressOf(extra: Extra): Progress {
  const { _meta: meta } = extra;
  const token = meta?.progressToken;
  let count = 0;
  return async (message) => {
    if (token === undefined) return;
    count += 1;
    await extra.sendNotification({ method: 'notifications/progress', params: { progressToken: token, progress: count, message } });
  };
}

const WAIT_S = 45;
const WAIT_S_MAX = 600;

/** Many clients give a tool a minute; a document goes on by itself when nobody waits. */
export const waitField = z
  .number()
  .min(0)
  .max(WAIT_S_MAX)
  .default(WAIT_S)
  .describe('Seconds to wait for the finished document. It goes on by itself after that: ask for it with get_document. 0 answers at once.');

const remoteForms = [
  z
    .string()
    .regex(/^(?:file|doc)_/, 'An id begins with file_ or doc_.')
    .describe('Id of a document made here (doc_…) or of an upload (file_…).'),
  z.strictObject({ url: z.string(), filename: z.string().optional() }).describe('A public address; up to 20 MB are downloaded.'),
  z.strictObject({ data: z.string().describe('The bytes in base64.'), filename: z.string() }).describe('The bytes of a file.'),
] as const;
const localForm = z.strictObject({ path: z.string().describe('Absolute path of a file on this machine.') }).describe('A local file.');

export type FileInput = z.infer<(typeof remoteForms)[number]> | z.infer<typeof localForm>;

/** A file in any form that this server can reach. */
export const fileField = ({ local }: ToolContext): z.ZodType<FileInput> =>
  local === null ? z.union(remoteForms) : z.union([...remoteForms, localForm]);

/** The reference as the API takes it: local files are sent along. @throws ApiProblem where a local file cannot be read */
export async function referenceOf({ local }: ToolContext, file: FileInput): Promise<unknown> {
  if (typeof file === 'string' || !('path' in file)) return file;
  if (local === null) throw new ApiProblem('input_invalid', 'Local files cannot be read from here.');
  try {
    const { bytes, filename } = await local.read(file.path);
    return { data: Buffer.from(bytes).toString('base64'), filename };
  } catch (error) {
    throw new ApiProblem('file_not_found', `${file.path} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
}
