/** Uploads: validated, kept until they are deleted. */
import { sha256Hex } from '../../base/digest.ts';
import type { Project } from '../../ports/account-store.ts';
import type { FileRecord } from '../../ports/document-store.ts';
import type { PipelineDependencies } from '../dependencies.ts';
import { findFile } from './find-own.ts';
import { validateFile } from './validate-file.ts';

export type Upload = { bytes: Uint8Array; filename: string | undefined } | { url: string; filename?: string | undefined };

/** @throws Refusal file_too_large, file_rejected, input_invalid */
export async function keepUpload(deps: PipelineDependencies, owner: Project, upload: Upload): Promise<FileRecord> {
  const { bytes, filename: fallback } =
    'url' in upload ? await deps.downloader.download(upload.url) : { bytes: upload.bytes, filename: 'file' };
  const filename = upload.filename ?? fallback;
  const { contentType, pages } = await validateFile(deps, '/file', { bytes, filename });
  const id = `file_${deps.clock.ulid()}`;
  const file: FileRecord = {
    id,
    orgId: owner.orgId,
    projectId: owner.id,
    filename,
    contentType,
    bytes: bytes.length,
    sha256: await sha256Hex(bytes),
    pages,
    key: `files/${id}/original`,
    createdAt: deps.clock.now(),
  };
  await deps.blobs.put(file.key, bytes, contentType);
  await deps.store.addFile(file);
  return file;
}

/** @throws Refusal not_found */
export async function removeUpload(deps: PipelineDependencies, owner: Project, id: string): Promise<void> {
  const file = await findFile(deps, owner, id);
  // bytes first: a crash in between leaves a record that can be deleted again, never bytes that no record names
  await deps.blobs.deleteAll(`files/${file.id}/`);
  await deps.store.deleteFile(id);
}
