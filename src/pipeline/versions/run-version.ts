/** Files edited by hand: kept as a version of their own, or saved in place of a document's file. */
import type { Status } from '../../contract/vocabulary.ts';
import { z } from 'zod';
import { findingSchema, type Finding } from '../../base/finding.ts';
import { SAVE_PREFIX } from '../../ports/document-store.ts';
import type { SaveJob, VersionJob } from '../../ports/record.ts';
import { openTarget } from '../accept/take-target.ts';
import { finishRun } from '../deliver.ts';
import { openDrawnBefore } from '../drawn-before.ts';
import { reportVersion } from '../report.ts';
import type { Run } from '../run.ts';
import { createSink, type Sink } from '../sink.ts';
import { runPageSave, runPageVersion } from '../page/run-page-version.ts';
import { makeVersion, type VersionMade } from './make-version.ts';
import { revisionConflict } from './submit-version.ts';

const knownFindings = z.object({ validation: z.object({ findings: z.array(findingSchema) }) });

/** What is known to be wrong with the file that was edited. */
async function findingsBefore({ deps }: Run, id: string | null): Promise<Finding[]> {
  const parsed = knownFindings.safeParse(id === null ? null : await deps.store.report(id));
  if (!parsed.success) return [];
  return parsed.data.validation.findings.map(({ location: { part }, ...finding }) => ({
    ...finding,
    location: part === undefined ? {} : { part },
  }));
}

async function make(run: Run<VersionJob | SaveJob>, editedFrom: string | null, sink: Sink): Promise<VersionMade> {
  const { deps, workshop, record, job, signal } = run;
  const target = await openTarget(deps, record, job.file, signal);
  const before = openDrawnBefore(deps, editedFrom);
  return makeVersion(target, await findingsBefore(run, editedFrom), before, workshop, sink, signal);
}

/** @throws Refusal */
export async function runVersion(run: Run<VersionJob>): Promise<Status> {
  if (run.record.format === 'artifact') return runPageVersion(run);
  const { record, sink } = run;
  const made = await make(run, record.parentId, sink);
  const { status, pages, counts, outputs } = made;
  const type = record.type ?? made.type;
  return finishRun(run, { status, type, pages, counts, outputs, report: reportVersion({ ...record, type }, made) });
}

/**
 * The file takes its place in one step or not at all. What is made lies beside the document's own files until then, in a
 * folder of this attempt, so that an attempt which lost its lease harms none that has it; what it replaced is deleted.
 * @throws Refusal revision_conflict
 */
export async function runSave(run: Run<SaveJob>): Promise<Status> {
  const { deps, record, lease, job } = run;
  if (record.format === 'artifact') return runPageSave(run);
  const { documentId, revision } = job.target;
  const before = await deps.store.get(documentId);
  if (!before) throw new Error(`${record.id} saves to ${documentId}, which is not there`);
  const folder = `documents/${documentId}/${record.id.slice(SAVE_PREFIX.length)}-${lease.token}/`;
  const drop = (): Promise<void> => deps.blobs.deleteAll(folder);
  // nobody follows a save
  const sink = createSink(deps, folder, { emit: () => undefined });
  const made = await make(run, documentId, sink).catch(async (error: unknown) => {
    await drop();
    throw error;
  });
  const { status, pages, counts, outputs } = made;
  const report = reportVersion(before, made);
  const saved = await deps.store.save(lease, { documentId, revision }, { status, pages, validationSummary: counts, outputs, report });
  if (!saved) {
    await drop();
    throw revisionConflict();
  }
  for (const { key } of before.outputs) await deps.blobs.deleteAll(key);
  return 'ready';
}
