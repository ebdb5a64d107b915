/** What differs between two documents that are versions of each other. */
import type { Refusal } from '../../base/refusal.ts';
import type { Project } from '../../ports/account-store.ts';
import type { DocumentRecord } from '../../ports/record.ts';
import { refuseAt } from '../accept/find-own.ts';
import { mainOutput, resolveFile } from '../accept/resolve-file.ts';
import type { PipelineDependencies } from '../dependencies.ts';
import { compareBytes, redlineBytes, type MarkedFile } from '../compare-files.ts';
import { readPageSource } from '../page/page-source.ts';
import type { Diff } from '../pipeline.ts';
import { findFinished } from './submit-version.ts';
import { saysUnlike } from '../target-kind.ts';
import { runFileWork } from '../work/run-file-work.ts';

interface Side {
  record: DocumentRecord;
  bytes: Uint8Array;
  kind: string;
}

const markdownOf = ({ bytes }: Side): string => Buffer.from(bytes).toString('utf8');

const wrongFrom = (message: string): Refusal => refuseAt('input_invalid', `?from: ${message}`, '?from');

async function sideOf(deps: PipelineDependencies, owner: Project, id: string): Promise<Side> {
  const record = await findFinished(deps, owner, id);
  if (record.format === 'artifact')
    return { record, bytes: Buffer.from((await readPageSource(deps.blobs, record)).markdown), kind: 'page' };
  const { bytes } = await resolveFile(deps, owner, { kind: 'document', documentId: id });
  return { record, bytes, kind: mainOutput(record)?.kind ?? '' };
}

async function sidesOf(deps: PipelineDependencies, owner: Project, id: string, from: string | undefined): Promise<[from: Side, to: Side]> {
  const to = await sideOf(deps, owner, id);
  const older = from ?? to.record.parentId;
  if (older === null) throw wrongFrom('This is required: the document was edited from no other one.');
  const side = await sideOf(deps, owner, older);
  if (side.kind !== to.kind) throw wrongFrom(saysUnlike(side.kind, to.kind));
  return [side, to];
}

/** @throws Refusal not_found, content_deleted, document_not_ready, input_invalid, service_unavailable */
export async function compareVersions(deps: PipelineDependencies, owner: Project, id: string, from: string | undefined): Promise<Diff> {
  const [older, newer] = await sidesOf(deps, owner, id, from);
  const differences =
    older.kind === 'page'
      ? await runFileWork('comparePages', markdownOf(older), markdownOf(newer))
      : await compareBytes(deps, older.kind, older.bytes, newer.bytes);
  return { from: older.record.id, to: newer.record.id, differences };
}

/** @throws Refusal as `compareVersions`; input_invalid for files without tracked changes */
export async function redlineVersions(
  deps: PipelineDependencies,
  owner: Project,
  id: string,
  from: string | undefined,
): Promise<MarkedFile & { filename: string }> {
  const [older, newer] = await sidesOf(deps, owner, id, from);
  if (newer.kind !== 'docx') throw refuseAt('input_invalid', '?format: Only Word files have tracked changes.', '?format');
  return {
    ...(await redlineBytes(older.bytes, newer.bytes, { author: owner.actor }, deps.clock.now())),
    filename: `${newer.record.name ?? 'document'} (changes).docx`,
  };
}
