/** The runs that work on a file which exists: reviews, typed edits, versions and saves by hand. */
import { z } from 'zod';
import { findingSchema, type Finding } from '../base/finding.ts';
import { Refusal } from '../base/refusal.ts';
import { SAVE_PREFIX, type Lease } from '../ports/document-store.ts';
import type { DocumentJob, DocumentRecord, FileSource, Status } from '../ports/record.ts';
import type { Workshop } from './dependencies.ts';
import { createSink } from './document-sink.ts';
import { makeFromEdits } from './edit-document.ts';
import { keptPlanSchema, makeFromEditPrompt } from './edit-from-prompt.ts';
import { reportEdited, reportReviewed, reportVersion } from './report.ts';
import { makeReview, makeVersion, type VersionMade } from './review-document.ts';
import { revisionConflict } from './versions.ts';
import { runFileWork } from './work/run-file-work.ts';
import { fetchWorkedFile } from './worked-file.ts';
import type { WritingRun } from './write-from-prompt.ts';

export interface FileRun extends WritingRun {
  workshop: Workshop;
  lease: Lease;
}

/** What kind of document a Word file is, where nobody has said yet; a file that cannot be read says so elsewhere. */
async function typeOf({ record }: FileRun, bytes: Uint8Array): Promise<DocumentRecord['type']> {
  if (record.type !== null || record.format !== 'docx') return record.type;
  try {
    return (await runFileWork('readForeignOffice', bytes, 'docx')).type;
  } catch (error) {
    if (error instanceof Refusal) return null;
    throw error;
  }
}

/** Typed edits. Where none can be done there is no file, and the report says why. */
async function editFile(run: FileRun, file: FileSource, edits: NonNullable<DocumentJob['edits']>): Promise<Status> {
  const { deps, workshop, record, journal, signal } = run;
  if (file.kind !== 'blob') throw new Error(`the file of ${record.id} was not stored on acceptance`);
  const bytes = await deps.blobs.get(file.key);
  if (bytes === null) throw new Error(`source blob ${file.key} is missing`);
  const [made, type] = await Promise.all([
    makeFromEdits(
      { bytes, contentType: file.contentType, ...edits },
      workshop,
      createSink(deps, `documents/${record.id}/`, journal),
      signal,
    ),
    typeOf(run, bytes),
  ]);
  const error =
    made.status === 'failed'
      ? { code: 'edit_not_applied' as const, message: 'None of the changes could be made; the report says why.' }
      : null;
  await journal.finish(
    {
      status: made.status,
      type,
      pages: made.pages,
      phase: null,
      validationSummary: made.counts,
      outputs: made.outputs,
      report: reportEdited(record, made),
      ...(error === null ? {} : { error }),
    },
    [],
  );
  return made.status;
}

/** A file that somebody else has made: all it has is told, and what is safe to mend is mended. */
async function reviewFile(run: FileRun, source: FileSource): Promise<Status> {
  const { deps, workshop, record, journal, signal } = run;
  const made = await makeReview(
    await fetchWorkedFile(deps, record, source, signal),
    workshop,
    createSink(deps, `documents/${record.id}/`, journal),
    signal,
  );
  await journal.finish(
    {
      status: made.status,
      format: made.format,
      type: made.type,
      pages: made.pages,
      phase: null,
      validationSummary: made.counts,
      repairSummary: made.repaired,
      outputs: made.outputs,
      report: reportReviewed({ ...record, format: made.format }, made),
    },
    [],
  );
  return made.status;
}

const knownFindings = z.object({
  validation: z.object({
    findings: z.array(findingSchema),
  }),
});

/** What is known to be wrong with the file that was edited by hand. */
async function findingsBefore(run: FileRun, id: string | null): Promise<Finding[]> {
  const report = id === null ? null : await run.deps.store.report(id);
  const parsed = knownFindings.safeParse(report);
  return parsed.success
    ? parsed.data.validation.findings.map(({ location: { part }, ...finding }) => ({
        ...finding,
        location: part === undefined ? {} : { part },
      }))
    : [];
}

const PLAN = 'edit-plan.json';

/** What earlier attempts have told of the edits. */
async function toldBefore({ deps, record }: FileRun): Promise<{ planned: boolean; results: number }> {
  if (record.attempt <= 1) return { planned: false, results: 0 };
  const types: string[] = [];
  for (let after = 0; ;) {
    const events = await deps.store.events(record.id, after, 500);
    types.push(...events.map(({ type }) => type));
    after = events.at(-1)?.sequence ?? after;
    if (events.length < 500) break;
  }
  return { planned: types.includes('edit.planned'), results: types.filter((type) => type.startsWith('edit.operation_')).length };
}

