/** Typed edits from outside: tried on the spot (`preview`), or accepted as a document that is made like others. */
import { Refusal } from '../base/refusal.ts';
import { detectFileKind, type FileKind } from '../base/file-kind.ts';
import type { EditOperation, EditResult } from '../edits/apply-edits.ts';
import type { AddressedBlock } from '../edits/list-content.ts';
import { readPdf } from '../readers/pdf.ts';
import type { PageRenderer } from '../ports/page-renderer.ts';
import { previewPdfEdits } from './edit-pdf.ts';
import { listPdfContent, readForeignPages } from './pdf-content.ts';
import type { Project } from '../ports/account-store.ts';
import { FINAL_STATUSES, type DocumentRecord, type Format, type Retention } from '../ports/record.ts';
import { FREE, settleAcceptance } from './accept.ts';
import type { PipelineDependencies } from './dependencies.ts';
import { fetchFile } from './extractions.ts';
import { passGate } from './gate-file.ts';
import type { FileReference, Submitted } from './pipeline.ts';
import { runFileWork } from './work/run-file-work.ts';

/** A valid request of `POST /edits`. */
export interface EditsRequest {
  file: FileReference;
  operations: EditOperation[];
  mode: 'direct' | 'tracked';
  name?: string | undefined;
  metadata: Record<string, string>;
  retention?: Retention | undefined;
}

export interface Edits {
  /** @throws Refusal not_found, file_rejected, file_too_large, content_deleted, document_not_ready, feature_unavailable, input_invalid, rate_limited */
  submitEdits(owner: Project, request: EditsRequest, idempotency?: { key: string; fingerprint: string }): Promise<Submitted>;
  /** What would happen; nothing is made. */
  previewEdits(owner: Project, request: EditsRequest): Promise<EditResult[]>;
  /** Content of a finished document, with addresses. */
  content(owner: Project, id: string): Promise<AddressedBlock[]>;
}

/** Who stands in tracked changes and comments. */
const AUTHOR = 'Octavo';

export const editContext = (mode: 'direct' | 'tracked', now: Date): { mode: 'direct' | 'tracked'; author: string; date: string } => ({
  mode,
  author: AUTHOR,
  date: now.toISOString().replace(/\.\d+Z$/, 'Z'),
});

type Editable = 'docx' | 'pptx' | 'xlsx' | 'pdf';
const refuse = (code: ConstructorParameters<typeof Refusal>[0], message: string, path = '/file'): Refusal =>
  new Refusal(code, message, { errors: [{ path, message }] });

/** @throws Refusal file_rejected, feature_unavailable, input_invalid */
function checkKind(kind: FileKind, mode: 'direct' | 'tracked'): Editable {
  if (kind === 'doc' || kind === 'ppt' || kind === 'xls')
    throw refuse(
      'file_rejected',
      `A .${kind} file has no addresses to edit by: let POST /documents review it, which gives its successor, and edit that.`,
    );
  if (kind !== 'docx' && kind !== 'pptx' && kind !== 'xlsx' && kind !== 'pdf')
    throw refuse('file_rejected', `A ${kind} file cannot be edited; send a docx, pptx, xlsx or pdf file.`);
  if (mode === 'tracked' && kind !== 'docx') throw refuse('input_invalid', 'Tracked changes are for Word files only.', '/mode');
  return kind;
}

interface Taken {
  bytes: Uint8Array;
  kind: Editable;
  contentType: string;
  filename: string;
  parent: DocumentRecord | null;
  operations: EditOperation[];
}

async function takeFile(deps: PipelineDependencies, owner: Project, request: EditsRequest): Promise<Taken> {
  const { bytes, filename } = await fetchFile(deps, owner, request.file);
  const detected = detectFileKind(bytes, filename);
  if (detected.kind === null) throw refuse('file_rejected', detected.reason);
  const kind = checkKind(detected.kind, request.mode);
  // Files by id went through it when they were uploaded.
  if (request.file.kind === 'data' || request.file.kind === 'url') await passGate(deps, '/file', { bytes, filename });
  const parent = request.file.kind === 'document' ? await deps.store.get(request.file.documentId) : null;
  return {
    bytes,
    kind,
    contentType: detected.contentType,
    filename: filename ?? `${parent?.name ?? 'document'}.${kind}`,
    parent,
    operations: await withPictures(deps, owner, request.operations),
  };
}

