/** Bodies: JSON is kept as bytes, since parseJsonBody is stricter than a parser; forms are read part by part. */
import type { Readable } from 'node:stream';
import multipart, { type MultipartFile } from '@fastify/multipart';
import { errorCodes, type FastifyInstance, type FastifyRequest } from 'fastify';
import { Refusal } from '../base/refusal.ts';
import type { KeptBody } from '../api/kept-body.ts';
import { refuseFields } from '../api/document-request.ts';
import { countValues } from '../api/json-body.ts';
import { parseUploadName } from '../api/file-request.ts';
import { FILE_BYTES_MAX } from '../contract/limits.ts';
import { LONG_BODY_BYTES, shareBodies, type BodyBounds } from './share-bodies.ts';

/** Boundaries and headers of the parts. */
const FORM_OVERHEAD_BYTES = 1_048_576;
const FORM_PARTS_MAX = 10;
/** Of a part at first; a longer one gets room for all that the request says to send, in which untouched memory costs nothing. */
const FIRST_ROOM_BYTES = 262_144;
/** A body of more values is a long one, however short it is written: to read and to judge them would hold up everybody else. */
export const MANY_VALUES = 10_000;

export async function addBodyParsers(app: FastifyInstance, bounds: BodyBounds): Promise<void> {
  shareBodies(app, bounds);
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', (request: FastifyRequest, payload: Readable) => collectBody(request, payload));
  // Routes that take no body do not mind one; those that do have judged its type before (door.ts).
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: FORM_OVERHEAD_BYTES }, (_request, body, done) => done(null, body));
  await app.register(multipart, {
    // One byte more than is allowed shows that a file is over the limit.
    limits: { fileSize: FILE_BYTES_MAX + 1, parts: FORM_PARTS_MAX, fieldSize: 65_536, fieldNameSize: 200, headerPairs: 20 },
    throwFileSizeLimit: false,
    isPartAFile: (fieldName, _contentType, fileName) => fieldName === 'file' || fileName !== undefined,
  });
}

/** A long JSON body, for `readJson`. */
export class LongBody {
  /** Empty once they have been given to a thread. */
  pieces: Buffer[];
  readonly bytes: number;
  /** What the log of requests keeps of it, once it is read. */
  kept: KeptBody | null = null;
  constructor(pieces: Buffer[], bytes: number) {
    this.pieces = pieces;
    this.bytes = bytes;
  }
}

/**
 * Rejects with a FastifyError where it is longer than the route takes, or not as long as it says; what still comes of it is passed over by
 * Node then, so that the client hears why.
 */
function collectBody(request: FastifyRequest, payload: Readable): Promise<Buffer | LongBody> {
  const limit = request.routeOptions.bodyLimit;
  const told = Number(request.headers['content-length']);
  const { promise, resolve, reject } = Promise.withResolvers<Buffer | LongBody>();
  if (told > limit) reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
  const pieces: Buffer[] = [];
  let bytes = 0;
  const take = (piece: Buffer): void => {
    bytes += piece.length;
    if (bytes <= limit) return void pieces.push(piece);
    leave();
    reject(new errorCodes.FST_ERR_CTP_BODY_TOO_LARGE());
  };
  const end = (): void => {
    leave();
    if (!Number.isNaN(told) && told !== bytes) return reject(new errorCodes.FST_ERR_CTP_INVALID_CONTENT_LENGTH());
    const short = bytes < LONG_BODY_BYTES ? Buffer.concat(pieces, bytes) : null;
    resolve(short !== null && countValues(short, MANY_VALUES).values <= MANY_VALUES ? short : new LongBody(pieces, bytes));
  };
  const fail = (error: Error): void => {
    leave();
    reject(Object.assign(error, { statusCode: 400 }));
  };
  const leave = (): void => void payload.off('data', take).off('end', end).off('error', fail);
  if (!(told > limit)) payload.on('data', take).on('end', end).on('error', fail).resume();
  return promise;
}

/** The bytes of a JSON body, of a route that takes few values alone; none where there was no body. */
export function readBody({ body }: Pick<FastifyRequest, 'body'>): Uint8Array {
  if (body instanceof LongBody) return Buffer.concat(body.pieces);
  return Buffer.isBuffer(body) ? body : new Uint8Array();
}

export interface Upload {
  bytes: Uint8Array;
  filename: string | undefined;
  /** Other fields of the form, each once. */
  fields: ReadonlyMap<string, string>;
}

/**
 * The field `file` of a form, and what other fields say.
 * @throws Refusal input_invalid, file_too_large
 */
export async function readUpload(request: FastifyRequest): Promise<Upload> {
  const told = Number(request.headers['content-length'] ?? 0);
  if (told > FILE_BYTES_MAX + FORM_OVERHEAD_BYTES) throw tooLarge();
  const found: Omit<Upload, 'fields'>[] = [];
  const fields = new Map<string, string>();
  let oversized = false;
  try {
    for await (const part of request.parts()) {
      if (part.type !== 'file') {
        if (typeof part.value === 'string') fields.set(part.fieldname, part.value);
        continue;
      }
      if (part.fieldname !== 'file') {
        part.file.resume();
        continue;
      }
      const bytes = await readPart(part, told || FILE_BYTES_MAX + 1);
      oversized ||= bytes.length > FILE_BYTES_MAX;
      found.push({ bytes, filename: part.filename });
      if (found.length > 1) throw refuseFields([{ path: '/file', message: 'Send one file at a time.' }]);
    }
  } catch (error) {
    if (error instanceof Refusal) throw error;
    throw describeFormFault(error);
  }
  const [upload] = found;
  if (upload === undefined) throw refuseFields([{ path: '/file', message: 'This is required: a form with one file in the field file.' }]);
  const filename = parseUploadName(upload.filename);
  if (oversized) throw tooLarge();
  return { bytes: upload.bytes, filename, fields };
}

/** Puts the pieces where they belong as they come: to put 20 MB together at the end would hold up everybody else. */
async function readPart(part: MultipartFile, bytesMax: number): Promise<Uint8Array> {
  let held = Buffer.allocUnsafeSlow(Math.min(bytesMax, FIRST_ROOM_BYTES));
  let length = 0;
  for await (const piece of part.file) {
    if (!(piece instanceof Uint8Array)) continue;
    if (length + piece.length > held.length) {
      const wider = Buffer.allocUnsafeSlow(Math.max(bytesMax, length + piece.length));
      wider.set(held.subarray(0, length));
      held = wider;
    }
    held.set(piece, length);
    length += piece.length;
  }
  return held.subarray(0, length);
}

function tooLarge(): Refusal {
  return new Refusal('file_too_large', 'A file may have 20 MB (20,971,520 bytes).', {
    errors: [{ path: '/file', message: 'The file is over 20 MB.' }],
  });
}

function describeFormFault(error: unknown): Refusal {
  const code = typeof error === 'object' && error !== null && 'code' in error ? String(error.code) : '';
  const message =
    code === 'FST_PARTS_LIMIT' ? `The form has more than ${FORM_PARTS_MAX} parts.` : 'The form cannot be read: it is cut off or malformed.';
  return new Refusal('input_invalid', message, { errors: [{ path: '', message }], cause: error });
}
