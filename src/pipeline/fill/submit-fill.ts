/** `POST /fill`: a template is filled once before it is accepted, so that whatever is wrong with it or its data is the answer. */
import { append } from '../../base/append.ts';
import { createHash } from 'node:crypto';
import type { FillDryRun } from '../../contract/fill.ts';
import type { FillOptions } from '../../edits/fill-template.ts';
import type { Project } from '../../ports/account-store.ts';
import { acceptRequest, versionsUsed } from '../accept/accept-request.ts';
import { refuseAt } from '../accept/find-own.ts';
import { takeTarget, type TargetFile } from '../accept/take-target.ts';
import type { PipelineDependencies } from '../dependencies.ts';
import type { FillRequest, Idempotency, Submitted } from '../pipeline.ts';
import { openKind, typeOfFormat, type OpenKind } from '../target-kind.ts';
import { runFileWork } from '../work/run-file-work.ts';
import { keepTried } from './tried-fills.ts';
import { withPictureFiles } from './picture-files.ts';
import { faultsOf, localeOfTemplate, refuseFaults, tryTemplate } from '../try-template.ts';

interface Taken {
  id: string;
  target: TargetFile<OpenKind>;
  options: FillOptions;
}

async function take(deps: PipelineDependencies, owner: Project, { file, format, language, missing, output }: FillRequest): Promise<Taken> {
  const id = `doc_${deps.clock.ulid()}`;
  const target = await takeTarget(deps, owner, id, file, (kind) => openKind(kind, 'filled'));
  if (format !== undefined && format !== 'pdf' && format !== target.kind)
    throw refuseAt(
      'input_invalid',
      `The template is of kind ${target.kind}, and so is what it is filled to; ask for ${target.kind === 'pdf' ? 'pdf' : `${target.kind} or pdf`}.`,
      '/format',
    );
  if (target.kind === 'pdf' && output === 'one')
    throw refuseAt('input_invalid', 'A PDF form is filled once for each document; leave this out, or ask for "documents".', '/output');
  const locale = await localeOfTemplate(target.bytes, language);
  return { id, target, options: { missing, locale } };
}

/** The records with their pictures. @throws Refusal not_found, input_invalid */
const recordsOf = (deps: PipelineDependencies, owner: Project, { records = ['{}'], output }: FillRequest): Promise<readonly string[]> =>
  withPictureFiles(deps, owner, records, output !== undefined);

type Accepting = Omit<Taken, 'id'> & { id: string; records: readonly string[]; name: string };

/** The document and what its job needs. */
function documentOf(deps: PipelineDependencies, owner: Project, request: FillRequest, { id, target, options, records, name }: Accepting) {
  const format = request.format === 'pdf' ? ('pdf' as const) : target.kind;
  const key = `documents/${id}/data.json`;
  const source = `documents/${id}/source-1`;
  const kept = target.kept.map((one) => ({ ...one, key: source }));
  const file = target.source.kind === 'blob' ? { ...target.source, key: source } : target.source;
  return {
    document: {
      id,
      orgId: owner.orgId,
      projectId: owner.id,
      keyId: owner.keyId,
      name,
      operation: 'create' as const,
      format,
      type: target.parent?.type ?? typeOfFormat(target.kind),
      mode: 'content' as const,
      parentId: null,
      metadata: request.metadata,
      retention: request.retention ?? owner.retention,
      route: null,
      quality: null,
      versions: versionsUsed(deps, target.kind, false),
      job: { kind: 'edit' as const, file, changes: { data: key, ...options } },
    },
    kept: [...kept, { key, bytes: Buffer.from(`[${records.join(',')}]`), contentType: 'application/json' }],
  };
}

const nameOf = (request: FillRequest, { parent, filename }: Taken['target']): string =>
  request.name ?? parent?.name ?? filename.replace(/\.[^.]+$/, '');

/** @throws Refusal input_invalid with all that cannot be filled; as `takeTarget` and `acceptRequest` */
export async function submitFill(
  deps: PipelineDependencies,
  owner: Project,
  request: FillRequest,
  idempotency?: Idempotency,
): Promise<Submitted> {
  const taken = await take(deps, owner, request);
  const { target, options } = taken;
  const records = await recordsOf(deps, owner, request);
  const tried = await runFileWork('fillRecords', target.bytes, records, options);
  if ('faults' in tried) throw refuseFaults(tried.faults);
  const { document, kept } = documentOf(deps, owner, request, { ...taken, records, name: nameOf(request, target) });
  // before it is accepted: the job may begin at once
  keepTried(document.id, tried);
  return acceptRequest(deps, { ...document, idempotency }, kept);
}

/** Bytes of the template that many documents keep, all together. */
const COPIES_BYTES_MAX = 400 * 1024 * 1024;
/** Transactions side by side: most of the time of one is waiting for the disk. */
const ACCEPTED_AT_ONCE = 8;

const keyOf = (key: string, record: number): string =>
  record === 0 ? key : createHash('sha256').update(`${key}\n${record}`).digest('hex');

/**
 * A document for each record. All are tried before the first is accepted; the rate is asked for once, and a repeat with the same key goes
 * on where an earlier request broke off.
 * @throws Refusal as `submitFill`
 */
export async function submitFills(
  deps: PipelineDependencies,
  owner: Project,
  request: FillRequest,
  idempotency?: Idempotency,
): Promise<Submitted[]> {
  const { target, options } = await take(deps, owner, request);
  const records = await recordsOf(deps, owner, request);
  if (target.bytes.length * records.length > COPIES_BYTES_MAX)
    throw refuseAt(
      'input_invalid',
      `The template has ${target.bytes.length} bytes, which is too much for ${records.length} documents at once; send fewer records.`,
      '/data',
    );
  const faults = await faultsOf(target.bytes, records, options);
  if (faults.length > 0) throw refuseFaults(faults);
  const type = target.kind === 'docx' ? await runFileWork('typeOfWord', target.bytes) : typeOfFormat(target.kind);
  const ids = records.map(() => `doc_${deps.clock.ulid()}`);
  const accept = async (record: string, at: number): Promise<Submitted> => {
    const name = `${nameOf(request, target).slice(0, 190)} ${at + 1}`;
    const { document, kept } = documentOf(deps, owner, request, { id: ids[at] ?? '', target, options, records: [record], name });
    const bound = idempotency && { ...idempotency, key: keyOf(idempotency.key, at) };
    // the batch is one request to the rate; its documents count against those that follow
    const rate = at === 0 ? deps : { ...deps, ratePerMinute: 1_000_000 };
    const submitted = await acceptRequest(rate, { ...document, type: document.type ?? type, idempotency: bound }, kept);
    if (bound !== undefined && !submitted.replayed) await deps.store.markAnswered(owner.id, bound.key);
    return submitted;
  };
  const [first, ...rest] = records;
  const made: Submitted[] = first === undefined ? [] : [await accept(first, 0)];
  // the rate, the balance and the key have said yes to the first
  for (let at = 0; at < rest.length; at += ACCEPTED_AT_ONCE)
    append(made, await Promise.all(rest.slice(at, at + ACCEPTED_AT_ONCE).map((record, ahead) => accept(record, at + ahead + 1))));
  return made;
}

/** What the template wants, and what is wrong with the data; nothing is made. @throws Refusal as `takeTarget` */
export async function tryFill(deps: PipelineDependencies, owner: Project, request: FillRequest): Promise<Omit<FillDryRun, 'object'>> {
  const { target, options } = await take(deps, owner, request);
  const records = request.records === undefined ? undefined : await recordsOf(deps, owner, request);
  return tryTemplate(target.bytes, records, options);
}
