/** Files as users have them (bytes, Blob, path, stream) as what the service takes. */
import { UsageError } from './errors.ts';

type Bytes = Uint8Array | ArrayBuffer;
type Chunks = ReadableStream<Uint8Array> | AsyncIterable<Uint8Array>;
interface Naming {
  filename: string;
  /** The service decides by the bytes all the same. */
  contentType?: string;
}

/**
 * A file to send: its bytes, a `Blob` or `File`, a path (Node, Deno, Bun), a stream, or an address that the service fetches.
 * Streams are read to their end before they are sent: a file has 20 MB at most.
 */
export type Upload =
  | Blob
  | ({ bytes: Bytes } & Naming)
  | { blob: Blob; filename?: string }
  | ({ path: string } & Partial<Naming>)
  | ({ stream: Chunks } & Naming)
  | { url: string; filename?: string };

async function* chunksOf(stream: Chunks): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if (!('getReader' in stream)) {
    for await (const chunk of stream) yield new Uint8Array(chunk);
    return;
  }
  // Not every browser iterates over streams.
  const reader = stream.getReader();
  for (let part = await reader.read(); !part.done; part = await reader.read()) yield new Uint8Array(part.value);
}

async function collect(stream: Chunks): Promise<Uint8Array<ArrayBuffer>[]> {
  const chunks: Uint8Array<ArrayBuffer>[] = [];
  for await (const chunk of chunksOf(stream)) chunks.push(chunk);
  return chunks;
}

/** @throws UsageError where there are no files, as in a browser */
async function readPath(path: string): Promise<Uint8Array<ArrayBuffer>> {
  // A name that bundlers do not follow: a browser has no such module, and needs none.
  const name = 'node:fs/promises';
  const files = await (import(name) as Promise<{ readFile(path: string): Promise<Uint8Array> }>).catch((cause: unknown) => {
    throw new UsageError('{ path } needs a file system, which there is none of here: give { bytes, filename } or a File.', { cause });
  });
  return new Uint8Array(await files.readFile(path));
}

const lastOf = (path: string): string => path.split(/[\\/]/).at(-1) ?? path;

/** The field `file` of a form, and its name. */
async function readUpload(upload: Exclude<Upload, { url: string }>): Promise<{ blob: Blob; filename: string }> {
  if (upload instanceof Blob) return { blob: upload, filename: 'name' in upload ? String(upload.name) : 'file' };
  if ('blob' in upload)
    return { blob: upload.blob, filename: upload.filename ?? ('name' in upload.blob ? String(upload.blob.name) : 'file') };
  const options = { type: upload.contentType ?? 'application/octet-stream' };
  if ('path' in upload) return { blob: new Blob([await readPath(upload.path)], options), filename: upload.filename ?? lastOf(upload.path) };
  if ('stream' in upload) return { blob: new Blob(await collect(upload.stream), options), filename: upload.filename };
  return { blob: new Blob([new Uint8Array(upload.bytes)], options), filename: upload.filename };
}

/** @param fields of the form beside the file */
export async function toForm(upload: Exclude<Upload, { url: string }>, fields: Record<string, string> = {}): Promise<FormData> {
  const { blob, filename } = await readUpload(upload);
  const form = new FormData();
  for (const [name, value] of Object.entries(fields)) form.set(name, value);
  form.set('file', blob, filename);
  return form;
}

/** The body of a request: JSON for an address, a form for bytes. */
export const toBody = async (upload: Upload): Promise<object> => ('url' in upload ? upload : toForm(upload));
