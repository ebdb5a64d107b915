/** Files that a request brings: checked and kept on acceptance where the bytes are at hand, fetched in processing where not. */
import { createHash } from 'node:crypto';
import { detectFileKind, PICTURE_KINDS, type FileKind } from '../base/file-kind.ts';
import { readPictureHeader } from '../base/picture-header.ts';
import { Refusal } from '../base/refusal.ts';
import type { Project } from '../ports/account-store.ts';
import type { DocumentStore, FileRecord } from '../ports/document-store.ts';
import type { DocumentRecord, FileSource, OutputRecord } from '../ports/record.ts';
import type { PipelineDependencies } from './dependencies.ts';
import { passGate, PICTURE_PIXELS_MAX } from './gate-file.ts';
import type { FileReference } from './pipeline.ts';

export const FILE_BYTES_MAX = 20 * 1024 * 1024;
const PICTURES_MAX = 10;
const DOCUMENTS_MAX = 5;

const sha256 = (bytes: Uint8Array): string => createHash('sha256').update(bytes).digest('hex');

const refuse = (code: ConstructorParameters<typeof Refusal>[0], path: string, message: string): Refusal =>
  new Refusal(code, message, { errors: [{ path, message }] });

/** A file by id, seen only by its own organisation. @throws Refusal not_found */
export async function findFile(
  deps: { store: Pick<DocumentStore, 'getFile'> },
  owner: Pick<Project, 'orgId'>,
  id: string,
  path?: string,
): Promise<FileRecord> {
  const file = await deps.store.getFile(id);
  if (file && file.orgId === owner.orgId) return file;
  const message = `There is no file ${id}; upload it with POST /files, or check the id.`;
  throw path === undefined ? new Refusal('not_found', message) : refuse('not_found', path, message);
}

/** What sources may be: with a prompt, documents too. */
export type SourceKinds = 'pictures' | 'documents';

/** Refuses what cannot be a source, before anything decodes it. */
export function checkSourceBytes(
  bytes: Uint8Array,
  filename: string,
  path: string,
  kinds: SourceKinds,
): { kind: FileKind; contentType: string } {
  const detected = detectFileKind(bytes, filename);
  if (detected.kind === null) throw refuse('file_rejected', path, detected.reason);
  if (!PICTURE_KINDS.includes(detected.kind)) {
    if (kinds === 'documents') return detected;
    throw refuse(
      'input_invalid',
      path,
      `${filename} is a ${detected.kind} file: documents as sources need a prompt; with content only pictures can be placed.`,
    );
  }
  const header = readPictureHeader(bytes);
  if (!header) throw refuse('source_unreadable', path, `${filename} is not a readable picture; send it as PNG or JPEG.`);
  if (header.width * header.height > PICTURE_PIXELS_MAX) {
    throw refuse(
      'source_unreadable',
      path,
      `${filename} is ${header.width} × ${header.height} pixels; at most 100 megapixels are taken: make it smaller.`,
    );
  }
  return detected;
}

/** What a reference is known to be before acceptance; `source` is what the job keeps. */
export interface CheckedSource {
  source: FileSource;
  filename: string;
  kind: string;
  /** null where only fetching tells. */ picture: boolean | null;
  bytes: number | null;
  store?: { key: string; bytes: Uint8Array; contentType: string };
}

async function checkSource(
  deps: PipelineDependencies,
  owner: Project,
  documentId: string,
  reference: FileReference,
  index: number,
  kinds: SourceKinds,
): Promise<CheckedSource> {
  const path = `/sources/${index}`;
  switch (reference.kind) {
    case 'data': {
      if (reference.bytes.length > FILE_BYTES_MAX) throw refuse('file_too_large', path, 'The file is over 20 MB.');
      const { kind, contentType } = checkSourceBytes(reference.bytes, reference.filename, path, kinds);
      if (!contentType.startsWith('image/')) await passGate(deps, path, reference, 'source_unreadable');
      const key = `documents/${documentId}/source-${index + 1}`;
      return {
        source: { kind: 'blob', key, filename: reference.filename, contentType },
        filename: reference.filename,
        kind,
        picture: contentType.startsWith('image/'),
        bytes: reference.bytes.length,
        store: { key, bytes: reference.bytes, contentType },
      };
    }
    case 'file': {
      const file = await findFile(deps, owner, reference.fileId, path);
      const picture = file.contentType.startsWith('image/');
      if (!picture && kinds === 'pictures')
        throw refuse('input_invalid', path, `${file.filename} is not a picture: documents as sources need a prompt.`);
      return { source: reference, filename: file.filename, kind: kindOfName(file.filename, file.contentType), picture, bytes: file.bytes };
    }
    case 'url': {
      const wrong = deps.downloader.check(reference.url);
      if (wrong !== null) throw refuse('input_invalid', `${path}/url`, wrong);
      return { source: reference, filename: reference.filename ?? reference.url, kind: 'url', picture: null, bytes: null };
    }
    case 'document':
      if (kinds === 'documents') return checkDocument(deps, owner, reference.documentId, path);
      throw refuse('input_invalid', path, 'A document as a source needs a prompt; with content only pictures can be placed.');
  }
}

/** As the dry run names it: by its media type, or the ending of its name. */
const kindOfName = (filename: string, contentType: string): string =>
  contentType.startsWith('image/') ? contentType.slice(6) : (/\.([a-z0-9]{2,4})$/i.exec(filename)?.[1]?.toLowerCase() ?? contentType);

