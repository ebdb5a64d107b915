/** `POST /edits`: typed edits of a file, tried (`preview`) or accepted as a document. */
import { BROUGHT_FIELDS } from '../../base/brought-fields.ts';
import type { FileKind } from '../../base/file-kind.ts';
import type { EditResult } from '../../edits/apply-edits.ts';
import { broughtFile } from '../../edits/brought-file.ts';
import { asksByQuery, addressedOnly, mergeResults, operationsOf, type AskedOperation } from '../../edits/resolve-targets.ts';
import type { Project } from '../../ports/account-store.ts';
import { acceptRequest, versionsUsed } from '../accept/accept-request.ts';
import { refuseAt } from '../accept/find-own.ts';
import { mainOutput, resolveFile } from '../accept/resolve-file.ts';
import { takeTarget, type TargetFile } from '../accept/take-target.ts';
import type { DocumentRecord, FileSource } from '../../ports/record.ts';
import { readPageSource } from '../page/page-source.ts';
import { runFileWork } from '../work/run-file-work.ts';
import { documentOnPage, findPageTarget } from '../page/page-target.ts';
import { openKind, typeOfFormat, type OpenKind } from '../target-kind.ts';
import type { PipelineDependencies } from '../dependencies.ts';
import type { EditsRequest, Idempotency, Submitted } from '../pipeline.ts';
import { editContext, type EditedBy } from './edit-context.ts';
import { previewPdfEdits } from './edit-pdf.ts';
import { applyInOrder } from './recalculate.ts';
import { resolveOperations } from './resolve-operations.ts';

/** @throws Refusal file_rejected, input_invalid */
function editableKind(kind: FileKind, mode: EditsRequest['mode']): OpenKind {
  const found = openKind(kind, 'edited');
  if (mode === 'tracked' && found !== 'docx') throw refuseAt('input_invalid', 'Tracked changes are for Word files only.', '/mode');
  return found;
}

/** Pictures and files that one request names by id, all together. */
const BROUGHT_BYTES_MAX = 20 * 1024 * 1024;
/** They are fetched while the client waits. */
const FETCHED_MAX = 10;

/** Where the file is, by an id or an address; undefined where its bytes are given, or it is for others to refuse. */
function sourceOf(given: unknown): FileSource | undefined {
  const read = broughtFile.safeParse(given).data;
  if (read === undefined) return undefined;
  if (typeof read === 'string') return read.startsWith('doc_') ? { kind: 'document', documentId: read } : { kind: 'file', fileId: read };
  return 'url' in read ? { kind: 'url', url: read.url, filename: read.filename } : undefined;
}

/** Pages come from the PDF of a document, whatever else it has. */
const pdfOutput: typeof mainOutput = (record) => record.outputs.find(({ kind }) => kind === 'pdf') ?? mainOutput(record);

/**
 * Operations with the pictures and files that they name by the id of a file or document, or by an address.
 * @throws Refusal not_found, input_invalid, file_rejected, file_too_large, document_not_ready, content_deleted
 */
async function withFiles(deps: PipelineDependencies, owner: Project, operations: readonly AskedOperation[]): Promise<AskedOperation[]> {
  const given: AskedOperation[] = [];
  let [sum, fetched] = [0, 0];
  for (const [index, asked] of operations.entries()) {
    let operation = asked;
    for (const field of BROUGHT_FIELDS) {
      const source = sourceOf(asked[field]);
      if (source === undefined) continue;
      const path = `/operations/${index}/${field}`;
      if (source.kind === 'url' && ++fetched > FETCHED_MAX)
        throw refuseAt(
          'input_invalid',
          `One request may name ${FETCHED_MAX} files by their addresses; upload more with POST /files.`,
          path,
        );
      const { bytes } = await resolveFile(deps, owner, source, { path, output: asked.op === 'insert_pages' ? pdfOutput : mainOutput });
      sum += bytes.length;
      if (sum > BROUGHT_BYTES_MAX)
        throw refuseAt('input_invalid', 'The files of one request are over 20 MB together; send some in a request of their own.', path);
      operation = { ...operation, [field]: { data: Buffer.from(bytes).toString('base64') } };
    }
    given.push(operation);
  }
  return given;
}