/** All that one request brings along by id. */
const PICTURE_BYTES_MAX = 20 * 1024 * 1024;

/** Pictures that operations name by the id of an uploaded file, as the bytes that the operations take. */
async function withPictures(deps: PipelineDependencies, owner: Project, operations: readonly EditOperation[]): Promise<EditOperation[]> {
  const given: EditOperation[] = [];
  let sum = 0;
  for (const [index, operation] of operations.entries()) {
    const image = operation['image'];
    if (typeof image !== 'string') {
      given.push(operation);
      continue;
    }
    try {
      const { bytes } = await fetchFile(deps, owner, { kind: 'file', fileId: image });
      sum += bytes.length;
      if (sum > PICTURE_BYTES_MAX)
        throw new Refusal('input_invalid', 'The pictures of one request are over 20 MB together; send some in a request of their own.');
      given.push({ ...operation, image: { data: Buffer.from(bytes).toString('base64') } });
    } catch (error) {
      throw error instanceof Refusal ? refuse(error.code, error.message, `/operations/${index}/image`) : error;
    }
  }
  return given;
}

const TYPES: Readonly<Record<Editable, DocumentRecord['type']>> = { docx: null, pptx: 'presentation', xlsx: 'spreadsheet', pdf: null };

async function submit(
  deps: PipelineDependencies,
  owner: Project,
  request: EditsRequest,
  idempotency?: { key: string; fingerprint: string },
): Promise<Submitted> {
  const { bytes, kind, contentType, filename, parent, operations } = await takeFile(deps, owner, request);
  const id = `doc_${deps.clock.ulid()}`;
  const key = `documents/${id}/source-1`;
  await deps.blobs.put(key, bytes, contentType);
  const name = request.name ?? parent?.name ?? null;
  const format: Format = kind;
  const outcome = await deps.store.accept({
    id,
    orgId: owner.orgId,
    projectId: owner.id,
    name,
    operation: 'edit',
    format,
    type: parent?.type ?? TYPES[kind],
    mode: null,
    parentId: parent?.id ?? null,
    metadata: request.metadata,
    retention: request.retention ?? owner.retention,
    route: null,
    quality: null,
    versions: { engine: deps.versions.engine, renderer: kind === 'pdf' ? deps.versions.typesetter() : deps.versions.office(), model: null },
    job: {
      operation: 'edit',
      format,
      name,
      sources: [],
      file: { kind: 'blob', key, filename, contentType },
      edits: { operations, mode: request.mode },
      quality: 'auto',
    },
    ratePerMinute: deps.ratePerMinute,
    idempotency,
  });
  return settleAcceptance(deps, outcome, { stored: id, price: FREE });
}

function pagesOf({ renderers }: PipelineDependencies): Pick<PageRenderer, 'read'> {
  if (!renderers) throw new Refusal('feature_unavailable', 'This process reads no PDF files; send it to one that has renderers.');
  return renderers.pages;
}

export function createEdits(deps: PipelineDependencies): Edits {
  return {
    submitEdits: (owner, request, idempotency) => submit(deps, owner, request, idempotency),
    async previewEdits(owner, request) {
      const { bytes, kind, operations } = await takeFile(deps, owner, request);
      if (kind === 'pdf') return previewPdfEdits(bytes, operations, editContext(request.mode, deps.clock.now()), pagesOf(deps));
      return (await runFileWork('applyEdits', bytes, operations, editContext(request.mode, deps.clock.now()))).results;
    },
    async content(owner, id) {
      const record = await deps.store.get(id);
      if (record !== null && record.orgId === owner.orgId && record.contentDeletedAt === null && !FINAL_STATUSES.includes(record.status)) {
        throw new Refusal('document_not_ready', 'The content can be read once the document has finished.', { retryAfterS: 1 });
      }
      const { bytes } = await fetchFile(deps, owner, { kind: 'document', documentId: id });
      const detected = detectFileKind(bytes, undefined);
      if (detected.kind === 'pdf') return listPdfContent(readPdf(await readForeignPages(pagesOf(deps), bytes)).value);
      return runFileWork('listContent', bytes);
    },
  };
}