/** The file of a document that is written from: its office file, or its PDF (interface §4.1). */
export const officeOutput = (record: Pick<DocumentRecord, 'outputs'>): OutputRecord | undefined =>
  record.outputs.find(({ kind }) => kind === 'docx' || kind === 'pptx' || kind === 'xlsx') ??
  record.outputs.find(({ kind }) => kind === 'pdf');

async function checkDocument(deps: PipelineDependencies, owner: Project, id: string, path: string): Promise<CheckedSource> {
  const record = await deps.store.get(id);
  if (!record || record.orgId !== owner.orgId) throw refuse('not_found', path, `There is no document ${id}.`);
  const output = officeOutput(record);
  if (!output)
    throw refuse('input_invalid', path, `The document ${id} has no file to write from; wait until it is finished, or leave it out.`);
  return {
    source: { kind: 'document', documentId: id },
    filename: `${record.name ?? id}.${output.kind}`,
    kind: output.kind,
    picture: false,
    bytes: output.bytes,
  };
}

/** Counted by kind once that is known (decisions §8). */
export function checkCounts(pictures: readonly (boolean | null)[], kinds: SourceKinds): void {
  const given = {
    pictures: pictures.filter((picture) => picture ?? kinds === 'pictures').length,
    documents: pictures.filter((picture) => picture === false).length,
  };
  if (given.pictures > PICTURES_MAX)
    throw refuse('input_invalid', '/sources', `At most ${PICTURES_MAX} pictures; ${given.pictures} were given.`);
  if (given.documents > DOCUMENTS_MAX)
    throw refuse('input_invalid', '/sources', `At most ${DOCUMENTS_MAX} documents; ${given.documents} were given.`);
}

/** @throws Refusal for the first source that cannot be taken */
export async function checkSources(
  deps: PipelineDependencies,
  owner: Project,
  documentId: string,
  references: readonly FileReference[],
  kinds: SourceKinds,
): Promise<CheckedSource[]> {
  if (kinds === 'pictures')
    checkCounts(
      references.map(() => true),
      kinds,
    );
  const checked = await Promise.all(references.map((reference, i) => checkSource(deps, owner, documentId, reference, i, kinds)));
  checkCounts(
    checked.map(({ picture }) => picture),
    kinds,
  );
  return checked;
}

/** Bytes of a source in processing. @throws Refusal file_not_found, source_unreadable, file_too_large */
export async function fetchSource(
  deps: PipelineDependencies,
  record: DocumentRecord,
  source: FileSource,
  index: number,
  signal: AbortSignal,
): Promise<Uint8Array> {
  const label = `Picture ${index + 1}`;
  switch (source.kind) {
    case 'blob': {
      const bytes = await deps.blobs.get(source.key);
      if (!bytes) throw new Error(`source blob ${source.key} is missing`);
      return bytes;
    }
    case 'file': {
      const file = await deps.store.getFile(source.fileId);
      const bytes = file && file.orgId === record.orgId ? await deps.blobs.get(file.key) : null;
      if (!bytes) throw new Refusal('file_not_found', `${label} (${source.fileId}) was deleted before the document was made.`);
      return bytes;
    }
    case 'url':
      return downloadPicture(deps, source.url, label, signal);
    case 'document':
      throw new Error('documents are not sources of pictures');
  }
}

async function downloadPicture(deps: PipelineDependencies, url: string, label: string, signal: AbortSignal): Promise<Uint8Array> {
  try {
    const { bytes, filename } = await deps.downloader.download(url, { signal });
    checkSourceBytes(bytes, filename, '', 'pictures');
    return bytes;
  } catch (error) {
    if (error instanceof Refusal) throw new Refusal('source_unreadable', `${label} could not be used: ${error.message}`, { cause: error });
    throw error;
  }
}

/** Stores an upload. @throws Refusal file_too_large, file_rejected, input_invalid */
export async function addFile(
  deps: PipelineDependencies,
  owner: Project,
  upload: { bytes: Uint8Array; filename: string | undefined } | { url: string; filename?: string | undefined },
): Promise<FileRecord> {
  const given = 'url' in upload ? await deps.downloader.download(upload.url) : { bytes: upload.bytes, filename: upload.filename ?? 'file' };
  const filename = upload.filename ?? given.filename;
  if (given.bytes.length > FILE_BYTES_MAX) throw refuse('file_too_large', '/file', 'The file is over 20 MB.');
  const gated = await passGate(deps, '/file', { bytes: given.bytes, filename });
  const id = `file_${deps.clock.ulid()}`;
  const file: FileRecord = {
    id,
    orgId: owner.orgId,
    projectId: owner.id,
    filename,
    contentType: gated.contentType,
    bytes: given.bytes.length,
    sha256: sha256(given.bytes),
    pages: gated.pages,
    key: `files/${id}/original`,
    createdAt: deps.clock.now(),
  };
  await deps.blobs.put(file.key, given.bytes, file.contentType);
  await deps.store.addFile(file);
  return file;
}

/** @throws Refusal not_found */
export async function removeFile(deps: PipelineDependencies, owner: Project, id: string): Promise<void> {
  const file = await findFile(deps, owner, id);
  // bytes first: a crash in between leaves a record that can be deleted again, never bytes that nobody knows of
  await deps.blobs.deleteAll(`files/${file.id}/`);
  await deps.store.deleteFile(id);
}
