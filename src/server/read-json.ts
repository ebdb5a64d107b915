/**
 * The JSON of a request. Large ones are read in a thread: files in base64 come back as bytes, checked and hashed, so that the event loop
 * serves others meanwhile.
 */
import type { FastifyRequest } from 'fastify';
import { Worker } from 'node:worker_threads';
import type { KeptBody } from '../api/kept-body.ts';
import { keepDigest, parseJsonBody } from '../api/json-body.ts';
import { Refusal, type FieldError, type RefusalCode } from '../base/refusal.ts';
import { JSON_VALUES_MAX } from '../contract/limits.ts';
import { takeHeld } from './held-files.ts';
import { FairQueue } from '../base/fair-queue.ts';
import { whoseTurn } from '../base/whose-turn.ts';
import { LongBody, readBody } from './read-body.ts';
import { endBody } from './share-bodies.ts';

/** What a parser makes of the largest body that is allowed. */
const HEAP_MB = 1_024;
/** Bodies that are read at once; others wait. */
const THREADS_MAX = 2;

/** What a thread gets. */
export interface SentBody {
  pieces: Uint8Array[];
  valuesMax: number;
}

export type ReadReply =
  | { kind: 'read'; value: unknown; files: { bytes: Uint8Array<ArrayBuffer>; digest: string }[]; kept: KeptBody | null }
  | { kind: 'refused'; code: RefusalCode; message: string; errors: FieldError[] };

let reading = 0;
const waiting = new FairQueue<() => void>();

/** Organisations take turns. */
async function inTurn<T>(work: () => Promise<T>): Promise<T> {
  if (reading < THREADS_MAX) reading++;
  else await new Promise<void>((resolve) => waiting.add(whoseTurn(), resolve));
  try {
    return await work();
  } finally {
    const next = waiting.take(() => true);
    if (next) next();
    else reading--;
  }
}

/** The pieces go over to the thread, and are here no longer. */
function readElsewhere(body: LongBody, valuesMax: number): Promise<ReadReply> {
  return new Promise((resolve, reject) => {
    const pieces = body.pieces.map(alone);
    body.pieces = [];
    const thread = new Worker(new URL('./read-json-thread.ts', import.meta.url), {
      workerData: { pieces, valuesMax } satisfies SentBody,
      transferList: pieces.map(({ buffer }) => buffer),
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    thread.once('message', resolve).once('error', reject);
    thread.once('exit', () => reject(new Error('the thread that reads a body ended without an answer')));
  });
}

/** The piece with memory of its own: one that shares some with others cannot be given away. */
function alone(piece: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, length } = piece;
  return buffer instanceof ArrayBuffer && byteOffset === 0 && buffer.byteLength === length ? new Uint8Array(buffer) : new Uint8Array(piece);
}

/**
 * @returns the value; files in base64 (`data` beside `filename` where a body names files, also in the arguments of a tool call) of a large body
 * are bytes in it, as are those that this process holds for it
 * @throws Refusal as `parseJsonBody`
 */
export async function readJson(request: Pick<FastifyRequest, 'body'>, valuesMax: number = JSON_VALUES_MAX): Promise<unknown> {
  const { body } = request;
  if (!(body instanceof LongBody)) {
    const value = parseJsonBody(readBody(request), valuesMax);
    takeHeld(value);
    return value;
  }
  const reply = await inTurn(() => readElsewhere(body, valuesMax)).finally(() => endBody(request));
  if (reply.kind === 'refused') throw new Refusal(reply.code, reply.message, { errors: reply.errors });
  body.kept = reply.kept;
  for (const { bytes: file, digest } of reply.files) keepDigest(file, digest);
  takeHeld(reply.value);
  return reply.value;
}
