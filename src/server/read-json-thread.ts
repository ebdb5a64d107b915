/** A thread that reads the JSON of one request: what costs time in it is done here. */
import { createHash } from 'node:crypto';
import { parentPort, workerData } from 'node:worker_threads';
import { decodeBase64 } from '../api/file-reference.ts';
import { keepBody } from '../api/kept-body.ts';
import { parseJsonBody } from '../api/json-body.ts';
import { Refusal } from '../base/refusal.ts';
import { argumentsOf, fileHolders } from './held-files.ts';
import type { ReadReply, SentBody } from './read-json.ts';

const LONG_CHARS = 65_536;

function read({ pieces, valuesMax }: SentBody): ReadReply {
  const bytes = Buffer.concat(pieces);
  const value = parseJsonBody(bytes, valuesMax);
  const files: Extract<ReadReply, { kind: 'read' }>['files'] = [];
  for (const holder of [...fileHolders(value), ...fileHolders(argumentsOf(value))]) {
    const { data } = holder;
    if (typeof holder['filename'] !== 'string' || typeof data !== 'string' || data.length < LONG_CHARS) continue;
    const decoded = decodeBase64(data);
    // what cannot be decoded stays, and is refused where its field is known
    if (typeof decoded === 'string') continue;
    const bytes = new Uint8Array(decoded);
    files.push({ bytes, digest: createHash('sha256').update(bytes).digest('hex') });
    holder['data'] = bytes;
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
