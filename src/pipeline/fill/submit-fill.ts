/** `POST /fill`: a template is filled once before it is accepted, so that whatever is wrong with it or its data is the answer. */
import type { FileKind } from '../../base/file-kind.ts';
import type { FillDryRun } from '../../contract/fill.ts';
import type { Data, FillOptions } from '../../edits/fill-template.ts';
import type { Project } from '../../ports/account-store.ts';
import { acceptRequest, versionsUsed } from '../accept/accept-request.ts';
import { refuseAt } from '../accept/find-own.ts';
import { takeTarget, type TargetFile } from '../accept/take-target.ts';
import type { PipelineDependencies } from '../dependencies.ts';
import type { FillRequest, Idempotency, Submitted } from '../pipeline.ts';
import { typeOfFormat } from '../target-kind.ts';
import { runFileWork } from '../work/run-file-work.ts';
import { withPictureFiles } from './picture-files.ts';
import { localeOfTemplate, refuseFaults, tryTemplate } from '../try-template.ts';

type Fillable = 'docx' | 'pptx' | 'xlsx';

/** @throws Refusal file_rejected */
function fillableKind(kind: FileKind): Fillable {
  if (kind === 'docx' || kind === 'pptx' || kind === 'xlsx') return kind;
  throw refuseAt('file_rejected', `A ${kind} file cannot be filled; send a docx, pptx or xlsx file as the template.`, '/file');
}

interface Taken {
  id: string;
  target: TargetFile<Fillable>;
  options: FillOptions;
}

async function take(deps: PipelineDependencies, owner: Project, { file, format, language, missing }: FillRequest): Promise<Taken> {
  const id = `doc_${deps.clock.ulid()}`;
  const target = await takeTarget(deps, owner, id, file, fillableKind);
  if (format !== undefined && format !== 'pdf' && format !== target.kind)
    throw refuseAt('input_invalid', `The template is a ${target.kind} file and stays one; ask for ${target.kind} or pdf.`, '/format');
  const locale = await localeOfTemplate(target.bytes, language);
  return { id, target, options: { missing, locale } };
}

/** @throws Refusal input_invalid with all that cannot be filled; as `takeTarget` and `acceptRequest` */
export async function submitFill(
  deps: PipelineDependencies,
  owner: Project,
  request: FillRequest,
  idempotency?: Idempotency,
): Promise<Submitted> {
  const { id, target, options } = await take(deps, owner, request);
  const data: Data = await withPictureFiles(deps, owner, request.data ?? {});
  const tried = await runFileWork('fillTemplate', target.bytes, data, options);
  if ('faults' in tried) throw refuseFaults(tried.faults);
  const format = request.format === 'pdf' ? 'pdf' : target.kind;
  const key = `documents/${id}/data.json`;
  return acceptRequest(
    deps,
    {
      id,
      orgId: owner.orgId,
      projectId: owner.id,
      name: request.name ?? target.parent?.name ?? target.filename.replace(/\.[^.]+$/, ''),
      operation: 'create',
      format,
      type: target.parent?.type ?? typeOfFormat(target.kind),
      mode: 'content',
      parentId: null,
      metadata: request.metadata,
      retention: request.retention ?? owner.retention,
      route: null,
      quality: null,
      versions: versionsUsed(deps, target.kind, false),
      job: { kind: 'edit', file: target.source, changes: { data: key, ...options } },
      idempotency,
    },
    [...target.kept, { key, bytes: Buffer.from(JSON.stringify(data)), contentType: 'application/json' }],
  );
}

/** What the template wants, and what is wrong with the data; nothing is made. @throws Refusal as `takeTarget` */
export async function tryFill(deps: PipelineDependencies, owner: Project, request: FillRequest): Promise<Omit<FillDryRun, 'object'>> {
  const { target, options } = await take(deps, owner, request);
  const data = request.data === undefined ? undefined : await withPictureFiles(deps, owner, request.data);
  return tryTemplate(target.bytes, data, options);
}