const byWhom = (owner: Project, { author, date }: EditsRequest): EditedBy => ({ author: author ?? owner.actor, date });

interface Taken {
  id: string;
  target: TargetFile<OpenKind>;
  operations: AskedOperation[];
}

async function take(deps: PipelineDependencies, owner: Project, { file, mode, operations }: EditsRequest): Promise<Taken> {
  const id = `doc_${deps.clock.ulid()}`;
  const target = await takeTarget(deps, owner, id, file, (kind) => editableKind(kind, mode));
  return { id, target, operations: await withFiles(deps, owner, operations) };
}

/** Blocks of a web page go by their addresses. @throws Refusal input_invalid */
function refuseQueries(operations: readonly AskedOperation[]): void {
  const index = operations.findIndex(asksByQuery);
  if (index !== -1)
    throw refuseAt('input_invalid', 'Blocks of a web page are named by their addresses, not by a query.', `/operations/${index}/target`);
}

/** Of an artifact: the Markdown of its page is what is edited. */
async function submitPageEdits(
  deps: PipelineDependencies,
  owner: Project,
  { operations, mode, ...request }: EditsRequest,
  parent: DocumentRecord,
  idempotency: Idempotency | undefined,
): Promise<Submitted> {
  if (mode === 'tracked') throw refuseAt('input_invalid', 'Tracked changes are for Word files only.', '/mode');
  refuseQueries(operations);
  await readPageSource(deps.blobs, parent);
  return acceptRequest(
    deps,
    {
      ...documentOnPage(owner, parent, request),
      id: `doc_${deps.clock.ulid()}`,
      operation: 'edit',
      mode: null,
      route: null,
      quality: null,
      versions: versionsUsed(deps, 'artifact', false),
      job: { kind: 'edit', file: { kind: 'document', documentId: parent.id }, changes: { operations, mode } },
      idempotency,
    },
    [],
  );
}

/** @throws Refusal not_found, file_rejected, file_too_large, content_deleted, document_not_ready, input_invalid; as `acceptRequest` */
export async function submitEdits(
  deps: PipelineDependencies,
  owner: Project,
  request: EditsRequest,
  idempotency?: Idempotency,
): Promise<Submitted> {
  const page = await findPageTarget(deps, owner, request.file);
  if (page !== null) return submitPageEdits(deps, owner, request, page, idempotency);
  const { id, target, operations } = await take(deps, owner, request);
  const { kind: format, parent, source } = target;
  return acceptRequest(
    deps,
    {
      id,
      orgId: owner.orgId,
      projectId: owner.id,
      keyId: owner.keyId,
      name: request.name ?? parent?.name ?? null,
      operation: 'edit',
      format,
      type: parent?.type ?? typeOfFormat(format),
      mode: null,
      parentId: parent?.id ?? null,
      metadata: request.metadata,
      retention: request.retention ?? owner.retention,
      route: null,
      quality: null,
      versions: versionsUsed(deps, format, false),
      job: { kind: 'edit', file: source, changes: { operations, mode: request.mode, ...byWhom(owner, request), render: request.render } },
      idempotency,
    },
    target.kept,
  );
}

/** What would happen; nothing is made. @throws Refusal as `submitEdits`; service_unavailable */
export async function previewEdits(deps: PipelineDependencies, owner: Project, request: EditsRequest): Promise<EditResult[]> {
  const page = await findPageTarget(deps, owner, request.file);
  if (page !== null) {
    refuseQueries(request.operations);
    const { markdown, pictures } = await readPageSource(deps.blobs, page);
    return runFileWork('previewPage', markdown, pictures.length, addressedOnly(request.operations));
  }
  const { target, operations } = await take(deps, owner, request);
  const context = editContext(request.mode, deps.clock.now(), byWhom(owner, request));
  const resolved = await resolveOperations(target.bytes, operations, deps.pages);
  const plain = operationsOf(resolved);
  const results =
    target.kind === 'pdf'
      ? await previewPdfEdits(target.bytes, plain, context, deps.pages)
      : (await applyInOrder(target.bytes, plain, context, deps.renderers?.office ?? null)).results;
  return mergeResults(resolved, results);
}
