/** What differs between two documents that are versions of each other. */
import type { Refusal } from '../../base/refusal.ts';
import { compareContent, type BlockChange } from '../../edits/compare-content.ts';
import type { Project } from '../../ports/account-store.ts';
import type { DocumentRecord } from '../../ports/record.ts';
import { refuseAt } from '../accept/find-own.ts';
import { mainOutput, resolveFile } from '../accept/resolve-file.ts';
import type { PipelineDependencies } from '../dependencies.ts';
import { editContext } from '../edit/edit-context.ts';
import { listPdfBlocks } from '../edit/read-content.ts';
import type { Diff } from '../pipeline.ts';
import { runFileWork } from '../work/run-file-work.ts';
import { findFinished } from './submit-version.ts';

/** Changes in one answer; the summary counts all. */
const CHANGES_MAX = 5_000;

interface Side {
  record: DocumentRecord;
  bytes: Uint8Array;
  kind: string;
}

const wrongFrom = (message: string): Refusal => refuseAt('input_invalid', `?from: ${message}`, '?from');

async function sideOf(deps: PipelineDependencies, owner: Project, id: string): Promise<Side> {
  const record = await findFinished(deps, owner, id);
  const { bytes } = await resolveFile(deps, owner, { kind: 'document', documentId: id });
  return { record, bytes, kind: mainOutput(record)?.kind ?? '' };
}

async function sidesOf(deps: PipelineDependencies, owner: Project, id: string, from: string | undefined): Promise<[from: Side, to: Side]> {
  const to = await sideOf(deps, owner, id);
  const older = from ?? to.record.parentId;
  if (older === null) throw wrongFrom('This is required: the document was edited from no other one.');
  const side = await sideOf(deps, owner, older);
  if (side.kind !== to.kind) throw wrongFrom(`One is a ${side.kind} file and the other a ${to.kind}; compare files of one format.`);
  return [side, to];
}

/** @throws Refusal not_found, content_deleted, document_not_ready, input_invalid, service_unavailable */
export async function compareVersions(deps: PipelineDependencies, owner: Project, id: string, from: string | undefined): Promise<Diff> {
  const [older, newer] = await sidesOf(deps, owner, id, from);
  const changes =
    older.kind === 'pdf'
      ? compareContent(await listPdfBlocks(deps.pages, older.bytes), await listPdfBlocks(deps.pages, newer.bytes))
      : await runFileWork('compareFiles', older.bytes, newer.bytes);
  const count = (kind: BlockChange['change']): number => changes.filter(({ change }) => change === kind).length;
  return {
    from: older.record.id,
    to: newer.record.id,
    summary: { inserted: count('inserted'), deleted: count('deleted'), changed: count('changed'), moved: count('moved') },
    changes: changes.slice(0, CHANGES_MAX),
    truncated: changes.length > CHANGES_MAX,
  };
}

/** @throws Refusal as `compareVersions`; input_invalid for files without tracked changes */
export async function redlineVersions(
  deps: PipelineDependencies,
  owner: Project,
  id: string,
  from: string | undefined,
): Promise<{ bytes: Uint8Array; filename: string }> {
  const [older, newer] = await sidesOf(deps, owner, id, from);
  if (newer.kind !== 'docx') throw refuseAt('input_invalid', '?format: Only Word files have tracked changes.', '?format');
  const { author, date } = editContext('tracked', deps.clock.now());
  return {
    bytes: (await runFileWork('redlineFiles', older.bytes, newer.bytes, { author, date })).bytes,
    filename: `${newer.record.name ?? 'document'} (changes).docx`,
  };
}
