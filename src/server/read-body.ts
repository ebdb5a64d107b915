/** Bodies: JSON is kept as bytes, since parseJsonBody is stricter than a parser; forms are read part by part. */
import multipart, { type MultipartFile } from '@fastify/multipart';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { Refusal } from '../base/refusal.ts';
import { refuseFields } from '../api/document-request.ts';
import { parseUploadName } from '../api/file-request.ts';
import { FILE_BYTES_MAX } from '../contract/limits.ts';

/** Boundaries and headers of the parts. */
const FORM_OVERHEAD_BYTES = 1_048_576;
const FORM_PARTS_MAX = 10;

export async function addBodyParsers(app: FastifyInstance): Promise<void> {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('application/json', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  // Routes that take no body do not mind one; those that do have judged its type before (door.ts).
  app.addContentTypeParser('*', { parseAs: 'buffer', bodyLimit: FORM_OVERHEAD_BYTES }, (_request, body, done) => done(null, body));
  await app.register(multipart, {
    // One byte more than is allowed shows that a file is over the limit.
    limits: { fileSize: FILE_BYTES_MAX + 1, parts: FORM_PARTS_MAX, fieldSize: 65_536, fieldNameSize: 200, headerPairs: 20 },
    throwFileSizeLimit: false,
    isPartAFile: (fieldName, _contentType, fileName) => fieldName === 'file' || fileName !== undefined,
  });
}

/** The bytes of a JSON body; none where there was no body. */
export function readBody(request: FastifyRequest): Uint8Array {
  return Buffer.isBuffer(request.body) ? request.body : new Uint8Array();
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
  if (Number(request.headers['content-length'] ?? 0) > FILE_BYTES_MAX + FORM_OVERHEAD_BYTES) throw tooLarge();
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
      const bytes = await readPart(part);
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

async function readPart(part: MultipartFile): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of part.file) if (chunk instanceof Uint8Array) chunks.push(chunk);
  return Buffer.concat(chunks);
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
