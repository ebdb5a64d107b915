/** Sources of a request: checked and kept on acceptance where their bytes are given, fetched in processing where not. */
import { detectFileKind, PICTURE_KINDS, type FileKind } from '../../base/file-kind.ts';
import type { Project } from '../../ports/account-store.ts';
import type { FileSource } from '../../ports/record.ts';
import type { KeptBytes } from '../accept/accept-request.ts';
import { findDocument, findFile, refuseAt } from '../accept/find-own.ts';
import { mainOutput } from '../accept/resolve-file.ts';
import { checkAddress } from '../accept/take-target.ts';
import { describeWrongPicture, validateFile } from '../accept/validate-file.ts';
import type { PipelineDependencies } from '../dependencies.ts';
import type { FileReference } from '../../contract/file-reference.ts';

const PICTURES_MAX = 10;
const DOCUMENTS_MAX = 5;

/** What sources may be: with a prompt, documents too. */
export type SourceKinds = 'pictures' | 'documents';

/** What a reference is known to be before acceptance; `source` is what the job keeps. */
export interface CheckedSource {
  source: FileSource;
  kept: KeptBytes[];
  filename: string;
  kind: string;
  /** null where only fetching shows. */
  picture: boolean | null;
  bytes: number | null;
}

/** What cannot be a source is refused before anything decodes it. @throws Refusal file_rejected, input_invalid, source_unreadable */
export function checkSourceBytes(
  bytes: Uint8Array,
  filename: string,
  path: string,
  kinds: SourceKinds,
): { kind: FileKind; contentType: string } {
  const detected = detectFileKind(bytes, filename);
  if (detected.kind === null) throw refuseAt('file_rejected', detected.reason, path);
  if (!PICTURE_KINDS.includes(detected.kind)) {
    if (kinds === 'documents') return detected;
    throw refuseAt(
      'input_invalid',
      `${filename} is of kind ${detected.kind}: documents as sources need a prompt; with content only pictures can be placed.`,
      path,
    );
  }
  const wrong = describeWrongPicture(bytes);
  if (wrong === 'unreadable') throw refuseAt('source_unreadable', `${filename} is not a readable picture; send it as PNG or JPEG.`, path);
  if (wrong !== null)
    throw refuseAt(
      'source_unreadable',
      `${filename} is ${wrong.width} × ${wrong.height} pixels; at most 100 megapixels are accepted: make it smaller.`,
      path,
    );
  return detected;
}

interface SourceCheck {
  deps: PipelineDependencies;
  owner: Project;
  documentId: string;
  kinds: SourceKinds;
}

async function checkSource(check: SourceCheck, reference: FileReference, index: number): Promise<CheckedSource> {
  const { deps, owner, kinds } = check;
  const path = `/sources/${index}`;
  switch (reference.kind) {
    case 'data':
      return checkData(check, reference, index);
    case 'file': {
      const { filename, contentType, bytes } = await findFile(deps, owner, reference.fileId, path);
      const picture = contentType.startsWith('image/');
      if (!picture && kinds === 'pictures')
        throw refuseAt('input_invalid', `${filename} is not a picture: documents as sources need a prompt.`, path);
      return { source: reference, kept: [], filename, kind: kindOfName(filename, contentType), picture, bytes };
    }
    case 'url':
      checkAddress(deps, path, reference.url);
      return { source: reference, kept: [], filename: reference.filename ?? reference.url, kind: 'url', picture: null, bytes: null };
    case 'document':
      if (kinds === 'documents') return checkDocument(check, reference.documentId, path);
      throw refuseAt('input_invalid', 'A document as a source needs a prompt; with content only pictures can be placed.', path);
  }
}

async function checkData(
  { deps, documentId, kinds }: SourceCheck,
  reference: Extract<FileReference, { kind: 'data' }>,
  index: number,
): Promise<CheckedSource> {
  const path = `/sources/${index}`;
  const { bytes, filename } = reference;
  const { kind, contentType } = checkSourceBytes(bytes, filename, path, kinds);
  const picture = contentType.startsWith('image/');
  await validateFile(deps, path, reference, 'source_unreadable');
  const key = `documents/${documentId}/source-${index + 1}`;
  return {
    source: { kind: 'blob', key, filename, contentType },
    kept: [{ key, bytes, contentType }],
    filename,
    kind,
    picture,
    bytes: bytes.length,
  };
}

/** As the dry run names it: by its media type, or the ending of its name. */
const kindOfName = (filename: string, contentType: string): string =>
  contentType.startsWith('image/') ? contentType.slice(6) : (/\.([a-z0-9]{2,4})$/i.exec(filename)?.[1]?.toLowerCase() ?? contentType);

async function checkDocument({ deps, owner }: SourceCheck, id: string, path: string): Promise<CheckedSource> {
  const record = await findDocument(deps, owner, id, path);
  const output = mainOutput(record);
  if (!output)
    throw refuseAt('input_invalid', `The document ${id} has no file to write from; wait until it is finished, or leave it out.`, path);
  return {
    source: { kind: 'document', documentId: id },
    kept: [],
    filename: `${record.name ?? id}.${output.kind}`,
    kind: output.kind,
    picture: false,
    bytes: output.bytes,
  };
}

/** Counted by kind once that is known. @throws Refusal input_invalid */
export function checkCounts(pictures: readonly (boolean | null)[], kinds: SourceKinds): void {
  const given = {
    pictures: pictures.filter((picture) => picture ?? kinds === 'pictures').length,
    documents: pictures.filter((picture) => picture === false).length,
  };
  if (given.pictures > PICTURES_MAX)
    throw refuseAt('input_invalid', `At most ${PICTURES_MAX} pictures; ${given.pictures} were given.`, '/sources');
  if (given.documents > DOCUMENTS_MAX)
    throw refuseAt('input_invalid', `At most ${DOCUMENTS_MAX} documents; ${given.documents} were given.`, '/sources');
}

/** @throws Refusal for the first source that cannot be accepted */
export async function checkSources(
  deps: PipelineDependencies,
  owner: Project,
  documentId: string,
  references: readonly FileReference[],
  kinds: SourceKinds,
): Promise<CheckedSource[]> {
  const everyPicture = references.map(() => true);
  if (kinds === 'pictures') checkCounts(everyPicture, kinds);
  const check: SourceCheck = { deps, owner, documentId, kinds };
  const checked = await Promise.all(references.map((reference, i) => checkSource(check, reference, i)));
  checkCounts(
    checked.map(({ picture }) => picture),
    kinds,
  );
  return checked;
}

/** Pictures are `img:N`, documents `doc:N`, each counted for itself. */
export function sourceRefs(pictures: readonly boolean[]): string[] {
  const counts = { img: 0, doc: 0 };
  return pictures.map((picture) => (picture ? `img:${++counts.img}` : `doc:${++counts.doc}`));
}