/** An edit that is asked for in words. */
async function editFromPrompt(run: FileRun, source: FileSource, prompt: string): Promise<Status> {
  const { deps, workshop, record, journal, signal } = run;
  if (!deps.model) throw new Error('an edit from a prompt was accepted, and this process has no model');
  const file = await fetchWorkedFile(deps, record, source, signal);
  const key = `documents/${record.id}/${PLAN}`;
  const kept = record.attempt > 1 ? await deps.blobs.get(key) : null;
  const made = await makeFromEditPrompt(
    {
      file: { ...file, filename: 'filename' in source ? (source.filename ?? `file.${file.kind}`) : `file.${file.kind}` },
      prompt: run.job.style === undefined ? prompt : `${prompt}\n\nThe look that is wanted: ${run.job.style}`,
      model: deps.model,
      boundary: deps.clock.ulid(),
      kept: kept === null ? null : keptPlanSchema.parse(JSON.parse(Buffer.from(kept).toString('utf8'))),
      keep: (plan) => deps.blobs.put(key, Buffer.from(JSON.stringify(plan)), 'application/json'),
    },
    await toldBefore(run),
    workshop,
    createSink(deps, `documents/${record.id}/`, journal),
    signal,
  );
  const { format, type, status, usage } = made;
  const error =
    status === 'failed' ? { code: 'edit_not_applied' as const, message: 'None of the changes could be made; the report says why.' } : null;
  await journal.finish(
    {
      status,
      format,
      type: record.type ?? type,
      pages: made.pages,
      phase: null,
      validationSummary: made.counts,
      outputs: made.outputs,
      report: {
        ...reportEdited({ ...record, format }, made),
        model: { name: deps.model.names.main, input_tokens: usage.inputTokens, output_tokens: usage.outputTokens },
      },
      ...(error === null ? {} : { error }),
    },
    [],
  );
  return status;
}

async function keepVersion(run: FileRun, source: FileSource): Promise<Status> {
  const { deps, workshop, record, journal, signal } = run;
  const made = await makeVersion(
    await fetchWorkedFile(deps, record, source, signal),
    await findingsBefore(run, record.parentId),
    workshop,
    createSink(deps, `documents/${record.id}/`, journal),
    signal,
  );
  const type = record.type ?? made.type;
  await journal.finish(
    {
      status: made.status,
      type,
      pages: made.pages,
      phase: null,
      validationSummary: made.counts,
      outputs: made.outputs,
      report: reportVersion({ ...record, type }, made),
    },
    [],
  );
  return made.status;
}

/**
 * The file takes its place in one step or not at all. What is made lies beside the document's own files until then, in a
 * folder of this attempt, so that an attempt which lost its lease harms none that has it; what it took the place of goes.
 * @throws Refusal revision_conflict
 */
async function saveFile(run: FileRun, source: FileSource, target: NonNullable<DocumentJob['saves']>): Promise<Status> {
  const { deps, workshop, record, signal, lease } = run;
  const before = await deps.store.get(target.documentId);
  if (!before) throw new Error(`${record.id} saves to ${target.documentId}, which is not there`);
  const folder = `documents/${target.documentId}/${record.id.slice(SAVE_PREFIX.length)}-${lease.token}/`;
  const drop = (): Promise<void> => deps.blobs.deleteAll(folder);
  const make = async (): Promise<VersionMade> =>
    makeVersion(
      await fetchWorkedFile(deps, record, source, signal),
      await findingsBefore(run, target.documentId),
      workshop,
      createSink(deps, folder, { tell: () => undefined }),
      signal,
    );
  const made = await make().catch(async (error: unknown) => {
    await drop();
    throw error;
  });
  const { status, pages, counts, outputs } = made;
  const saved = await deps.store.save(lease, target, {
    status,
    pages,
    validationSummary: counts,
    outputs,
    report: reportVersion(before, made),
  });
  if (!saved) {
    await drop();
    throw revisionConflict();
  }
  for (const { key } of before.outputs) await deps.blobs.deleteAll(key);
  return 'ready';
}

/** Null where the job works on no file. @throws Refusal */
export function runOnFile(run: FileRun): Promise<Status> | null {
  const { operation, file, edits, manual, saves, prompt } = run.job;
  if (file === undefined) return null;
  if (saves) return saveFile(run, file, saves);
  if (manual) return keepVersion(run, file);
  if (operation === 'review') return reviewFile(run, file);
  if (operation === 'edit' && prompt !== undefined) return editFromPrompt(run, file, prompt);
  return edits ? editFile(run, file, edits) : null;
}
