/** A thread that reads the JSON of one request: what costs time in it is done here. */
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { parentPort, workerData } from 'node:worker_threads';
import { decodeBase64 } from '../api/file-reference.ts';
import { keepBody } from '../api/kept-body.ts';
import { countValues, keepDigest, parseJsonBody } from '../api/json-body.ts';
import { Refusal } from '../base/refusal.ts';
import { argumentsOf, fileHolders } from './held-files.ts';
import { PARSERS, type AskedKind } from './asked-kinds.ts';
import { fingerprintOf } from './idempotency-key.ts';
import { MANY_VALUES } from './read-body.ts';
import type { AskedReply, ReadReply, RefusedReply, SentBody } from './read-json.ts';

const LONG_CHARS = 65_536;
/** With what is wrong with them, in a few characters. */
const NO_BASE64 = ['!', 'data:'];

function read(bytes: Buffer, valuesMax: number): Extract<ReadReply, { kind: 'read' }> {
  const value = parseJsonBody(bytes, valuesMax);
  const files: Extract<ReadReply, { kind: 'read' }>['files'] = [];
  for (const holder of [...fileHolders(value), ...fileHolders(argumentsOf(value))]) {
    const { data } = holder;
    if (typeof holder['filename'] !== 'string' || typeof data !== 'string' || data.length < LONG_CHARS) continue;
    const decoded = decodeBase64(data);
    // what cannot be decoded is refused where its field is known; to hand over millions of characters for that would hold up the service
    if (typeof decoded === 'string') {
      holder['data'] = NO_BASE64.find((text) => decodeBase64(text) === decoded) ?? data;
      continue;
    }
    const bytes = new Uint8Array(decoded);
    files.push({ bytes, digest: createHash('sha256').update(bytes).digest('hex') });
    holder['data'] = bytes;
  }
  return { kind: 'read', value, files, kept: keepBody(bytes) };
}

const refusedOf = ({ code, message, errors }: Refusal): RefusedReply => ({ kind: 'refused', code, message, errors });

/**
 * What the body asks for. Whether an address may be fetched only the service knows: it is told those that there are, and then they are
 * judged with all the rest.
 */
async function parse(kind: AskedKind, value: unknown): Promise<AskedReply['asked']> {
  const parser = await PARSERS[kind]();
  const known = new Map<string, string | null>();
  for (;;) {
    const unknown = new Set<string>();
    const attempt = (): AskedReply['asked'] => {
      try {
        const parsed = parser(value, (url) => {
          if (!known.has(url)) unknown.add(url);
          return known.get(url) ?? null;
        });
        return { kind: 'parsed', value: parsed };
      } catch (error) {
        if (!(error instanceof Refusal)) throw error;
        return refusedOf(error);
      }
    };
    const asked = attempt();
    if (unknown.size === 0 || parentPort === null) return asked;
    const answered = once(parentPort, 'message');
    parentPort.postMessage({ kind: 'addresses', urls: [...unknown] } satisfies ReadReply);
    const [faults]: unknown[] = await answered;
    if (!(faults instanceof Map)) throw new Error('the service did not judge the addresses of a body');
    for (const url of unknown) known.set(url, faults.get(url) ?? null);
  }
}

async function answer({ pieces, valuesMax, asked }: SentBody): Promise<ReadReply> {
  try {
    const bytes = Buffer.concat(pieces);
    const reply = read(bytes, valuesMax);
    if (asked === undefined || countValues(bytes, MANY_VALUES).values <= MANY_VALUES) return reply;
    for (const { bytes: file, digest } of reply.files) keepDigest(file, digest);
    const fingerprint = fingerprintOf(asked.endpoint, reply.value);
    return { kind: 'asked', asked: await parse(asked.kind, reply.value), fingerprint, files: reply.files, kept: reply.kept };
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    return refusedOf(error);
  }
}

const reply = await answer(workerData);
parentPort?.postMessage(reply, 'files' in reply ? reply.files.map(({ bytes }) => bytes.buffer) : []);
