/**
 * The JSON of a request. Large ones are read in a thread: files in base64 come back as bytes, checked and hashed, so that the event loop
 * serves others meanwhile.
 */
import type { FastifyRequest } from 'fastify';
import { Worker } from 'node:worker_threads';
import { keepDigest, parseJsonBody } from '../api/json-body.ts';
import { Refusal, type FieldError, type RefusalCode } from '../base/refusal.ts';
import { readBody } from './read-body.ts';

/** Less is read in a few milliseconds. */
const LARGE_BYTES = 1_048_576;
/** What a parser makes of the largest body that is allowed. */
const HEAP_MB = 1_024;
/** Bodies that are read at once; others wait. */
const THREADS_MAX = 2;

export type ReadReply =
  | { kind: 'read'; value: unknown; files: { bytes: Uint8Array<ArrayBuffer>; digest: string }[] }
  | { kind: 'refused'; code: RefusalCode; message: string; errors: FieldError[] };

let reading = 0;
const waiting: (() => void)[] = [];

async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (reading < THREADS_MAX) reading++;
  else await new Promise<void>((resolve) => waiting.push(resolve));
  try {
    return await work();
  } finally {
    const next = waiting.shift();
    if (next) next();
    else reading--;
  }
}

function readElsewhere(bytes: Uint8Array): Promise<ReadReply> {
  return new Promise((resolve, reject) => {
    const own = new Uint8Array(bytes);
    const thread = new Worker(new URL('./read-json-thread.ts', import.meta.url), {
      workerData: own,
      transferList: [own.buffer],
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    thread.once('message', resolve).once('error', reject);
    thread.once('exit', () => reject(new Error('the thread that reads a body ended without an answer')));
  });
}

/** @throws Refusal as `parseJsonBody`; files in base64 (`sources[].data`, `file.data`, `data` beside `filename`) of a large body are bytes in the value */
export async function readJson(request: FastifyRequest): Promise<unknown> {
  const bytes = readBody(request);
  if (bytes.length < LARGE_BYTES) return parseJsonBody(bytes);
  const reply = await inTurn(() => readElsewhere(bytes));
  if (reply.kind === 'refused') throw new Refusal(reply.code, reply.message, { errors: reply.errors });
  for (const { bytes: file, digest } of reply.files) keepDigest(file, digest);
  return reply.value;
}
