/**
 * The JSON of a request. Large ones are read in a thread: files in base64 come back as bytes, checked and hashed, so that the event loop
 * serves others meanwhile.
 */
import type { FastifyRequest } from 'fastify';
import { Worker } from 'node:worker_threads';
import type { CheckUrl } from '../api/file-reference.ts';
import type { KeptBody } from '../api/kept-body.ts';
import { keepDigest, parseJsonBody } from '../api/json-body.ts';
import { Refusal, type FieldError, type RefusalCode } from '../base/refusal.ts';
import { JSON_VALUES_MAX } from '../contract/limits.ts';
import { PARSERS, type Asked, type AskedKind } from './asked-kinds.ts';
import { holdsFiles, takeHeld } from './held-files.ts';
import { fingerprintOf } from './idempotency-key.ts';
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
  /** As what a body of many values is to be judged at once. @see AskedReply */
  asked?: { kind: AskedKind; endpoint: string } | undefined;
}

export interface RefusedReply {
  kind: 'refused';
  code: RefusalCode;
  message: string;
  errors: FieldError[];
}
interface ReadFiles {
  files: { bytes: Uint8Array<ArrayBuffer>; digest: string }[];
  kept: KeptBody | null;
}
/** What a body of many values asks for, in the place of its value. */
export interface AskedReply extends ReadFiles {
  kind: 'asked';
  asked: { kind: 'parsed'; value: Asked[AskedKind] } | RefusedReply;
  fingerprint: string;
}
export type ReadReply =
  | ({ kind: 'read'; value: unknown } & ReadFiles)
  | AskedReply
  /** Wants to know what is wrong with each, as a map. */
  | { kind: 'addresses'; urls: string[] }
  | RefusedReply;

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
function readElsewhere(body: LongBody, sent: Omit<SentBody, 'pieces'>, checkUrl: CheckUrl = () => null): Promise<ReadReply> {
  return new Promise((resolve, reject) => {
    const pieces = body.pieces.map(alone);
    body.pieces = [];
    const thread = new Worker(new URL('./read-json-thread.ts', import.meta.url), {
      workerData: { ...sent, pieces } satisfies SentBody,
      transferList: pieces.map(({ buffer }) => buffer),
      resourceLimits: { maxOldGenerationSizeMb: HEAP_MB },
    });
    thread.on('message', (reply: ReadReply) => {
      if (reply.kind === 'addresses') thread.postMessage(new Map(reply.urls.map((url) => [url, checkUrl(url)])));
      else resolve(reply);
    });
    thread.once('error', reject);
    thread.once('exit', () => reject(new Error('the thread that reads a body ended without an answer')));
  });
}

/** The piece with memory of its own: one that shares some with others cannot be given away. */
function alone(piece: Buffer): Uint8Array<ArrayBuffer> {
  const { buffer, byteOffset, length } = piece;
  return buffer instanceof ArrayBuffer && byteOffset === 0 && buffer.byteLength === length ? new Uint8Array(buffer) : new Uint8Array(piece);
}

const refusalOf = ({ code, message, errors }: RefusedReply): Refusal => new Refusal(code, message, { errors });

async function readLong(request: Pick<FastifyRequest, 'body'>, body: LongBody, ...rest: [Omit<SentBody, 'pieces'>, CheckUrl?]) {
  const reply = await inTurn(() => readElsewhere(body, ...rest)).finally(() => endBody(request));
  if (reply.kind === 'refused') throw refusalOf(reply);
  if (reply.kind === 'addresses') throw new Error('a thread that reads a body asked in the place of an answer');
  body.kept = reply.kept;
  for (const { bytes: file, digest } of reply.files) keepDigest(file, digest);
  return reply;
}

/**
 * @returns the value; files in base64 (`data` beside `filename` where a body names files, also in the arguments of a tool call) of a large body
 * are bytes in it, as are those that this process holds for it
 * @throws Refusal as `parseJsonBody`
 */
export async function readJson(request: Pick<FastifyRequest, 'body'>, valuesMax: number = JSON_VALUES_MAX): Promise<unknown> {
  const { body } = request;
  const value =
    body instanceof LongBody ? valueOf(await readLong(request, body, { valuesMax })) : parseJsonBody(readBody(request), valuesMax);
  takeHeld(value);
  return value;
}

function valueOf(reply: ReadReply): unknown {
  if (reply.kind !== 'read') throw new Error('a thread that reads a body judged what nobody asked it to');
  return reply.value;
}

export interface ReadAsked<Kind extends AskedKind> {
  /** What an idempotency key binds. */
  fingerprint(): string;
  /** @throws Refusal input_invalid with every field at fault; file_too_large */
  asked(): Asked[Kind];
}

/**
 * The body of a request that may hold many values, such as the cells of a sheet: such a one is judged where it is read.
 * @throws Refusal as `parseJsonBody`
 */
export async function readAsked<Kind extends AskedKind>(
  request: Pick<FastifyRequest, 'body'>,
  kind: Kind,
  { endpoint, checkUrl }: { endpoint: string; checkUrl: CheckUrl },
): Promise<ReadAsked<Kind>> {
  const { body } = request;
  const parser = await PARSERS[kind]();
  // a thread does not know the bytes that are held here
  if (body instanceof LongBody && !holdsFiles()) {
    const reply = await readLong(request, body, { valuesMax: JSON_VALUES_MAX, asked: { kind, endpoint } }, checkUrl);
    if (reply.kind === 'asked') return { fingerprint: () => reply.fingerprint, asked: () => askedIn<Kind>(reply) };
    return { fingerprint: () => fingerprintOf(endpoint, reply.value), asked: () => parser(reply.value, checkUrl) };
  }
  const value = await readJson(request);
  return { fingerprint: () => fingerprintOf(endpoint, value), asked: () => parser(value, checkUrl) };
}

function askedIn<Kind extends AskedKind>({ asked }: AskedReply): Asked[Kind] {
  if (asked.kind === 'refused') throw refusalOf(asked);
  // the thread has parsed it as what it was told that it is
  return asked.value as Asked[Kind];
}
