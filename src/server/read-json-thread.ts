/** A thread that reads the JSON of one request: what costs time in it is done here. */
import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { decodeBase64 } from '../api/file-reference.ts';
import { keepBody } from '../api/kept-body.ts';
import { parseJsonBody } from '../api/json-body.ts';
import { Refusal } from '../base/refusal.ts';
import type { ReadReply, SentBody } from './read-json.ts';

const LONG_CHARS = 65_536;

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value);

function read({ pieces, valuesMax }: SentBody): ReadReply {
  const bytes = Buffer.concat(pieces);
  const value = parseJsonBody(bytes, valuesMax);
  const files: Extract<ReadReply, { kind: 'read' }>['files'] = [];
  const lift = (holder: unknown): void => {
    if (!isObject(holder) || typeof holder['filename'] !== 'string') return;
    const { data } = holder;
    if (typeof data !== 'string' || data.length < LONG_CHARS) return;
    const decoded = decodeBase64(data);
    // what cannot be decoded stays, and is refused where its field is known
    if (typeof decoded === 'string') return;
    const bytes = new Uint8Array(decoded);
    files.push({ bytes, digest: createHash('sha256').update(bytes).digest('hex') });
    holder['data'] = bytes;
  };
  if (isObject(value)) {
    lift(value);
    lift(value['file']);
    if (Array.isArray(value['sources'])) for (const source of value['sources']) lift(source);
  }
  return { kind: 'read', value, files, kept: keepBody(bytes) };
}

function answer(): ReadReply {
  try {
    return read(workerData);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    const { code, message, errors } = error;
    return { kind: 'refused', code, message, errors };
  }
}

const reply = answer();
parentPort?.postMessage(reply, reply.kind === 'read' ? reply.files.map(({ bytes }) => bytes.buffer) : []);
